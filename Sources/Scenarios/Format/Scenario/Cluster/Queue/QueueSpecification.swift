import Simulator

/// A queue of messages: a controller, brokers, and who reads.
public struct QueueSpecification: Sendable, Equatable {
    /// How many brokers there are at the start.
    public var brokers = 3
    /// What they are called, where that is said.
    public var givenBrokerNames: [String]?
    /// The topics at the start.
    public var topics: [QueueTopicSpecification] = []
    /// Which brokers have a shard.
    public var shards = ShardsSpecification.inTurn
    /// How often a broker has its disk make durable what it wrote.
    public var flushInterval: Duration = .seconds(30)
    /// After how many messages it does.
    public var flushMessages: Int?
    /// Bytes of a file of a log.
    public var segment = 1 << 30
    /// How long messages are kept.
    public var retention: Duration = .seconds(604_800)
    /// Bytes of a partition that are kept at least.
    public var retentionSize: Int?
    /// After how long the controller takes a broker for dead.
    public var sessionTimeout: Duration = .seconds(9)
    /// How long a follower may lack something until it is not in sync.
    public var replicaLag = BrokerSettings().replicaLag
    /// How often partitions go back to the brokers that are to lead them.
    public var rebalanceInterval: Duration = .seconds(300)
    /// How long a request takes a broker.
    public var requestTime = BrokerSettings().requestTime
    /// Bytes a second that a broker takes and gives.
    public var bandwidth = BrokerSettings().bandwidth
    /// Brokers that come and go.
    public var changes: [BrokerChangeSpecification] = []
    /// Who reads.
    public var consumers: [ConsumersSpecification] = []
    /// Partitions of the topic in which groups write down how far they have read.
    public var offsetsPartitions = 50
    /// The managers, if there are any.
    public var manager: QueueManagerSpecification?

    /// Three brokers without a topic.
    public init() {}

    /// The names of the brokers at the start.
    var brokerNames: [String] {
        givenBrokerNames ?? (1...brokers).map { "broker-\($0)" }
    }
    /// The names of the consumers, in the order of their sections.
    var consumerNames: [String] { consumers.flatMap(\.names) }

    /// The components, by role, those of brokers that come later as well.
    var components: [(role: FaultRole, names: [String])] {
        let added = changes.compactMap(\.added).filter { !brokerNames.contains($0) }
        var names: [String] = []
        for name in brokerNames + added where !names.contains(name) { names.append(name) }
        return [
            (.controller, [QueueCluster.controllerName]), (.broker, names),
            (.manager, manager == nil ? [] : QueueManagerSpecification.names),
            (.consumer, consumerNames),
        ]
    }
}

extension QueueSpecification: Section {
    static let name = "queue"
    static let documentation = "A queue of messages, sharded and replicated as Kafka's are."
    static var fields: [Field<Self>] { placeFields + logFields + timeFields }

    private static var placeFields: [Field<Self>] {
        [
            .key(
                "brokers",
                \.brokers,
                .integer(in: 1...1_000, example: 3),
                "Brokers at the start."
            ),
            .optional(
                "broker-names",
                \.givenBrokerNames,
                .list("a list of names", of: .slug, length: 1...1_000),
                "What these are called."
            ),
            .key(
                "topics",
                \.topics,
                .list("a list of topics", of: .section, length: 0...1_000),
                "The topics at the start."
            ),
            .optional("manager", \.manager, .section, "Two managers, whom people ask over HTTP."),
            .key("shards", \.shards, .shards, "Which brokers have a shard."),
            .key(
                "changes",
                \.changes,
                .list("a list of changes", of: .section, length: 0...1_000),
                "Brokers that come and go."
            ),
            .key(
                "consumers",
                \.consumers,
                .list("a list of consumers", of: .section, length: 0...1_000),
                "Who reads."
            ),
        ]
    }

    private static var logFields: [Field<Self>] {
        [
            .key(
                "flush-every",
                \.flushInterval,
                .positiveDuration,
                "How often a broker has its disk make durable what it wrote."
            ),
            .optional(
                "flush-messages",
                \.flushMessages,
                .integer(in: 1...1_000_000_000, example: 1),
                "After how many messages it does; with 1, nothing is acknowledged before."
            ),
            .key(
                "segment",
                \.segment,
                .size(in: 1...1 << 40, example: "1GiB"),
                "Bytes of a file of a log."
            ),
            .key("retention", \.retention, .positiveDuration, "How long messages are kept."),
            .optional(
                "retention-size",
                \.retentionSize,
                .size(in: 1...1 << 50, example: "10GiB"),
                "Bytes of a partition that are kept at least; what is more goes."
            ),
            .switching(
                "offsets-partitions",
                \.offsetsPartitions,
                .integer(in: 1...1_000, example: 50),
                off: 50,
                "Partitions of the topic in which groups write down how far they have read."
            ),
        ]
    }

