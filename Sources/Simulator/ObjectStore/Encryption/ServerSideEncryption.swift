/// How the store encrypts an object at rest.
///
/// Source: the S3 User Guide, *Protecting data with server-side encryption*; every object has been
/// encrypted with keys of S3 since January 2023, where nothing else is asked for.
public enum ServerSideEncryption: Hashable, Sendable {
    /// SSE-S3: keys of the store's own.
    case s3
    /// SSE-KMS: a key of the key management service, with or without a bucket key before it.
    case kms(keyID: String, bucketKey: Bool)
    /// DSSE-KMS: two layers of encryption by such a key, without a bucket key.
    case dualLayerKMS(keyID: String)
    /// SSE-C: a key that comes with every request and is not kept; here its MD5.
    case customer(keyMD5: String)

    /// The key that KMS uses where none is named.
    public static let managedKeyID = "alias/aws/s3"

    /// Whether the tag of the object is the MD5 of its bytes, or of those of its parts.
    var hasDigestAsTag: Bool { self == .s3 }

    /// The headers of a response, in the order of their names.
    var headers: [ResponseHeader] {
        switch self {
        case .s3: [ResponseHeader("x-amz-server-side-encryption", "AES256")]
        case .kms(let keyID, let bucketKey):
            [
                ResponseHeader("x-amz-server-side-encryption", "aws:kms"),
                ResponseHeader("x-amz-server-side-encryption-aws-kms-key-id", keyID),
            ]
                + (bucketKey
                    ? [ResponseHeader("x-amz-server-side-encryption-bucket-key-enabled", "true")]
                    : [])
        case .dualLayerKMS(let keyID):
            [
                ResponseHeader("x-amz-server-side-encryption", "aws:kms:dsse"),
                ResponseHeader("x-amz-server-side-encryption-aws-kms-key-id", keyID),
            ]
        case .customer(let keyMD5):
            [
                ResponseHeader("x-amz-server-side-encryption-customer-algorithm", "AES256"),
                ResponseHeader("x-amz-server-side-encryption-customer-key-md5", keyMD5),
            ]
        }
    }

    /// Reads the value of the header `x-amz-server-side-encryption`.
    ///
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for any but `AES256`, `aws:kms` and
    ///   `aws:kms:dsse`.
    public init(
        header: String,
        keyID: String? = nil,
        bucketKey: Bool = false
    ) throws(ObjectStoreError) {
        switch header {
        case "AES256": self = .s3
        case "aws:kms": self = .kms(keyID: keyID ?? Self.managedKeyID, bucketKey: bucketKey)
        case "aws:kms:dsse": self = .dualLayerKMS(keyID: keyID ?? Self.managedKeyID)
        default: throw .invalidArgument("The encryption method specified is not supported")
        }
    }
}
