/// The functions of a job on lines of text: a key, a tab, a value.
struct LineCode: Sendable {
    /// Takes a key, and the text of a value.
    typealias PairSink = (ByteView, ByteView) -> Void

    /// Makes a map task that gives every pair to a sink.
    let makeMapTask: @Sendable (BadRecordPolicy, @escaping PairSink) -> MapTask
    /// Makes what folds the values of each key into a result.
    let makeReducer: @Sendable () -> LineFold
    /// Makes what folds the values of each key into what the reducer reads; nothing where the
    /// function cannot be combined.
    let makeCombiner: (@Sendable () -> LineFold)?

    init<Map: MapFunction, Reduce: ReduceFunction>(map: Map, reduce: Reduce)
    where Map.Value == Reduce.Value {
        makeMapTask = { Self.mapTask(map, badRecords: $0, $1) }
        makeReducer = { LineFold.ofValues(reduce) }
        makeCombiner = nil
    }

    init<Map: MapFunction, Reduce: CombinableReduceFunction>(map: Map, combining reduce: Reduce)
    where Map.Value == Reduce.Value {
        makeMapTask = { Self.mapTask(map, badRecords: $0, $1) }
        makeReducer = {
            LineFold.ofAccumulators(reduce) { reduce.finish($0).append(to: &$1) }
        }
        makeCombiner = {
            LineFold.ofAccumulators(reduce) { LineFold.append($0, of: reduce, to: &$1) }
        }
    }

    private static func mapTask<Map: MapFunction>(
        _ map: Map,
        badRecords: BadRecordPolicy,
        _ sink: @escaping PairSink
    ) -> MapTask {
        var text: [UInt8] = []
        let collector = PairCollector<Map.Value>(
            consume: { pairs in
                for pair in pairs {
                    text.removeAll(keepingCapacity: true)
                    TextForm.append(pair.value, to: &text)
                    text.withUnsafeBytes { sink(pair.key, ByteView($0)) }
                }
            },
            footprint: { 0 },
            drain: { [] }
        )
        let settings = MapTaskSettings(
            partitioner: Partitioner(partitions: 1),
            combines: false,
            badRecords: badRecords
        )
        return MapTask(map, collector, settings)
    }
}

/// Folds the values of one key after the other, each value a text.
struct LineFold {
    /// Takes in a value; false for a text that is none.
    let add: (ByteView) -> Bool
    /// Appends the text of what was taken in, and begins anew.
    let finish: (inout [UInt8]) -> Void

    /// A fold that takes values alone.
    static func ofValues<Reduce: ReduceFunction>(_ reduce: Reduce) -> LineFold {
        var accumulator = reduce.begin()
        return LineFold(
            add: { text in
                TextForm.withValue(of: text, as: Reduce.Value.self) {
                    reduce.add($0, to: &accumulator)
                }
            },
            finish: { line in
                reduce.finish(accumulator).append(to: &line)
                accumulator = reduce.begin()
            }
        )
    }

    /// A fold that takes values and accumulators.
    static func ofAccumulators<Reduce: CombinableReduceFunction>(
        _ reduce: Reduce,
        write: @escaping (Reduce.Accumulator, inout [UInt8]) -> Void
    ) -> LineFold {
        var accumulator = reduce.begin()
        return LineFold(
            add: { text in
                TextForm.withValue(of: text, as: Reduce.Value.self) {
                    reduce.add($0, to: &accumulator)
                }
                    || TextForm.withAccumulator(of: text, as: Reduce.Accumulator.self) {
                        reduce.merge($0, into: &accumulator)
                    }
            },
            finish: { line in
                write(accumulator, &line)
                accumulator = reduce.begin()
            }
        )
    }

    /// Appends what a combiner leaves: the result as a plain value where that value alone gives
    /// the same accumulator, as a sum does, so that every other reducer can read it; otherwise
    /// the accumulator.
    static func append<Reduce: CombinableReduceFunction>(
        _ accumulator: Reduce.Accumulator,
        of reduce: Reduce,
        to line: inout [UInt8]
    ) {
        var result: [UInt8] = []
        reduce.finish(accumulator).append(to: &result)
        var single = reduce.begin()
        let isValue = result.withUnsafeBytes { bytes in
            TextForm.withValue(of: ByteView(bytes), as: Reduce.Value.self) {
                reduce.add($0, to: &single)
            }
        }
        if isValue, encoded(single) == encoded(accumulator), !result.contains(0x0A),
            !result.contains(0x0D)
        {
            line += result
        } else {
            TextForm.append(accumulator: accumulator, to: &line)
        }
    }

    private static func encoded(_ value: some ShuffleValue) -> [UInt8] {
        var bytes: [UInt8] = []
        value.encode(into: &bytes)
        return bytes
    }
}
