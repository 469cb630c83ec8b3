extension ObjectStore {
    /// Reads an object, or a range of it.
    ///
    /// Source: the S3 API reference, *GetObject*.
    /// - Throws: ``ObjectStoreError/noSuchKey(_:)``, ``ObjectStoreError/noSuchVersion``,
    ///   ``ObjectStoreError/methodNotAllowed(_:)`` for a delete marker,
    ///   ``ObjectStoreError/notModified(_:)``, ``ObjectStoreError/preconditionFailed(_:)``,
    ///   ``ObjectStoreError/invalidRange(size:)``, ``ObjectStoreError/invalidObjectState`` for an
    ///   archived object, ``ObjectStoreError/accessDenied``.
    public func get(
        _ request: GetObjectRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> GetObjectResult {
        let bucket = try bucket(request.bucket, for: .read, key: request.key, context)
        let version = try version(request.key, request.versionID, in: bucket, context)
        guard version.isReadable(now: context.now) else { throw .invalidObjectState }
        let description = try describe(version, request, in: bucket, context)
        let body = description.range.map(version.content.slice) ?? version.content
        let retrieved = version.storageClass.isInfrequentAccess ? body.count : 0
        bucket.meter.countRead(version.storageClass, bytes: retrieved)
        keyService.read(
            version.encryption,
            now: context.now,
            lifetime: settings.bucketKeyLifetime
        )
        return GetObjectResult(description: description, body: body)
    }

    /// Says what is known of an object.
    ///
    /// Source: the S3 API reference, *HeadObject*.
    /// - Throws: As ``get(_:_:)``, but an archived object is described.
    public func head(
        _ request: GetObjectRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectDescription {
        let bucket = try bucket(request.bucket, for: .read, key: request.key, context)
        let version = try version(request.key, request.versionID, in: bucket, context)
        bucket.meter.countRead(version.storageClass)
        return try describe(version, request, in: bucket, context)
    }

    /// The version that a request means; never a delete marker.
    ///
    /// A caller who may not list learns of no key that does not exist.
    func version(
        _ key: String,
        _ id: VersionID?,
        in bucket: Bucket,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectVersion {
        let stack = bucket.objects.value(for: key)
        if let id {
            guard let version = stack?.version(id) else { throw .noSuchVersion }
            if version.isDeleteMarker { throw .methodNotAllowed(version.markerNote) }
            return version
        }
        if let stack, !stack.newest.isDeleteMarker { return stack.newest }
        guard allows(bucket, .list, key: key, context) else { throw .accessDenied }
        throw .noSuchKey(stack?.newest.markerNote)
    }

    private func describe(
        _ version: ObjectVersion,
        _ request: GetObjectRequest,
        in bucket: Bucket,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectDescription {
        try check(customerKeyMD5: request.customerKeyMD5, version)
        try request.conditions.check(reading: version, now: context.now)
        let range = try range(of: request, version)
        return ObjectDescription(
            key: request.key,
            versionID: bucket.visibleID(version),
            tag: version.tag,
            size: version.size,
            lastModified: version.lastModified,
            storageClass: version.storageClass,
            metadata: version.metadata,
            tagCount: version.tags.count,
            encryption: version.encryption,
            checksum: request.wantsChecksum && range == nil ? version.checksum() : nil,
            partCount: request.partNumber == nil ? 0 : Int(version.tag.partCount),
            replicationStatus: version.replicationStatus,
            expiration: bucket.lifecycle?.expiration(of: version, key: request.key),
            range: range,
            lock: version.lock,
            restoration: version.extras?.restoration?.header(now: context.now)
        )
    }

    private func range(
        of request: GetObjectRequest,
        _ version: ObjectVersion
    ) throws(ObjectStoreError) -> Range<Int>? {
        if let number = request.partNumber {
            guard request.range == nil else {
                throw .invalidRequest("Cannot specify both Range header and partNumber")
            }
            guard 1...Self.partNumberMaximum ~= number else { throw Self.partNumberError }
            guard let range = version.range(ofPart: number) else { throw .invalidPartNumber }
            return range.isEmpty ? nil : range
        }
        guard let wanted = request.range else { return nil }
        guard let range = wanted.resolve(size: version.size) else {
            throw .invalidRange(size: version.size)
        }
        return range
    }

    static var partNumberError: ObjectStoreError {
        .invalidArgument("Part number must be an integer between 1 and 10000, inclusive")
    }

    /// Objects of SSE-C can be read only with their key.
    func check(customerKeyMD5: String?, _ version: ObjectVersion) throws(ObjectStoreError) {
        switch version.encryption {
        case .customer(let keyMD5):
            guard let customerKeyMD5 else {
                throw .invalidRequest(
                    "The object was stored using a form of Server Side Encryption. The correct"
                        + " parameters must be provided to retrieve the object."
                )
            }
            if customerKeyMD5 != keyMD5 { throw .accessDenied }
        case .s3, .kms, .dualLayerKMS:
            if customerKeyMD5 != nil {
                throw .invalidRequest(
                    "The encryption parameters are not applicable to this object."
                )
            }
        }
    }
}
