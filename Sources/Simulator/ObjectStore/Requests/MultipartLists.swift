/// Lists the parts of an upload.
///
/// Source: the S3 API reference, *ListParts*.
public struct ListPartsRequest: Hashable, Sendable {
    /// The upload.
    public var upload: UploadReference
    /// `part-number-marker`: only parts with greater numbers.
    public var partNumberMarker: Int
    /// `max-parts`: never more than 1,000.
    public var maxParts: Int

    /// A request.
    public init(upload: UploadReference, partNumberMarker: Int = 0, maxParts: Int = 1_000) {
        self.upload = upload
        self.partNumberMarker = partNumberMarker
        self.maxParts = maxParts
    }
}

/// A page of a list of parts.
public struct ListPartsResult: Hashable, Sendable {
    /// A part.
    public struct Part: Hashable, Sendable {
        /// The number.
        public let number: Int
        /// When it was uploaded.
        public let lastModified: Timestamp
        /// The tag.
        public let tag: ETag
        /// How many bytes it has.
        public let size: Int
        /// The checksum, where the upload has an algorithm.
        public let checksum: ObjectChecksum?
    }

    /// The parts, by ascending numbers.
    public let parts: [Part]
    /// Whether there is more.
    public let isTruncated: Bool
    /// The number of the last part: the marker that asks for the rest.
    public let nextPartNumberMarker: Int
    /// The class of the object to come.
    public let storageClass: StorageClass
    /// The algorithm of the checksums, if the upload has one.
    public let checksumAlgorithm: ChecksumAlgorithm?
    /// What the checksum of the object will be of.
    public let checksumType: ChecksumType
    /// Who began the upload.
    public let initiator: Principal
    /// To whom the bucket belongs.
    public let owner: Principal
    /// When a rule will abort the upload.
    public let abortion: UploadAbortion?
}

/// Lists the uploads of a bucket that were begun and neither completed nor aborted.
///
/// Source: the S3 API reference, *ListMultipartUploads*.
public struct ListMultipartUploadsRequest: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// `prefix`.
    public var prefix: String
    /// `delimiter`: keys that have it behind the prefix are rolled up; empty for none.
    public var delimiter: String
    /// `key-marker`: only uploads of keys that come after it, or of the key itself after the
    /// upload marker.
    public var keyMarker: String
    /// `upload-id-marker`; means nothing without a key marker.
    public var uploadIDMarker: UploadID?
    /// `max-uploads`: never more than 1,000.
    public var maxUploads: Int

    /// A request.
    public init(
        bucket: String,
        prefix: String = "",
        delimiter: String = "",
        keyMarker: String = "",
        uploadIDMarker: UploadID? = nil,
        maxUploads: Int = 1_000
    ) {
        self.bucket = bucket
        self.prefix = prefix
        self.delimiter = delimiter
        self.keyMarker = keyMarker
        self.uploadIDMarker = uploadIDMarker
        self.maxUploads = maxUploads
    }
}

/// A page of a list of uploads.
public struct ListMultipartUploadsResult: Hashable, Sendable {
    /// An upload.
    public struct Upload: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The upload.
        public let uploadID: UploadID
        /// When it was begun.
        public let initiated: Timestamp
        /// The class of the object to come.
        public let storageClass: StorageClass
        /// Who began it.
        public let initiator: Principal
    }

    /// The uploads, in the order of their keys, those of a key as they were begun.
    public internal(set) var uploads: [Upload] = []
    /// What keys were rolled up to, in order.
    public internal(set) var commonPrefixes: [String] = []
    /// Whether there is more.
    public internal(set) var isTruncated = false
    /// The marker of keys that asks for the rest.
    public internal(set) var nextKeyMarker: String?
    /// The marker of uploads that asks for the rest.
    public internal(set) var nextUploadIDMarker: UploadID?
    /// To whom the bucket belongs.
    public let owner: Principal
}
