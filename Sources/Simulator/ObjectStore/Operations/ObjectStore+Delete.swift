extension ObjectStore {
    /// Deletes an object: for good, or where versions are kept and none is named, by a delete
    /// marker.
    ///
    /// Source: the S3 API reference, *DeleteObject*; the S3 User Guide, *Deleting object versions
    /// from a versioning-enabled bucket*.
    /// - Throws: ``ObjectStoreError/accessDenied`` for a version that is locked;
    ///   ``ObjectStoreError/noSuchKey(_:)``, ``ObjectStoreError/preconditionFailed(_:)`` and
    ///   ``ObjectStoreError/conditionalRequestConflict`` where there is a condition. Without one,
    ///   what does not exist is as good as deleted.
    @discardableResult
    public func delete(
        _ request: DeleteObjectRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> DeleteObjectResult {
        defer { endWrite(request.conditions.ticket) }
        let bucket = try bucket(request.bucket, for: .delete, key: request.key, context)
        if request.bypassesGovernance,
            !allows(bucket, .bypassGovernance, key: request.key, context)
        {
            throw .accessDenied
        }
        let stack = bucket.objects.value(for: request.key)
        try request.conditions.check(deleting: stack?.newest, bucket.openWrites)
        if let id = request.versionID {
            return try delete(id, request, stack, in: bucket, context)
        }
        if bucket.versioning == .unversioned {
            guard let stack else {
                return DeleteObjectResult(versionID: nil, isDeleteMarker: false)
            }
            remove(stack.newest, key: request.key, from: stack, in: bucket, context)
            notify(.objectRemovedDelete, bucket, key: request.key, nil, context)
            return DeleteObjectResult(versionID: nil, isDeleteMarker: false)
        }
        let marker = mark(request.key, over: stack, in: bucket, context)
        notify(.objectRemovedDeleteMarkerCreated, bucket, key: request.key, marker, context)
        replicate(marker, key: request.key, in: bucket, context)
        return DeleteObjectResult(versionID: marker.id, isDeleteMarker: true)
    }

    private func delete(
        _ id: VersionID,
        _ request: DeleteObjectRequest,
        _ stack: VersionStack?,
        in bucket: Bucket,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> DeleteObjectResult {
        guard let stack, let version = stack.version(id) else {
            return DeleteObjectResult(versionID: id, isDeleteMarker: false)
        }
        guard
            version.lock.allowsDeletion(
                now: context.now,
                bypassesGovernance: request.bypassesGovernance
            )
        else { throw .accessDenied }
        remove(version, key: request.key, from: stack, in: bucket, context)
        notify(.objectRemovedDelete, bucket, key: request.key, version, context)
        return DeleteObjectResult(versionID: id, isDeleteMarker: version.isDeleteMarker)
    }

    /// Takes a version out for good.
    func remove(
        _ version: ObjectVersion,
        key: String,
        from stack: VersionStack,
        in bucket: Bucket,
        _ context: RequestContext
    ) {
        var stack = stack
        meterRemoval(of: version, in: bucket, context)
        if stack.remove(version.id) {
            bucket.objects.set(stack, for: key)
        } else {
            bucket.objects.remove(key)
        }
        if !version.id.isNull { openReplications[version.id] = nil }
        bucket.openWrites.noteDeletion(of: key)
    }

    /// Puts a delete marker on top; while versioning is suspended in the place of the null version.
    func mark(
        _ key: String,
        over stack: VersionStack?,
        in bucket: Bucket,
        _ context: RequestContext
    ) -> ObjectVersion {
        let id = bucket.versioning == .enabled ? newVersionID() : .null
        let marker = ObjectVersion(markerWith: id, lastModified: context.now)
        insert(marker, key: key, over: stack, in: bucket, context)
        bucket.openWrites.noteDeletion(of: key)
        return marker
    }

    /// Deletes up to 1,000 objects, each by itself and in the order of the request.
    ///
    /// Source: the S3 API reference, *DeleteObjects*.
    /// - Throws: ``ObjectStoreError/malformedXML`` for none and for more than 1,000,
    ///   ``ObjectStoreError/noSuchBucket``. What goes wrong with one object stands in the result.
    public func deleteMany(
        _ request: DeleteObjectsRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> DeleteObjectsResult {
        guard buckets[request.bucket] != nil else { throw missing(bucket: request.bucket) }
        guard 1...DeleteObjectsRequest.countMaximum ~= request.items.count else {
            throw .malformedXML
        }
        var deleted: [DeleteObjectsResult.Outcome] = []
        var failures: [DeleteObjectsResult.Failure] = []
        for item in request.items {
            let single = DeleteObjectRequest(
                bucket: request.bucket,
                key: item.key,
                versionID: item.versionID,
                conditions: WriteConditions(ifMatch: item.ifMatch),
                bypassesGovernance: request.bypassesGovernance
            )
            do throws(ObjectStoreError) {
                if item.versionID == .unknown { throw .noSuchVersion }
                let result = try delete(single, context)
                if request.isQuiet { continue }
                deleted.append(
                    DeleteObjectsResult.Outcome(
                        key: item.key,
                        versionID: item.versionID,
                        deleteMarkerVersionID: result.isDeleteMarker ? result.versionID : nil
                    )
                )
            } catch {
                failures.append(
                    DeleteObjectsResult.Failure(
                        key: item.key,
                        versionID: item.versionID,
                        error: error
                    )
                )
            }
        }
        return DeleteObjectsResult(deleted: deleted, failures: failures)
    }
}
