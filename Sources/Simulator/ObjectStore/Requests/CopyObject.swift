/// Where a copy comes from.
public struct CopySource: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// The key.
    public var key: String
    /// `versionId`; nil for the current version.
    public var versionID: VersionID?

    /// A source.
    public init(bucket: String, key: String, versionID: VersionID? = nil) {
        self.bucket = bucket
        self.key = key
        self.versionID = versionID
    }
}

/// Copies an object of up to 5 GiB within the store.
///
/// Source: the S3 API reference, *CopyObject*.
public struct CopyObjectRequest: Sendable {
    /// Whether something is taken from the source or from the request.
    public enum Directive: String, Hashable, Sendable {
        /// From the source.
        case copy = "COPY"
        /// From the request.
        case replace = "REPLACE"
    }

    /// `x-amz-copy-source`.
    public var source: CopySource
    /// The bucket of the copy.
    public var bucket: String
    /// The key of the copy.
    public var key: String
    /// `x-amz-metadata-directive`.
    public var metadataDirective: Directive
    /// `x-amz-tagging-directive`.
    public var taggingDirective: Directive
    /// Metadata and tags, where the directives take them from here, and the rest; a storage class
    /// that is not said is the standard one, not that of the source.
    public var attributes: ObjectAttributes
    /// `x-amz-checksum-algorithm`; nil for that of the source.
    public var checksumAlgorithm: ChecksumAlgorithm?
    /// `x-amz-copy-source-if-…`.
    public var sourceConditions: ReadConditions
    /// The conditions on what the copy would replace.
    public var conditions: WriteConditions
    /// The MD5 of the key of the source, for objects of SSE-C.
    public var sourceCustomerKeyMD5: String?
    /// Whether a header says something of the class, the encryption or the redirect; nil where only
    /// their values tell.
    var saysAttributes: Bool?

    /// A request.
    public init(
        source: CopySource,
        bucket: String,
        key: String,
        metadataDirective: Directive = .copy,
        taggingDirective: Directive = .copy,
        attributes: ObjectAttributes = ObjectAttributes(),
        checksumAlgorithm: ChecksumAlgorithm? = nil,
        sourceConditions: ReadConditions = ReadConditions(),
        conditions: WriteConditions = WriteConditions(),
        sourceCustomerKeyMD5: String? = nil
    ) {
        self.source = source
        self.bucket = bucket
        self.key = key
        self.metadataDirective = metadataDirective
        self.taggingDirective = taggingDirective
        self.attributes = attributes
        self.checksumAlgorithm = checksumAlgorithm
        self.sourceConditions = sourceConditions
        self.conditions = conditions
        self.sourceCustomerKeyMD5 = sourceCustomerKeyMD5
    }
}
