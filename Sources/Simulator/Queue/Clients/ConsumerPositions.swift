import OrderedCollections

/// Where a consumer is in each of its partitions, and what it has fetched and not processed yet.
struct ConsumerPositions: Sendable {
    /// A partition that is read.
    struct Reading: Sendable {
        /// The offset of the next message to process.
        var position: Int
        /// The offset of the next message to hand out.
        var polled: Int
        /// The offset of the next message to ask for.
        var fetched: Int
        /// Up to where messages were safe when the leader was asked last; nothing before that.
        var highWatermark: Int?
        /// When it was asked, in the term that was known then.
        var asked: (at: VirtualInstant, epoch: Int)?
        /// What it has written down.
        var committed: Int?
        /// Since when an answer is not there that was asked for, in the term that was known then.
        var asking: (at: VirtualInstant, epoch: Int)?
    }

    private(set) var readings: OrderedDictionary<TopicPartition, Reading> = [:]
    /// What was fetched, in the order in which it came.
    private var buffer: [(partition: TopicPartition, batch: RecordBatch)] = []
    private var head = 0

    /// Whether nothing waits to be processed.
    var isDrained: Bool { head == buffer.count }

    /// Reads these partitions and no others from now on; those that stay go on where they are.
    mutating func assign(_ offsets: [(partition: TopicPartition, offset: Int)]) {
        readings = OrderedDictionary(
            uniqueKeysWithValues: offsets.map { ($0.partition, Reading($0.offset)) }
        )
        buffer = []
        head = 0
    }

    /// Reads one more partition.
    mutating func add(_ partition: TopicPartition, at offset: Int) {
        readings[partition] = Reading(offset)
    }

    /// Goes to another place of a partition.
    mutating func seek(_ partition: TopicPartition, to offset: Int) {
        guard readings[partition] != nil else { return }
        readings[partition] = Reading(offset)
        buffer = buffer[head...].filter { $0.partition != partition }
        head = 0
    }

    /// Changes what is known of a partition.
    mutating func update(_ partition: TopicPartition, _ change: (inout Reading) -> Void) {
        if var reading = readings[partition] {
            change(&reading)
            readings[partition] = reading
        }
    }

    /// Takes in what came.
    ///
    /// - Returns: Whether there is something to process.
    mutating func take(_ part: FetchResponse.Part, askedFrom offset: Int) -> Bool {
        guard var reading = readings[part.partition], reading.fetched == offset else {
            return false
        }
        reading.highWatermark = part.isLagging ? nil : part.highWatermark
        reading.asked = reading.asking
        for batch in part.batches {
            buffer.append((part.partition, batch))
            reading.fetched = batch.nextOffset
        }
        readings[part.partition] = reading
        return !part.batches.isEmpty
    }

    /// Some messages of a batch.
    struct Slice: Sendable {
        let partition: TopicPartition
        let batch: RecordBatch
        let offsets: Range<Int>
    }

    /// The next messages to process, at most so many, of whichever partitions came first.
    mutating func poll(_ limit: Int) -> [Slice] {
        var slices: [Slice] = []
        var rest = limit
        while rest > 0, head < buffer.count {
            let (partition, batch) = buffer[head]
            let first = max(batch.baseOffset, readings[partition]?.polled ?? batch.nextOffset)
            let end = min(batch.nextOffset, first + rest)
            if first < end {
                slices.append(Slice(partition: partition, batch: batch, offsets: first..<end))
                readings[partition]?.polled = end
                rest -= end - first
            }
            if end == batch.nextOffset || first >= batch.nextOffset { head += 1 }
        }
        if head == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            head = 0
        }
        return slices
    }

    /// The offsets that are not written down yet.
    var uncommitted: [(partition: TopicPartition, offset: Int)] {
        readings.compactMap { partition, reading in
            reading.position == reading.committed ? nil : (partition, reading.position)
        }
    }

    /// Takes note of what was written down.
    mutating func note(committed: [(partition: TopicPartition, offset: Int)]) {
        for (partition, offset) in committed {
            update(partition) { $0.committed = offset }
        }
    }

    /// The partitions of which all has been processed that was safe at some instant at least, each
    /// with the term of the leader that said so.
    func caughtUp(since instant: VirtualInstant) -> [(partition: TopicPartition, epoch: Int)] {
        readings.compactMap { partition, reading in
            guard let mark = reading.highWatermark, let asked = reading.asked else { return nil }
            return asked.at >= instant && reading.position >= mark
                ? (partition, asked.epoch) : nil
        }
    }
}

extension ConsumerPositions.Reading {
    fileprivate init(_ offset: Int) {
        position = offset
        polled = offset
        fetched = offset
    }
}
