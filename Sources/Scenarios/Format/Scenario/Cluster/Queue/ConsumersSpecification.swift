public import Simulator

/// Some consumers of a queue that are alike.
public struct ConsumersSpecification: Sendable, Equatable {
    /// When offsets are written down.
    public enum Commit: String, Sendable, CaseIterable {
        /// Before messages are processed.
        case before
        /// After.
        case after
        /// Every so often.
        case every
        /// Never.
        case never
    }

    /// Where reading begins.
    public enum Start: String, Sendable, CaseIterable {
        /// At the first message.
        case earliest
        /// At the next one.
        case latest
    }

    /// The name; several are numbered.
    public var name = ""
    /// How many there are.
    public var count = 1
    /// What they read.
    public var topics: [String] = []
    /// The group among whose members the partitions are divided.
    public var group: String?
    /// How a group divides them.
    public var assignment = ConsumerSettings().assignment
    /// Where they begin where nothing is written down.
    public var start = Start.latest
    /// When a member writes down how far it has read.
    public var commit = Commit.every
    /// How often it does, with `every`.
    public var commitInterval: Duration = .seconds(5)
    /// How long a message takes.
    public var processing = ConsumerSettings().processing
    /// Messages that are processed in one go.
    public var poll = ConsumerSettings().pollLimit
    /// After how long a member counts as gone that is silent.
    public var sessionTimeout = ConsumerSettings().sessionTimeout
    /// How often it says that it lives.
    public var heartbeat = ConsumerSettings().heartbeat
    /// How long it may process until the group goes on without it.
    public var rebalanceTimeout = ConsumerSettings().rebalanceTimeout

    /// A consumer that is still to be named.
    public init() {}

    /// The names of their nodes.
    var names: [String] { count == 1 ? [name] : (1...count).map { "\(name)-\($0)" } }

    /// How they work.
    var settings: ConsumerSettings {
        var settings = ConsumerSettings()
        settings.group = group
        settings.assignment = assignment
        settings.reset = start == .earliest ? .earliest : .latest
        settings.commit =
            switch commit {
            case .before: .before
            case .after: .after
            case .every: .interval(commitInterval)
            case .never: .never
            }
        settings.processing = processing
        settings.pollLimit = poll
        settings.sessionTimeout = sessionTimeout
        settings.heartbeat = heartbeat
        settings.rebalanceTimeout = rebalanceTimeout
        return settings
    }
}

extension ConsumersSpecification: Section {
    static let name = "consumers"
    static let documentation = "Some consumers of a queue that are alike."
    static var fields: [Field<Self>] { whatFields + groupFields }

    private static var whatFields: [Field<Self>] {
        [
            .key("name", \.name, .slug, required: true, "The name; several are numbered."),
            .key("count", \.count, .integer(in: 1...10_000, example: 3), "How many there are."),
            .key(
                "topics",
                \.topics,
                .list("a list of topics", of: .slug, length: 1...1_000),
                required: true,
                "What they read."
            ),
            .key(
                "from",
                \.start,
                .choice("start", Start.self),
                "Where they begin where nothing is written down."
            ),
            .key("processing", \.processing, .distribution, "How long a message takes."),
            .key(
                "poll",
                \.poll,
                .integer(in: 1...1_000_000, example: 500),
                "Messages that are processed in one go."
            ),
        ]
    }

    private static var groupFields: [Field<Self>] {
        [
            .optional(
                "group",
                \.group,
                .slug,
                "The group among whose members the partitions are divided."
            ),
            .key(
                "assignment",
                \.assignment,
                .choice("assignment", GroupAssignment.self),
                "How a group divides them."
            ),
            .key(
                "commit",
                \.commit,
                .choice("commit", Commit.self),
                "When a member writes down how far it has read."
            ),
            .key("commit-every", \.commitInterval, .positiveDuration, "How often it does."),
            .key(
                "session-timeout",
                \.sessionTimeout,
                .positiveDuration,
                "After how long a member counts as gone that is silent."
            ),
            .key(
                "heartbeat",
                \.heartbeat,
                .positiveDuration,
                "How often a member says that it lives."
            ),
            .key(
                "rebalance-timeout",
                \.rebalanceTimeout,
                .positiveDuration,
                "How long a member may process until the group goes on without it."
            ),
        ]
    }
}
