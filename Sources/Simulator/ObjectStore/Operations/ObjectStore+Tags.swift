extension ObjectStore {
    /// The tags of an object, and of which version, where the bucket has kept any.
    ///
    /// Source: the S3 API reference, *GetObjectTagging*.
    /// - Throws: As ``get(_:_:)`` for what does not exist.
    public func tags(
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> (tags: [ObjectTag], versionID: VersionID?) {
        let bucket = try bucket(name, for: .read, key: key, context)
        let version = try version(key, versionID, in: bucket, context)
        bucket.meter.countRead(version.storageClass)
        return (version.tags, bucket.visibleID(version))
    }

    /// Sets the tags of an object in the place of all it had; its tag and time stay.
    ///
    /// Source: the S3 API reference, *PutObjectTagging* and *DeleteObjectTagging*.
    /// - Returns: Of which version, where the bucket has kept any.
    /// - Throws: As ``tags(bucket:key:versionID:_:)``, and what is wrong with the tags.
    @discardableResult
    public func setTags(
        _ tags: [ObjectTag],
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> VersionID? {
        let bucket = try bucket(name, for: .write, key: key, context)
        try ObjectTag.validate(tags)
        let version = try version(key, versionID, in: bucket, context)
        version.change { $0.tags = tags }
        bucket.meter.countWrite(version.storageClass)
        let event = tags.isEmpty ? EventName.objectTaggingDelete : .objectTaggingPut
        notify(event, bucket, key: key, version, context)
        replicateTags(of: version, key: key, in: bucket, context)
        return bucket.visibleID(version)
    }

    /// Has an archived object made readable for some days.
    ///
    /// Source: the S3 API reference, *RestoreObject*.
    /// - Returns: The status: 202 for what begins, 200 where the copy is there and stays longer.
    /// - Throws: ``ObjectStoreError/invalidObjectState`` for what is not archived,
    ///   ``ObjectStoreError/restoreAlreadyInProgress``, ``ObjectStoreError/invalidArgument(_:)``
    ///   for no days, and for a tier that does not serve the class.
    public func restore(
        bucket name: String,
        key: String,
        versionID: VersionID? = nil,
        days: Int,
        tier: RestoreTier,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> Int {
        let bucket = try bucket(name, for: .write, key: key, context)
        let version = try version(key, versionID, in: bucket, context)
        guard version.storageClass.isArchive else { throw .invalidObjectState }
        guard days > 0 else { throw .invalidArgument("a restored copy stays for at least a day") }
        guard let duration = tier.duration(from: version.storageClass) else {
            throw .invalidArgument("\(tier.rawValue) does not serve \(version.storageClass)")
        }
        var readableFrom = context.now.adding(nanoseconds: duration)
        var status = 202
        if let restoration = version.extras?.restoration, context.now < restoration.expires {
            guard restoration.readableFrom <= context.now else { throw .restoreAlreadyInProgress }
            readableFrom = restoration.readableFrom
            status = 200
        } else {
            bucket.meter.countRetrieval(version.storageClass, bytes: version.size)
        }
        let start = max(readableFrom, context.now)
        let restoration = Restoration(
            readableFrom: readableFrom,
            expires: start.adding(days: days).nextMidnight
        )
        version.change { $0.restoration = restoration }
        notify(.objectRestorePost, bucket, key: key, version, context)
        return status
    }
}
