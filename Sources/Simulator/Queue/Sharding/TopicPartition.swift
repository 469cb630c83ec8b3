/// A shard of a topic.
public struct TopicPartition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The topic.
    public let topic: String
    /// The number of the shard, counted from zero.
    public let partition: Int

    /// A shard.
    public init(_ topic: String, _ partition: Int) {
        self.topic = topic
        self.partition = partition
    }

    /// The topic in which groups keep how far they have read.
    static let offsetsTopic = "__consumer_offsets"

    /// Whether the queue made the topic for itself.
    var isInternal: Bool { topic == Self.offsetsTopic }

    /// Such as `orders-3`, as Kafka writes it.
    public var description: String { "\(topic)-\(partition)" }

    /// By topics, then by numbers.
    public static func < (left: Self, right: Self) -> Bool {
        (left.topic, left.partition) < (right.topic, right.partition)
    }
}
