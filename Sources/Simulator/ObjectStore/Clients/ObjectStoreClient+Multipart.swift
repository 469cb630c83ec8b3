/// Objects that are uploaded in parts.
///
/// Source: the S3 User Guide, *Uploading and copying objects using multipart upload*.
extension ObjectStoreClient {
    /// Writes an object in parts of `partSize` bytes, of which some are under way at a time.
    ///
    /// Where it fails before the parts are put together, the upload is aborted, as far as the store
    /// can be reached; one that is left is for a rule of the bucket's lifecycle to abort.
    /// - Precondition: `partSize` and `concurrency` are positive.
    @inline(__always)
    public func putInParts(
        _ request: PutObjectRequest,
        partSize: Int,
        concurrency: Int = 10
    ) async throws(ObjectAccessError) -> WriteResult {
        precondition(partSize > 0 && concurrency > 0, "parts are uploaded")
        guard request.content.count > partSize else { return try await put(request) }
        return try await upload(request, partSize, concurrency)
    }

    private func upload(
        _ request: PutObjectRequest,
        _ partSize: Int,
        _ concurrency: Int
    ) async throws(ObjectAccessError) -> WriteResult {
        let creation = CreateMultipartUploadRequest(
            bucket: request.bucket,
            key: request.key,
            attributes: request.attributes
        )
        guard case .upload(let created) = try await perform(.createUpload(creation)) else {
            throw .corrupt
        }
        let upload = UploadReference(
            bucket: request.bucket,
            key: request.key,
            uploadID: created.uploadID
        )
        let parts: [CompleteMultipartUploadRequest.Part]
        do {
            parts = try await uploadParts(of: request.content, upload, partSize, concurrency)
        } catch {
            if case .interrupted = error { throw error }
            node.sometimes(ObjectStorePlace.uploadGivenUp)
            _ = try? await perform(.abortUpload(upload))
            throw error
        }
        let completion = CompleteMultipartUploadRequest(
            upload: upload,
            parts: parts,
            conditions: request.conditions
        )
        guard case .completed(let result) = try await perform(.completeUpload(completion)) else {
            throw .corrupt
        }
        return result.object
    }

    private func uploadParts(
        of content: ObjectContent,
        _ upload: UploadReference,
        _ size: Int,
        _ concurrency: Int
    ) async throws(ObjectAccessError) -> [CompleteMultipartUploadRequest.Part] {
        let count = (content.count + size - 1) / size
        var tags: [ETag?] = Array(repeating: nil, count: count)
        var failure: ObjectAccessError?
        await withTaskGroup(of: (Int, Result<ETag, ObjectAccessError>).self) { group in
            var next = 0
            func begin() {
                let number = next
                next += 1
                let part = content.slice(number * size..<min((number + 1) * size, content.count))
                group.addTask {
                    (number, await self.uploadPart(number + 1, part, of: upload))
                }
            }
            while next < min(concurrency, count) { begin() }
            while let (number, end) = await group.next() {
                switch end {
                case .success(let tag): tags[number] = tag
                case .failure(let error): failure = failure ?? error
                }
                if failure == nil, next < count { begin() }
            }
        }
        if let failure { throw failure }
        return tags.enumerated().compactMap { index, tag in
            tag.map { .init(index + 1, tag: $0.text) }
        }
    }

    private func uploadPart(
        _ number: Int,
        _ content: ObjectContent,
        of upload: UploadReference
    ) async -> Result<ETag, ObjectAccessError> {
        let request = UploadPartRequest(upload: upload, partNumber: number, content: content)
        do throws(ObjectAccessError) {
            guard case .part(let part) = try await perform(.uploadPart(request)) else {
                return .failure(.corrupt)
            }
            return .success(part.tag)
        } catch {
            return .failure(error)
        }
    }
}
