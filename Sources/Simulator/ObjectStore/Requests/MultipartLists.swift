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
}

/// Lists the uploads of a bucket that were begun and neither completed nor aborted.
///
/// Source: the S3 API reference, *ListMultipartUploads*.
public struct ListMultipartUploadsRequest: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// `prefix`.
    public var prefix: String
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
        keyMarker: String = "",
        uploadIDMarker: UploadID? = nil,
        maxUploads: Int = 1_000
    ) {
        self.bucket = bucket
        self.prefix = prefix
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
    }

    /// The uploads, in the order of their keys, those of a key as they were begun.
    public let uploads: [Upload]
    /// Whether there is more.
    public let isTruncated: Bool
    /// The marker of keys that asks for the rest.
    public let nextKeyMarker: String?
    /// The marker of uploads that asks for the rest.
    public let nextUploadIDMarker: UploadID?
}
