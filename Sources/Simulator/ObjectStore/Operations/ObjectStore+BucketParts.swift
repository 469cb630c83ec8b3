/// What S3 knows of a bucket beside what this store does by it: it can be asked for, and taken away
/// where there is none.
public enum BucketPart: String, Hashable, Sendable {
    case accelerate
    case cors
    case logging
    case notification
    case policy
    case policyStatus
    case replication
    case requestPayment
    case tagging
    case website
}

extension ObjectStore {
    /// What nobody set of a bucket.
    ///
    /// Source: the S3 API reference, *GetBucketPolicy*, *GetBucketCors*, *GetBucketTagging*,
    /// *GetBucketWebsite*, *GetBucketReplication*, *GetBucketLogging*, *GetBucketRequestPayment*,
    /// *GetBucketAccelerateConfiguration* and *GetBucketNotificationConfiguration*.
    /// - Throws: ``ObjectStoreError/noSuchConfiguration(_:)`` or
    ///   ``ObjectStoreError/replicationConfigurationNotFound``, where there is nothing by itself;
    ///   ``ObjectStoreError/notImplemented`` for what was set in another way.
    func part(
        _ part: BucketPart,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectStoreManaged {
        let bucket = try bucket(name, for: .configure, key: "", context)
        switch part {
        case .policy, .policyStatus:
            if bucket.policy == nil { throw .noSuchConfiguration(.policy) }
        case .cors: throw .noSuchConfiguration(.cors)
        case .tagging: throw .noSuchConfiguration(.tagging)
        case .website: throw .noSuchConfiguration(.website)
        case .replication: if bucket.replication == nil { throw .replicationConfigurationNotFound }
        case .notification: if bucket.notifications.rules.isEmpty { return .part(part) }
        case .accelerate, .logging, .requestPayment: return .part(part)
        }
        throw .notImplemented
    }

    /// Takes something of a bucket away; where there is none, that is no failure.
    ///
    /// Source: the S3 API reference, *DeleteBucketPolicy* and so on.
    func removePart(
        _ part: BucketPart,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        if part == .policy { return try setPolicy(nil, of: name, context) }
        let bucket = try bucket(name, for: .configure, key: "", context)
        if part == .replication { bucket.replication = nil }
    }

    /// To whom a bucket, or an object in it, belongs.
    ///
    /// Source: the S3 API reference, *GetBucketAcl* and *GetObjectAcl*; without lists of access,
    /// as all buckets have been since April 2023, that is all there is to say.
    func accessControl(
        of object: ObjectStoreManagement.ObjectReference,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectStoreManaged {
        let isBucket = object.key.isEmpty
        let bucket = try bucket(
            object.bucket,
            for: isBucket ? .configure : .read,
            key: object.key,
            context
        )
        if !isBucket { _ = try version(object.key, object.versionID, in: bucket, context) }
        return .accessControl(owner: bucket.owner)
    }

    /// - Throws: ``ObjectStoreError/illegalLocationConstraint`` for a region that is not this one,
    ///   and where none is said but in `us-east-1`;
    ///   ``ObjectStoreError/invalidLocationConstraint`` for what is no region, and for `us-east-1`,
    ///   which cannot be asked for by its name. What S3 has no region of can be left out.
    func check(location: String?) throws(ObjectStoreError) {
        guard let location else { return }
        if location.isEmpty {
            if Self.regions.contains(settings.region) { throw .illegalLocationConstraint }
            return
        }
        if location == settings.region, location != "us-east-1" { return }
        throw Self.regions.contains(location)
            ? .illegalLocationConstraint : .invalidLocationConstraint
    }

    /// Source: the S3 API reference, *CreateBucketConfiguration*, `LocationConstraint`.
    private static let regions: Set<String> = [
        "EU", "af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3",
        "ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3",
        "ap-southeast-4", "ap-southeast-5", "ca-central-1", "cn-north-1", "cn-northwest-1",
        "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1",
        "eu-west-2", "eu-west-3", "il-central-1", "me-central-1", "me-south-1", "sa-east-1",
        "us-east-2", "us-gov-east-1", "us-gov-west-1", "us-west-1", "us-west-2",
    ]
}
