/// Deletes an object: in a bucket that keeps versions by a delete marker, otherwise for good.
///
/// Source: the S3 API reference, *DeleteObject*.
public struct DeleteObjectRequest: Hashable, Sendable {
    /// The bucket.
    public var bucket: String
    /// The key.
    public var key: String
    /// `versionId`: a version to delete for good.
    public var versionID: VersionID?
    /// Under which conditions; `If-None-Match` means nothing here.
    public var conditions: WriteConditions
    /// `x-amz-bypass-governance-retention`.
    public var bypassesGovernance: Bool

    /// A request.
    public init(
        bucket: String,
        key: String,
        versionID: VersionID? = nil,
        conditions: WriteConditions = WriteConditions(),
        bypassesGovernance: Bool = false
    ) {
        self.bucket = bucket
        self.key = key
        self.versionID = versionID
        self.conditions = conditions
        self.bypassesGovernance = bypassesGovernance
    }
}

/// What a deletion answers; that of a key that does not exist is one too.
public struct DeleteObjectResult: Hashable, Sendable {
    /// The version that was deleted, or the delete marker that was made.
    public let versionID: VersionID?
    /// Whether that is a delete marker.
    public let isDeleteMarker: Bool

    /// The status of the HTTP response.
    public var status: Int { 204 }

    /// The headers of the response, in no particular order.
    public var headers: [ResponseHeader] {
        var headers: [ResponseHeader] = []
        if isDeleteMarker { headers.append(ResponseHeader("x-amz-delete-marker", "true")) }
        if let versionID {
            headers.append(ResponseHeader("x-amz-version-id", versionID.description))
        }
        return headers
    }
}

/// Deletes up to 1,000 objects, each by itself.
///
/// Source: the S3 API reference, *DeleteObjects*.
public struct DeleteObjectsRequest: Hashable, Sendable {
    /// One of the objects.
    public struct Item: Hashable, Sendable {
        /// The key.
        public var key: String
        /// A version to delete for good.
        public var versionID: VersionID?
        /// The tag that the object must have.
        public var ifMatch: ETagCondition?

        /// An object.
        public init(_ key: String, versionID: VersionID? = nil, ifMatch: ETagCondition? = nil) {
            self.key = key
            self.versionID = versionID
            self.ifMatch = ifMatch
        }
    }

    /// How many objects a request may name.
    public static let countMaximum = 1_000

    /// The bucket.
    public var bucket: String
    /// The objects.
    public var items: [Item]
    /// Whether only what failed is answered.
    public var isQuiet: Bool
    /// `x-amz-bypass-governance-retention`.
    public var bypassesGovernance: Bool

    /// A request.
    public init(
        bucket: String,
        items: [Item],
        isQuiet: Bool = false,
        bypassesGovernance: Bool = false
    ) {
        self.bucket = bucket
        self.items = items
        self.isQuiet = isQuiet
        self.bypassesGovernance = bypassesGovernance
    }
}

/// What a deletion of many answers, in the order of the request.
public struct DeleteObjectsResult: Hashable, Sendable {
    /// What became of one object.
    public struct Outcome: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The version of the request.
        public let versionID: VersionID?
        /// The delete marker that was made or deleted.
        public let deleteMarkerVersionID: VersionID?
    }

    /// What was not deleted, and why.
    public struct Failure: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The version of the request.
        public let versionID: VersionID?
        /// The reason.
        public let error: ObjectStoreError
    }

    /// What was deleted; empty where the request was quiet.
    public let deleted: [Outcome]
    /// What was not.
    public let failures: [Failure]
}
