extension ObjectStore {
    /// Sets where new versions of a bucket are replicated to; nil for nowhere. What is there
    /// already is not replicated.
    ///
    /// Source: the S3 API reference, *PutBucketReplication*.
    /// - Throws: ``ObjectStoreError/invalidRequest(_:)`` for a bucket that does not keep versions.
    public func setReplication(
        _ replication: ReplicationConfiguration?,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard bucket.versioning == .enabled || replication == nil else {
            throw .invalidRequest(
                "Versioning must be 'Enabled' on the bucket to apply a replication configuration"
            )
        }
        bucket.replication = replication
    }

    /// Where new versions of a bucket are replicated to.
    ///
    /// - Throws: ``ObjectStoreError/replicationConfigurationNotFound``.
    public func replication(
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ReplicationConfiguration {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard let replication = bucket.replication else { throw .replicationConfigurationNotFound }
        return replication
    }

    /// Makes the tasks for a version that was just written by a client.
    func replicate(
        _ version: ObjectVersion,
        key: String,
        in bucket: Bucket,
        _ context: RequestContext
    ) {
        let kind = version.isDeleteMarker ? ReplicationTask.Kind.deleteMarker : .object
        addTasks(kind, version, key: key, in: bucket, context)
    }

    /// Makes the tasks for new tags of a version that was itself to be replicated.
    func replicateTags(
        of version: ObjectVersion,
        key: String,
        in bucket: Bucket,
        _ context: RequestContext
    ) {
        guard let status = version.replicationStatus, status != .replica else { return }
        addTasks(.tags, version, key: key, in: bucket, context)
    }

    private func addTasks(
        _ kind: ReplicationTask.Kind,
        _ version: ObjectVersion,
        key: String,
        in bucket: Bucket,
        _ context: RequestContext
    ) {
        guard let replication = bucket.replication, !version.id.isNull else { return }
        let rules = replication.rules(for: version, key: key)
        if rules.isEmpty { return }
        version.replicationStatus = .pending
        openReplications[version.id, default: OpenReplication(taskCount: 0)].taskCount +=
            rules.count
        for rule in rules {
            replicationTasks.append(
                ReplicationTask(
                    number: Counters.next(&counters.replication),
                    kind: kind,
                    sourceBucket: bucket.name,
                    key: key,
                    versionID: version.id,
                    destinationBucket: rule.destination,
                    storageClass: rule.storageClass ?? version.storageClass,
                    created: context.now
                )
            )
        }
    }

    /// What is to be carried to the destination of a task, as it is now.
    ///
    /// - Returns: Nil where the version was deleted for good in between: deletions of versions are
    ///   never replicated, and the task has come to nothing.
    public func replica(for task: ReplicationTask) -> Replica? {
        guard let stack = buckets[task.sourceBucket]?.objects.value(for: task.key),
            let version = stack.version(task.versionID)
        else { return nil }
        return Replica(
            task: task,
            lastModified: version.lastModified,
            tag: version.tag,
            content: version.content,
            metadata: version.metadata,
            tags: version.tags,
            encryption: version.encryption,
            checksum: version.extras?.checksum,
            lock: version.lock,
            partSizes: version.extras?.partSizes ?? []
        )
    }

    /// Takes in what another store, or another bucket, carried here: with its version, time and
    /// tag. What is here already is not taken twice.
    ///
    /// - Throws: ``ObjectStoreError/noSuchBucket``, ``ObjectStoreError/invalidRequest(_:)`` for a
    ///   bucket that does not keep versions, ``ObjectStoreError/noSuchVersion`` for tags of a
    ///   version that is not here.
    public func receive(
        _ replica: Replica,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let task = replica.task
        guard let bucket = buckets[task.destinationBucket] else { throw .noSuchBucket }
        guard bucket.versioning == .enabled else {
            throw .invalidRequest("the destination of a replication must keep versions")
        }
        var stack = bucket.objects.value(for: task.key)
        let existing = stack?.version(task.versionID)
        if task.kind == .tags {
            guard let existing else { throw .noSuchVersion }
            existing.change { $0.tags = replica.tags }
            return
        }
        if existing != nil { return }
        let version = version(of: replica)
        if !version.isDeleteMarker {
            bucket.meter.add(size: version.size, version.storageClass, now: context.now)
            bucket.meter.countWrite(version.storageClass)
        }
        if stack?.insert(version) == nil { stack = VersionStack(version) }
        if let stack { bucket.objects.set(stack, for: task.key) }
        bucket.openWrites.noteWrite(of: task.key)
    }

    private func version(of replica: Replica) -> ObjectVersion {
        let task = replica.task
        if task.kind == .deleteMarker {
            let marker = ObjectVersion(
                markerWith: task.versionID,
                lastModified: replica.lastModified
            )
            marker.replicationStatus = .replica
            return marker
        }
        let version = ObjectVersion(
            id: task.versionID,
            lastModified: replica.lastModified,
            tag: replica.tag,
            content: replica.content,
            storageClass: task.storageClass
        )
        version.change { extras in
            extras.metadata = replica.metadata
            extras.tags = replica.tags
            extras.encryption = replica.encryption == .s3 ? nil : replica.encryption
            extras.checksum = replica.checksum
            extras.lock = replica.lock
            extras.partSizes = replica.partSizes
        }
        version.replicationStatus = .replica
        return version
    }

    /// Says how a task ended. A version is completed when all of its tasks are, and failed when
    /// one did.
    public func finish(
        _ task: ReplicationTask,
        _ outcome: ReplicationOutcome,
        _ context: RequestContext
    ) {
        guard var open = openReplications[task.versionID] else { return }
        open.taskCount -= 1
        open.hasFailed = open.hasFailed || outcome == .failed
        openReplications[task.versionID] = open.taskCount == 0 ? nil : open
        guard let bucket = buckets[task.sourceBucket],
            let version = bucket.objects.value(for: task.key)?.version(task.versionID)
        else { return }
        if outcome == .failed {
            notify(.replicationFailed, bucket, key: task.key, version, context)
        }
        if open.taskCount == 0 {
            version.replicationStatus = open.hasFailed ? .failed : .completed
        }
    }
}
