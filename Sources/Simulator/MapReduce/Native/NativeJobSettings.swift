/// How a job on real files is run.
public struct NativeJobSettings: Hashable, Sendable {
    /// The order of the results.
    public enum Order: Hashable, Sendable {
        /// Ascending by key.
        case key
        /// Descending by the number of the result, and then ascending by key; results that are no
        /// number come last.
        case value
    }

    /// How many threads map.
    public var mappers = 2
    /// How many partitions there are, and threads that reduce.
    public var reducers = 2
    /// Whether values of one key are combined before they cross the shuffle.
    public var combines = true
    /// What becomes of a record that cannot be understood.
    public var badRecords = BadRecordPolicy.skip
    /// About how many bytes of keys and values are held in memory at once; the rest waits in
    /// temporary files. A single record, and what is kept for a single key, must fit.
    public var memory = 512 << 20
    /// Where the temporary files are.
    public var spillFolder = "/tmp"
    /// The order of the results.
    public var order = Order.key
    /// How many results are wanted, the greatest of them; nothing for all.
    public var top: Int?
    /// How large the pieces are into which files are cut.
    public var splitSize = 4 << 20

    /// Creates the default settings.
    public init() {}

    /// The order in which results leave the reducers: the greatest must be found first.
    var reducedOrder: Order { top == nil ? order : .value }

    /// How many bytes a map task may hold before it spills. While it does, the same pairs stand
    /// in memory twice, and a table that grows has a larger one beside it.
    var mapShare: Int { max(1 << 18, memory / (4 * max(1, mappers))) }

    /// How many bytes of runs each of `lanes` may leave in memory.
    func heldShare(lanes: Int) -> Int { memory / (4 * max(1, lanes)) }

    /// How many bytes of results a reduce task may hold.
    var reduceShare: Int { max(1 << 16, memory / (4 * max(1, reducers))) }
}

/// What a job on real files counted: the same in each run with the same settings.
public struct NativeJobCounters: Hashable, Sendable {
    /// What the map functions counted.
    public var map = MapCounters()
    /// Bytes of records, decompressed where they were compressed.
    public var bytes = 0
    /// Pieces of input.
    public var splits = 0
    /// Bytes that crossed the shuffle.
    public var shuffledBytes = 0
    /// Different keys.
    public var keys = 0
    /// How many times memory was full and something was written to a temporary file.
    public var spills = 0
    /// Bytes that were written there.
    public var spilledBytes = 0

    /// Counts nothing yet.
    public init() {}

    /// Adds what another part of the job counted, which comes after this one in the input.
    mutating func add(_ other: NativeJobCounters) {
        map.add(other.map)
        bytes += other.bytes
        splits += other.splits
        shuffledBytes += other.shuffledBytes
        keys += other.keys
        spills += other.spills
        spilledBytes += other.spilledBytes
    }
}
