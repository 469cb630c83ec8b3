extension ObjectStore {
    /// Lists the parts of an upload.
    ///
    /// Source: the S3 API reference, *ListParts*.
    /// - Throws: ``ObjectStoreError/noSuchUpload``, ``ObjectStoreError/invalidArgument(_:)``.
    public func listParts(
        _ request: ListPartsRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ListPartsResult {
        let (upload, bucket) = try upload(request.upload, for: .list, context)
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
            isTruncated: numbers.count > limit && limit > 0,
            nextPartNumberMarker: parts.last?.number ?? 0,
            storageClass: upload.attributes.storageClass,
            checksumAlgorithm: upload.checksumAlgorithm,
            checksumType: upload.checksumType,
            initiator: upload.initiator,
            owner: bucket.owner,
            abortion: bucket.lifecycle?.abortion(of: upload)
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
        var result = ListMultipartUploadsResult(owner: bucket.owner)
        if limit == 0 { return result }
        for upload in uploads(in: bucket, after: request) {
            let rolled = Self.commonPrefix(of: upload.key, request)
            if let rolled, Self.hasPassed(rolled, request, result) { continue }
            guard result.uploads.count + result.commonPrefixes.count < limit else {
                result.isTruncated = true
                return result
            }
            if let rolled {
                result.commonPrefixes.append(rolled)
            } else {
                result.uploads.append(
                    ListMultipartUploadsResult.Upload(
                        key: upload.key,
                        uploadID: upload.id,
                        initiated: upload.initiated,
                        storageClass: upload.attributes.storageClass,
                        initiator: upload.initiator
                    )
                )
            }
            result.nextKeyMarker = rolled ?? upload.key
            result.nextUploadIDMarker = rolled == nil ? upload.id : nil
        }
        result.nextKeyMarker = nil
        result.nextUploadIDMarker = nil
        return result
    }

    /// The uploads behind the markers of a request, in the order of their keys, those of a key as
    /// they were begun.
    private func uploads(
        in bucket: Bucket,
        after request: ListMultipartUploadsRequest
    ) -> [MultipartUpload] {
        let marker = request.keyMarker
        return bucket.uploads.values.filter { upload in
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
    }

    /// What a key is rolled up to: up to the first delimiter behind the prefix.
    private static func commonPrefix(
        of key: String,
        _ request: ListMultipartUploadsRequest
    ) -> String? {
        let delimiter = Array(request.delimiter.utf8)
        if delimiter.isEmpty { return nil }
        let bytes = Array(key.utf8)
        var start = request.prefix.utf8.count
        while start + delimiter.count <= bytes.count {
            if bytes[start...].starts(with: delimiter) {
                return String(decoding: bytes[..<(start + delimiter.count)], as: UTF8.self)
            }
            start += 1
        }
        return nil
    }

    /// Whether this page, or the one before, has the common prefix already.
    private static func hasPassed(
        _ prefix: String,
        _ request: ListMultipartUploadsRequest,
        _ result: ListMultipartUploadsResult
    ) -> Bool {
        let bytes = prefix.utf8
        return result.commonPrefixes.last?.utf8.elementsEqual(bytes) ?? false
            || request.keyMarker.utf8.elementsEqual(bytes)
    }
}
