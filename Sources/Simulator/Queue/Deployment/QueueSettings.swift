/// A topic that is there from the beginning.
public struct TopicBlueprint: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// How many partitions it has.
    public var partitions: Int
    /// How it is kept.
    public var settings: TopicSettings

    /// A topic.
    public init(_ name: String, partitions: Int, _ settings: TopicSettings = TopicSettings()) {
        self.name = name
        self.partitions = partitions
        self.settings = settings
    }
}

/// What a queue is made of.
public struct QueueSettings: Sendable {
    /// The names of the brokers at the start.
    public var brokers: [String]
    /// The topics at the start.
    public var topics: [TopicBlueprint]
    /// Which brokers have which shards.
    public var placement = ShardPlacement.roundRobin
    /// After how long a broker counts as dead that was not heard of:
    /// `broker.session.timeout.ms`.
    public var sessionTimeout = Duration.seconds(9)
    /// How often replicas that are to lead are given the lead back; nothing for never:
    /// `leader.imbalance.check.interval.seconds`.
    public var rebalanceInterval: Duration? = .seconds(300)
    /// How brokers work.
    public var broker = BrokerSettings()
    /// How the topic is kept in which groups write down how far they have read:
    /// `offsets.topic.num.partitions`, `offsets.topic.replication.factor`.
    public var offsets: TopicBlueprint
    package var plantedBug: QueuePlantedBug?

    /// A queue with these brokers and topics, as Kafka's defaults have it.
    public init(brokers: [String], topics: [TopicBlueprint]) {
        self.brokers = brokers
        self.topics = topics
        offsets = TopicBlueprint(
            TopicPartition.offsetsTopic,
            partitions: 50,
            TopicSettings(replicas: 3)
        )
    }
}
