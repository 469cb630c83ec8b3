/// How often the store had to ask the key management service: each request has a price and counts
/// against a quota.
///
/// Without a bucket key every write asks for a data key and every read for its decryption. With one
/// the store keeps a key of the bucket for a time, and asks only when it has none.
///
/// Source: the S3 User Guide, *Reducing the cost of SSE-KMS with Amazon S3 Bucket Keys*. How long a
/// bucket key lives is not documented ("time-limited"), so it is a setting.
public struct KeyServiceAccount: Hashable, Sendable {
    /// Requests for a new data key.
    public private(set) var generateDataKeyCount = 0
    /// Requests to decrypt a data key.
    public private(set) var decryptCount = 0

    /// Until when the bucket key of a KMS key serves, per use.
    private var bucketKeys: [BucketKeyUse: Timestamp] = [:]

    private struct BucketKeyUse: Hashable {
        let keyID: String
        let isWriting: Bool
    }

    /// An account without a request.
    init() {}

    /// All requests.
    public var requestCount: Int { generateDataKeyCount + decryptCount }

    /// Counts what it takes to write an object.
    mutating func write(_ encryption: ServerSideEncryption, now: Timestamp, lifetime: Int64) {
        if asks(encryption, isWriting: true, now: now, lifetime: lifetime) {
            generateDataKeyCount += 1
        }
    }

    /// Counts what it takes to read an object.
    mutating func read(_ encryption: ServerSideEncryption, now: Timestamp, lifetime: Int64) {
        if asks(encryption, isWriting: false, now: now, lifetime: lifetime) { decryptCount += 1 }
    }

    /// Whether an object cannot be written or read without a request.
    private mutating func asks(
        _ encryption: ServerSideEncryption,
        isWriting: Bool,
        now: Timestamp,
        lifetime: Int64
    ) -> Bool {
        switch encryption {
        case .s3, .customer: false
        case .dualLayerKMS: true
        case .kms(let keyID, let bucketKey):
            !bucketKey || renews(keyID, isWriting: isWriting, now: now, lifetime: lifetime)
        }
    }

    /// Whether the bucket key has run out, in which case there is a new one now.
    private mutating func renews(
        _ keyID: String,
        isWriting: Bool,
        now: Timestamp,
        lifetime: Int64
    ) -> Bool {
        let use = BucketKeyUse(keyID: keyID, isWriting: isWriting)
        if let end = bucketKeys[use], now < end { return false }
        bucketKeys[use] = now.adding(nanoseconds: lifetime)
        return true
    }
}
