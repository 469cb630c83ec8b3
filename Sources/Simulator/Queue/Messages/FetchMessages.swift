/// What comes after some offsets, as a consumer or a follower asks for it.
public struct FetchRequest: Sendable {
    /// A follower, and which incarnation of it.
    struct Replica: Hashable, Sendable {
        let broker: String
        let incarnation: UInt32
    }

    /// From where on it asks for a partition.
    struct Position: Sendable {
        let partition: TopicPartition
        let offset: Int
        /// The term of the leader that it knows of.
        let leaderEpoch: Int
        /// The term of its last message; nothing where it has none, or does not say.
        let lastEpoch: Int?
    }

    /// Who asks, if it is a follower; a consumer gets only what is safe.
    let replica: Replica?
    let positions: [Position]
    /// Bytes of all partitions at most, but for a batch that is larger.
    let limit: Int
    /// How long the leader waits for something to come.
    let wait: Duration
}

/// What there is of some partitions.
public struct FetchResponse: Sendable {
    /// A place in a log from which on two replicas differ.
    struct Divergence: Hashable, Sendable {
        let epoch: Int
        /// The offset after the last message of that epoch.
        let end: Int
    }

    /// What there is of a partition.
    struct Part: Sendable {
        let partition: TopicPartition
        var batches: [RecordBatch] = []
        var highWatermark = 0
        /// Whether more was safe under an earlier leader, perhaps.
        var isLagging = false
        var start = 0
        var divergence: Divergence?
        var error: QueueError?

        /// Whether there is something in it that is worth an answer.
        var isNews: Bool { !batches.isEmpty || divergence != nil || error != nil }
    }

    let parts: [Part]
}

extension Service<FetchRequest, FetchResponse> {
    /// Gives batches.
    static let fetch = Service("queue-fetch")
}

/// Which offset a consumer asks for.
public enum OffsetQuery: Hashable, Sendable {
    /// That of the first message.
    case earliest
    /// The one after the last message that is safe.
    case latest
    /// That of the first batch with a message of this time or later, in milliseconds since 1970.
    case at(Int64)
}

struct OffsetRequest: Sendable {
    let partition: TopicPartition
    let query: OffsetQuery
}

extension Service<OffsetRequest, Result<Int, QueueError>> {
    /// Tells an offset.
    static let offsets = Service("queue-offsets")
}
