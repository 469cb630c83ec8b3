/// The messages of a partition as one broker has them: batches in segments, without disk and
/// network.
///
/// Offsets count messages and have no holes. A segment is a file; the retention deletes whole ones.
///
/// Source: Apache Kafka, `UnifiedLog.java`, `LocalLog.java`.
struct PartitionLog: Sendable {
    /// How a log is cut and what is kept.
    struct Settings: Hashable, Sendable {
        /// Bytes from which on a segment is closed: `segment.bytes`.
        var segmentBytes = 1 << 30
        /// Milliseconds after which it is closed, by the times of its messages: `segment.ms`.
        var segmentTime: Int64 = 7 * 86_400_000
        /// Bytes that are kept at least; nil for all: `retention.bytes`.
        var retentionBytes: Int?
        /// Milliseconds for which messages are kept; nil for ever: `retention.ms`.
        var retentionTime: Int64? = 7 * 86_400_000
        var plantedBug: QueuePlantedBug?
    }

    /// What became of a batch.
    enum Appended: Hashable, Sendable {
        /// It stands in the log from this offset on, as these bytes.
        case written(RecordBatch)
        /// It had been there, from this offset on.
        case duplicate(baseOffset: Int)
        /// Messages of its producer before it are missing.
        case outOfOrder
        /// A later incarnation of its producer has written.
        case fenced
    }

    /// Some batches in a file.
    struct Segment: Hashable, Sendable {
        /// The offset of the first message.
        let baseOffset: Int
        fileprivate(set) var batches: [RecordBatch] = []
        fileprivate(set) var bytes = 0
        fileprivate(set) var maxTimestamp = Int64.min
        fileprivate(set) var firstTimestamp: Int64?

        /// The offset after the last message.
        var nextOffset: Int { batches.last?.nextOffset ?? baseOffset }

        fileprivate init(baseOffset: Int) {
            self.baseOffset = baseOffset
        }

        fileprivate mutating func append(_ batch: RecordBatch) {
            batches.append(batch)
            bytes += batch.bytes.count
            maxTimestamp = max(maxTimestamp, batch.maxTimestamp)
            firstTimestamp = firstTimestamp ?? batch.maxTimestamp
        }

        /// The index of the first batch that has `offset` or something after it.
        fileprivate func index(of offset: Int) -> Int {
            batches.partitioningIndex { $0.nextOffset > offset }
        }
    }

    /// How it is cut and what is kept.
    let settings: Settings
    /// In the order of their offsets; the last one is written to.
    private(set) var segments: [Segment]
    /// Which leader's messages begin where.
    private(set) var epochs = EpochHistory()
    private var producers: ProducerStates

    /// An empty log.
    ///
    /// - Parameter start: The offset of its first message.
    init(settings: Settings, start: Int = 0) {
        self.settings = settings
        segments = [Segment(baseOffset: start)]
        producers = ProducerStates(plantedBug: settings.plantedBug)
    }

    /// The offset of the first message that is there.
    var start: Int { segments[0].baseOffset }
    /// The offset that the next message gets.
    var end: Int { segments[segments.count - 1].nextOffset }
    /// All bytes.
    var bytes: Int { segments.reduce(0) { $0 + $1.bytes } }

    // MARK: Writing

    /// Appends a batch as the leader of `epoch`.
    mutating func append(_ batch: RecordBatch, epoch: Int) -> Appended {
        switch producers.verdict(on: batch) {
        case .duplicate(let offset): return .duplicate(baseOffset: offset)
        case .outOfOrder: return .outOfOrder
        case .fenced: return .fenced
        case .new: break
        }
        var batch = batch
        batch.baseOffset = end
        batch.leaderEpoch = epoch
        write(batch)
        return .written(batch)
    }

    /// Appends a batch that the leader has, or that stood on the disk.
    ///
    /// - Returns: Whether it fits to the end.
    mutating func replicate(_ batch: RecordBatch) -> Bool {
        guard batch.baseOffset == end else { return false }
        write(batch)
        return true
    }

