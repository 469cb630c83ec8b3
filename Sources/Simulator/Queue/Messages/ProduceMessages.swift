/// Who has to have a message before its producer is told that it is safe.
public enum Acknowledgement: String, Hashable, Sendable, CaseIterable {
    /// Nobody: the producer does not wait.
    case none = "0"
    /// The leader.
    case leader = "1"
    /// All that are in sync, of which there have to be enough.
    case all
}

/// Some batches for partitions that one broker leads.
public struct ProduceRequest: Sendable {
    /// A batch and where it belongs.
    public struct Entry: Sendable {
        let partition: TopicPartition
        let batch: RecordBatch
    }

    /// Who has to have them.
    let acknowledgement: Acknowledgement
    /// How long the leader waits for the others.
    let timeout: Duration
    let entries: [Entry]

    var bytes: Int { entries.reduce(0) { $0 + $1.batch.bytes.count } }
}

/// What became of a batch: its first offset, or why it was refused.
typealias ProduceResult = Result<Int, QueueError>

/// What became of the batches, in the order of the request.
public struct ProduceResponse: Sendable {
    let results: [ProduceResult]
}

extension Service<ProduceRequest, ProduceResponse> {
    /// Takes batches.
    static let produce = Service("queue-produce")
}
