/// Why the store refused a request: the errors of S3, each with its code and status.
///
/// Source: the S3 API reference, *Error responses*, and the operations' own lists.
public enum ObjectStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The caller may not do this, or a lock forbids it.
    case accessDenied
    /// A digest that came with the bytes is not theirs.
    case badDigest
    /// The request as a whole is wrong, as more tags than ten.
    case badRequest(String)
    /// Another account has a bucket of this name.
    case bucketAlreadyExists
    /// The caller has this bucket already.
    case bucketAlreadyOwnedByYou
    /// The bucket still holds versions or delete markers.
    case bucketNotEmpty
    /// Another write or deletion of the key took effect while this request was under way.
    case conditionalRequestConflict
    /// The object is larger than one operation may carry.
    case entityTooLarge
    /// A part other than the last is smaller than 5 MiB.
    case entityTooSmall
    /// The region that a new bucket is to be in is not the one that was asked.
    case illegalLocationConstraint
    /// A versioning configuration does not say whether versions are kept.
    case illegalVersioningConfiguration
    /// An argument is out of its range.
    case invalidArgument(String)
    /// The name breaks the rules for buckets.
    case invalidBucketName
    /// The bucket is not in the state that the request needs.
    case invalidBucketState(String)
    /// A digest is no digest: not Base64, or of another length.
    case invalidDigest
    /// Keys of customers serve no other algorithm than AES-256.
    case invalidEncryptionAlgorithm
    /// There is no such region.
    case invalidLocationConstraint
    /// The object is archived and must be restored first.
    case invalidObjectState
    /// A part was not uploaded, or its tag is another.
    case invalidPart
    /// The object has no part of this number.
    case invalidPartNumber
    /// The parts are not listed in ascending order, or have gaps where none may be.
    case invalidPartOrder
    /// A request cannot be sent on to there.
    case invalidRedirectLocation
    /// The range lies outside of the object, which has this many bytes.
    case invalidRange(size: Int)
    /// The request cannot be carried out as it is.
    case invalidRequest(String)
    /// The storage class is none, or none that may be asked for here.
    case invalidStorageClass
    /// A tag breaks the rules for tags.
    case invalidTag(String)
    /// The address is encoded in no valid way.
    case invalidURI
    /// The key is longer than 1,024 bytes.
    case keyTooLong
    /// A list is empty or too long.
    case malformedXML
    /// The user's metadata is larger than 2 KiB.
    case metadataTooLarge
    /// The request addresses a delete marker, which can only be deleted.
    case methodNotAllowed(DeleteMarkerNote)
    /// What the request names knows no such method.
    case methodNotSupported
    /// There is no such bucket.
    case noSuchBucket
    /// There is no such key, or its current version is a delete marker.
    case noSuchKey(DeleteMarkerNote?)
    /// The bucket has no lifecycle configuration.
    case noSuchLifecycleConfiguration
    /// The bucket has no configuration of this kind.
    case noSuchConfiguration(BucketConfiguration)
    /// The object has no retention or legal hold.
    case noSuchObjectLockConfiguration
    /// There is no such upload: it was completed, aborted, or never begun.
    case noSuchUpload
    /// There is no such version.
    case noSuchVersion
    /// What the request asks for does not exist.
    case notImplemented
    /// The object is as the client has it; the status is no failure.
    case notModified(ETag)
    /// The bytes are not those that the client signed.
    case contentSHA256Mismatch
    /// The bucket was not created with object lock.
    case objectLockConfigurationNotFound
    /// The bucket is in another region, where it must be asked for.
    case permanentRedirect(bucket: String, region: String)
    /// A condition of the request did not hold.
    case preconditionFailed(Precondition)
    /// The bucket has no replication configuration.
    case replicationConfigurationNotFound
    /// The object is being restored.
    case restoreAlreadyInProgress

    /// What nobody set of a bucket, by the code of the answer.
    public enum BucketConfiguration: String, Hashable, Sendable {
        /// Who may do what.
        case policy = "NoSuchBucketPolicy"
        /// From which pages browsers may ask.
        case cors = "NoSuchCORSConfiguration"
        /// The tags of the bucket itself.
        case tagging = "NoSuchTagSet"
        /// How it is served as a website.
        case website = "NoSuchWebsiteConfiguration"
    }

    /// What the headers of an answer say of the delete marker that was met.
    public struct DeleteMarkerNote: Hashable, Sendable {
        /// The version of the marker: `x-amz-version-id`, beside `x-amz-delete-marker: true`.
        public let versionID: VersionID
        /// When it was made: `Last-Modified`.
        public let lastModified: Timestamp
    }

    /// The header whose condition did not hold.
    public enum Precondition: String, Hashable, Sendable {
        /// The object has another tag.
        case ifMatch = "If-Match"
        /// The object has the tag, or exists.
        case ifNoneMatch = "If-None-Match"
        /// The object has not changed since. Fails only for the source of a copy.
        case ifModifiedSince = "If-Modified-Since"
        /// The object has changed since.
        case ifUnmodifiedSince = "If-Unmodified-Since"
    }

    /// The code and what stands in `Message` where the case has no text of its own.
    public var description: String { "\(code) (\(status)): \(message)" }
}
