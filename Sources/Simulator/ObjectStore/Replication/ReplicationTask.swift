/// Something that has to be done at a destination: what the owner of a store carries there, in its
/// own time.
public struct ReplicationTask: Hashable, Sendable {
    /// What is to be replicated.
    public enum Kind: String, Hashable, Sendable {
        /// A version of an object.
        case object
        /// A delete marker.
        case deleteMarker
        /// The tags of a version that is there already.
        case tags
    }

    /// Tasks of a store count up from 1.
    public let number: UInt64
    /// What is to be replicated.
    public let kind: Kind
    /// The bucket of the source.
    public let sourceBucket: String
    /// The key.
    public let key: String
    /// The version; the replica has the same.
    public let versionID: VersionID
    /// The bucket of the replica.
    public let destinationBucket: String
    /// The class of the replica.
    public let storageClass: StorageClass
    /// When the task was made.
    public let created: Timestamp
}

/// How a task ended.
public enum ReplicationOutcome: Hashable, Sendable {
    /// The destination has it.
    case completed
    /// It will not get it.
    case failed
}

/// What is carried to a destination.
public struct Replica: Sendable {
    /// For which task.
    public let task: ReplicationTask
    let lastModified: Timestamp
    let tag: ETag
    let content: ObjectContent
    let metadata: ObjectMetadata
    let tags: [ObjectTag]
    let encryption: ServerSideEncryption
    let checksum: ObjectChecksum?
    let lock: ObjectLock
    let partSizes: [Int]

    /// How many bytes go over the network.
    public var size: Int { task.kind == .object ? content.count : 0 }
}
