/// Tells some of what is known of an object, without its bytes.
///
/// Source: the S3 API reference, *GetObjectAttributes*.
public struct GetObjectAttributesRequest: Hashable, Sendable {
    /// Something that is known of an object.
    public enum Attribute: String, CaseIterable, Hashable, Sendable {
        case tag = "ETag"
        case checksum = "Checksum"
        case parts = "ObjectParts"
        case storageClass = "StorageClass"
        case size = "ObjectSize"
    }

    /// Which version of which object, and by which key it is encrypted.
    public var object: GetObjectRequest
    /// `x-amz-object-attributes`: what is to be told.
    public var attributes: Set<Attribute>
    /// `x-amz-part-number-marker`: only parts with greater numbers.
    public var partNumberMarker: Int
    /// `x-amz-max-parts`: never more than 1,000.
    public var maxParts: Int

    /// A request.
    public init(
        object: GetObjectRequest,
        attributes: Set<Attribute>,
        partNumberMarker: Int = 0,
        maxParts: Int = 1_000
    ) {
        self.object = object
        self.attributes = attributes
        self.partNumberMarker = partNumberMarker
        self.maxParts = maxParts
    }
}

/// What is told of an object; nil where it was not asked for or does not apply.
public struct GetObjectAttributesResult: Hashable, Sendable {
    /// A part of an object that was uploaded in several.
    public struct Part: Hashable, Sendable {
        /// The number.
        public let number: Int
        /// How many bytes it has.
        public let size: Int
        /// Its checksum, by the algorithm of the object's.
        public let checksum: ObjectChecksum
    }

    /// The parts of an object that was uploaded in several.
    public struct Parts: Hashable, Sendable {
        /// How many there are in all.
        public let count: Int
        /// Where the page began.
        public let partNumberMarker: Int
        /// How many the page might have.
        public let maxParts: Int
        /// The page; empty for an object without a checksum of its own.
        public let page: [Part]
        /// Whether there is more.
        public let isTruncated: Bool
    }

    /// The version, where the bucket has kept any.
    public let versionID: VersionID?
    /// When it was written.
    public let lastModified: Timestamp
    /// The tag.
    public let tag: ETag?
    /// The checksum.
    public let checksum: ObjectChecksum?
    /// The parts.
    public let parts: Parts?
    /// Where it is kept.
    public let storageClass: StorageClass?
    /// How many bytes it has.
    public let size: Int?
}
