/// One map task: takes blocks of records, and gives sorted runs.
package final class MapTask {
    private let mapBlock: (RecordBlock) throws(BadRecord) -> Void
    private let finishMap: () -> Void
    private let restartMap: () -> Void
    private let watchFootprint: (Int, @escaping ([[UInt8]]) -> Void) -> Void
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
        restartMap = { state.restart() }
        watchFootprint = { state.watchFootprint(limit: $0, overflow: $1) }
        readCounters = { state.counters }
        collectedBytes = collector.footprint
        drainRuns = collector.drain
    }

    /// Maps some records, which need not be kept afterwards.
    package func map(_ block: RecordBlock) throws(BadRecord) { try mapBlock(block) }

    /// Ends the split: what the function held back is collected too.
    package func finish() { finishMap() }

    /// Begins another split: the function and the counters begin anew; what was collected stays.
    func restart() { restartMap() }

    /// Gives the runs to `overflow` as soon as more than `limit` bytes are held, in the middle of
    /// a record if need be.
    func drain(past limit: Int, to overflow: @escaping ([[UInt8]]) -> Void) {
        watchFootprint(limit, overflow)
    }

    /// How many bytes are held.
    var footprint: Int { collectedBytes() }

    /// What happened so far.
    var counters: MapCounters { readCounters() }

    /// A run for each partition, of all that was collected since the last call.
    package func drain() -> [[UInt8]] { drainRuns() }
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
    private let original: Function
    private let badRecords: BadRecordPolicy
    private let collection: Collection<Function.Value>
    private var function: Function
    private var output: MapOutput<Function.Value>

    init(
        _ function: Function,
        _ collector: PairCollector<Function.Value>,
        _ settings: MapTaskSettings
    ) {
        original = function
        badRecords = settings.badRecords
        collection = Collection(collector)
        self.function = function
        output = MapOutput(badRecords: badRecords, consumer: collection.consume)
    }

    func map(_ block: RecordBlock) throws(BadRecord) {
        collection.collector.read(block.bytes)
        // Afterwards other memory may stand where the block did.
        defer { collection.collector.read(.empty) }
        try function.map(block, into: &output)
        output.flush()
    }

    func finish() {
        function.finish(into: &output)
        output.flush()
    }

    func restart() {
        function = original
        output = MapOutput(badRecords: badRecords, consumer: collection.consume)
    }

    func watchFootprint(limit: Int, overflow: @escaping ([[UInt8]]) -> Void) {
        collection.limit = limit
        collection.overflow = overflow
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

/// A collector, and what is done when it holds too much.
private final class Collection<Value> {
    let collector: PairCollector<Value>
    var limit = Int.max
    var overflow: ([[UInt8]]) -> Void = { _ in }

    init(_ collector: PairCollector<Value>) {
        self.collector = collector
    }

    func consume(_ pairs: UnsafeBufferPointer<MapOutput<Value>.Pair>) {
        collector.consume(pairs)
        if limit < .max, collector.footprint() > limit { overflow(collector.drain()) }
    }
}
