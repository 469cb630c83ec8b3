/// What happened to an object, by the names that S3 gives to it.
///
/// Source: the S3 User Guide, *Event notification types and destinations*.
public enum EventName: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// A put.
    case objectCreatedPut = "s3:ObjectCreated:Put"
    /// A copy.
    case objectCreatedCopy = "s3:ObjectCreated:Copy"
    /// A multipart upload that was completed.
    case objectCreatedCompleteMultipartUpload = "s3:ObjectCreated:CompleteMultipartUpload"
    /// A deletion for good.
    case objectRemovedDelete = "s3:ObjectRemoved:Delete"
    /// A delete marker.
    case objectRemovedDeleteMarkerCreated = "s3:ObjectRemoved:DeleteMarkerCreated"
    /// An archived object is being restored.
    case objectRestorePost = "s3:ObjectRestore:Post"
    /// An object could not be replicated.
    case replicationFailed = "s3:Replication:OperationFailedReplication"
    /// A deletion for good by a lifecycle.
    case lifecycleExpirationDelete = "s3:LifecycleExpiration:Delete"
    /// A delete marker by a lifecycle.
    case lifecycleExpirationDeleteMarkerCreated = "s3:LifecycleExpiration:DeleteMarkerCreated"
    /// A move to another class by a lifecycle.
    case lifecycleTransition = "s3:LifecycleTransition"
    /// Tags were set.
    case objectTaggingPut = "s3:ObjectTagging:Put"
    /// Tags were taken away.
    case objectTaggingDelete = "s3:ObjectTagging:Delete"

    /// The events that a name of a configuration stands for: one, or with an asterisk at its end
    /// all of a kind.
    public static func matching(_ pattern: String) -> Set<EventName> {
        if pattern.hasSuffix("*") {
            return Set(allCases.filter { $0.rawValue.hasPrefix(pattern.dropLast()) })
        }
        return Set([EventName(rawValue: pattern)].compactMap(\.self))
    }

    /// The name.
    public var description: String { rawValue }
}

/// What a destination is told.
///
/// Source: the S3 User Guide, *Event message structure*.
public struct EventRecord: Hashable, Sendable {
    /// What happened; the message leaves `s3:` away.
    public let name: EventName
    /// When: `eventTime`.
    public let time: Timestamp
    /// By which rule: `configurationId`.
    public let ruleID: String
    /// To whom.
    public let destination: String
    /// The bucket.
    public let bucket: String
    /// The key.
    public let key: String
    /// The version, where the bucket has kept any.
    public let versionID: VersionID?
    /// The bytes of the object; 0 for a deletion.
    public let size: Int
    /// The tag; nil for a deletion.
    public let tag: ETag?
    /// Who did it.
    public let caller: Principal
    /// Greater for a later event of the same key.
    public let sequencer: UInt64
}
