/// What a partition knows of the producers that number their messages, so that each message is
/// there once, and in the order in which it was sent.
///
/// Source: Apache Kafka, KIP-98; `ProducerStateManager.java`, `ProducerAppendInfo.java`: the last
/// five batches of a producer are remembered.
struct ProducerStates: Hashable, Sendable {
    /// What becomes of a batch.
    enum Verdict: Hashable, Sendable {
        /// It is new.
        case new
        /// It is there already, from this offset on.
        case duplicate(baseOffset: Int)
        /// Messages before it are missing, or it overlaps others.
        case outOfOrder
        /// A later incarnation of the producer has written.
        case fenced
    }

    private struct Batch: Hashable {
        let first: Int32
        let last: Int32
        let baseOffset: Int
    }

    private struct Producer: Hashable {
        var epoch: Int16
        var batches: [Batch] = []
    }

    private static let remembered = 5
    private var producers: [Int64: Producer] = [:]
    private let plantedBug: QueuePlantedBug?

    init(plantedBug: QueuePlantedBug? = nil) {
        self.plantedBug = plantedBug
    }

    /// What becomes of `batch`, which the leader is to append.
    func verdict(on batch: RecordBatch) -> Verdict {
        guard let stamp = batch.stamp, plantedBug != .acceptsDuplicateSequences else { return .new }
        guard let known = producers[stamp.producer] else {
            // What was there may have been deleted by the retention.
            return .new
        }
        if stamp.epoch < known.epoch {
            return plantedBug == .ignoresProducerEpochs ? .new : .fenced
        }
        if stamp.epoch > known.epoch { return stamp.sequence == 0 ? .new : .outOfOrder }
        let last = ProducerStamp.sequence(stamp.sequence, advancedBy: batch.count - 1)
        let same = known.batches.first { $0.first == stamp.sequence && $0.last == last }
        if let same {
            return .duplicate(baseOffset: same.baseOffset)
        }
        guard let newest = known.batches.last else { return .new }
        let next = ProducerStamp.sequence(newest.last, advancedBy: 1)
        return stamp.sequence == next ? .new : .outOfOrder
    }

    /// Takes note of a batch that was appended.
    mutating func note(_ batch: RecordBatch) {
        guard let stamp = batch.stamp else { return }
        var producer = producers[stamp.producer] ?? Producer(epoch: stamp.epoch)
        if stamp.epoch != producer.epoch { producer = Producer(epoch: stamp.epoch) }
        producer.batches.append(
            Batch(
                first: stamp.sequence,
                last: ProducerStamp.sequence(stamp.sequence, advancedBy: batch.count - 1),
                baseOffset: batch.baseOffset
            )
        )
        if producer.batches.count > Self.remembered { producer.batches.removeFirst() }
        producers[stamp.producer] = producer
    }

    /// Forgets everything.
    mutating func removeAll() { producers.removeAll() }
}
