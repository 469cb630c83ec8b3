/// Begins a multipart upload.
///
/// Source: the S3 API reference, *CreateMultipartUpload*.
public struct CreateMultipartUploadRequest: Sendable {
    /// The bucket.
    public var bucket: String
    /// The key.
    public var key: String
    /// What else there is to say of the object.
    public var attributes: ObjectAttributes
    /// `x-amz-checksum-algorithm`.
    public var checksumAlgorithm: ChecksumAlgorithm?
    /// `x-amz-checksum-type`; nil for the usual one of the algorithm.
    public var checksumType: ChecksumType?

    /// A request.
    public init(
        bucket: String,
        key: String,
        attributes: ObjectAttributes = ObjectAttributes(),
        checksumAlgorithm: ChecksumAlgorithm? = nil,
        checksumType: ChecksumType? = nil
    ) {
        self.bucket = bucket
        self.key = key
        self.attributes = attributes
        self.checksumAlgorithm = checksumAlgorithm
        self.checksumType = checksumType
    }
}

/// What the beginning of an upload answers.
public struct CreateMultipartUploadResult: Hashable, Sendable {
    /// The upload.
    public let uploadID: UploadID
    /// How the store will encrypt the object.
    public let encryption: ServerSideEncryption
    /// The algorithm of the checksums, if the request named one.
    public let checksumAlgorithm: ChecksumAlgorithm?
    /// What the checksum of the object will be of.
    public let checksumType: ChecksumType
    /// When a rule will abort the upload.
    public let abortion: UploadAbortion?

    /// The headers of the response, in no particular order.
    public var headers: [ResponseHeader] {
        var headers = encryption.headers
        if let checksumAlgorithm {
            headers += [
                ResponseHeader("x-amz-checksum-algorithm", checksumAlgorithm.rawValue),
                ResponseHeader("x-amz-checksum-type", checksumType.rawValue),
            ]
        }
        return headers + (abortion?.headers ?? [])
    }
}

/// When a rule will abort an upload that is not completed before.
public struct UploadAbortion: Hashable, Sendable {
    /// When: a midnight.
    public let date: Timestamp
    /// By which rule.
    public let ruleID: String

    /// The headers of a response, in the order of their names.
    public var headers: [ResponseHeader] {
        [
            ResponseHeader("x-amz-abort-date", date.httpDate),
            ResponseHeader("x-amz-abort-rule-id", ruleID),
        ]
    }
}

/// Which upload of which key is meant.
public struct UploadReference: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// The key.
    public var key: String
    /// `uploadId`.
    public var uploadID: UploadID

    /// A reference.
    public init(bucket: String, key: String, uploadID: UploadID) {
        self.bucket = bucket
        self.key = key
        self.uploadID = uploadID
    }
}

/// Uploads one part; an earlier one of its number is replaced.
///
/// Source: the S3 API reference, *UploadPart*.
public struct UploadPartRequest: Sendable {
    /// The upload.
    public var upload: UploadReference
    /// `partNumber`: 1 to 10,000.
    public var partNumber: Int
    /// The bytes.
    public var content: ObjectContent
    /// `Content-MD5`, in Base64.
    public var contentMD5: String?
    /// `x-amz-content-sha256`: the SHA-256 that the client signed.
    var contentSHA256: [UInt8]?
    /// `x-amz-checksum-…`.
    public var checksum: ObjectChecksum?
    /// `x-amz-sdk-checksum-algorithm` without a value: the store computes the checksum.
    public var checksumAlgorithm: ChecksumAlgorithm?
    /// The MD5 of the key, for uploads of SSE-C.
    public var customerKeyMD5: String?

    /// A request.
    public init(
        upload: UploadReference,
        partNumber: Int,
        content: ObjectContent,
        contentMD5: String? = nil,
        checksum: ObjectChecksum? = nil,
        checksumAlgorithm: ChecksumAlgorithm? = nil,
        customerKeyMD5: String? = nil
    ) {
        self.upload = upload
        self.partNumber = partNumber
        self.content = content
        self.contentMD5 = contentMD5
        self.checksum = checksum
        self.checksumAlgorithm = checksumAlgorithm
        self.customerKeyMD5 = customerKeyMD5
    }
}

