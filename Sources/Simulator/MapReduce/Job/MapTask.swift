/// One map task: takes blocks of records, and gives sorted runs.
final class MapTask {
    private let mapBlock: (RecordBlock) throws(BadRecord) -> Void
    private let finishMap: () -> Void
    private let readCounters: () -> MapCounters
    private let collectedBytes: () -> Int
    private let drainRuns: () -> [[UInt8]]

    /// Puts a task together from a function and what collects its pairs.
    init<Function: MapFunction>(
        _ function: Function,
        _ collector: PairCollector<Function.Value>,
        _ settings: MapTaskSettings
    ) {
        let state = MapTaskState(function, collector, settings)
        mapBlock = { block throws(BadRecord) in try state.map(block) }
        finishMap = { state.finish() }
        readCounters = { state.counters }
        collectedBytes = collector.footprint
        drainRuns = collector.drain
    }

    /// Maps some records, which need not be kept afterwards.
    func map(_ block: RecordBlock) throws(BadRecord) { try mapBlock(block) }

    /// Ends the split: what the function held back is collected too.
    func finish() { finishMap() }

    /// How many bytes are held.
    var footprint: Int { collectedBytes() }

    /// What happened so far.
    var counters: MapCounters { readCounters() }

    /// A run for each partition, of all that was collected since the last call.
    func drain() -> [[UInt8]] { drainRuns() }
}

/// What a map task counted.
public struct MapCounters: Hashable, Sendable {
    /// Records that were read.
    public var records = 0
    /// Pairs that were emitted.
    public var pairs = 0
    /// Records that could not be understood.
    public var badRecords = 0
    /// Records that came too late for their window.
    public var lateRecords = 0
    /// The first record that could not be understood.
    public var firstBadRecord: BadRecord?

    /// Counts nothing yet.
    public init() {}

    /// Adds what another task counted.
    public mutating func add(_ other: MapCounters) {
        records += other.records
        pairs += other.pairs
        badRecords += other.badRecords
        lateRecords += other.lateRecords
        firstBadRecord = firstBadRecord ?? other.firstBadRecord
    }
}

private final class MapTaskState<Function: MapFunction> {
    private var function: Function
    private var output: MapOutput<Function.Value>

    init(
        _ function: Function,
        _ collector: PairCollector<Function.Value>,
        _ settings: MapTaskSettings
    ) {
        self.function = function
        output = MapOutput(badRecords: settings.badRecords, consumer: collector.consume)
    }

    func map(_ block: RecordBlock) throws(BadRecord) {
        try function.map(block, into: &output)
        output.flush()
    }

    func finish() {
        function.finish(into: &output)
        output.flush()
    }

    var counters: MapCounters {
        var counters = MapCounters()
        counters.records = output.records
        counters.pairs = output.pairs
        counters.badRecords = output.badRecords
        counters.lateRecords = output.lateRecords
        counters.firstBadRecord = output.firstBadRecord
        return counters
    }
}
