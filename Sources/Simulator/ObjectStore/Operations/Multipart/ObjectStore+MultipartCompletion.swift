extension ObjectStore {
    /// Puts an object together from the parts that the request names; the others are gone.
    ///
    /// Asked again with the same upload, the store says again what it said, without writing.
    ///
    /// Source: the S3 API reference, *CompleteMultipartUpload*.
    /// - Throws: ``ObjectStoreError/noSuchUpload``, ``ObjectStoreError/malformedXML`` for no parts,
    ///   ``ObjectStoreError/invalidPartOrder``, ``ObjectStoreError/invalidPart``,
    ///   ``ObjectStoreError/entityTooSmall``, ``ObjectStoreError/badDigest``,
    ///   ``ObjectStoreError/invalidRequest(_:)`` for another size than said, and which condition
    ///   does not hold. Then the upload is still there.
    public func completeMultipartUpload(
        _ request: CompleteMultipartUploadRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> CompleteMultipartUploadResult {
        defer { endWrite(request.conditions.ticket) }
        let reference = request.upload
        let bucket = try bucket(reference.bucket, for: .write, key: reference.key, context)
        if let earlier = bucket.completedUploads[reference.uploadID],
            earlier.key.utf8.elementsEqual(reference.key.utf8)
        {
            return earlier
        }
        let (upload, _) = try upload(reference, for: .write, context)
        let parts = try parts(of: request, upload)
        let size = parts.reduce(0) { $0 + $1.content.count }
        if let expected = request.objectSize, expected != size {
            throw .invalidRequest(
                "The provided 'x-amz-mp-object-size' header value does not match what was computed."
            )
        }
        let checksum = try checksum(of: parts, upload, request)
        let stack = bucket.objects.value(for: upload.key)
        var conditions = request.conditions
        conditions.ticket = conditions.ticket ?? upload.ticket
        try conditions.check(writingOver: stack?.current, bucket.openWrites)
        bucket.meter.countWrite(upload.attributes.storageClass)
        let tags = parts.map(\.tag)
        var attributes = upload.attributes
        attributes.encryption = upload.encryption
        let new = NewVersion(
            key: upload.key,
            content: .joined(parts.map(\.content)),
            tag: ContentDigests.tag(ofParts: mixesUpParts ? tags.reversed() : tags),
            attributes: attributes,
            checksum: checksum,
            partSizes: parts.map(\.content.count)
        )
        let object = try write(
            new,
            over: stack,
            in: bucket,
            event: .objectCreatedCompleteMultipartUpload,
            context
        )
        end(upload, in: bucket, context)
        let result = CompleteMultipartUploadResult(
            bucket: bucket.name,
            key: upload.key,
            object: object
        )
        bucket.completedUploads.add(result, of: upload.id)
        return result
    }

    /// The parts that the request names, each judged.
    private func parts(
        of request: CompleteMultipartUploadRequest,
        _ upload: MultipartUpload
    ) throws(ObjectStoreError) -> [UploadedPart] {
        guard 1...Self.partNumberMaximum ~= request.parts.count else { throw .malformedXML }
        for (left, right) in zip(request.parts, request.parts.dropFirst())
        where left.number >= right.number {
            throw .invalidPartOrder
        }
        var parts: [UploadedPart] = []
        try checkPartChecksums(of: request, upload)
        for named in request.parts {
            guard let part = upload.parts[named.number], ETag(named.tag) == part.tag else {
                throw .invalidPart
            }
            if let said = named.checksum, said.bytes != part.checksum?.bytes { throw .invalidPart }
            parts.append(part)
        }
        for part in parts.dropLast() where part.content.count < settings.partSizeMinimum {
            throw .entityTooSmall
        }
        let isComposite = upload.checksumAlgorithm != nil && upload.checksumType == .composite
        if isComposite, request.parts.last?.number != parts.count { throw .invalidPartOrder }
        return parts
    }

    /// A composite checksum needs that of every part named again.
    private func checkPartChecksums(
        of request: CompleteMultipartUploadRequest,
        _ upload: MultipartUpload
    ) throws(ObjectStoreError) {
        if let type = request.checksumType, type != upload.checksumType {
            throw .invalidRequest(
                "The upload was created using the \(upload.checksumType) checksum mode. The"
                    + " complete request must use the same checksum mode."
            )
        }
        guard let algorithm = upload.checksumAlgorithm, upload.checksumType == .composite,
            let part = request.parts.first(where: { $0.checksum == nil })
        else { return }
        throw .invalidRequest(
            "The upload was created using a \(algorithm.rawValue.lowercased()) checksum. The"
                + " complete request must include the checksum for each part. It was missing for"
                + " part \(part.number) in the request."
        )
    }

    /// The checksum of the object, from those of its parts.
    private func checksum(
        of parts: [UploadedPart],
        _ upload: MultipartUpload,
        _ request: CompleteMultipartUploadRequest
    ) throws(ObjectStoreError) -> ObjectChecksum? {
        guard let algorithm = upload.checksumAlgorithm else {
            guard let said = request.checksum else { return nil }
            return try check(said, nil, of: .joined(parts.map(\.content)))
        }
        let checksums = parts.compactMap { part in
            part.checksum.map { (checksum: $0, size: part.content.count) }
        }
        let checksum: ObjectChecksum
        switch upload.checksumType {
        case .composite: checksum = .composite(checksums.map(\.checksum), algorithm)
        case .fullObject:
            checksum =
                .combined(checksums, algorithm)
                ?? ObjectChecksum(algorithm, of: .joined(parts.map(\.content)))
        }
        if let said = request.checksum,
            said.algorithm != algorithm || said.bytes != checksum.bytes
                || said.partCount > 0 && said.partCount != checksum.partCount
        {
            throw .badDigest
        }
        return checksum
    }
}
