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
                region: try RequestBodies.location(body) ?? "",
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
        case (.get, "acl"): return .accessControl(.init(bucket: name, key: ""))
        case (.get, _):
            guard let part = BucketPart(rawValue: part) else { throw .notImplemented }
            return .part(name, part)
        case (.delete, "cors"), (.delete, "policy"), (.delete, "replication"),
            (.delete, "tagging"), (.delete, "website"):
            guard let part = BucketPart(rawValue: part) else { throw .notImplemented }
            return .removePart(name, part)
        default: throw .notImplemented
        }
    }

    func listBuckets() throws(ObjectStoreError) -> ListBucketsRequest {
        var request = ListBucketsRequest()
        request.prefix = target.value("prefix") ?? ""
        request.continuationToken = target.value("continuation-token")
        request.maxBuckets = try target.integer("max-buckets") ?? request.maxBuckets
        return request
    }

    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for a version of lists but the first,
    ///   which has none, and the second.
    func list() throws(ObjectStoreError) -> ListObjectsRequest {
        var request = ListObjectsRequest(bucket: target.bucket)
        request.prefix = target.value("prefix") ?? ""
        request.delimiter = target.value("delimiter") ?? ""
        request.maxKeys = try target.integer("max-keys") ?? request.maxKeys
        switch target.value("list-type") {
        case nil: goOn(after: target.value("marker") ?? "", &request)
        case "2"?:
            request.startAfter = target.value("start-after") ?? ""
            request.continuationToken = target.value("continuation-token")
        default: throw .invalidArgument("Invalid List Type")
        }
        return request
    }

    /// A marker of the first version is a key, or a common prefix that the page before ended with:
    /// then all keys behind that have been listed.
    ///
    /// Source: the S3 API reference, *ListObjects*, `NextMarker`.
    private func goOn(after marker: String, _ request: inout ListObjectsRequest) {
        let delimiter = request.delimiter
        let isPrefix =
            !delimiter.isEmpty && marker.hasPrefix(request.prefix)
            && marker.dropFirst(request.prefix.count).hasSuffix(delimiter)
        if isPrefix {
            let token = ContinuationToken(position: Array(marker.utf8), isPrefix: true)
            request.continuationToken = token.text
        } else {
            request.startAfter = marker
        }
    }

    func listVersions() throws(ObjectStoreError) -> ListObjectVersionsRequest {
        let marker = target.value("version-id-marker") ?? ""
        return ListObjectVersionsRequest(
            bucket: target.bucket,
            prefix: target.value("prefix") ?? "",
            delimiter: target.value("delimiter") ?? "",
            keyMarker: target.value("key-marker") ?? "",
            versionIDMarker: try Self.versionMarker(marker),
            maxKeys: try target.integer("max-keys") ?? ListObjectsRequest.maxKeysMaximum
        )
    }

    func listUploads() throws(ObjectStoreError) -> ListMultipartUploadsRequest {
        let marker = target.value("upload-id-marker") ?? ""
        var request = ListMultipartUploadsRequest(bucket: target.bucket)
        request.prefix = target.value("prefix") ?? ""
        request.delimiter = target.value("delimiter") ?? ""
        request.keyMarker = target.value("key-marker") ?? ""
        request.uploadIDMarker = marker.isEmpty ? nil : UploadID(marker)
        request.maxUploads = try target.integer("max-uploads") ?? request.maxUploads
        return request
    }

    /// `version-id-marker`; nil for none.
    private static func versionMarker(_ text: String) throws(ObjectStoreError) -> VersionID? {
        if text.isEmpty { return nil }
        guard let version = VersionID(text) else {
            throw .invalidArgument("Invalid version id specified")
        }
        return version
    }
}
