extension ObjectStore {
    /// Copies an object within the store; the copy is written whole, in one part.
    ///
    /// Source: the S3 API reference, *CopyObject*.
    /// - Throws: As a read of the source and a put of the copy do;
    ///   ``ObjectStoreError/invalidRequest(_:)`` for a copy onto itself that changes nothing, and
    ///   for a source above 5 GiB.
    public func copy(
        _ request: CopyObjectRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> WriteResult {
        defer { endWrite(request.conditions.ticket) }
        let (version, source) = try copySource(
            request.source,
            request.sourceConditions,
            customerKeyMD5: request.sourceCustomerKeyMD5,
            context
        )
        let bucket = try bucket(request.bucket, for: .write, key: request.key, context)
        try validate(key: request.key)
        try request.attributes.validate()
        guard version.size <= Self.operationSizeMaximum else {
            throw .invalidRequest(
                "The specified copy source is larger than the maximum allowable size for a copy"
                    + " source: \(Self.operationSizeMaximum)"
            )
        }
        let isOntoItself =
            source === bucket && request.source.key.utf8.elementsEqual(request.key.utf8)
        guard !isOntoItself || changesSomething(request, version) else {
            throw .invalidRequest(
                "This copy request is illegal because it is trying to copy an object to itself"
                    + " without changing the object's metadata, storage class, website redirect"
                    + " location or encryption attributes."
            )
        }
        let stack = bucket.objects.value(for: request.key)
        try request.conditions.check(writingOver: stack?.current, bucket.openWrites)
        bucket.meter.countWrite(request.attributes.storageClass)
        keyService.read(
            version.encryption,
            now: context.now,
            lifetime: settings.bucketKeyLifetime
        )
        let new = NewVersion(
            key: request.key,
            content: version.content,
            tag: copiedTag(version),
            attributes: attributes(of: request, version),
            checksum: copiedChecksum(version, request.checksumAlgorithm)
        )
        var result = try write(new, over: stack, in: bucket, event: .objectCreatedCopy, context)
        result.sourceVersionID = source.visibleID(version)
        return result
    }

    /// The version that a copy is made of, and its bucket.
    func copySource(
        _ source: CopySource,
        _ conditions: ReadConditions,
        customerKeyMD5: String?,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> (version: ObjectVersion, bucket: Bucket) {
        let bucket = try bucket(source.bucket, for: .read, key: source.key, context)
        let version: ObjectVersion
        do {
            version = try self.version(source.key, source.versionID, in: bucket, context)
        } catch .methodNotAllowed {
            throw .invalidRequest(
                "The source of a copy request may not specifically refer to a"
                    + " delete marker by version id."
            )
        }
        guard version.isReadable(now: context.now) else { throw .invalidObjectState }
        try check(customerKeyMD5: customerKeyMD5, version)
        try conditions.check(copying: version, now: context.now)
        let retrieved = version.storageClass.isInfrequentAccess ? version.size : 0
        bucket.meter.countRead(version.storageClass, bytes: retrieved)
        return (version, bucket)
    }

    private func changesSomething(_ request: CopyObjectRequest, _ version: ObjectVersion) -> Bool {
        if request.metadataDirective == .replace || request.source.versionID != nil { return true }
        let attributes = request.attributes
        return request.saysAttributes
            ?? (attributes.storageClass != version.storageClass
                || attributes.encryption.map { $0 != version.encryption } ?? false
                || attributes.metadata.websiteRedirectLocation != nil)
    }

    private func attributes(
        of request: CopyObjectRequest,
        _ version: ObjectVersion
    ) -> ObjectAttributes {
        var attributes = request.attributes
        if request.metadataDirective == .copy {
            let location = attributes.metadata.websiteRedirectLocation
            attributes.metadata = version.metadata
            attributes.metadata.websiteRedirectLocation = location
        }
        if request.taggingDirective == .copy { attributes.tags = version.tags }
        return attributes
    }

    /// The MD5 of the bytes: the copy of a multipart upload has one part.
    private func copiedTag(_ version: ObjectVersion) -> ETag {
        version.tag.partCount == 0 && version.encryption.hasDigestAsTag
            ? version.tag : ContentDigests.tag(version.content)
    }

    /// The checksum of the source, if it is of all bytes and of the wanted algorithm; else a new
    /// one.
    private func copiedChecksum(
        _ version: ObjectVersion,
        _ algorithm: ChecksumAlgorithm?
    ) -> ObjectChecksum? {
        let stored = version.extras?.checksum
        guard let algorithm = algorithm ?? stored?.algorithm else { return nil }
        if let stored, stored.algorithm == algorithm, stored.type == .fullObject { return stored }
        return ObjectChecksum(algorithm, of: version.content)
    }
}