    private static var timeFields: [Field<Self>] {
        [
            .key(
                "session-timeout",
                \.sessionTimeout,
                .positiveDuration,
                "After how long the controller takes a broker for dead."
            ),
            .key(
                "replica-lag",
                \.replicaLag,
                .positiveDuration,
                "How long a follower may lack something until it is not in sync."
            ),
            .key(
                "rebalance",
                \.rebalanceInterval,
                .positiveDuration,
                "How often partitions go back to the brokers that are to lead them."
            ),
            .key("request-time", \.requestTime, .duration, "How long a request takes a broker."),
            .key(
                "bandwidth",
                \.bandwidth,
                .size(in: 1...1 << 40, example: "200MB"),
                "Bytes a second that a broker takes and gives."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        checkBrokerNames(node, &reading)
        if topics.isEmpty, manager == nil {
            reading.report(
                "there is nothing to keep",
                at: node.location(at: ["topics"]),
                expected: "topics, or a manager that makes some"
            )
        }
        report(names: topics.map(\.name), "topic", at: "topics", node, &reading)
        let isSmall = consumers.reduce(0) { $0 + $1.count } <= Self.sizeMaximum
        report(names: isSmall ? consumerNames : [], "consumer", at: "consumers", node, &reading)
        let known = topics.map(\.name)
        for (index, consumer) in consumers.enumerated() {
            for (place, topic) in consumer.topics.enumerated() where !known.contains(topic) {
                reading.report(
                    "there is no topic \"\(Shortened.text(topic))\"",
                    at: node.location(
                        at: ["consumers", String(index), "topics", String(place)]
                    ),
                    expected: known.count <= 8 ? Shape.oneOf(known) : nil,
                    suggestion: NearestWord.to(topic, among: known)
                )
            }
        }
        checkChanges(node, &reading)
        checkSizes(node, &reading)
        checkGroups(node, &reading)
        checkReplicas(node, &reading)
    }

    /// Notes consumers on their own that are called like a group: they could not be told apart.
    private func checkGroups(_ node: YAMLNode, _ reading: inout Reading) {
        let groups = Set(consumers.compactMap(\.group))
        for (index, consumer) in consumers.enumerated()
        where consumer.group == nil && consumer.count <= Self.sizeMaximum {
            guard let name = consumer.names.first(where: groups.contains) else { continue }
            reading.report(
                "a consumer on its own is called \"\(Shortened.text(name))\" like a group",
                at: node.location(at: ["consumers", String(index), "name"]),
                expected: "a name that no group has"
            )
        }
    }

    /// Notes topics of which more have to be in sync than there ever are brokers.
    private func checkReplicas(_ node: YAMLNode, _ reading: inout Reading) {
        let count = brokers + changes.count { $0.added != nil }
        for (index, topic) in topics.enumerated()
        where topic.minimumInSync > count && topic.minimumInSync <= topic.replicas {
            reading.report(
                "more have to be in sync than there are brokers",
                at: node.location(at: ["topics", String(index), "minimum-in-sync"]),
                expected: "at most \(count)"
            )
        }
    }

    /// Takes the number of brokers from their names, which are as many as are said besides.
    private mutating func checkBrokerNames(_ node: YAMLNode, _ reading: inout Reading) {
        guard let names = givenBrokerNames, !names.isEmpty else { return }
        if node.entry("brokers") == nil { brokers = names.count }
        report(names: names, "broker", at: "broker-names", node, &reading)
        guard names.count != brokers else { return }
        reading.report(
            "\(names.count) names for \(brokers) brokers",
            at: node.location(at: ["broker-names"]),
            expected: "a name for each"
        )
    }

    /// Replicas of all partitions, and consumers, that there may be.
    private static let sizeMaximum = 100_000

    /// Notes more than a run can hold.
    private func checkSizes(_ node: YAMLNode, _ reading: inout Reading) {
        let replicas = topics.reduce(0) { $0 + $1.partitions * min($1.replicas, brokers) }
        if replicas > Self.sizeMaximum {
            reading.report(
                "the topics have \(replicas) replicas of partitions",
                at: node.location(at: ["topics"]),
                expected: "at most \(Self.sizeMaximum) in all"
            )
        }
        let readers = consumers.reduce(0) { $0 + $1.count }
        if readers > Self.sizeMaximum {
            reading.report(
                "there are \(readers) consumers",
                at: node.location(at: ["consumers"]),
                expected: "at most \(Self.sizeMaximum) in all"
            )
        }
    }

    private func report(
        names: [String],
        _ thing: String,
        at key: String,
        _ node: YAMLNode,
        _ reading: inout Reading
    ) {
        guard let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) else {
            return
        }
        reading.report(
            "two have the name \"\(Shortened.text(names[twice]))\"",
            at: node.location(at: [key]),
            expected: "each \(thing) with a name of its own"
        )
    }

    /// Notes brokers that come though they are there, or go though they are not.
    private func checkChanges(_ node: YAMLNode, _ reading: inout Reading) {
        var present = Set(brokerNames)
        var ever = present
        let ordered = changes.enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }
        for (index, change) in ordered {
            let location = node.location(at: ["changes", String(index)])
            if let name = change.added, !ever.insert(name).inserted {
                reading.report(
                    "there is a broker \"\(Shortened.text(name))\" already",
                    at: location,
                    expected: "a name that no broker had"
                )
            }
            if let name = change.added { present.insert(name) }
            if let name = change.removed, present.remove(name) == nil {
                reading.report(
                    "there is no broker \"\(Shortened.text(name))\" at that time",
                    at: location,
                    expected: nil,
                    suggestion: NearestWord.to(name, among: Array(present).sorted())
                )
            }
        }
        if present.isEmpty {
            reading.report(
                "no broker is left",
                at: node.location(at: ["changes"]),
                expected: "one at least that stays"
            )
        }
    }
}

/// Which brokers have a shard.
public enum ShardsSpecification: Sendable, Equatable {
    /// One after the other.
    case inTurn
    /// Any.
    case random
    /// Those that a placement prefers for its name.
    case hashed(PlacementSpecification)
}

extension ValueFormat where Value == ShardsSpecification {
    /// Any way to give brokers shards.
    static var shards: ValueFormat {
        .union(
            "shards",
            "a way to place shards",
            [
                .plain("in-turn", "One broker after the other, as Kafka does.", .inTurn),
                .plain("random", "Any broker.", .random),
                .of("hashed", "Those that a placement prefers.", .placement) {
                    .hashed($0)
                } unwrap: {
                    if case .hashed(let placement) = $0 { placement } else { nil }
                },
            ]
        )
    }
}
