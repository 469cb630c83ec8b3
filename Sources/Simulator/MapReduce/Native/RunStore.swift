/// A sorted run of a native job, in memory or in a file.
enum StoredRun: Sendable {
    case held(StableBytes)
    case spilled(SpillFile, Range<Int>)

    /// The run where it can be read; its file takes nothing more afterwards.
    func readable() throws(NativeJobError) -> ReadableRun {
        switch self {
        case .held(let bytes): ReadableRun(owner: bytes, range: 0..<bytes.view.count)
        case .spilled(let file, let range): ReadableRun(owner: try file.contents(), range: range)
        }
    }
}

/// A sorted run that every thread may read.
struct ReadableRun: Sendable {
    /// What keeps the bytes where they are.
    let owner: StableBytes
    /// Which of them are the run's.
    let range: Range<Int>

    /// The bytes; they are valid as long as the run is kept.
    var view: ByteView { owner.view.slice(range) }
}

/// Gives up the memory of spilled runs, as often as so much was read from them: what they have is
/// read from their file again if need be.
struct ReadMemory {
    /// About how many bytes a pair has beside its key.
    static var pairSize: Int { 16 }

    private let runs: [ReadableRun]
    private let limit: Int
    private var bytes = 0

    /// Lets about `limit` bytes of `runs` be in memory.
    init(of runs: [ReadableRun], limit: Int) {
        self.runs = runs
        self.limit = limit
    }

    /// Notes that a pair of about `bytes` bytes was read.
    @inline(__always)
    mutating func note(_ count: Int) {
        bytes += count
        if bytes > limit { giveUp() }
    }

    private mutating func giveUp() {
        for run in runs {
            run.owner.giveUp(from: run.range.lowerBound, to: run.range.upperBound)
        }
        bytes = 0
    }
}

/// What one map lane leaves: for each partition its runs, in the order in which they were made.
struct LaneRuns: Sendable {
    private(set) var partitions: [[StoredRun]]
    private(set) var counters = NativeJobCounters()

    init(partitions: Int) {
        self.partitions = Array(repeating: [], count: partitions)
    }

    /// Keeps runs, one for each partition: in memory, or in `file` where there is one.
    mutating func keep(_ runs: [[UInt8]], in file: SpillFile?) throws(NativeJobError) {
        var isSpilled = false
        for (partition, run) in runs.enumerated() where !run.isEmpty {
            counters.shuffledBytes += run.count
            if let file {
                partitions[partition].append(.spilled(file, try file.append(run)))
                counters.spilledBytes += run.count
                isSpilled = true
            } else {
                partitions[partition].append(.held(StableBytes(copying: run)))
            }
        }
        if isSpilled { counters.spills += 1 }
    }

    /// Adds what was counted elsewhere.
    mutating func count(_ other: NativeJobCounters) {
        counters.add(other)
    }
}
