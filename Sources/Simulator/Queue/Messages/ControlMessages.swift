/// A broker says that it lives, and asks for what it does not know yet.
struct BrokerHeartbeat: Sendable {
    let broker: String
    let incarnation: UInt32
    /// How many changes of the metadata it knows.
    let version: Int
}

/// Changes that come after those that the broker knows.
struct MetadataUpdate: Sendable {
    let changes: [MetadataChange]
}

extension Service<BrokerHeartbeat, MetadataUpdate> {
    /// Keeps a broker in the cluster.
    static let brokerHeartbeat = Service("queue-heartbeat")
}

/// A leader asks for others to count as in sync.
struct InSyncRequest: Sendable {
    let partition: TopicPartition
    let leader: FetchRequest.Replica
    let leaderEpoch: Int
    /// The version of the state that it knows.
    let version: Int
    /// Whom it proposes, each as the incarnation that asked it for messages.
    let members: [FetchRequest.Replica]
}

extension Service<InSyncRequest, Result<PartitionState, QueueError>> {
    /// Writes down who is in sync.
    static let inSync = Service("queue-in-sync")
}

/// A producer asks for a number, or for the next epoch of the one that it has.
struct ProducerRequest: Sendable {
    /// By which it is known when it comes again; nothing where it is another one each time.
    let name: String?
    /// The number that it has.
    let present: ProducerIdentity?
}

/// A producer, and which incarnation of it.
public struct ProducerIdentity: Hashable, Sendable {
    /// Its number.
    public let id: Int64
    /// Grows with each incarnation, and when messages are numbered anew.
    public let epoch: Int16
}

extension Service<ProducerRequest, Result<ProducerIdentity, QueueError>> {
    /// Numbers producers.
    static let producerIdentity = Service("queue-producer")
}

/// Who leads the partitions of some topics.
struct TopicsRequest: Sendable {
    let topics: [String]
}

/// A partition as clients know it.
struct PartitionLeader: Hashable, Sendable {
    let partition: TopicPartition
    let leader: String?
    let epoch: Int
}

/// The partitions of the topics that exist, in their order, as far as a broker knows.
struct TopicsResponse: Sendable {
    let version: Int
    let partitions: [PartitionLeader]
}

extension Service<TopicsRequest, TopicsResponse> {
    /// Tells who leads.
    static let topics = Service("queue-topics")
}
