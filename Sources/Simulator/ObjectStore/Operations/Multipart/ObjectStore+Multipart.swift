extension ObjectStore {
    /// Begins a multipart upload. The key shows nothing of it before it is completed.
    ///
    /// Source: the S3 API reference, *CreateMultipartUpload*.
    /// - Throws: As a put does; ``ObjectStoreError/invalidRequest(_:)`` for a checksum type that
    ///   the algorithm has not.
    public func createMultipartUpload(
        _ request: CreateMultipartUploadRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> UploadID {
        let bucket = try bucket(request.bucket, for: .write, key: request.key, context)
        try validate(key: request.key)
        try request.attributes.validate()
        _ = try lock(of: request.attributes, in: bucket, context)
        let algorithm = request.checksumAlgorithm
        if let type = request.checksumType {
            guard let algorithm, algorithm.types.contains(type) else {
                throw .invalidRequest(
                    "The \(type) checksum type cannot be used with the"
                        + " \(algorithm?.rawValue ?? "default") checksum algorithm."
                )
            }
        }
        let id = UploadID(number: Counters.next(&counters.upload))
        bucket.uploads[id] = MultipartUpload(
            id: id,
            key: request.key,
            initiated: context.now,
            attributes: request.attributes,
            checksumAlgorithm: algorithm,
            checksumType: request.checksumType ?? algorithm?.types.first ?? .fullObject,
            ticket: bucket.openWrites.begin(bucket: bucket.name, key: request.key)
        )
        bucket.meter.countWrite(request.attributes.storageClass)
        return id
    }

    /// Uploads a part; an earlier one of its number is replaced.
    ///
    /// Source: the S3 API reference, *UploadPart*.
    /// - Throws: ``ObjectStoreError/noSuchUpload``, ``ObjectStoreError/invalidArgument(_:)`` for a
    ///   number outside of 1 to 10,000, ``ObjectStoreError/entityTooLarge``, and what is wrong with
    ///   digests.
    public func uploadPart(
        _ request: UploadPartRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> UploadPartResult {
        try validate(partNumber: request.partNumber)
        let (upload, bucket) = try upload(request.upload, for: .write, context)
        guard request.content.count <= Self.operationSizeMaximum else { throw .entityTooLarge }
        if let checksum = request.checksum, let algorithm = upload.checksumAlgorithm,
            checksum.algorithm != algorithm
        {
            throw .invalidRequest(
                "Checksum Type mismatch occurred, expected checksum Type: \(algorithm), actual"
                    + " checksum Type: \(checksum.algorithm)"
            )
        }
        let tag = ContentDigests.tag(request.content)
        try check(contentMD5: request.contentMD5, tag)
        let checksum = try check(request.checksum, upload.checksumAlgorithm, of: request.content)
        return add(
            request.content,
            tag,
            checksum,
            request.partNumber,
            to: upload,
            in: bucket,
            context
        )
    }

    /// Makes a part from an object of the store, or from a range of it.
    ///
    /// Source: the S3 API reference, *UploadPartCopy*.
    /// - Throws: As a read of the source and the upload of a part do;
    ///   ``ObjectStoreError/invalidArgument(_:)`` for a range that the source has not whole.
    public func uploadPartCopy(
        _ request: UploadPartCopyRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> UploadPartResult {
        try validate(partNumber: request.partNumber)
        let (upload, bucket) = try upload(request.upload, for: .write, context)
        let (version, _) = try copySource(
            request.source,
            request.sourceConditions,
            customerKeyMD5: nil,
            context
        )
        var content = version.content
        if let range = request.sourceRange {
            guard case .span(let first, let last?) = range, last < version.size else {
                throw .invalidArgument(
                    "The x-amz-copy-source-range value must be of the form bytes=first-last where"
                        + " first and last are the zero-based offsets of the first and last bytes"
                        + " to copy"
                )
            }
            content = content.slice(first..<(last + 1))
        }
        guard content.count <= Self.operationSizeMaximum else { throw .entityTooLarge }
        let tag = ContentDigests.tag(content)
        let checksum = try check(nil, upload.checksumAlgorithm, of: content)
        return add(content, tag, checksum, request.partNumber, to: upload, in: bucket, context)
    }

    private func add(
        _ content: ObjectContent,
        _ tag: ETag,
        _ checksum: ObjectChecksum?,
        _ number: Int,
        to upload: MultipartUpload,
        in bucket: Bucket,
        _ context: RequestContext
    ) -> UploadPartResult {
        let part = UploadedPart(
            content: content,
            tag: tag,
            checksum: checksum,
            lastModified: context.now
        )
        if let replaced = upload.set(part, number: number) {
            bucket.meter.remove(
                size: replaced,
                upload.stagingClass,
                since: nil,
                now: context.now
            )
        }
        bucket.meter.add(size: content.count, upload.stagingClass, now: context.now)
        bucket.meter.countWrite(upload.attributes.storageClass)
        return UploadPartResult(tag: tag, checksum: checksum, lastModified: context.now)
    }

    private func validate(partNumber: Int) throws(ObjectStoreError) {
        guard 1...Self.partNumberMaximum ~= partNumber else { throw Self.partNumberError }
    }

    /// The upload that a request means.
    func upload(
        _ reference: UploadReference,
        for action: AccessAction,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> (upload: MultipartUpload, bucket: Bucket) {
        let bucket = try bucket(reference.bucket, for: action, key: reference.key, context)
        guard let upload = bucket.uploads[reference.uploadID],
            upload.key.utf8.elementsEqual(reference.key.utf8)
        else { throw .noSuchUpload }
        return (upload, bucket)
    }

    /// Aborts an upload; its parts are gone.
    ///
    /// Source: the S3 API reference, *AbortMultipartUpload*.
    /// - Throws: ``ObjectStoreError/noSuchUpload``.
    public func abortMultipartUpload(
        _ reference: UploadReference,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let (upload, bucket) = try upload(reference, for: .write, context)
        end(upload, in: bucket, context)
    }

    /// Takes an upload and its parts away.
    func end(_ upload: MultipartUpload, in bucket: Bucket, _ context: RequestContext) {
        for number in upload.partNumbers {
            guard let part = upload.parts[number] else { continue }
            bucket.meter.remove(
                size: part.content.count,
                upload.stagingClass,
                since: nil,
                now: context.now
            )
        }
        bucket.openWrites.end(upload.ticket)
        bucket.uploads[upload.id] = nil
    }

    /// Lists the parts of an upload.
    ///
    /// Source: the S3 API reference, *ListParts*.
    /// - Throws: ``ObjectStoreError/noSuchUpload``, ``ObjectStoreError/invalidArgument(_:)``.
    public func listParts(
        _ request: ListPartsRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ListPartsResult {
        let (upload, _) = try upload(request.upload, for: .list, context)
        let limit = try Self.limit(request.maxParts)
        let numbers = upload.partNumbers.filter { $0 > request.partNumberMarker }
        let parts = numbers.prefix(limit).compactMap { number in
            upload.parts[number].map { part in
                ListPartsResult.Part(
                    number: number,
                    lastModified: part.lastModified,
                    tag: part.tag,
                    size: part.content.count,
                    checksum: part.checksum
                )
            }
        }
        return ListPartsResult(
            parts: parts,
            isTruncated: numbers.count > limit,
            nextPartNumberMarker: parts.last?.number ?? 0,
            storageClass: upload.attributes.storageClass
        )
    }

    /// Lists the uploads of a bucket that were begun and neither completed nor aborted.
    ///
    /// Source: the S3 API reference, *ListMultipartUploads*.
    /// - Throws: ``ObjectStoreError/noSuchBucket``, ``ObjectStoreError/invalidArgument(_:)``.
    public func listMultipartUploads(
        _ request: ListMultipartUploadsRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ListMultipartUploadsResult {
        let bucket = try bucket(request.bucket, for: .list, key: request.prefix, context)
        let limit = try Self.limit(request.maxUploads)
        let marker = request.keyMarker
        let all = bucket.uploads.values.filter { upload in
            guard upload.key.utf8.starts(with: request.prefix.utf8) else { return false }
            if marker.isEmpty || ObjectKeyOrder.isLess(marker, upload.key) { return true }
            guard let after = request.uploadIDMarker, !ObjectKeyOrder.isLess(upload.key, marker)
            else {
                return false
            }
            return upload.id.number > after.number
        }
        .sorted { left, right in
            if ObjectKeyOrder.isLess(left.key, right.key) { return true }
            return !ObjectKeyOrder.isLess(right.key, left.key) && left.id.number < right.id.number
        }
        let uploads = all.prefix(limit).map { upload in
            ListMultipartUploadsResult.Upload(
                key: upload.key,
                uploadID: upload.id,
                initiated: upload.initiated,
                storageClass: upload.attributes.storageClass
            )
        }
        let isTruncated = all.count > limit && limit > 0
        return ListMultipartUploadsResult(
            uploads: uploads,
            isTruncated: isTruncated,
            nextKeyMarker: isTruncated ? uploads.last?.key : nil,
            nextUploadIDMarker: isTruncated ? uploads.last?.uploadID : nil
        )
    }
}
