/// Who is told of which events.
public struct NotificationRule: Hashable, Sendable {
    /// The name.
    public let id: String
    /// Of which events.
    public let events: Set<EventName>
    /// Of keys that begin with it.
    public let prefix: String
    /// And end with it.
    public let suffix: String
    /// To whom: a queue, a topic, a function.
    public let destination: String

    /// A rule.
    public init(
        id: String,
        events: Set<EventName>,
        prefix: String = "",
        suffix: String = "",
        destination: String
    ) {
        self.id = id
        self.events = events
        self.prefix = prefix
        self.suffix = suffix
        self.destination = destination
    }

    func matches(_ event: EventName, key: String) -> Bool {
        events.contains(event) && key.utf8.starts(with: prefix.utf8)
            && key.utf8.reversed().starts(with: suffix.utf8.reversed())
    }

    /// Whether some key and event might match both rules.
    func overlaps(_ other: NotificationRule) -> Bool {
        let prefixes = [Array(prefix.utf8), Array(other.prefix.utf8)].sorted { $0.count < $1.count }
        let suffixes = [suffix, other.suffix].map { Array($0.utf8.reversed()) }
            .sorted { $0.count < $1.count }
        return !events.isDisjoint(with: other.events) && prefixes[1].starts(with: prefixes[0])
            && suffixes[1].starts(with: suffixes[0])
    }
}

/// The notifications of a bucket.
///
/// Source: the S3 API reference, *PutBucketNotificationConfiguration*.
public struct NotificationConfiguration: Hashable, Sendable {
    /// The rules.
    public let rules: [NotificationRule]

    /// No notifications.
    public init() {
        rules = []
    }

    /// Notifications by some rules.
    ///
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` where two rules share an event and a key
    ///   might match both.
    public init(_ rules: [NotificationRule]) throws(ObjectStoreError) {
        for (index, rule) in rules.enumerated()
        where rules[..<index].contains(where: rule.overlaps) {
            throw .invalidArgument(
                "Configurations overlap. Configurations on the same bucket cannot share a common"
                    + " event type."
            )
        }
        self.rules = rules
    }
}
