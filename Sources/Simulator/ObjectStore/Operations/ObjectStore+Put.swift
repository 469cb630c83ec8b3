extension ObjectStore {
    /// Writes an object whole.
    ///
    /// Source: the S3 API reference, *PutObject*.
    /// - Throws: What is wrong with the request, or which condition does not hold; then nothing was
    ///   written.
    public func put(
        _ request: PutObjectRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> WriteResult {
        defer { endWrite(request.conditions.ticket) }
        let bucket = try bucket(request.bucket, for: .write, key: request.key, context)
        try validate(key: request.key)
        try request.attributes.validate()
        guard request.content.count <= Self.operationSizeMaximum else { throw .entityTooLarge }
        let stack = bucket.objects.value(for: request.key)
        try request.conditions.check(writingOver: stack?.current, bucket.openWrites)
        let tag = ContentDigests.tag(request.content)
        try check(contentMD5: request.contentMD5, tag)
        try check(contentSHA256: request.contentSHA256, of: request.content)
        let checksum = try check(
            request.checksum,
            request.checksumAlgorithm,
            of: request.content
        )
        bucket.meter.countWrite(request.attributes.storageClass)
        let written = NewVersion(
            key: request.key,
            content: request.content,
            tag: tag,
            attributes: request.attributes,
            checksum: checksum
        )
        return try write(written, over: stack, in: bucket, event: .objectCreatedPut, context)
    }

    /// What a put, a copy or a completed upload is about to write.
    struct NewVersion {
        let key: String
        let content: ObjectContent
        /// The MD5 of the bytes, or of those of the parts.
        let tag: ETag
        let attributes: ObjectAttributes
        let checksum: ObjectChecksum?
        var partSizes: [Int] = []
    }

    /// Writes a version, tells of it, and has it replicated.
    ///
    /// - Throws: ``ObjectStoreError/invalidRequest(_:)`` for a lock in a bucket without.
    func write(
        _ new: NewVersion,
        over stack: VersionStack?,
        in bucket: Bucket,
        event: EventName,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> WriteResult {
        let lock = try lock(of: new.attributes, in: bucket, context)
        let encryption = new.attributes.encryption ?? bucket.defaultEncryption
        let id = bucket.versioning == .enabled ? newVersionID() : .null
        let version = ObjectVersion(
            id: id,
            lastModified: context.now,
            tag: encryption.hasDigestAsTag ? new.tag : opaqueTag(new.tag),
            content: new.content,
            storageClass: new.attributes.storageClass
        )
        decorate(version, new, encryption: encryption, lock: lock)
        insert(version, key: new.key, over: stack, in: bucket, context)
        keyService.write(encryption, now: context.now, lifetime: settings.bucketKeyLifetime)
        bucket.openWrites.noteWrite(of: new.key)
        notify(event, bucket, key: new.key, version, context)
        replicate(version, key: new.key, in: bucket, context)
        return WriteResult(
            tag: version.tag,
            lastModified: version.lastModified,
            versionID: id.isNull ? nil : id,
            encryption: encryption,
            checksum: new.checksum ?? addedChecksum(of: new.content, context),
            expiration: bucket.lifecycle?.expiration(of: version, key: new.key)
        )
    }

    private func opaqueTag(_ tag: ETag) -> ETag {
        ContentDigests.opaqueTag(tag, number: Counters.next(&counters.version))
    }

    /// Sets what few objects have, if this one does.
    private func decorate(
        _ version: ObjectVersion,
        _ new: NewVersion,
        encryption: ServerSideEncryption,
        lock: ObjectLock
    ) {
        let attributes = new.attributes
        guard
            new.checksum != nil || !new.partSizes.isEmpty || encryption != .s3 || !lock.isEmpty
                || !attributes.tags.isEmpty || !attributes.metadata.isEmpty
        else { return }
        version.change { extras in
            extras.metadata = attributes.metadata
            extras.tags = attributes.tags
            extras.encryption = encryption == .s3 ? nil : encryption
            extras.checksum = new.checksum
            extras.lock = lock
            extras.partSizes = new.partSizes
        }
    }

    /// Puts a version on top of those of its key; the null version replaces the null version.
    func insert(
        _ version: ObjectVersion,
        key: String,
        over stack: VersionStack?,
        in bucket: Bucket,
        _ context: RequestContext
    ) {
        if !version.isDeleteMarker {
            bucket.meter.add(size: version.size, version.storageClass, now: context.now)
        }
        guard var stack else {
            bucket.objects.set(VersionStack(version), for: key)
            return
        }
        if version.id.isNull, let replaced = stack.version(.null) {
            meterRemoval(of: replaced, in: bucket, context)
            if stack.count == 1 {
                stack.replaceAll(with: version)
            } else {
                _ = stack.remove(.null)
                stack.push(version)
            }
        } else {
            stack.push(version)
        }
        bucket.objects.set(stack, for: key)
    }

    /// Counts a version out of what is stored.
    func meterRemoval(of version: ObjectVersion, in bucket: Bucket, _ context: RequestContext) {
        if version.isDeleteMarker { return }
        bucket.meter.remove(
            size: version.size,
            version.storageClass,
            since: version.storedSince,
            now: context.now
        )
    }

    /// - Throws: ``ObjectStoreError/invalidDigest`` or ``ObjectStoreError/badDigest``.
    func check(contentMD5: String?, _ tag: ETag) throws(ObjectStoreError) {
        guard let contentMD5 else { return }
        guard let digest = Base64.bytes(contentMD5), digest.count == 16 else {
            throw .invalidDigest
        }
        if digest != tag.digest { throw .badDigest }
    }

    /// - Throws: ``ObjectStoreError/contentSHA256Mismatch``.
    func check(contentSHA256: [UInt8]?, of content: ObjectContent) throws(ObjectStoreError) {
        guard let contentSHA256 else { return }
        if ContentDigests.checksum(.sha256, of: content) != contentSHA256 {
            throw .contentSHA256Mismatch
        }
    }

    /// The checksum that the store computes where nothing was asked for.
    ///
    /// Source: the S3 User Guide, *Checking object integrity in Amazon S3*.
    private func addedChecksum(
        of content: ObjectContent,
        _ context: RequestContext
    ) -> ObjectChecksum? {
        context.addsChecksum ? ObjectChecksum(.crc64NVME, of: content) : nil
    }

    /// The checksum of a content, by the algorithm of the request.
    ///
    /// - Throws: ``ObjectStoreError/badDigest`` where the client computed another, or by another
    ///   algorithm than it says.
    func check(
        _ expected: ObjectChecksum?,
        _ algorithm: ChecksumAlgorithm?,
        of content: ObjectContent
    ) throws(ObjectStoreError) -> ObjectChecksum? {
        guard let algorithm = algorithm ?? expected?.algorithm else { return nil }
        if let expected, expected.algorithm != algorithm { throw .badDigest }
        let checksum = ObjectChecksum(algorithm, of: content)
        if let expected, expected.bytes != checksum.bytes { throw .badDigest }
        return checksum
    }

    /// Begins a write that takes time: see ``WriteTicket``.
    ///
    /// Whoever draws a ticket hands it to a request, which ends it whatever comes of it, or to
    /// ``abandonWrite(_:)``.
    /// - Throws: ``ObjectStoreError/noSuchBucket``.
    public func beginWrite(bucket name: String, key: String) throws(ObjectStoreError) -> WriteTicket
    {
        guard let bucket = buckets[name] else { throw .noSuchBucket }
        return bucket.openWrites.begin(bucket: name, key: key)
    }

    /// Ends a write that did not come to its end.
    public func abandonWrite(_ ticket: WriteTicket) {
        endWrite(ticket)
    }

    /// Ends all writes that are under way, as when the store begins anew.
    func abandonAllWrites() {
        for bucket in buckets.values { bucket.openWrites = OpenWrites() }
    }

    func endWrite(_ ticket: WriteTicket?) {
        guard let ticket else { return }
        buckets[ticket.bucket]?.openWrites.end(ticket)
    }
}
