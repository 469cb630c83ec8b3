/// To which objects a rule of a lifecycle applies: all that meet every condition.
///
/// Source: the S3 API reference, *LifecycleRuleFilter*.
public struct LifecycleFilter: Hashable, Sendable {
    /// The key begins with it.
    public var prefix: String
    /// The object has all of them.
    public var tags: [ObjectTag]
    /// The object has more bytes.
    public var sizeGreaterThan: Int?
    /// The object has fewer bytes.
    public var sizeLessThan: Int?
    /// Whether the rule itself said the prefix, as before there were filters: so it is given back.
    var isBarePrefix = false

    /// A filter; without arguments, one that all objects pass.
    public init(
        prefix: String = "",
        tags: [ObjectTag] = [],
        sizeGreaterThan: Int? = nil,
        sizeLessThan: Int? = nil
    ) {
        self.prefix = prefix
        self.tags = tags
        self.sizeGreaterThan = sizeGreaterThan
        self.sizeLessThan = sizeLessThan
    }

    /// Whether sizes matter, in which case small objects are moved as well.
    var hasSize: Bool { sizeGreaterThan != nil || sizeLessThan != nil }

    func matches(key: String) -> Bool { key.utf8.starts(with: prefix.utf8) }

    func matches(key: String, _ version: ObjectVersion) -> Bool {
        guard matches(key: key) else { return false }
        if version.isDeleteMarker { return tags.isEmpty && !hasSize }
        if let sizeGreaterThan, version.size <= sizeGreaterThan { return false }
        if let sizeLessThan, version.size >= sizeLessThan { return false }
        return tags.isEmpty || tags.allSatisfy(version.tags.contains)
    }
}

/// A rule of a lifecycle: what becomes of objects as they age.
///
/// Source: the S3 User Guide, *Lifecycle configuration elements*.
public struct LifecycleRule: Hashable, Sendable {
    /// When an action is due.
    public enum When: Hashable, Sendable {
        /// So many days after the creation, at the next midnight.
        case days(Int)
        /// From this midnight on.
        case date(Timestamp)
    }

    /// A move to another class.
    public struct Transition: Hashable, Sendable {
        /// When.
        public var when: When
        /// To which class.
        public var storageClass: StorageClass

        /// A move.
        public init(_ when: When, to storageClass: StorageClass) {
            self.when = when
            self.storageClass = storageClass
        }
    }

    /// The end of current versions.
    public enum Expiration: Hashable, Sendable {
        /// They are deleted; where versions are kept, by a delete marker.
        case objects(When)
        /// Delete markers go that no version stands behind.
        case expiredObjectDeleteMarker
    }

    /// What becomes of versions that are not current any more.
    public struct Noncurrent: Hashable, Sendable {
        /// Days since a newer version took their place.
        public var days: Int
        /// How many of them, the newest, are spared.
        public var newerVersions: Int

        /// What becomes of them.
        public init(days: Int, newerVersions: Int = 0) {
            self.days = days
            self.newerVersions = newerVersions
        }
    }

    /// A move of versions that are not current any more.
    public struct NoncurrentTransition: Hashable, Sendable {
        /// Which ones.
        public var noncurrent: Noncurrent
        /// To which class.
        public var storageClass: StorageClass

        /// A move.
        public init(_ noncurrent: Noncurrent, to storageClass: StorageClass) {
            self.noncurrent = noncurrent
            self.storageClass = storageClass
        }
    }

    /// The name, once in a configuration.
    public var id: String
    /// Whether it is in force: `Status`.
    public var isEnabled: Bool
    /// To which objects it applies.
    public var filter: LifecycleFilter
    /// The moves of current versions.
    public var transitions: [Transition]
    /// The end of current versions.
    public var expiration: Expiration?
    /// The moves of other versions.
    public var noncurrentTransitions: [NoncurrentTransition]
    /// The end of other versions.
    public var noncurrentExpiration: Noncurrent?
    /// Days after which an upload that was not completed is aborted.
    public var abortIncompleteUploadDays: Int?

    /// A rule.
    public init(
        id: String,
        isEnabled: Bool = true,
        filter: LifecycleFilter = LifecycleFilter(),
        transitions: [Transition] = [],
        expiration: Expiration? = nil,
        noncurrentTransitions: [NoncurrentTransition] = [],
        noncurrentExpiration: Noncurrent? = nil,
        abortIncompleteUploadDays: Int? = nil
    ) {
        self.id = id
        self.isEnabled = isEnabled
        self.filter = filter
        self.transitions = transitions
        self.expiration = expiration
        self.noncurrentTransitions = noncurrentTransitions
        self.noncurrentExpiration = noncurrentExpiration
        self.abortIncompleteUploadDays = abortIncompleteUploadDays
    }
}

extension LifecycleRule.When {
    /// When an action on something created at `creation` is due.
    ///
    /// The days are added to the time of creation, and the sum is rounded up to the next midnight.
    /// Source: the S3 User Guide, *Setting lifecycle configuration on a bucket*, "How Amazon S3
    /// calculates how long an object has been noncurrent" and "Lifecycle rules based on an
    /// object's age".
    func due(creation: Timestamp) -> Timestamp {
        switch self {
        case .days(let days): creation.adding(days: days).nextMidnight
        case .date(let date): date
        }
    }
}

/// When a rule will delete an object: the header `x-amz-expiration`.
public struct ObjectExpiration: Hashable, Sendable {
    /// When: a midnight.
    public let date: Timestamp
    /// By which rule.
    public let ruleID: String

    /// The header of a response.
    public var header: ResponseHeader {
        ResponseHeader(
            "x-amz-expiration",
            "expiry-date=\"\(date.httpDate)\", rule-id=\"\(PercentEncoding.encoded(ruleID))\""
        )
    }
}
