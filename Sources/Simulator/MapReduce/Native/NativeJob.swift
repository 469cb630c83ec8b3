/// A job on real files, in real time: threads map, combine, shuffle and reduce with the same
/// functions as the simulated cluster.
///
/// The results depend on the inputs and the functions alone: not on the number of threads, on
/// which of them was faster, on how much memory there is, or on whether values are combined.
public struct NativeJob: Sendable {
    private let code: JobCode
    private let settings: NativeJobSettings

    /// Creates a job.
    ///
    /// - Precondition: there are mappers and reducers, and what cannot be combined is not.
    public init(_ code: JobCode, settings: NativeJobSettings) {
        precondition(settings.mappers > 0 && settings.reducers > 0, "a job has workers")
        precondition(code.isCombinable || !settings.combines, "the function cannot be combined")
        self.code = code
        self.settings = settings
    }

    /// Runs the job to its end.
    ///
    /// Every input is looked at before any is read.
    /// - Parameters:
    ///   - inputs: What is read, in this order.
    ///   - progress: Takes the number of bytes done so far and of those known to be there, on any
    ///     thread.
    public func run(
        _ inputs: [NativeInput],
        progress: @escaping @Sendable (_ bytes: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(NativeJobError) -> NativeJobResults {
        var examined: [ExaminedInput] = []
        for input in inputs { examined.append(try ExaminedInput(input)) }
        let total = examined.reduce(0) { $0 + $1.size }
        let done = ByteCount()
        let stage = MapStage(
            code: code,
            settings: settings,
            inputs: examined,
            lanes: MapLane.plan(examined, settings),
            progress: { progress(done.add($0), total) }
        )
        var counters = NativeJobCounters()
        var partitions = [[ReadableRun]](repeating: [], count: settings.reducers)
        for lane in try stage.run() {
            counters.add(lane.counters)
            for (partition, runs) in lane.partitions.enumerated() {
                for run in runs { partitions[partition].append(try run.readable()) }
            }
        }
        let reduced = try ReduceStage(code: code, settings: settings, partitions: partitions).run()
        counters.add(reduced.counters)
        return NativeJobResults(counters: counters, runs: reduced.runs, settings: settings)
    }
}

/// The results of a job on real files, as often as they are asked for.
public struct NativeJobResults: Sendable {
    /// What was counted.
    public let counters: NativeJobCounters
    private let runs: [ReadableRun]
    private let settings: NativeJobSettings

    init(counters: NativeJobCounters, runs: [ReadableRun], settings: NativeJobSettings) {
        self.counters = counters
        self.runs = runs
        self.settings = settings
    }

    /// Calls `body` with every key and its result, in the order that was asked for.
    public func forEach(_ body: (ByteView, ReducedValue) throws -> Void) throws {
        guard settings.top != nil, settings.order == .key else { return try merge(body) }
        var chosen: [(key: [UInt8], value: ReducedValue)] = []
        try merge { chosen.append((Array($0), $1)) }
        chosen.sort { $0.key.lexicographicallyPrecedes($1.key) }
        for (key, value) in chosen {
            try key.withUnsafeBytes { try body(ByteView($0), value) }
        }
    }

    private func merge(_ body: (ByteView, ReducedValue) throws -> Void) throws {
        var merge = try RunMerge(runs.map(\.view))
        var memory = ReadMemory(of: runs, limit: settings.reduceShare)
        var rest = settings.top ?? .max
        while rest > 0, let sortKey = merge.key {
            let key = ResultOrder.key(of: sortKey, settings.reducedOrder)
            guard let value = ReducedValue.decode(merge.value) else {
                throw ShuffleError.damagedValue(key: Array(key))
            }
            try body(key, value)
            memory.note(sortKey.count + ReadMemory.pairSize)
            try merge.advance()
            rest -= 1
        }
    }
}