    /// Begins a segment where one ended on the disk.
    mutating func beginSegment() {
        if segments[segments.count - 1].baseOffset < end {
            segments.append(Segment(baseOffset: end))
        }
    }

    /// Appends a batch that stood on the disk to the segment in which it stood.
    ///
    /// - Returns: Whether it fits to the end.
    mutating func restore(_ batch: RecordBatch) -> Bool {
        guard batch.baseOffset == end, batch.nextOffset > end else { return false }
        keep(batch)
        return true
    }

    private mutating func write(_ batch: RecordBatch) {
        if isFull(for: batch) { segments.append(Segment(baseOffset: end)) }
        keep(batch)
    }

    private mutating func keep(_ batch: RecordBatch) {
        epochs.note(batch.leaderEpoch, at: batch.baseOffset)
        producers.note(batch)
        segments[segments.count - 1].append(batch)
    }

    private func isFull(for batch: RecordBatch) -> Bool {
        guard let last = segments.last, let first = last.firstTimestamp else { return false }
        return last.bytes + batch.bytes.count > settings.segmentBytes
            || batch.maxTimestamp - first > settings.segmentTime
    }

    /// Takes back everything from `offset` on, and the batch that it is in the middle of.
    mutating func truncate(to offset: Int) {
        guard offset < end else { return }
        while segments.count > 1, segments[segments.count - 1].baseOffset >= offset {
            segments.removeLast()
        }
        let last = segments.count - 1
        let whole = segments[last].batches.prefix { $0.nextOffset <= offset }
        var kept = Segment(baseOffset: segments[last].baseOffset)
        for batch in whole { kept.append(batch) }
        segments[last] = kept
        epochs.truncate(to: end)
        producers.removeAll()
        for segment in segments {
            for batch in segment.batches { producers.note(batch) }
        }
    }

    /// Begins anew at `offset`, without any message.
    mutating func reset(to offset: Int) {
        self = PartitionLog(settings: settings, start: offset)
    }

    // MARK: Reading

    /// Batches from the one that has `offset` on, of which the first one comes whatever its size.
    ///
    /// - Parameters:
    ///   - limit: Bytes at most.
    ///   - bound: Before which offset they end.
    func read(from offset: Int, limit: Int, before bound: Int) -> [RecordBatch] {
        var batches: [RecordBatch] = []
        var bytes = 0
        var number = segments.partitioningIndex { $0.nextOffset > offset }
        while number < segments.count {
            let segment = segments[number]
            for batch in segment.batches[segment.index(of: offset)...] {
                let isTooMuch = !batches.isEmpty && bytes + batch.bytes.count > limit
                if isTooMuch || batch.nextOffset > bound { return batches }
                batches.append(batch)
                bytes += batch.bytes.count
            }
            number += 1
        }
        return batches
    }

    /// The offset of the first message that may be as late as `timestamp`: that of the first batch
    /// with one.
    func offset(at timestamp: Int64) -> Int? {
        for segment in segments where segment.maxTimestamp >= timestamp {
            if let batch = segment.batches.first(where: { $0.maxTimestamp >= timestamp }) {
                return batch.baseOffset
            }
        }
        return nil
    }

    // MARK: Retention

    /// Deletes the segments that need not be kept.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - bound: What is at this offset or later stays: not everybody has it.
    /// - Returns: The base offsets of the segments.
    mutating func expire(now: Int64, before bound: Int) -> [Int] {
        var deleted: [Int] = []
        var total = bytes
        while let first = segments.first, !first.batches.isEmpty, first.nextOffset <= bound {
            let isOld = settings.retentionTime.map { now - first.maxTimestamp > $0 } ?? false
            let isTooMuch = settings.retentionBytes.map { total - first.bytes >= $0 } ?? false
            guard isOld || isTooMuch else { break }
            // The last segment is deleted like any other, and a new one takes its place.
            if segments.count == 1 { segments.append(Segment(baseOffset: end)) }
            deleted.append(first.baseOffset)
            total -= first.bytes
            segments.removeFirst()
        }
        if !deleted.isEmpty { epochs.dropPrefix(before: start) }
        return deleted
    }
}