/// Makes a part from an object of the store.
///
/// Source: the S3 API reference, *UploadPartCopy*.
public struct UploadPartCopyRequest: Sendable {
    /// The upload.
    public var upload: UploadReference
    /// `partNumber`: 1 to 10,000.
    public var partNumber: Int
    /// `x-amz-copy-source`.
    public var source: CopySource
    /// `x-amz-copy-source-range`: `bytes=first-last` within the source; nil for all of it.
    public var sourceRange: ByteRange?
    /// `x-amz-copy-source-if-…`.
    public var sourceConditions: ReadConditions
    /// The MD5 of the key of the upload, for uploads of SSE-C.
    public var customerKeyMD5: String?
    /// The MD5 of the key of the source, for objects of SSE-C.
    public var sourceCustomerKeyMD5: String?

    /// A request.
    public init(
        upload: UploadReference,
        partNumber: Int,
        source: CopySource,
        sourceRange: ByteRange? = nil,
        sourceConditions: ReadConditions = ReadConditions(),
        customerKeyMD5: String? = nil,
        sourceCustomerKeyMD5: String? = nil
    ) {
        self.upload = upload
        self.partNumber = partNumber
        self.source = source
        self.sourceRange = sourceRange
        self.sourceConditions = sourceConditions
        self.customerKeyMD5 = customerKeyMD5
        self.sourceCustomerKeyMD5 = sourceCustomerKeyMD5
    }
}

/// What the upload of a part answers.
public struct UploadPartResult: Hashable, Sendable {
    /// The tag, by which the completion names the part.
    public let tag: ETag
    /// The checksum, where the upload has an algorithm.
    public let checksum: ObjectChecksum?
    /// When the part was made.
    public let lastModified: Timestamp
    /// How the store encrypts it.
    public let encryption: ServerSideEncryption
    /// Of a copy, the version that it was made of; nil where the bucket of the source never kept
    /// any.
    var sourceVersionID: VersionID?
}

/// Puts the object together from parts.
///
/// Source: the S3 API reference, *CompleteMultipartUpload*.
public struct CompleteMultipartUploadRequest: Sendable {
    /// A part, as the client knows it.
    public struct Part: Hashable, Sendable {
        /// The number.
        public var number: Int
        /// The tag, as text: the store judges it.
        public var tag: String
        /// The checksum, if the client says one.
        public var checksum: ObjectChecksum?

        /// A part.
        public init(_ number: Int, tag: String, checksum: ObjectChecksum? = nil) {
            self.number = number
            self.tag = tag
            self.checksum = checksum
        }
    }

    /// The upload.
    public var upload: UploadReference
    /// The parts, by ascending numbers.
    public var parts: [Part]
    /// `x-amz-checksum-…`: a checksum that the object must have.
    public var checksum: ObjectChecksum?
    /// `x-amz-checksum-type`: that of the upload, if it is said.
    public var checksumType: ChecksumType?
    /// `x-amz-mp-object-size`: the size that it must have.
    public var objectSize: Int?
    /// Under which conditions.
    public var conditions: WriteConditions

    /// A request.
    public init(
        upload: UploadReference,
        parts: [Part],
        checksum: ObjectChecksum? = nil,
        checksumType: ChecksumType? = nil,
        objectSize: Int? = nil,
        conditions: WriteConditions = WriteConditions()
    ) {
        self.upload = upload
        self.parts = parts
        self.checksum = checksum
        self.checksumType = checksumType
        self.objectSize = objectSize
        self.conditions = conditions
    }
}

/// What a completion answers; asked again, the store says the same.
public struct CompleteMultipartUploadResult: Hashable, Sendable {
    /// The bucket.
    public let bucket: String
    /// The key.
    public let key: String
    /// What was written.
    public let object: WriteResult
}
