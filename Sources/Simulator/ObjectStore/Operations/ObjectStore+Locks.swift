extension ObjectStore {
    /// Sets what new versions of a bucket get; nil for nothing.
    ///
    /// Source: the S3 API reference, *PutObjectLockConfiguration*.
    /// - Throws: ``ObjectStoreError/invalidBucketState(_:)`` for a bucket that does not keep
    ///   versions.
    public func setDefaultRetention(
        _ retention: DefaultRetention?,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard bucket.versioning == .enabled else {
            throw .invalidBucketState(
                "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration"
            )
        }
        bucket.lock = Bucket.LockConfiguration(defaultRetention: retention)
    }

    /// What new versions of a bucket get.
    ///
    /// - Throws: ``ObjectStoreError/objectLockConfigurationNotFound`` for a bucket without object
    ///   lock.
    public func defaultRetention(
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> DefaultRetention? {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard let lock = bucket.lock else { throw .objectLockConfigurationNotFound }
        return lock.defaultRetention
    }

    /// Sets until when a version must stay; nil to lift it.
    ///
    /// Source: the S3 API reference, *PutObjectRetention*.
    /// - Throws: ``ObjectStoreError/accessDenied`` for a retention that may not be shortened or
    ///   lifted; ``ObjectStoreError/invalidArgument(_:)`` for an end that has passed;
    ///   ``ObjectStoreError/invalidRequest(_:)`` for a bucket without object lock.
    public func setRetention(
        _ retention: ObjectRetention?,
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        bypassesGovernance: Bool = false,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .write, key: key, context)
        let version = try lockable(key, versionID, in: bucket, context)
        if bypassesGovernance, !allows(bucket, .bypassGovernance, key: key, context) {
            throw .accessDenied
        }
        try validate(retention, context)
        if let old = version.lock.retention,
            !old.allows(retention, now: context.now, bypassesGovernance: bypassesGovernance)
        {
            throw .accessDenied
        }
        version.change { $0.lock.retention = retention }
    }

    /// Puts a legal hold on a version, or lifts it.
    ///
    /// Source: the S3 API reference, *PutObjectLegalHold*.
    /// - Throws: ``ObjectStoreError/invalidRequest(_:)`` for a bucket without object lock.
    public func setLegalHold(
        _ isOn: Bool,
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .write, key: key, context)
        let version = try lockable(key, versionID, in: bucket, context)
        version.change { $0.lock.legalHold = isOn }
    }

    /// Whether a legal hold is on a version.
    ///
    /// Source: the S3 API reference, *GetObjectLegalHold*.
    /// - Throws: ``ObjectStoreError/noSuchObjectLockConfiguration`` where there never was one,
    ///   ``ObjectStoreError/invalidRequest(_:)`` for a bucket without object lock.
    public func hasLegalHold(
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> Bool {
        let bucket = try bucket(name, for: .read, key: key, context)
        let version = try lockable(key, versionID, in: bucket, context)
        guard let isOn = version.lock.legalHold else { throw .noSuchObjectLockConfiguration }
        return isOn
    }

    /// Until when a version must stay.
    ///
    /// Source: the S3 API reference, *GetObjectRetention*.
    /// - Throws: ``ObjectStoreError/noSuchObjectLockConfiguration`` where there is none.
    public func retention(
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectRetention {
        let bucket = try bucket(name, for: .read, key: key, context)
        let version = try lockable(key, versionID, in: bucket, context)
        guard let retention = version.lock.retention else { throw .noSuchObjectLockConfiguration }
        return retention
    }

    private func lockable(
        _ key: String,
        _ versionID: VersionID?,
        in bucket: Bucket,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectVersion {
        guard bucket.lock != nil else { throw Self.missingLock }
        return try version(key, versionID, in: bucket, context)
    }

    private static var missingLock: ObjectStoreError {
        .invalidRequest("Bucket is missing Object Lock Configuration")
    }

    private func validate(
        _ retention: ObjectRetention?,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        if let retention, retention.retainUntil <= context.now {
            throw .invalidArgument("The retain until date must be in the future!")
        }
    }

    /// The lock of a version that is about to be written.
    func lock(
        of attributes: ObjectAttributes,
        in bucket: Bucket,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectLock {
        guard let configuration = bucket.lock else {
            guard attributes.retention == nil, attributes.hasLegalHold == nil else {
                throw Self.missingLock
            }
            return ObjectLock()
        }
        try validate(attributes.retention, context)
        let standard = configuration.defaultRetention?.retention(from: context.now)
        return ObjectLock(
            retention: attributes.retention ?? standard,
            legalHold: attributes.hasLegalHold
        )
    }
}
