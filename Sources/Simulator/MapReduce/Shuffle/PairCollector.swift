/// Collects the pairs of a map task until they are asked for as sorted runs, one for each
/// partition.
struct PairCollector<Value> {
    /// Takes in some pairs.
    let consume: MapOutput<Value>.Consumer
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

    init(_ function: Function, _ partitioner: Partitioner) {
        self.function = function
        self.partitioner = partitioner
    }

    var footprint: Int { table.footprint + accumulatorBytes }

    @inline(__always)
    func consume(_ pairs: UnsafeBufferPointer<MapOutput<Function.Value>.Pair>) {
        for pair in pairs {
            let accumulator = table.element(for: pair.key, hash: Partitioner.hash(pair.key)) {
                function.begin()
            }
            let before = function.footprint(of: accumulator.pointee)
            function.add(pair.value, to: &accumulator.pointee)
            accumulatorBytes += function.footprint(of: accumulator.pointee) - before
        }
    }

    func drain() -> [[UInt8]] {
        var runs = [[UInt8]](repeating: [], count: partitioner.partitions)
        var value: [UInt8] = []
        let entries = table.allEntries
        for number in KeyOrder.sorted(entries.map(\.key)) {
            value.removeAll(keepingCapacity: true)
            entries[number].element.encode(into: &value)
            value.withUnsafeBytes {
                SortedRun.append(
                    key: entries[number].key,
                    value: ByteView($0),
                    to: &runs[partitioner.partition(ofHash: entries[number].hash)]
                )
            }
        }
        table.removeAll()
        accumulatorBytes = 0
        return runs
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
        let runs = pairs.map { pairs in
            var run: [UInt8] = []
            for number in KeyOrder.sorted(pairs.map(\.key)) {
                SortedRun.append(key: pairs[number].key, value: pairs[number].value, to: &run)
            }
            return run
        }
        for partition in pairs.indices { pairs[partition].removeAll() }
        arena.removeAll()
        return runs
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

/// Sorts keys.
enum KeyOrder {
    /// The numbers of `keys` in ascending order of the keys; equal keys keep their order.
    ///
    /// Most pairs of keys differ in their first eight bytes: those stand beside the number, so
    /// that comparing them reaches for no other memory.
    static func sorted(_ keys: [ByteView]) -> [Int] {
        let prefixes = keys.enumerated().map { (prefix: $1.prefixNumber, number: $0) }
        return prefixes.sorted { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            let (first, second) = (keys[left.number], keys[right.number])
            return first == second ? left.number < right.number : first < second
        }.map(\.number)
    }
}

extension ByteView {
    /// The first eight bytes as a number in their order, zeros after the end.
    var prefixNumber: UInt64 {
        if count >= 8 { return Bytes.word(self, at: 0).bigEndian }
        var number: UInt64 = 0
        for byte in self { number = number << 8 | UInt64(byte) }
        return count == 0 ? 0 : number << (8 * (8 - count))
    }
}
