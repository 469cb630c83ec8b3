import OrderedCollections

/// The plainest way to run a job, which all others are held against.
enum SequentialRun {
    static func results<Map: MapFunction, Reduce: ReduceFunction>(
        _ splits: [[RecordBlock]],
        _ map: Map,
        _ reduce: Reduce,
        _ badRecords: BadRecordPolicy
    ) throws -> [JobResult] where Map.Value == Reduce.Value {
        let groups = Groups<Map.Value>()
        for blocks in splits {
            var function = map
            var output = MapOutput<Map.Value>(badRecords: badRecords, consumer: groups.add)
            for block in blocks {
                try function.map(block, into: &output)
                output.flush()
            }
            function.finish(into: &output)
            output.flush()
        }
        let keys = groups.values.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return keys.map { key in
            var accumulator = reduce.begin()
            for value in groups.values[key] ?? [] {
                value.withUnsafeBytes { bytes in
                    if let value = Reduce.Value.decode(ByteView(bytes)) {
                        reduce.add(value, to: &accumulator)
                    }
                }
            }
            return JobResult(key: key, value: reduce.finish(accumulator))
        }
    }

    private final class Groups<Value: ShuffleValue> {
        var values: OrderedDictionary<[UInt8], [[UInt8]]> = [:]

        func add(_ pairs: UnsafeBufferPointer<MapOutput<Value>.Pair>) {
            for pair in pairs {
                var bytes: [UInt8] = []
                pair.value.encode(into: &bytes)
                values[Array(pair.key), default: []].append(bytes)
            }
        }
    }
}
