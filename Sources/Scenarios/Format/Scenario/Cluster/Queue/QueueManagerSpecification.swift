import Simulator

/// The managers of a queue, whom people ask over HTTP.
public struct QueueManagerSpecification: Sendable, Equatable {
    /// Replicas of the topics that they make.
    public var replicas = 1
    /// How many of these have to be in sync.
    public var minimumInSync = 1
    /// Who has to have a message before its producer is told.
    public var acknowledgement = MessagesSpecification.Acks.all
    /// How long the queue may take for what they ask.
    public var timeout = QueueManagerSettings().timeout

    /// Managers that make topics with one replica.
    public init() {}

    /// Their nodes; the second one only reads.
    static let names = ["manager", "manager-2"]

    /// How each of them works.
    var settings: [QueueManagerSettings] {
        var settings = QueueManagerSettings()
        settings.topics = TopicSettings(replicas: replicas, minimumInSync: minimumInSync)
        settings.acknowledgement = acknowledgement.acknowledgement
        settings.timeout = timeout
        var reading = settings
        reading.isReadOnly = true
        return [settings, reading]
    }
}

extension QueueManagerSpecification: Section {
    static let name = "queue-manager"
    static let documentation = "The managers of a queue, whom people ask over HTTP."
    static var fields: [Field<Self>] {
        [
            .key(
                "replicas",
                \.replicas,
                .integer(in: 1...1_000, example: 3),
                "Replicas of the topics that they make."
            ),
            .key(
                "minimum-in-sync",
                \.minimumInSync,
                .integer(in: 1...1_000, example: 2),
                "How many of these have to be in sync."
            ),
            .key(
                "acks",
                \.acknowledgement,
                .choice("acknowledgement", MessagesSpecification.Acks.self),
                "Who has to have a message before its producer is told that it is there."
            ),
            .key(
                "timeout",
                \.timeout,
                .positiveDuration,
                "How long the queue may take for what they ask."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkInSync(minimumInSync, of: replicas, node)
    }
}
