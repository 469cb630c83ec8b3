extension ObjectStore {
    /// Begins a multipart upload. The key shows nothing of it before it is completed.
    ///
    /// Source: the S3 API reference, *CreateMultipartUpload*.
    /// - Throws: As a put does; ``ObjectStoreError/invalidRequest(_:)`` for a checksum type that
    ///   the algorithm has not.
    public func createMultipartUpload(
        _ request: CreateMultipartUploadRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> CreateMultipartUploadResult {
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
        let upload = MultipartUpload(
            id: UploadID(number: Counters.next(&counters.upload)),
            key: request.key,
            initiated: context.now,
            initiator: context.caller,
            attributes: request.attributes,
            encryption: request.attributes.encryption ?? bucket.defaultEncryption,
            checksumAlgorithm: algorithm,
            checksumType: request.checksumType ?? algorithm?.types.first ?? .fullObject,
            ticket: bucket.openWrites.begin(bucket: bucket.name, key: request.key)
        )
        bucket.uploads[upload.id] = upload
        bucket.meter.countWrite(request.attributes.storageClass)
        return CreateMultipartUploadResult(
            uploadID: upload.id,
            encryption: upload.encryption,
            checksumAlgorithm: algorithm,
            checksumType: upload.checksumType,
            abortion: bucket.lifecycle?.abortion(of: upload)
        )
    }

    /// Uploads a part; an earlier one of its number is replaced.
    ///
    /// Source: the S3 API reference, *UploadPart*.
    /// - Throws: ``ObjectStoreError/noSuchUpload``, ``ObjectStoreError/invalidArgument(_:)`` for a
    ///   number outside of 1 to 10,000, ``ObjectStoreError/entityTooLarge``, what is wrong with
    ///   digests, and ``ObjectStoreError/invalidRequest(_:)`` for another key or algorithm than the
    ///   upload has.
    public func uploadPart(
        _ request: UploadPartRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> UploadPartResult {
        try validate(partNumber: request.partNumber)
        let (upload, bucket) = try upload(request.upload, for: .write, context)
        guard request.content.count <= Self.operationSizeMaximum else { throw .entityTooLarge }
        try check(customerKeyMD5: request.customerKeyMD5, upload)
        try check(request.checksum?.algorithm ?? request.checksumAlgorithm, upload)
        let tag = ContentDigests.tag(request.content)
        try check(contentMD5: request.contentMD5, tag)
        try check(contentSHA256: request.contentSHA256, of: request.content)
        let checksum = try check(
            request.checksum,
            upload.checksumAlgorithm ?? request.checksumAlgorithm,
            of: request.content
        )
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

    /// What comes by the parts of an upload of SSE-C must come by the key of the upload.
    private func check(
        customerKeyMD5: String?,
        _ upload: MultipartUpload
    ) throws(ObjectStoreError) {
        switch (upload.encryption, customerKeyMD5) {
        case (.customer, nil):
            throw .invalidRequest(
                "The multipart upload initiate requested encryption. Subsequent part requests must"
                    + " include the appropriate encryption parameters."
            )
        case (.customer(let keyMD5), let said?):
            guard said == keyMD5 else {
                throw .invalidRequest(
                    "The provided encryption parameters did not match the ones used originally."
                )
            }
        case (_, nil): return
        case (_, .some):
            throw .invalidRequest("The encryption parameters are not applicable to this object.")
        }
    }

    /// A composite checksum needs that of every part; a full-object checksum the store computes.
    private func check(
        _ algorithm: ChecksumAlgorithm?,
        _ upload: MultipartUpload
    ) throws(ObjectStoreError) {
        guard let expected = upload.checksumAlgorithm, algorithm != expected else { return }
        if algorithm == nil, upload.checksumType == .fullObject { return }
        throw .invalidRequest(
            "Checksum Type mismatch occurred, expected checksum Type:"
                + " \(expected.rawValue.lowercased()), actual checksum Type:"
                + " \(algorithm?.rawValue.lowercased() ?? "null")"
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
        try check(customerKeyMD5: request.customerKeyMD5, upload)
        let (version, source) = try copySource(
            request.source,
            request.sourceConditions,
            customerKeyMD5: request.sourceCustomerKeyMD5,
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
        var result = add(
            content,
            tag,
            checksum,
            request.partNumber,
            to: upload,
            in: bucket,
            context
        )
        result.sourceVersionID = source.visibleID(version)
        return result
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
        return UploadPartResult(
            tag: tag,
            checksum: checksum,
            lastModified: context.now,
            encryption: upload.encryption
        )
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
}
