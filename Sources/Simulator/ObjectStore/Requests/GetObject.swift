/// Reads an object, or a range of it; for a head, what is known of it without its bytes.
///
/// Source: the S3 API reference, *GetObject* and *HeadObject*.
public struct GetObjectRequest: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// The key.
    public var key: String
    /// `versionId`; nil for the current version.
    public var versionID: VersionID?
    /// `Range`.
    public var range: ByteRange?
    /// `partNumber`: the range that was uploaded as this part.
    public var partNumber: Int?
    /// Under which conditions.
    public var conditions: ReadConditions
    /// `x-amz-checksum-mode: ENABLED`.
    public var wantsChecksum: Bool
    /// The MD5 of the key, for objects of SSE-C.
    public var customerKeyMD5: String?

    /// A request.
    public init(
        bucket: String,
        key: String,
        versionID: VersionID? = nil,
        range: ByteRange? = nil,
        partNumber: Int? = nil,
        conditions: ReadConditions = ReadConditions(),
        wantsChecksum: Bool = false,
        customerKeyMD5: String? = nil
    ) {
        self.bucket = bucket
        self.key = key
        self.versionID = versionID
        self.range = range
        self.partNumber = partNumber
        self.conditions = conditions
        self.wantsChecksum = wantsChecksum
        self.customerKeyMD5 = customerKeyMD5
    }
}

/// What a get answers.
public struct GetObjectResult: Sendable {
    /// What is known of the object.
    public let description: ObjectDescription
    /// The bytes that were asked for.
    public let body: ObjectContent
    /// Whether bytes changed on their way, so that who compares digests need not where none did.
    var isAltered = false
    /// Their place in the object; nil for all of it.
    public var range: Range<Int>? { description.range }
    /// The status of the HTTP response: 206 for a range.
    public var status: Int { description.status }
}

/// What is known of a version of an object.
public struct ObjectDescription: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The version, where the bucket has kept any.
    public let versionID: VersionID?
    /// The tag.
    public let tag: ETag
    /// All bytes of the object.
    public let size: Int
    /// When it was written.
    public let lastModified: Timestamp
    /// Where it is kept.
    public let storageClass: StorageClass
    /// Headers and the user's pairs.
    public let metadata: ObjectMetadata
    /// How many tags it has.
    public let tagCount: Int
    /// How the store encrypts it.
    public let encryption: ServerSideEncryption
    /// The checksum, where it was asked for and the whole object is meant.
    public let checksum: ObjectChecksum?
    /// In how many parts it was uploaded, where one was asked for by its number; else 0.
    public let partCount: Int
    /// Whether and how it was replicated.
    public let replicationStatus: ReplicationStatus?
    /// When a rule will delete it.
    public let expiration: ObjectExpiration?
    /// The bytes that the answer has; nil for all.
    public let range: Range<Int>?
    /// What keeps it from being deleted.
    let lock: ObjectLock
    /// What is said of a restored copy.
    let restoration: ResponseHeader?

    /// The retention, if there is one.
    public var retention: ObjectRetention? { lock.retention }
    /// Whether a legal hold is on it.
    public var hasLegalHold: Bool { lock.hasLegalHold }
    /// The status of the HTTP response: 206 for a range.
    public var status: Int { range == nil ? 200 : 206 }

    /// The headers of the response, in no particular order.
    public var headers: [ResponseHeader] {
        var headers = [
            ResponseHeader("accept-ranges", "bytes"),
            ResponseHeader("content-length", String(range?.count ?? size)),
            ResponseHeader("etag", tag.description),
            ResponseHeader("last-modified", lastModified.httpDate),
        ]
        if let range {
            let last = range.upperBound - 1
            headers.append(
                ResponseHeader("content-range", "bytes \(range.lowerBound)-\(last)/\(size)")
            )
        }
        headers += metadata.headers + encryption.headers + lock.headers
        if let checksum { headers += checksum.headers }
        if let expiration { headers.append(expiration.header) }
        if let restoration { headers.append(restoration) }
        let others: [(name: String, value: String?)] = [
            ("x-amz-mp-parts-count", partCount > 0 ? String(partCount) : nil),
            ("x-amz-replication-status", replicationStatus?.rawValue),
            ("x-amz-storage-class", storageClass == .standard ? nil : storageClass.rawValue),
            ("x-amz-tagging-count", tagCount > 0 ? String(tagCount) : nil),
            ("x-amz-version-id", versionID?.description),
        ]
        return headers
            + others.compactMap { other in other.value.map { ResponseHeader(other.name, $0) } }
    }
}
