public import Simulator

/// A bucket.
public struct BucketSpecification: Sendable, Equatable {
    /// The name.
    public var name = ""
    /// Where it stands; nil for the first region.
    public var region: String?
    /// Whether it keeps versions.
    public var keepsVersions = false
    /// The bucket that gets every version, too.
    public var replicateTo: String?
    /// What becomes of its objects as they age.
    public var lifecycle: [LifecycleRuleSpecification] = []

    /// Who may do what, besides its owner; their order means nothing.
    public var policy: [AccessStatementSpecification] = []
    /// Who is told of what happens.
    public var notifications: [NotificationSpecification] = []

    /// A bucket without a name.
    public init() {}
}

extension BucketSpecification: Section {
    static let name = "bucket"
    static let documentation = "A bucket."
    static var fields: [Field<Self>] {
        [
            .key("name", \.name, .bucketName, required: true, "The name, after S3's rules."),
            .optional("region", \.region, .slug, "Where it stands."),
            .key("versioning", \.keepsVersions, .boolean, "Whether it keeps versions."),
            .optional(
                "replicate-to",
                \.replicateTo,
                .bucketName,
                "The bucket that gets every version and delete marker, too."
            ),
            .key(
                "lifecycle",
                \.lifecycle,
                .list("a list of rules", of: .section, length: 0...1_000),
                "What becomes of its objects as they age, judged after each midnight, UTC."
            ),
            .key(
                "policy",
                \.policy,
                .list("a list of statements", of: .section, length: 0...1_000),
                "Who may do what, besides its owner."
            ),
            .key(
                "notifications",
                \.notifications,
                .list("a list of rules", of: .section, length: 0...100),
                "Who is told of what happens to its objects."
            ),
        ]
    }
}

extension BucketSpecification {
    /// Notes names of rules that stand twice, and why S3 would refuse the notifications.
    func checkNotifications(at path: [String], _ node: YAMLNode, _ reading: inout Reading) {
        let location = node.location(at: path + ["notifications"])
        if Set(notifications.map(\.id)).count < notifications.count {
            reading.report("two rules have one id", at: location, expected: "each one of its own")
        }
        do throws(ObjectStoreError) {
            _ = try NotificationConfiguration(notifications.map(\.rule))
        } catch {
            reading.report(error.message, at: location, expected: "rules that S3 accepts")
        }
    }
}

/// A statement of the policy of a bucket.
public struct AccessStatementSpecification: Sendable, Equatable {
    /// What it does where it applies.
    public var effect = AccessStatement.Effect.allow
    /// To which actions it applies.
    public var actions: [AccessAction] = []
    /// To whom it applies; to everybody where nobody is named.
    public var callers: [String] = []
    /// To which keys it applies: those that begin with it.
    public var prefix = ""

    /// A statement about nothing.
    public init() {}

    var statement: AccessStatement {
        AccessStatement(
            effect,
            principals: callers.isEmpty ? nil : Set(callers.map { Principal($0) }),
            actions: Set(actions),
            prefix: prefix
        )
    }
}

extension AccessStatementSpecification: Section {
    static let name = "access-statement"
    static let documentation = "Who may do what to the objects of a bucket."
    static var fields: [Field<Self>] {
        [
            .key(
                "effect",
                \.effect,
                .choice("effect", AccessStatement.Effect.self),
                "Whether it grants or forbids; what one forbids no other grants."
            ),
            .key(
                "actions",
                \.actions,
                .list(
                    "a list of actions",
                    of: ValueFormat<AccessAction>.choice("action", AccessAction.self),
                    length: 1...6
                ),
                required: true,
                "To which actions it applies."
            ),
            .key(
                "callers",
                \.callers,
                .list("a list of callers", of: .name, length: 0...1_000),
                "To whom it applies; without it to everybody."
            ),
            .key("prefix", \.prefix, .anyText, "What the keys begin with."),
        ]
    }
}

/// A rule that says who is told of what.
public struct NotificationSpecification: Sendable, Equatable {
    /// The name.
    public var id = ""
    /// Of which events, by their names, or with an asterisk at the end.
    public var events: [String] = []
    /// Of keys that begin with it.
    public var prefix = ""
    /// And end with it.
    public var suffix = ""
    /// Who is told.
    public var listener = ""

    /// A rule about nothing.
    public init() {}

    /// The node that is told.
    var listenerName: String { Self.nodePrefix + listener }

    private static let nodePrefix = "listener-"

    /// Who is told on the node called `node`.
    static func name(ofNode node: String) -> String { String(node.dropFirst(nodePrefix.count)) }

    var rule: NotificationRule {
        NotificationRule(
            id: id,
            events: events.reduce(into: Set()) { $0.formUnion(EventName.matching($1)) },
            prefix: prefix,
            suffix: suffix,
            destination: listenerName
        )
    }
}

extension NotificationSpecification: Section {
    static let name = "notification"
    static let documentation = "Who is told of what happens to the objects of a bucket."
    static var fields: [Field<Self>] {
        [
            .key("id", \.id, .name, required: true, "The name, once in a bucket."),
            .key(
                "events",
                \.events,
                .list("a list of events", of: .name, length: 1...100),
                required: true,
                "Of which events, by S3's names, such as s3:ObjectCreated:*."
            ),
            .key("prefix", \.prefix, .anyText, "What the keys begin with."),
            .key("suffix", \.suffix, .anyText, "What they end with."),
            .key("to", \.listener, .slug, required: true, "The listener that is told."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        for (index, event) in events.enumerated() where EventName.matching(event).isEmpty {
            reading.report(
                "\"\(Shortened.text(event))\" is no event",
                at: node.location(at: ["events", String(index)]),
                expected: "one such as s3:ObjectCreated:Put, or s3:ObjectRemoved:*",
                suggestion: NearestWord.to(event, among: EventName.allCases.map(\.rawValue))
            )
        }
    }
}
