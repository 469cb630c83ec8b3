/// Lists the current objects of a bucket.
///
/// Source: the S3 API reference, *ListObjectsV2*.
public struct ListObjectsRequest: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// `prefix`: only keys that begin with it.
    public var prefix: String
    /// `delimiter`: keys that have it behind the prefix are rolled up; empty for none.
    public var delimiter: String
    /// `start-after`: only keys that come after it; means nothing beside a token.
    public var startAfter: String
    /// `continuation-token`: goes on where an earlier answer ended.
    public var continuationToken: String?
    /// `max-keys`: no more than this many results, and never more than 1,000.
    public var maxKeys: Int

    /// How many results an answer has at most.
    public static let maxKeysMaximum = 1_000

    /// A request.
    public init(
        bucket: String,
        prefix: String = "",
        delimiter: String = "",
        startAfter: String = "",
        continuationToken: String? = nil,
        maxKeys: Int = ListObjectsRequest.maxKeysMaximum
    ) {
        self.bucket = bucket
        self.prefix = prefix
        self.delimiter = delimiter
        self.startAfter = startAfter
        self.continuationToken = continuationToken
        self.maxKeys = maxKeys
    }
}

/// A page of a list of objects.
public struct ListObjectsResult: Hashable, Sendable {
    /// An object of a list.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: String
        /// When it was written.
        public let lastModified: Timestamp
        /// The tag.
        public let tag: ETag
        /// How many bytes it has.
        public let size: Int
        /// Where it is kept.
        public let storageClass: StorageClass
    }

    /// The objects, in the order of their keys.
    public internal(set) var contents: [Entry] = []
    /// What keys were rolled up to, in order.
    public internal(set) var commonPrefixes: [String] = []
    /// Whether there is more.
    public internal(set) var isTruncated = false
    /// What asks for the rest.
    public internal(set) var nextContinuationToken: String?
    /// How many results there might have been: the smaller of the request's number and 1,000.
    public internal(set) var maxKeys = 0
    /// To whom the objects belong.
    public internal(set) var owner: Principal = ""

    /// How many results there are.
    public var keyCount: Int { contents.count + commonPrefixes.count }
}

/// Lists all versions and delete markers of a bucket, those of a key from the newest on.
///
/// Source: the S3 API reference, *ListObjectVersions*.
public struct ListObjectVersionsRequest: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// `prefix`.
    public var prefix: String
    /// `delimiter`; empty for none.
    public var delimiter: String
    /// `key-marker`: only what comes after this key, or after a version of it.
    public var keyMarker: String
    /// `version-id-marker`: only what comes after this version of the key marker.
    public var versionIDMarker: VersionID?
    /// `max-keys`.
    public var maxKeys: Int

    /// A request.
    public init(
        bucket: String,
        prefix: String = "",
        delimiter: String = "",
        keyMarker: String = "",
        versionIDMarker: VersionID? = nil,
        maxKeys: Int = ListObjectsRequest.maxKeysMaximum
    ) {
        self.bucket = bucket
        self.prefix = prefix
        self.delimiter = delimiter
        self.keyMarker = keyMarker
        self.versionIDMarker = versionIDMarker
        self.maxKeys = maxKeys
    }
}

/// A page of a list of versions.
public struct ListObjectVersionsResult: Hashable, Sendable {
    /// A version or a delete marker.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The version.
        public let versionID: VersionID
        /// Whether it is the current one.
        public let isLatest: Bool
        /// Whether it is a delete marker; then tag, size and class mean nothing.
        public let isDeleteMarker: Bool
        /// When it was made.
        public let lastModified: Timestamp
        /// The tag.
        public let tag: ETag
        /// How many bytes it has.
        public let size: Int
        /// Where it is kept.
        public let storageClass: StorageClass
    }

    /// Versions and markers, in the order of their keys, the newest of a key first.
    public internal(set) var entries: [Entry] = []
    /// What keys were rolled up to, in order.
    public internal(set) var commonPrefixes: [String] = []
    /// Whether there is more.
    public internal(set) var isTruncated = false
    /// The key marker that asks for the rest.
    public internal(set) var nextKeyMarker: String?
    /// The version marker that asks for the rest.
    public internal(set) var nextVersionIDMarker: VersionID?
    /// To whom the versions belong.
    public internal(set) var owner: Principal = ""
}
