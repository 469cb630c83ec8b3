/// A shard of a topic.
public struct TopicPartition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The topic.
    public let topic: String
    /// The number of the shard, counted from zero.
    public let partition: Int
    /// Both, mixed once: brokers look their shards up with every fetch, and the name is the same
    /// text each time.
    private let mixed: UInt64

    /// A shard.
    public init(_ topic: String, _ partition: Int) {
        self.topic = topic
        self.partition = partition
        var mixed = UInt64(truncatingIfNeeded: partition)
        for byte in topic.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.mixed = mixed
    }

    /// By what was mixed once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mixed)
    }

    /// Whether both are the same shard.
    public static func == (left: Self, right: Self) -> Bool {
        left.mixed == right.mixed && left.partition == right.partition && left.topic == right.topic
    }

    /// The topic in which groups keep how far they have read.
    static let offsetsTopic = "__consumer_offsets"

    /// The topic of shards with which brokers are tried.
    static let trialTopic = "__trials"

    /// Whether groups keep in it how far they have read.
    var holdsOffsets: Bool { topic == Self.offsetsTopic }

    /// Whether the queue made the topic for itself.
    var isInternal: Bool { Self.isInternal(topic) }

    /// Whether the queue made a topic for itself.
    static func isInternal(_ topic: String) -> Bool {
        topic == offsetsTopic || topic == trialTopic
    }

    /// Such as `orders-3`, as Kafka writes it.
    public var description: String { "\(topic)-\(partition)" }

    /// By topics, then by numbers.
    public static func < (left: Self, right: Self) -> Bool {
        (left.topic, left.partition) < (right.topic, right.partition)
    }
}
