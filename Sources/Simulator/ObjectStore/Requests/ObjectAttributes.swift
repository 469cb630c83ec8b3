/// What a write says of an object beside its bytes.
///
/// Source: the S3 API reference, *PutObject* and *CreateMultipartUpload*, request headers.
public struct ObjectAttributes: Hashable, Sendable {
    /// Headers and the user's pairs.
    public var metadata: ObjectMetadata
    /// `x-amz-tagging`.
    public var tags: [ObjectTag]
    /// `x-amz-storage-class`.
    public var storageClass: StorageClass
    /// `x-amz-server-side-encryption`; nil for what the bucket says.
    public var encryption: ServerSideEncryption?
    /// `x-amz-object-lock-mode` and `…-retain-until-date`.
    public var retention: ObjectRetention?
    /// `x-amz-object-lock-legal-hold`; nil where nothing is said.
    public var hasLegalHold: Bool?

    /// Attributes; without arguments, those of a plain object.
    public init(
        metadata: ObjectMetadata = ObjectMetadata(),
        tags: [ObjectTag] = [],
        storageClass: StorageClass = .standard,
        encryption: ServerSideEncryption? = nil,
        retention: ObjectRetention? = nil,
        hasLegalHold: Bool? = nil
    ) {
        self.metadata = metadata
        self.tags = tags
        self.storageClass = storageClass
        self.encryption = encryption
        self.retention = retention
        self.hasLegalHold = hasLegalHold
    }

    /// - Throws: ``ObjectStoreError/metadataTooLarge`` or what is wrong with the tags.
    func validate() throws(ObjectStoreError) {
        if !metadata.isEmpty { try metadata.validate() }
        if !tags.isEmpty { try ObjectTag.validate(tags) }
    }
}
