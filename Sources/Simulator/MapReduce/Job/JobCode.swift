/// The functions of a job, put together: what a map task and a reduce task run.
///
/// The types of the functions are forgotten here, but their code is not called through them: each
/// task is made where the types are known.
public struct JobCode: Sendable {
    /// Whether the reduce function may be combined.
    public let isCombinable: Bool
    /// Makes a map task for a number of partitions, with or without a combiner.
    package let makeMapTask: @Sendable (MapTaskSettings) -> MapTask
    /// Reduces runs, whose values are accumulators where they were combined.
    package let reduceRuns: @Sendable ([ByteView], _ areCombined: Bool, ResultSink) throws -> Void
    /// See ``sequentialRun(of:)``.
    let runSequentially: @Sendable ([[RecordBlock]], BadRecordPolicy) throws -> [JobResult]
    /// The functions on lines of text.
    let lines: LineCode

    /// Takes each key, in ascending order, and its result.
    package typealias ResultSink = (ByteView, ReducedValue) throws -> Void

    /// Puts together a map function and a reduce function that cannot be combined.
    public init<Map: MapFunction, Reduce: ReduceFunction>(
        map: Map,
        reduce: Reduce
    ) where Map.Value == Reduce.Value {
        isCombinable = false
        makeMapTask = { MapTask(map, PlainCollector.make($0.partitioner), $0) }
        reduceRuns = { runs, _, sink in
            try RunReduction.reduce(runs, begin: reduce.begin, finish: reduce.finish, sink) {
                accumulator,
                bytes in
                guard let value = Reduce.Value.decode(bytes) else { return false }
                reduce.add(value, to: &accumulator)
                return true
            }
        }
        runSequentially = { try SequentialRun.results($0, map, reduce, $1) }
        lines = LineCode(map: map, reduce: reduce)
    }

    /// Puts together a map function and a reduce function that can be combined.
    public init<Map: MapFunction, Reduce: CombinableReduceFunction>(
        map: Map,
        combining reduce: Reduce
    ) where Map.Value == Reduce.Value {
        isCombinable = true
        makeMapTask = { settings in
            let collector =
                settings.combines
                ? CombiningCollector.make(reduce, settings.partitioner)
                : PlainCollector.make(settings.partitioner)
            return MapTask(map, collector, settings)
        }
        reduceRuns = { runs, areCombined, sink in
            try RunReduction.reduce(runs, begin: reduce.begin, finish: reduce.finish, sink) {
                accumulator,
                bytes in
                if areCombined {
                    guard let other = Reduce.Accumulator.decode(bytes) else { return false }
                    reduce.merge(other, into: &accumulator)
                } else {
                    guard let value = Reduce.Value.decode(bytes) else { return false }
                    reduce.add(value, to: &accumulator)
                }
                return true
            }
        }
        runSequentially = { try SequentialRun.results($0, map, reduce, $1) }
        lines = LineCode(map: map, combining: reduce)
    }

    /// The results of the job for `splits`, each of some blocks, worked out one record after the
    /// other: no table of ours, no partitions, no combiner, no runs. Every other way to run the job
    /// must give the same.
    ///
    /// - Throws: ``BadRecord`` where the policy says so.
    public func sequentialRun(
        of splits: [[RecordBlock]],
        badRecords: BadRecordPolicy
    ) throws -> [JobResult] {
        try runSequentially(splits, badRecords)
    }
}

/// A key and its result.
public struct JobResult: Hashable, Sendable {
    /// The key.
    public let key: [UInt8]
    /// The result.
    public let value: ReducedValue
}

/// How a map task works.
public struct MapTaskSettings: Hashable, Sendable {
    /// Where keys go.
    public let partitioner: Partitioner
    /// Whether values of one key are combined; it must be possible.
    public let combines: Bool
    /// What becomes of a record that cannot be understood.
    public let badRecords: BadRecordPolicy

    /// Creates settings.
    public init(partitioner: Partitioner, combines: Bool, badRecords: BadRecordPolicy) {
        self.partitioner = partitioner
        self.combines = combines
        self.badRecords = badRecords
    }
}
