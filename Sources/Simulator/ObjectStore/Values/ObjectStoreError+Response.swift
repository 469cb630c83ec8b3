extension ObjectStoreError {
    /// The status of the HTTP response.
    public var status: Int {
        switch self {
        case .permanentRedirect: 301
        case .notModified: 304
        case .accessDenied, .invalidObjectState: 403
        case .noSuchBucket, .noSuchKey, .noSuchLifecycleConfiguration, .noSuchUpload,
            .noSuchVersion, .noSuchConfiguration, .noSuchObjectLockConfiguration,
            .objectLockConfigurationNotFound, .replicationConfigurationNotFound:
            404
        case .methodNotAllowed, .methodNotSupported: 405
        case .bucketAlreadyExists, .bucketAlreadyOwnedByYou, .bucketNotEmpty,
            .conditionalRequestConflict, .invalidBucketState, .restoreAlreadyInProgress:
            409
        case .preconditionFailed: 412
        case .invalidPartNumber, .invalidRange: 416
        case .notImplemented: 501
        case .badDigest, .badRequest, .contentSHA256Mismatch, .entityTooLarge, .entityTooSmall,
            .illegalLocationConstraint, .illegalVersioningConfiguration, .invalidArgument,
            .invalidBucketName, .invalidDigest, .invalidEncryptionAlgorithm,
            .invalidLocationConstraint, .invalidPart, .invalidPartOrder, .invalidRedirectLocation,
            .invalidRequest,
            .invalidStorageClass, .invalidTag, .invalidURI, .keyTooLong, .malformedXML,
            .metadataTooLarge:
            400
        }
    }

    /// S3's code: what stands in `Code` of the body.
    public var code: String {
        switch self {
        case .accessDenied: "AccessDenied"
        case .badDigest: "BadDigest"
        case .badRequest: "BadRequest"
        case .bucketAlreadyExists: "BucketAlreadyExists"
        case .bucketAlreadyOwnedByYou: "BucketAlreadyOwnedByYou"
        case .bucketNotEmpty: "BucketNotEmpty"
        case .conditionalRequestConflict: "ConditionalRequestConflict"
        case .contentSHA256Mismatch: "XAmzContentSHA256Mismatch"
        case .entityTooLarge: "EntityTooLarge"
        case .entityTooSmall: "EntityTooSmall"
        case .illegalLocationConstraint: "IllegalLocationConstraintException"
        case .illegalVersioningConfiguration: "IllegalVersioningConfigurationException"
        case .invalidArgument: "InvalidArgument"
        case .invalidBucketName: "InvalidBucketName"
        case .invalidBucketState: "InvalidBucketState"
        case .invalidDigest: "InvalidDigest"
        case .invalidEncryptionAlgorithm: "InvalidEncryptionAlgorithmError"
        case .invalidLocationConstraint: "InvalidLocationConstraint"
        case .invalidObjectState: "InvalidObjectState"
        case .invalidPart: "InvalidPart"
        case .invalidPartNumber: "InvalidPartNumber"
        case .invalidPartOrder: "InvalidPartOrder"
        case .invalidRange: "InvalidRange"
        case .invalidRedirectLocation: "InvalidRedirectLocation"
        case .invalidRequest: "InvalidRequest"
        case .invalidStorageClass: "InvalidStorageClass"
        case .invalidTag: "InvalidTag"
        case .invalidURI: "InvalidURI"
        case .keyTooLong: "KeyTooLongError"
        case .malformedXML: "MalformedXML"
        case .metadataTooLarge: "MetadataTooLarge"
        case .methodNotAllowed, .methodNotSupported: "MethodNotAllowed"
        case .noSuchBucket: "NoSuchBucket"
        case .noSuchConfiguration(let configuration): configuration.rawValue
        case .noSuchKey: "NoSuchKey"
        case .noSuchLifecycleConfiguration: "NoSuchLifecycleConfiguration"
        case .noSuchObjectLockConfiguration: "NoSuchObjectLockConfiguration"
        case .noSuchUpload: "NoSuchUpload"
        case .noSuchVersion: "NoSuchVersion"
        case .notImplemented: "NotImplemented"
        case .notModified: "NotModified"
        case .objectLockConfigurationNotFound: "ObjectLockConfigurationNotFoundError"
        case .permanentRedirect: "PermanentRedirect"
        case .preconditionFailed: "PreconditionFailed"
        case .replicationConfigurationNotFound: "ReplicationConfigurationNotFoundError"
        case .restoreAlreadyInProgress: "RestoreAlreadyInProgress"
        }
    }

    /// What went wrong, in a sentence.
    public var message: String {
        switch self {
        case .badRequest(let text), .invalidArgument(let text), .invalidBucketState(let text),
            .invalidRequest(let text), .invalidTag(let text):
            text
        case .invalidRange(let size): "the range lies outside of the \(size) bytes of the object"
        case .notModified(let tag): "the object still is \(tag)"
        case .permanentRedirect(let bucket, let region):
            "the bucket \(bucket) must be addressed in \(region)"
        case .preconditionFailed(let header): "the condition of \(header.rawValue) does not hold"
        case .noSuchKey(let marker?): "the key was deleted by marker \(marker.versionID)"
        case .methodNotAllowed(let marker): "version \(marker.versionID) is a delete marker"
        case .accessDenied, .badDigest, .conditionalRequestConflict, .contentSHA256Mismatch,
            .invalidDigest,
            .invalidObjectState, .invalidPartNumber, .methodNotSupported, .notImplemented,
            .restoreAlreadyInProgress:
            refusal
        case .illegalLocationConstraint: "the region is not the one that was asked"
        case .illegalVersioningConfiguration: "The Versioning element must be specified"
        case .invalidEncryptionAlgorithm: "the only algorithm is AES256"
        case .invalidLocationConstraint: "The specified location-constraint is not valid"
        case .invalidRedirectLocation:
            "a website redirect location begins with http://, https:// or /"
        case .entityTooLarge: "one operation carries at most 5 GiB"
        case .entityTooSmall: "every part but the last has at least 5 MiB"
        case .invalidPart: "a part was not uploaded, or has another tag"
        case .invalidPartOrder: "the parts must be listed in ascending order"
        case .invalidStorageClass: "there is no such storage class for this"
        case .invalidURI: "the address cannot be read"
        case .keyTooLong: "a key has at most 1,024 bytes"
        case .malformedXML: "the list is empty or too long"
        case .metadataTooLarge: "the metadata of a user has at most 2 KiB"
        case .bucketAlreadyExists, .bucketAlreadyOwnedByYou, .bucketNotEmpty,
            .invalidBucketName:
            "the name cannot be taken, or the bucket not be removed"
        case .noSuchBucket, .noSuchKey(nil), .noSuchLifecycleConfiguration, .noSuchUpload,
            .noSuchConfiguration, .noSuchObjectLockConfiguration, .noSuchVersion,
            .objectLockConfigurationNotFound, .replicationConfigurationNotFound:
            "what the request names does not exist"
        }
    }

    private var refusal: String {
        switch self {
        case .accessDenied: "the caller may not do this, or a lock forbids it"
        case .badDigest: "the digest is not that of the bytes received"
        case .conditionalRequestConflict: "the key changed while the request was under way"
        case .contentSHA256Mismatch: "the bytes are not those that were signed"
        case .invalidDigest: "the digest is not valid"
        case .invalidObjectState: "the object is archived; restore it first"
        case .invalidPartNumber: "the object has no such part"
        case .methodNotSupported: "the method is not allowed against this"
        case .restoreAlreadyInProgress: "the object is being restored"
        default: "this does not exist here"
        }
    }

    /// The headers that the error adds to its response, in the order of their names.
    public var headers: [ResponseHeader] {
        switch self {
        case .noSuchKey(let marker?):
            [
                ResponseHeader("x-amz-delete-marker", "true"),
                ResponseHeader("x-amz-version-id", marker.versionID.description),
            ]
        case .methodNotAllowed(let marker):
            [
                ResponseHeader("allow", "DELETE"),
                ResponseHeader("last-modified", marker.lastModified.httpDate),
                ResponseHeader("x-amz-delete-marker", "true"),
                ResponseHeader("x-amz-version-id", marker.versionID.description),
            ]
        case .permanentRedirect(_, let region): [ResponseHeader("x-amz-bucket-region", region)]
        case .notModified(let tag): [ResponseHeader("etag", tag.description)]
        case .invalidRange(let size): [ResponseHeader("content-range", "bytes */\(size)")]
        default: []
        }
    }
}

/// A header of a response, its name in small letters.
public typealias ResponseHeader = HTTPField
