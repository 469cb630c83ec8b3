extension RESTParser {
    /// What is asked of a bucket as a whole.
    func management(
        of name: String,
        _ part: String
    ) throws(ObjectStoreError) -> ObjectStoreManagement {
        switch (method, part) {
        case (.put, ""):
            return .createBucket(
                name,
                region: try RequestBodies.location(body),
                hasObjectLock: headers.isTrue("x-amz-bucket-object-lock-enabled")
            )
        case (.head, ""): return .headBucket(name)
        case (.delete, ""): return .deleteBucket(name)
        case (.get, "location"): return .bucketLocation(name)
        case (.get, "versioning"): return .versioning(name)
        case (.put, "versioning"):
            return .setVersioning(name, try RequestBodies.versioning(body))
        case (.get, "lifecycle"): return .lifecycle(name)
        case (.put, "lifecycle"): return .setLifecycle(name, try LifecycleDocument.read(body))
        case (.delete, "lifecycle"): return .setLifecycle(name, nil)
        case (.get, "encryption"): return .encryption(name)
        case (.put, "encryption"):
            return .setEncryption(name, try RequestBodies.encryption(body))
        case (.delete, "encryption"): return .setEncryption(name, .s3)
        case (.get, "object-lock"): return .defaultRetention(name)
        case (.put, "object-lock"):
            return .setDefaultRetention(name, try RequestBodies.defaultRetention(body))
        default: throw .notImplemented
        }
    }

    /// The second version of lists only; the first is older than the store.
    func list() throws(ObjectStoreError) -> ListObjectsRequest {
        guard target.value("list-type") == "2" else { throw .notImplemented }
        return ListObjectsRequest(
            bucket: target.bucket,
            prefix: target.value("prefix") ?? "",
            delimiter: target.value("delimiter") ?? "",
            startAfter: target.value("start-after") ?? "",
            continuationToken: target.value("continuation-token"),
            maxKeys: try target.integer("max-keys") ?? ListObjectsRequest.maxKeysMaximum
        )
    }

    func listVersions() throws(ObjectStoreError) -> ListObjectVersionsRequest {
        let marker = target.value("version-id-marker") ?? ""
        return ListObjectVersionsRequest(
            bucket: target.bucket,
            prefix: target.value("prefix") ?? "",
            delimiter: target.value("delimiter") ?? "",
            keyMarker: target.value("key-marker") ?? "",
            versionIDMarker: marker.isEmpty ? nil : VersionID(marker) ?? .unknown,
            maxKeys: try target.integer("max-keys") ?? ListObjectsRequest.maxKeysMaximum
        )
    }

    /// A delimiter, by which the store rolls nothing up here, is refused.
    func listUploads() throws(ObjectStoreError) -> ListMultipartUploadsRequest {
        guard target.value("delimiter") ?? "" == "" else { throw .notImplemented }
        let marker = target.value("upload-id-marker") ?? ""
        var request = ListMultipartUploadsRequest(bucket: target.bucket)
        request.prefix = target.value("prefix") ?? ""
        request.keyMarker = target.value("key-marker") ?? ""
        request.uploadIDMarker = marker.isEmpty ? nil : UploadID(marker)
        request.maxUploads = try target.integer("max-uploads") ?? request.maxUploads
        return request
    }
}
