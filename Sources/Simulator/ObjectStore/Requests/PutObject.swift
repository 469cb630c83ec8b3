/// Writes an object whole.
///
/// Source: the S3 API reference, *PutObject*.
public struct PutObjectRequest: Sendable {
    /// The bucket.
    public var bucket: String
    /// The key: up to 1,024 bytes of UTF-8.
    public var key: String
    /// The bytes.
    public var content: ObjectContent
    /// What else there is to say of the object.
    public var attributes: ObjectAttributes
    /// `Content-MD5`: the MD5 that the client computed, in Base64.
    public var contentMD5: String?
    /// `x-amz-content-sha256`: the SHA-256 that the client signed.
    var contentSHA256: [UInt8]?
    /// `x-amz-checksum-…`: the checksum that the client computed.
    public var checksum: ObjectChecksum?
    /// `x-amz-sdk-checksum-algorithm` without a value: the store computes the checksum.
    public var checksumAlgorithm: ChecksumAlgorithm?
    /// Under which conditions.
    public var conditions: WriteConditions

    /// A request.
    public init(
        bucket: String,
        key: String,
        content: ObjectContent,
        attributes: ObjectAttributes = ObjectAttributes(),
        contentMD5: String? = nil,
        checksum: ObjectChecksum? = nil,
        checksumAlgorithm: ChecksumAlgorithm? = nil,
        conditions: WriteConditions = WriteConditions()
    ) {
        self.bucket = bucket
        self.key = key
        self.content = content
        self.attributes = attributes
        self.contentMD5 = contentMD5
        self.checksum = checksum
        self.checksumAlgorithm = checksumAlgorithm
        self.conditions = conditions
    }
}

/// What a write answers.
public struct WriteResult: Hashable, Sendable {
    /// The tag of the new version.
    public let tag: ETag
    /// When it was made.
    public let lastModified: Timestamp
    /// The version, where the bucket keeps versions; nil for the null version.
    public let versionID: VersionID?
    /// How the store encrypts it.
    public let encryption: ServerSideEncryption
    /// The checksum, where one was asked for or is always said.
    public let checksum: ObjectChecksum?
    /// When a rule will delete it.
    public let expiration: ObjectExpiration?
    /// Of a copy, the version that it was made of: `x-amz-copy-source-version-id`; nil where the
    /// bucket of the source never kept any.
    var sourceVersionID: VersionID?

    /// The status of the HTTP response.
    public var status: Int { 200 }

    /// The headers of the response of a put, in no particular order.
    public var headers: [ResponseHeader] {
        var headers = [ResponseHeader("etag", tag.description)]
        headers += encryption.headers
        if let checksum { headers += checksum.headers }
        if let expiration { headers.append(expiration.header) }
        if let versionID {
            headers.append(ResponseHeader("x-amz-version-id", versionID.description))
        }
        return headers
    }
}
