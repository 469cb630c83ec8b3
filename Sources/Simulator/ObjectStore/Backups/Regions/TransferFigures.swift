/// What a service asked of a store, and how many bytes it moved.
public struct TransferFigures: Hashable, Sendable {
    /// What was asked, every attempt counted.
    public var requests = 0
    /// Attempts that failed, though the same might have been answered at another time.
    public var failures = 0
    /// Bytes that were written, as they are kept.
    public var bytesWritten = 0
    /// Bytes that were read, as they are kept.
    public var bytesRead = 0

    /// The part of the attempts that failed; 0 of none.
    public var errorRate: Double {
        requests == 0 ? 0 : Double(failures) / Double(requests)
    }

    /// The figures of two together.
    public static func + (left: Self, right: Self) -> Self {
        TransferFigures(
            requests: left.requests + right.requests,
            failures: left.failures + right.failures,
            bytesWritten: left.bytesWritten + right.bytesWritten,
            bytesRead: left.bytesRead + right.bytesRead
        )
    }

    /// What was added since `earlier`.
    static func - (left: Self, earlier: Self) -> Self {
        TransferFigures(
            requests: left.requests - earlier.requests,
            failures: left.failures - earlier.failures,
            bytesWritten: left.bytesWritten - earlier.bytesWritten,
            bytesRead: left.bytesRead - earlier.bytesRead
        )
    }
}

/// A bucket in a region, and the way to it.
public struct BucketLocation: Sendable {
    /// The region, such as `us-east-1`.
    public let region: String
    /// The bucket.
    public let bucket: String
    /// What it is reached by.
    public let access: any ObjectAccess

    /// A bucket of a region.
    public init(region: String, bucket: String, access: any ObjectAccess) {
        self.region = region
        self.bucket = bucket
        self.access = access
    }
}
