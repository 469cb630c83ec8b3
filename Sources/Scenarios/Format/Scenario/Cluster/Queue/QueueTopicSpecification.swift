/// A topic of a queue.
public struct QueueTopicSpecification: Sendable, Equatable {
    /// Its name.
    public var name = ""
    /// How many partitions it has.
    public var partitions = 1
    /// How many brokers have each.
    public var replicas = 1
    /// How many have to be in sync for what all have to acknowledge.
    public var minimumInSync = 1
    /// Whether a broker may lead that lacks messages, where no other can.
    public var isUnclean = false

    /// A topic that is still to be named.
    public init() {}
}

extension QueueTopicSpecification: Section {
    static let name = "queue-topic"
    static let documentation = "A topic of a queue."
    static var fields: [Field<Self>] {
        [
            .key("name", \.name, .slug, required: true, "Its name."),
            .key(
                "partitions",
                \.partitions,
                .integer(in: 1...100_000, example: 4),
                "How many partitions it has."
            ),
            .key(
                "replicas",
                \.replicas,
                .integer(in: 1...100, example: 3),
                "How many brokers have each; no more than there are."
            ),
            .key(
                "minimum-in-sync",
                \.minimumInSync,
                .integer(in: 1...100, example: 2),
                "How many have to be in sync for what all have to acknowledge."
            ),
            .key(
                "unclean-election",
                \.isUnclean,
                .boolean,
                "Whether a broker may lead that lacks messages, where no other can."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkInSync(minimumInSync, of: replicas, node)
    }
}

extension Reading {
    /// Notes that more replicas have to be in sync than there are.
    mutating func checkInSync(_ minimum: Int, of replicas: Int, _ node: YAMLNode) {
        guard minimum > replicas else { return }
        report(
            "more have to be in sync than there are replicas",
            at: node.location(at: ["minimum-in-sync"]),
            expected: "at most \(replicas)"
        )
    }
}

/// A broker that comes or goes.
public struct BrokerChangeSpecification: Sendable, Equatable {
    /// When.
    public var at: Duration = .zero
    /// The broker that comes.
    public var added: String?
    /// The broker that goes.
    public var removed: String?

    /// Nothing yet.
    public init() {}
}

extension BrokerChangeSpecification: Section {
    static let name = "broker-change"
    static let documentation = "A broker that comes or goes."
    static var fields: [Field<Self>] {
        [
            .key("at", \.at, .duration, required: true, "When."),
            .optional("add", \.added, .slug, "The broker that comes."),
            .optional("remove", \.removed, .slug, "The broker that goes."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard (added == nil) == (removed == nil) else { return }
        reading.report(
            added == nil ? "nothing changes" : "two things change",
            at: node.location,
            expected: "one of 'add' and 'remove'"
        )
    }
}
