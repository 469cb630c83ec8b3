extension ObjectStore {
    /// Sets the lifecycle of the objects of a bucket; nil for none.
    ///
    /// Source: the S3 API reference, *PutBucketLifecycleConfiguration*.
    public func setLifecycle(
        _ lifecycle: LifecycleConfiguration?,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        try bucket(name, for: .configure, key: "", context).lifecycle = lifecycle
    }

    /// The lifecycle of the objects of a bucket.
    ///
    /// - Throws: ``ObjectStoreError/noSuchLifecycleConfiguration``.
    public func lifecycle(
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> LifecycleConfiguration {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard let lifecycle = bucket.lifecycle else { throw .noSuchLifecycleConfiguration }
        return lifecycle
    }

    /// Does what is due by the lifecycle of a bucket. S3 does so some time after each midnight.
    ///
    /// One thing is done to a version at a time: of several that are due, deletion for good comes
    /// before a move, and a move before a delete marker. What is locked, or waits for its
    /// replication, stays as it is. None of it is replicated.
    ///
    /// Source: the S3 User Guide, *Managing your storage lifecycle*, and *Examples of S3 Lifecycle
    /// configurations*, "overlapping filters, conflicting lifecycle actions".
    /// - Returns: What was done: by key, and then the newest version first, aborted uploads last.
    /// - Throws: ``ObjectStoreError/noSuchBucket``.
    /// - Complexity: O(*n*) in the versions of the bucket.
    @discardableResult
    public func runLifecycle(
        of name: String,
        now: Timestamp
    ) throws(ObjectStoreError) -> [LifecycleAction] {
        guard let bucket = buckets[name] else { throw .noSuchBucket }
        guard let lifecycle = bucket.lifecycle else { return [] }
        let context = RequestContext(now: now, caller: "s3.amazonaws.com")
        var work: [(key: String, version: ObjectVersion, due: LifecycleConfiguration.Due)] = []
        bucket.objects.visit(from: []) { bytes, stack in
            let key = String(decoding: bytes, as: UTF8.self)
            let versions = stack.versions
            for index in versions.indices {
                let due = lifecycle.due(
                    index,
                    of: versions,
                    key: key,
                    versioning: bucket.versioning,
                    now: now
                )
                if let due { work.append((key, versions[index], due)) }
            }
            return true
        }
        var actions: [LifecycleAction] = []
        for (key, version, due) in work where perform(due, key, version, in: bucket, context) {
            actions.append(
                LifecycleAction(
                    kind: due.kind,
                    key: key,
                    versionID: bucket.visibleID(version),
                    ruleID: due.ruleID
                )
            )
        }
        return actions + abortUploads(in: bucket, lifecycle, context)
    }

    /// - Returns: Whether it was done.
    private func perform(
        _ due: LifecycleConfiguration.Due,
        _ key: String,
        _ version: ObjectVersion,
        in bucket: Bucket,
        _ context: RequestContext
    ) -> Bool {
        guard let stack = bucket.objects.value(for: key) else { return false }
        switch due.kind {
        case .deleted, .expiredDeleteMarkerRemoved:
            guard version.lock.allowsDeletion(now: context.now, bypassesGovernance: false) else {
                return false
            }
            remove(version, key: key, from: stack, in: bucket, context)
            notify(.lifecycleExpirationDelete, bucket, key: key, version, context)
        case .deleteMarkerCreated:
            let marker = mark(key, over: stack, in: bucket, context)
            notify(.lifecycleExpirationDeleteMarkerCreated, bucket, key: key, marker, context)
        case .transitioned(_, let target):
            meterRemoval(of: version, in: bucket, context)
            version.storageClass = target
            version.change { $0.storedSince = context.now }
            bucket.meter.add(size: version.size, target, now: context.now)
            bucket.meter.countTransition(to: target)
            notify(.lifecycleTransition, bucket, key: key, version, context)
        case .uploadAborted: return false
        }
        return true
    }

    private func abortUploads(
        in bucket: Bucket,
        _ lifecycle: LifecycleConfiguration,
        _ context: RequestContext
    ) -> [LifecycleAction] {
        let uploads = bucket.uploads.values.sorted { $0.id.number < $1.id.number }
        return uploads.compactMap { upload in
            let abortion = lifecycle.abortion(of: upload)
            guard let abortion, abortion.date <= context.now else { return nil }
            end(upload, in: bucket, context)
            return LifecycleAction(
                kind: .uploadAborted(upload.id),
                key: upload.key,
                versionID: nil,
                ruleID: abortion.ruleID
            )
        }
    }
}
