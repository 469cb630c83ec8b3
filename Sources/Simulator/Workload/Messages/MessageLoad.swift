/// Messages that a producer sends.
public struct MessageLoad: Sendable {
    /// When they are sent.
    public var pace: LoadPace
    /// The topic.
    public var topic: String
    /// The partition; by the keys where nothing is said.
    public var partition: Int?
    /// Where their keys come from; nothing for messages without keys.
    public var keys: KeySource?
    /// Bytes of a message, at least ``sizeMinimum``.
    public var size: Int

    /// Bytes that tell a message from all others.
    public static let sizeMinimum = 16

    /// Messages of 100 bytes without keys.
    public init(
        pace: LoadPace,
        topic: String,
        partition: Int? = nil,
        keys: KeySource? = nil,
        size: Int = 100
    ) {
        precondition(size >= Self.sizeMinimum, "each message has a number of its own")
        self.pace = pace
        self.topic = topic
        self.partition = partition
        self.keys = keys
        self.size = size
    }
}
