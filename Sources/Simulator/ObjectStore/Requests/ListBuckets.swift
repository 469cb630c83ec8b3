/// Lists the buckets of the caller.
///
/// Source: the S3 API reference, *ListBuckets*.
public struct ListBucketsRequest: Hashable, Sendable {
    /// `prefix`: only buckets whose names begin with it.
    public var prefix: String
    /// `continuation-token`: goes on where an earlier answer ended.
    public var continuationToken: String?
    /// `max-buckets`: no more than this many; 1 to 10,000.
    public var maxBuckets: Int

    /// How many buckets an answer has at most.
    public static let countMaximum = 10_000

    /// A request.
    public init(
        prefix: String = "",
        continuationToken: String? = nil,
        maxBuckets: Int = ListBucketsRequest.countMaximum
    ) {
        self.prefix = prefix
        self.continuationToken = continuationToken
        self.maxBuckets = maxBuckets
    }
}

/// A page of a list of buckets.
public struct ListBucketsResult: Hashable, Sendable {
    /// The buckets, in the order of their names.
    public let buckets: [ObjectStore.BucketEntry]
    /// To whom they belong.
    public let owner: Principal
    /// What asks for the rest.
    public let continuationToken: String?
}
