/// What a program asks of a bucket as a whole, or of what an object has beside its bytes.
public enum ObjectStoreManagement: Sendable {
    case listBuckets(ListBucketsRequest)
    /// Nil for the region of the store; empty where a request says none.
    case createBucket(String, region: String?, hasObjectLock: Bool)
    case headBucket(String)
    case deleteBucket(String)
    case bucketLocation(String)
    case versioning(String)
    case setVersioning(String, BucketVersioning)
    case lifecycle(String)
    case setLifecycle(String, LifecycleConfiguration?)
    case encryption(String)
    case setEncryption(String, ServerSideEncryption)
    case defaultRetention(String)
    case setDefaultRetention(String, DefaultRetention?)
    case part(String, BucketPart)
    case removePart(String, BucketPart)
    case tags(ObjectReference)
    case setTags(ObjectReference, [ObjectTag])
    case retention(ObjectReference)
    case setRetention(ObjectReference, ObjectRetention?, bypassesGovernance: Bool)
    case legalHold(ObjectReference)
    case setLegalHold(ObjectReference, isOn: Bool)
    case accessControl(ObjectReference)
    case attributes(GetObjectAttributesRequest)
    case restore(ObjectReference, days: Int, tier: RestoreTier)

    /// Which version of which object is meant.
    public struct ObjectReference: Hashable, Sendable {
        /// The bucket.
        public var bucket: String
        /// The key.
        public var key: String
        /// Nil for the current version.
        public var versionID: VersionID?

        /// A reference.
        public init(bucket: String, key: String, versionID: VersionID? = nil) {
            self.bucket = bucket
            self.key = key
            self.versionID = versionID
        }
    }

    /// What limits hold for it, and how long it takes.
    var kind: ObjectStoreOperation.Kind {
        switch self {
        case .listBuckets: .list
        case .headBucket, .bucketLocation, .versioning, .lifecycle, .encryption,
            .defaultRetention, .part, .tags, .retention, .legalHold, .accessControl, .attributes:
            .read
        case .createBucket, .removePart, .deleteBucket, .setVersioning, .setLifecycle,
            .setEncryption, .setDefaultRetention, .setTags, .setRetention, .setLegalHold, .restore:
            .write
        }
    }

    /// The bucket that it is about; empty for all.
    var bucket: String {
        switch self {
        case .listBuckets: ""
        case .createBucket(let name, _, _), .headBucket(let name), .deleteBucket(let name),
            .bucketLocation(let name), .versioning(let name), .setVersioning(let name, _),
            .lifecycle(let name), .setLifecycle(let name, _), .encryption(let name),
            .setEncryption(let name, _), .defaultRetention(let name),
            .setDefaultRetention(let name, _), .part(let name, _), .removePart(let name, _):
            name
        default: object?.bucket ?? ""
        }
    }

    /// The key that it is about; empty for the bucket itself.
    var key: String { object?.key ?? "" }

    private var object: ObjectReference? {
        switch self {
        case .tags(let object), .setTags(let object, _), .retention(let object),
            .setRetention(let object, _, _), .legalHold(let object), .setLegalHold(let object, _),
            .accessControl(let object), .restore(let object, _, _):
            object
        case .attributes(let request):
            ObjectReference(
                bucket: request.object.bucket,
                key: request.object.key,
                versionID: request.object.versionID
            )
        default: nil
        }
    }
}

/// What the store answers to what is asked of a bucket, or of what an object has beside its bytes.
public enum ObjectStoreManaged: Sendable {
    /// Nothing but that it was done.
    case done
    case buckets(ListBucketsResult)
    case location(String)
    case versioning(BucketVersioning)
    case lifecycle(LifecycleConfiguration)
    case encryption(ServerSideEncryption)
    case defaultRetention(DefaultRetention?)
    /// What was never set of a bucket, and is as it is by itself.
    case part(BucketPart)
    case tags([ObjectTag], versionID: VersionID?)
    /// The version whose tags were set.
    case tagged(VersionID?)
    case retention(ObjectRetention)
    case legalHold(isOn: Bool)
    /// To whom something belongs; nobody else was granted anything.
    case accessControl(owner: Principal)
    case attributes(GetObjectAttributesResult)
    /// The status of HTTP tells whether the restoration began just now.
    case restoring(status: Int)
}

extension ObjectStore {
    /// Carries out what is asked of a bucket, or of what an object has beside its bytes.
    ///
    /// - Throws: As the operation does.
    func perform(
        _ operation: ObjectStoreManagement,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectStoreManaged {
        switch operation {
        case .listBuckets(let request): return .buckets(try listBuckets(request, context))
        case .createBucket(let name, let region, let hasObjectLock):
            try check(location: region)
            try createBucket(name, hasObjectLock: hasObjectLock, context)
        case .headBucket(let name): try headBucket(name, context)
        case .deleteBucket(let name): try deleteBucket(name, context)
        case .bucketLocation(let name):
            try headBucket(name, context)
            return .location(settings.region)
        case .versioning(let name): return .versioning(try versioning(of: name, context))
        case .setVersioning(let name, let versioning):
            try setVersioning(versioning, of: name, context)
        case .lifecycle(let name): return .lifecycle(try lifecycle(of: name, context))
        case .setLifecycle(let name, let lifecycle):
            try setLifecycle(lifecycle, of: name, context)
        case .encryption(let name): return .encryption(try defaultEncryption(of: name, context))
        case .setEncryption(let name, let encryption):
            try setDefaultEncryption(encryption, of: name, context)
        case .defaultRetention(let name):
            return .defaultRetention(try defaultRetention(of: name, context))
        case .setDefaultRetention(let name, let retention):
            try setDefaultRetention(retention, of: name, context)
        case .part(let name, let part): return try self.part(part, of: name, context)
        case .removePart(let name, let part): try removePart(part, of: name, context)
        default: return try performOnObject(operation, context)
        }
        return .done
    }

    private func performOnObject(
        _ operation: ObjectStoreManagement,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectStoreManaged {
        let (bucket, key) = (operation.bucket, operation.key)
        switch operation {
        case .tags(let object):
            let id = object.versionID
            let found = try tags(bucket: bucket, key: key, versionID: id, context)
            return .tags(found.tags, versionID: found.versionID)
        case .setTags(let object, let tags):
            let id = object.versionID
            return .tagged(try setTags(tags, bucket: bucket, key: key, versionID: id, context))
        case .retention(let object):
            let id = object.versionID
            return .retention(try retention(bucket: bucket, key: key, versionID: id, context))
        case .setRetention(let object, let retention, let bypasses):
            try setRetention(
                retention,
                bucket: bucket,
                key: key,
                versionID: object.versionID,
                bypassesGovernance: bypasses,
                context
            )
        case .legalHold(let object):
            let id = object.versionID
            return .legalHold(
                isOn: try hasLegalHold(bucket: bucket, key: key, versionID: id, context)
            )
        case .accessControl(let object): return try accessControl(of: object, context)
        case .attributes(let request): return .attributes(try attributes(request, context))
        case .setLegalHold(let object, let isOn):
            try setLegalHold(isOn, bucket: bucket, key: key, versionID: object.versionID, context)
        case .restore(let object, let days, let tier):
            let status = try restore(
                bucket: bucket,
                key: key,
                versionID: object.versionID,
                days: days,
                tier: tier,
                context
            )
            return .restoring(status: status)
        default: preconditionFailure("this is done to a bucket")
        }
        return .done
    }
}
