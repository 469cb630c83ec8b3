extension ObjectStore {
    /// Carries out an operation.
    public func perform(
        _ operation: ObjectStoreOperation,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectStoreResult {
        switch operation {
        case .put(let request): .written(try put(request, context))
        case .get(let request): .object(try get(request, context))
        case .head(let request): .description(try head(request, context))
        case .copy(let request): .written(try copy(request, context))
        case .delete(let request): .deleted(try delete(request, context))
        case .deleteMany(let request): .deletedMany(try deleteMany(request, context))
        case .list(let request): .list(try list(request, context))
        case .listVersions(let request): .versions(try listVersions(request, context))
        case .createUpload(let request): .upload(try createMultipartUpload(request, context))
        case .uploadPart(let request): .part(try uploadPart(request, context))
        case .copyPart(let request): .part(try uploadPartCopy(request, context))
        case .completeUpload(let request):
            .completed(try completeMultipartUpload(request, context))
        case .abortUpload(let upload): try abort(upload, context)
        case .listParts(let request): .parts(try listParts(request, context))
        case .listUploads(let request): .uploads(try listMultipartUploads(request, context))
        case .manage(let operation): .managed(try perform(operation, context))
        }
    }

    private func abort(
        _ upload: UploadReference,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ObjectStoreResult {
        try abortMultipartUpload(upload, context)
        return .aborted
    }
}
