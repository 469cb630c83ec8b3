public import Simulator

/// A rule of the lifecycle of a bucket's objects.
public struct LifecycleRuleSpecification: Sendable, Equatable {
    /// The name.
    public var id = ""
    /// What the keys begin with.
    public var prefix = ""
    /// The bytes that an object has more of; nil for all.
    public var largerThan: Int?
    /// The moves of current versions.
    public var transitions: [StoreTransitionSpecification] = []
    /// The days after which current versions end.
    public var expirationDays: Int?
    /// The days after which versions end that are not current any more.
    public var noncurrentDays: Int?
    /// The days after which uploads that were not completed are aborted.
    public var abortUploadDays: Int?

    /// A rule that does nothing.
    public init() {}

    var rule: LifecycleRule {
        LifecycleRule(
            id: id,
            filter: LifecycleFilter(prefix: prefix, sizeGreaterThan: largerThan),
            transitions: transitions.map { .init(.days($0.days), to: $0.storageClass) },
            expiration: expirationDays.map { .objects(.days($0)) },
            noncurrentExpiration: noncurrentDays.map { .init(days: $0) },
            abortIncompleteUploadDays: abortUploadDays
        )
    }
}

extension LifecycleRuleSpecification: Section {
    static let name = "lifecycle-rule"
    static let documentation = "A rule of the lifecycle of a bucket's objects."
    static var fields: [Field<Self>] {
        [
            .key("id", \.id, .name, required: true, "The name, once in a bucket."),
            .key("prefix", \.prefix, .anyText, "What the keys begin with."),
            .optional(
                "larger-than",
                \.largerThan,
                .size(in: 0...1 << 50, example: "128KiB"),
                "Bytes that an object has more of; without it, moves spare less than 128 KiB."
            ),
            .key(
                "transitions",
                \.transitions,
                .list("a list of moves", of: .section, length: 0...6),
                "Moves of current versions to other classes."
            ),
            days("expiration-days", \.expirationDays, "Days after which current versions end."),
            days("noncurrent-days", \.noncurrentDays, "Days after which other versions end."),
            days(
                "abort-upload-days",
                \.abortUploadDays,
                "Days after which uploads that were not completed are aborted."
            ),
        ]
    }

    private static func days(
        _ key: String,
        _ path: any WritableKeyPath<Self, Int?> & Sendable,
        _ documentation: String
    ) -> Field<Self> {
        .optional(key, path, .integer(in: 1...36_500, example: 30), documentation)
    }
}

/// A move of current versions to another class.
public struct StoreTransitionSpecification: Sendable, Equatable {
    /// The days after their creation.
    public var days = 0
    /// The class.
    public var storageClass = StorageClass.standardIA

    /// A move at the next midnight.
    public init() {}
}

extension StoreTransitionSpecification: Section {
    static let name = "store-transition"
    static let documentation = "A move of current versions to another class."
    static var fields: [Field<Self>] {
        [
            .key(
                "days",
                \.days,
                .integer(in: 0...36_500, example: 30),
                required: true,
                "Days after their creation."
            ),
            .key(
                "storage-class",
                \.storageClass,
                .choice("storage class", StorageClass.self),
                required: true,
                "The class."
            ),
        ]
    }
}

extension BucketSpecification {
    /// The lifecycle; nil for none.
    func lifecycleConfiguration() throws(ObjectStoreError) -> LifecycleConfiguration? {
        lifecycle.isEmpty ? nil : try LifecycleConfiguration(rules: lifecycle.map(\.rule))
    }

    /// Notes why S3 would refuse the lifecycle.
    func checkLifecycle(at path: [String], _ node: YAMLNode, _ reading: inout Reading) {
        do throws(ObjectStoreError) {
            _ = try lifecycleConfiguration()
        } catch {
            reading.report(
                error.message,
                at: node.location(at: path + ["lifecycle"]),
                expected: "rules that S3 accepts"
            )
        }
    }
}
