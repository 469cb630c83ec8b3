/// How far the replication of a version is: `x-amz-replication-status`.
///
/// Source: the S3 User Guide, *Getting replication status information*.
public enum ReplicationStatus: String, Hashable, Sendable {
    /// It is to be replicated.
    case pending = "PENDING"
    /// All destinations have it.
    case completed = "COMPLETED"
    /// A destination could not get it.
    case failed = "FAILED"
    /// It is itself a copy that replication made.
    case replica = "REPLICA"
}

/// A rule of replication: which objects go to which bucket.
///
/// Source: the S3 API reference, *ReplicationRule*.
public struct ReplicationRule: Hashable, Sendable {
    /// The name.
    public var id: String
    /// Of several rules for the same destination the one with the highest priority counts.
    public var priority: Int
    /// Whether it is in force: `Status`.
    public var isEnabled: Bool
    /// The key begins with it.
    public var prefix: String
    /// The object has all of them.
    public var tags: [ObjectTag]
    /// The bucket that gets the replicas.
    public var destination: String
    /// The class of the replicas; nil for that of the source.
    public var storageClass: StorageClass?
    /// `DeleteMarkerReplication`.
    public var replicatesDeleteMarkers: Bool
    /// `SseKmsEncryptedObjects`: whether objects of SSE-KMS are replicated.
    public var replicatesKMSObjects: Bool

    /// A rule.
    public init(
        id: String,
        priority: Int = 0,
        isEnabled: Bool = true,
        prefix: String = "",
        tags: [ObjectTag] = [],
        destination: String,
        storageClass: StorageClass? = nil,
        replicatesDeleteMarkers: Bool = false,
        replicatesKMSObjects: Bool = false
    ) {
        self.id = id
        self.priority = priority
        self.isEnabled = isEnabled
        self.prefix = prefix
        self.tags = tags
        self.destination = destination
        self.storageClass = storageClass
        self.replicatesDeleteMarkers = replicatesDeleteMarkers
        self.replicatesKMSObjects = replicatesKMSObjects
    }

    /// Whether a version that has just been made is to be replicated.
    ///
    /// Source: the S3 User Guide, *What does Amazon S3 replicate?*
    func applies(to version: ObjectVersion, key: String) -> Bool {
        guard isEnabled, key.utf8.starts(with: prefix.utf8) else { return false }
        if version.isDeleteMarker { return replicatesDeleteMarkers && tags.isEmpty }
        switch version.encryption {
        case .customer: return false
        case .kms where !replicatesKMSObjects, .dualLayerKMS where !replicatesKMSObjects:
            return false
        case .kms, .dualLayerKMS, .s3: return tags.isEmpty || tags.allSatisfy(version.tags.contains)
        }
    }
}

/// The replication of a bucket.
///
/// Source: the S3 API reference, *PutBucketReplication*.
public struct ReplicationConfiguration: Hashable, Sendable {
    /// The rules.
    public let rules: [ReplicationRule]

    /// A configuration.
    ///
    /// - Throws: ``ObjectStoreError/malformedXML`` without rules or with more than 1,000;
    ///   ``ObjectStoreError/invalidRequest(_:)`` where a name or, for one destination, a priority
    ///   stands twice, or a rule with tags replicates delete markers.
    public init(_ rules: [ReplicationRule]) throws(ObjectStoreError) {
        guard 1...1_000 ~= rules.count else { throw .malformedXML }
        for (index, rule) in rules.enumerated() {
            let others = rules[..<index]
            guard !others.contains(where: { $0.id == rule.id }) else {
                throw .invalidRequest("Rule Id must be unique.")
            }
            guard
                !others.contains(where: {
                    $0.destination == rule.destination && $0.priority == rule.priority
                })
            else { throw .invalidRequest("Found duplicate priority \(rule.priority).") }
            guard rule.tags.isEmpty || !rule.replicatesDeleteMarkers else {
                throw .invalidRequest(
                    "Delete marker replication is not supported if any Tag filter."
                )
            }
        }
        self.rules = rules
    }

    /// The rules by which a version is replicated: one for each destination, in their order.
    func rules(for version: ObjectVersion, key: String) -> [ReplicationRule] {
        let matching = rules.filter { $0.applies(to: version, key: key) }
        return matching.filter { rule in
            !matching.contains {
                $0.destination == rule.destination && $0.priority > rule.priority
            }
        }
    }
}
