/// Collects the pairs of a map task until they are asked for as sorted runs, one for each
/// partition.
struct PairCollector<Value> {
    /// Takes in some pairs.
    let consume: MapOutput<Value>.Consumer
    /// Says what memory may be read around the keys that come next.
    var read: (_ surroundings: ByteView) -> Void = { _ in }
    /// How many bytes are held.
    let footprint: () -> Int
    /// Gives a run for each partition, and begins anew.
    let drain: () -> [[UInt8]]
}

/// Merges the pairs of each key as they come.
final class CombiningCollector<Function: CombinableReduceFunction> {
    private let function: Function
    private let partitioner: Partitioner
    private var table = GroupTable<Function.Accumulator>()
    private var accumulatorBytes = 0
    /// Memory that may be read around keys that stand in it.
    var surroundings = ByteView.empty

    init(_ function: Function, _ partitioner: Partitioner) {
        self.function = function
        self.partitioner = partitioner
    }

    var footprint: Int { table.footprint + accumulatorBytes }

    @inline(__always)
    func consume(_ pairs: UnsafeBufferPointer<MapOutput<Function.Value>.Pair>) {
        table.forEachElement(
            count: pairs.count,
            in: surroundings,
            key: { pairs[$0].key },
            orInsert: { function.begin() },
            { number, accumulator in
                let before = function.footprint(of: accumulator.pointee)
                function.add(pairs[number].value, to: &accumulator.pointee)
                accumulatorBytes += function.footprint(of: accumulator.pointee) - before
            }
        )
    }

    func drain() -> [[UInt8]] {
        let runs = SortedRun.Writers(partitions: partitioner.partitions)
        var value: [UInt8] = []
        table.forEachInOrder { key, element in
            value.removeAll(keepingCapacity: true)
            element.encode(into: &value)
            value.withUnsafeBytes {
                runs.append(key, ByteView($0), to: partitioner.partition(of: key))
            }
        }
        table.removeAll()
        accumulatorBytes = 0
        return runs.bytes
    }
}

extension CombiningCollector {
    /// A collector without its type, made where the type is known.
    static func make(
        _ function: Function,
        _ partitioner: Partitioner
    ) -> PairCollector<Function.Value> {
        let collector = CombiningCollector(function, partitioner)
        return PairCollector(
            consume: { collector.consume($0) },
            read: { collector.surroundings = $0 },
            footprint: { collector.footprint },
            drain: { collector.drain() }
        )
    }
}

/// Keeps every pair.
final class PlainCollector<Value: ShuffleValue> {
    private struct Pair {
        let key: ByteView
        let value: ByteView
    }

    private let partitioner: Partitioner
    private var pairs: [[Pair]]
    private var arena = ByteArena(chunkSize: 1 << 16)
    private var scratch: [UInt8] = []

    init(_ partitioner: Partitioner) {
        self.partitioner = partitioner
        pairs = Array(repeating: [], count: partitioner.partitions)
    }

    var footprint: Int {
        arena.footprint
            + pairs.reduce(0) { $0 + $1.capacity } * MemoryLayout<Pair>.stride
    }

    func consume(_ batch: UnsafeBufferPointer<MapOutput<Value>.Pair>) {
        for pair in batch {
            scratch.removeAll(keepingCapacity: true)
            pair.value.encode(into: &scratch)
            let value = scratch.withUnsafeBytes { arena.copy(ByteView($0)) }
            pairs[partitioner.partition(of: pair.key)]
                .append(Pair(key: arena.copy(pair.key), value: value))
        }
    }

    func drain() -> [[UInt8]] {
        let runs = SortedRun.Writers(partitions: partitioner.partitions)
        for (partition, pairs) in pairs.enumerated() {
            for number in KeyOrder.sorted(count: pairs.count, key: { pairs[$0].key }) {
                let pair = pairs[Int(number)]
                runs.append(pair.key, pair.value, to: partition)
            }
        }
        for partition in pairs.indices { pairs[partition].removeAll() }
        arena.removeAll()
        return runs.bytes
    }
}

extension PlainCollector {
    /// A collector without its type, made where the type is known.
    static func make(_ partitioner: Partitioner) -> PairCollector<Value> {
        let collector = PlainCollector(partitioner)
        return PairCollector(
            consume: { collector.consume($0) },
            footprint: { collector.footprint },
            drain: { collector.drain() }
        )
    }
}
