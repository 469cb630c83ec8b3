import OrderedCollections

/// How a topic is kept.
public struct TopicSettings: Hashable, Sendable {
    /// How many brokers have each partition.
    public var replicas: Int
    /// How many have to be in sync for what all have to acknowledge: `min.insync.replicas`.
    public var minimumInSync: Int
    /// Whether one may lead that lacks messages, where no other can: `unclean.leader.election`.
    public var isUnclean: Bool

    /// A topic with as many replicas.
    public init(replicas: Int = 1, minimumInSync: Int = 1, isUnclean: Bool = false) {
        self.replicas = replicas
        self.minimumInSync = minimumInSync
        self.isUnclean = isUnclean
    }
}

/// A step of the cluster's metadata, as the controller writes it down.
enum MetadataChange: Hashable, Sendable {
    case topic(String, TopicSettings)
    case partition(TopicPartition, PartitionState)
    /// A shard is called otherwise than its number says.
    case shardName(TopicPartition, String)
    case broker(String, BrokerRegistration)
    case producer(name: String, RegisteredProducer)
    /// The number that the next producer gets.
    case nextProducer(Int64)
}

/// A producer with a name as the controller knows it.
struct RegisteredProducer: Hashable, Sendable {
    /// Its number.
    let identity: ProducerIdentity
    /// Whether the incarnation has it that had the epoch before.
    let isSame: Bool
}

/// A broker as the controller knows it.
struct BrokerRegistration: Hashable, Sendable {
    /// Which incarnation of its node it is.
    var incarnation: UInt32
    /// Whether it says that it lives.
    var isAlive: Bool
    /// Whether it is to have partitions: not when it is being removed.
    var isMember: Bool
}

/// All that a cluster knows of itself: the sum of some changes.
///
/// Source: Apache Kafka, KIP-631; `MetadataImage.java`.
struct ClusterMetadata: Sendable {
    /// How many changes it is the sum of.
    private(set) var version = 0
    private(set) var topics: OrderedDictionary<String, TopicSettings> = [:]
    /// In the order in which they were made.
    private(set) var partitions: OrderedDictionary<TopicPartition, PartitionState> = [:]
    private(set) var brokers: OrderedDictionary<String, BrokerRegistration> = [:]
    private(set) var producers: [String: RegisteredProducer] = [:]
    private(set) var nextProducer: Int64 = 0
    /// How many partitions each topic has.
    private(set) var counts: [String: Int] = [:]
    /// What shards are called where their number does not say it.
    private var shardNames: [TopicPartition: String] = [:]

    /// Adds a change.
    mutating func apply(_ change: MetadataChange) {
        version += 1
        switch change {
        case .topic(let name, let settings): topics[name] = settings
        case .partition(let partition, let state):
            if partitions.updateValue(state, forKey: partition) == nil {
                counts[partition.topic, default: 0] += 1
            }
        case .shardName(let partition, let name): shardNames[partition] = name
        case .broker(let name, let registration): brokers[name] = registration
        case .producer(let name, let producer): producers[name] = producer
        case .nextProducer(let number): nextProducer = number
        }
    }

    /// Brokers that are to have partitions, in the order in which they came.
    var members: [String] { brokers.filter { $0.value.isMember }.map(\.key) }

    /// What people call a shard: `P1` for the first one, where it was not given a name.
    func name(of partition: TopicPartition) -> String {
        shardNames[partition] ?? "P\(partition.partition + 1)"
    }

    /// The shard of a topic that is called so.
    func shard(of topic: String, named name: String) -> TopicPartition? {
        shards(of: topic).first { self.name(of: $0) == name }
    }

    /// The shards of a topic, in the order in which they were made.
    func shards(of topic: String) -> [TopicPartition] {
        (0..<(counts[topic] ?? 0)).map { TopicPartition(topic, $0) }
    }

    /// Whether a broker says that it lives.
    func isAlive(_ broker: String) -> Bool { brokers[broker]?.isAlive ?? false }
}
