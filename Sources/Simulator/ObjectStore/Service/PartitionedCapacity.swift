/// How many requests a store serves a second: so many for each partition of its keys, of which
/// there is one at first, and more where much is asked for.
///
/// A partition has every key from its beginning to that of the next one. One that was asked for
/// much of what it can serve in each of some periods, one after the other, is split at the median
/// of the keys that it was asked for; until then, requests beyond are refused.
///
/// Source: the S3 User Guide, *Best practices design patterns: optimizing Amazon S3 performance*:
/// at least 3,500 PUT, COPY, POST or DELETE and 5,500 GET or HEAD requests per second for each
/// partitioned prefix; scaling "happens gradually and is not instantaneous", and "you may see some
/// 503 (Slow Down) errors" while it does. How soon a prefix is split is not published.
public struct PartitionedCapacity: Sendable {
    /// What can be set.
    public struct Settings: Hashable, Sendable {
        /// Writes that a partition serves a second.
        public var writes: Double
        /// Reads, and lists, that a partition serves a second.
        public var reads: Double
        /// The part of what a partition can serve that makes a period one of much demand.
        public var splitThreshold: Double
        /// How long a period is.
        public var period: Duration
        /// How many periods of much demand, one after the other, split a partition.
        public var periodsToSplit: Int
        /// How many partitions there are at most.
        public var partitionsMaximum: Int

        /// S3's limits; a split after ten minutes of much demand.
        public init(
            writes: Double = 3_500,
            reads: Double = 5_500,
            splitThreshold: Double = 0.8,
            period: Duration = .seconds(60),
            periodsToSplit: Int = 10,
            partitionsMaximum: Int = 1_024
        ) {
            precondition(writes >= 1 && reads >= 1, "something is served")
            precondition(period > .zero && periodsToSplit > 0 && partitionsMaximum > 0, "counted")
            self.writes = writes
            self.reads = reads
            self.splitThreshold = splitThreshold
            self.period = period
            self.periodsToSplit = periodsToSplit
            self.partitionsMaximum = partitionsMaximum
        }
    }

    /// Keys of a partition, with what it was asked for.
    struct Partition: Sendable {
        /// Its first key, as bytes.
        var start: [UInt8]
        var writes: TokenBucket
        var reads: TokenBucket
        /// Which period `demand` and `sample` are of.
        var period: UInt64
        /// The part of a second's capacity that each request took, summed.
        var demand = 0.0
        /// How many periods of much demand there were, one after the other, before this one.
        var busyPeriods = 0
        /// Some of the keys that were asked for, each as likely.
        var sample: [[UInt8]] = []
        var sampledFrom: UInt64 = 0
    }

    /// How many keys stand for all that were asked for in a period.
    private static let sampleSize = 64

    private let settings: Settings
    private var random: RandomStream
    /// In the order of their keys.
    private(set) var partitions: [Partition]

    /// One partition for all keys, that has served nothing yet.
    public init(_ settings: Settings, random: RandomStream, now: VirtualInstant) {
        self.settings = settings
        self.random = random
        partitions = []
        partitions = [partition(from: [], now: now)]
    }

    /// How many partitions there are.
    public var count: Int { partitions.count }

    /// The first key of each partition, in order; that of the first is empty.
    public var starts: [String] { partitions.map { String(decoding: $0.start, as: UTF8.self) } }

    private func partition(from start: [UInt8], now: VirtualInstant) -> Partition {
        // What came in within a second may be served at once.
        Partition(
            start: start,
            writes: TokenBucket(rate: settings.writes, capacity: settings.writes, now: now),
            reads: TokenBucket(rate: settings.reads, capacity: settings.reads, now: now),
            period: number(of: now)
        )
    }

    private func number(of now: VirtualInstant) -> UInt64 {
        VirtualInstant.zero.duration(to: now).wholeNanoseconds / settings.period.wholeNanoseconds
    }

    /// Whether a request is served; one that is not counts as demand too.
    ///
    /// - Parameters:
    ///   - bucket: The bucket; those of a store share its partitions, and their names come first.
    ///   - key: The key of the object.
    ///   - isWrite: Whether it takes from the writes.
    ///   - now: When the request comes.
    public mutating func admits(
        bucket: String,
        key: String,
        isWrite: Bool,
        now: VirtualInstant
    ) -> Bool {
        let place = place(bucket, key)
        endPeriods(of: place, now: now)
        let found = partitions.count == 1 ? place : self.place(bucket, key)
        partitions[found].demand += 1 / (isWrite ? settings.writes : settings.reads)
        note(bucket, key, at: found)
        return isWrite
            ? partitions[found].writes.admit(now: now)
            : partitions[found].reads.admit(now: now)
    }

    /// Keeps a key as one of those that stand for all: reservoir sampling.
    ///
    /// Source: Vitter, "Random sampling with a reservoir", 1985, algorithm R.
    private mutating func note(_ bucket: String, _ key: String, at place: Int) {
        partitions[place].sampledFrom += 1
        if partitions[place].sample.count < Self.sampleSize {
            partitions[place].sample.append(Self.bytes(bucket, key))
            return
        }
        let drawn = random.below(partitions[place].sampledFrom)
        if drawn < Self.sampleSize {
            partitions[place].sample[Int(drawn)] = Self.bytes(bucket, key)
        }
    }

    private static func bytes(_ bucket: String, _ key: String) -> [UInt8] {
        Array(bucket.utf8) + [UInt8(ascii: "/")] + Array(key.utf8)
    }

    /// The partition of a key.
    private func place(_ bucket: String, _ key: String) -> Int {
        if partitions.count == 1 { return 0 }
        let bytes = Self.bytes(bucket, key)
        var low = 0
        var high = partitions.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if bytes.lexicographicallyPrecedes(partitions[middle].start) {
                high = middle
            } else {
                low = middle
            }
        }
        return low
    }

    /// Judges the periods of a partition that are over, and splits it where they say so.
    private mutating func endPeriods(of place: Int, now: VirtualInstant) {
        let number = number(of: now)
        guard number > partitions[place].period else { return }
        let seconds = Double(settings.period.wholeNanoseconds) / 1e9
        let isBusy = partitions[place].demand >= settings.splitThreshold * seconds
        // In a period without a request there was no demand.
        let isFollowed = number == partitions[place].period + 1
        let busyPeriods = isBusy ? partitions[place].busyPeriods + 1 : 0
        let sample = partitions[place].sample
        partitions[place].period = number
        partitions[place].demand = 0
        partitions[place].sample = []
        partitions[place].sampledFrom = 0
        partitions[place].busyPeriods = isFollowed ? busyPeriods : 0
        guard busyPeriods >= settings.periodsToSplit, count < settings.partitionsMaximum,
            let boundary = Self.boundary(of: sample, above: partitions[place].start)
        else { return }
        partitions[place].busyPeriods = 0
        partitions.insert(partition(from: boundary, now: now), at: place + 1)
    }

    /// The shortest text that parts a sample in halves, of which the lower is not empty; nothing
    /// where all keys are the same.
    static func boundary(of sample: [[UInt8]], above start: [UInt8]) -> [UInt8]? {
        let keys = sample.sorted { $0.lexicographicallyPrecedes($1) }
        guard let first = keys.first else { return nil }
        let upper = keys[(keys.count / 2)...].first { $0 != first }
        guard let upper, let lower = keys.last(where: { $0.lexicographicallyPrecedes(upper) })
        else { return nil }
        let common = zip(lower, upper).prefix { $0 == $1 }.count
        let boundary = Array(upper.prefix(common + 1))
        return start.lexicographicallyPrecedes(boundary) ? boundary : nil
    }
}
