/// How a manager of a queue works.
public struct QueueManagerSettings: Sendable {
    /// Whether it only reads: it adds and removes nothing, and takes no messages.
    public var isReadOnly = false
    /// How the topics are kept that it makes. The original keeps one replica of each.
    public var topics = TopicSettings()
    /// Who has to have a message before its producer is told that it is there.
    public var acknowledgement = Acknowledgement.all
    /// How long the queue may take for what it is asked.
    public var timeout = Duration.seconds(5)

    /// A manager that makes topics with one replica.
    public init() {}
}
