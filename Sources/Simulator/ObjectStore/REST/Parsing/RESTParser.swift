/// Understands a request: which operation its method, address, headers and body ask for.
struct RESTParser {
    let target: RESTTarget
    let headers: RequestHeaders
    let body: [UInt8]
    let method: HTTPMethod
    private let host: String?

    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for an address that is none.
    init(_ request: HTTPRequest) throws(ObjectStoreError) {
        method = request.method
        target = try RESTTarget(request.path)
        headers = RequestHeaders(request.details?.headers.others ?? [])
        host = request.details?.headers.host
        body = request.body
    }

    /// - Throws: What is wrong with the request, before the store looks at it;
    ///   ``ObjectStoreError/notImplemented`` for what the store does not have.
    func call() throws(ObjectStoreError) -> RESTCall {
        try checkBody()
        var call = RESTCall(operation: try operation(), method: method)
        call.encodesKeys = try target.encodesKeys()
        call.host = host
        if target.value("list-type") == nil { call.marker = target.value("marker") ?? "" }
        call.fetchesOwner = call.marker != nil || target.value("fetch-owner") == "true"
        call.choosesBuckets = ["prefix", "max-buckets", "continuation-token", "bucket-region"]
            .contains(where: target.has)
        switch call.operation {
        case .get, .head: call.overrides = overrides()
        case .deleteMany: call.unknownVersions = try RequestBodies.unknownVersions(body)
        default: break
        }
        return call
    }

    private func operation() throws(ObjectStoreError) -> ObjectStoreOperation {
        guard target.key.utf8.count <= ObjectStore.keySizeMaximum else { throw .keyTooLong }
        if target.bucket.isEmpty {
            guard method == .get else { throw .methodNotSupported }
            return .manage(.listBuckets(try listBuckets()))
        }
        if target.key.isEmpty { return try bucketOperation() }
        if let id = target.value("uploadId") { return try uploadOperation(UploadID(id)) }
        switch (method, target.part) {
        case (_, nil): return try objectOperation()
        case (.post, "uploads"?): return .createUpload(try creation())
        case (_, let part?): return .manage(try management(part))
        }
    }

    /// The bytes of objects are checked as they arrive, all others at once.
    private func checkBody() throws(ObjectStoreError) {
        let isObject =
            method == .put && !target.key.isEmpty && target.part == nil
            && headers["x-amz-copy-source"] == nil
        if !isObject { try headers.check(body, hasChecksum: !target.has("uploadId")) }
    }

    /// `response-content-type` and so on.
    private func overrides() -> [HTTPField] {
        [
            "cache-control", "content-disposition", "content-encoding", "content-language",
            "content-type", "expires",
        ].compactMap { name in
            target.value("response-" + name).map { HTTPField(name, $0) }
        }
    }

    // MARK: Objects

    private func objectOperation() throws(ObjectStoreError) -> ObjectStoreOperation {
        switch method {
        case .get: return .get(try reading())
        case .head: return .head(try reading())
        case .put:
            guard !target.has("partNumber") else {
                throw .invalidArgument("This operation does not accept partNumber without uploadId")
            }
            guard let source = try headers.copySource() else { return .put(try put()) }
            return try copy(source)
        case .delete:
            let request = DeleteObjectRequest(
                bucket: target.bucket,
                key: target.key,
                versionID: try target.deletedVersionID(),
                conditions: headers.writeConditions(),
                bypassesGovernance: headers.isTrue("x-amz-bypass-governance-retention")
            )
            return .delete(request)
        case .post, .patch, .options: throw .methodNotSupported
        }
    }

    private func reading() throws(ObjectStoreError) -> GetObjectRequest {
        guard headers["x-amz-server-side-encryption"] == nil else {
            throw .invalidArgument(
                "x-amz-server-side-encryption header is not supported for this operation."
            )
        }
        return GetObjectRequest(
            bucket: target.bucket,
            key: target.key,
            versionID: try target.versionID(),
            range: headers["range"].flatMap { ByteRange(header: $0) },
            partNumber: try partNumber(),
            conditions: headers.readConditions(),
            wantsChecksum: headers["x-amz-checksum-mode"] == "ENABLED",
            customerKeyMD5: try headers.customerKeyMD5()
        )
    }

    private func partNumber() throws(ObjectStoreError) -> Int? {
        guard let text = target.value("partNumber") else { return nil }
        guard let number = Int(text) else { throw ObjectStore.partNumberError }
        return number
    }

    private func put() throws(ObjectStoreError) -> PutObjectRequest {
        var request = PutObjectRequest(
            bucket: target.bucket,
            key: target.key,
            content: ObjectContent(body),
            attributes: try headers.attributes(),
            contentMD5: headers["content-md5"],
            checksum: try headers.sentChecksum(),
            checksumAlgorithm: try headers.sdkChecksumAlgorithm(),
            conditions: headers.writeConditions()
        )
        request.contentSHA256 = try headers.contentSHA256()
        return request
    }

    private func copy(_ source: CopySource) throws(ObjectStoreError) -> ObjectStoreOperation {
        var request = CopyObjectRequest(
            source: source,
            bucket: target.bucket,
            key: target.key,
            metadataDirective: try headers.directive("x-amz-metadata-directive"),
            taggingDirective: try headers.directive("x-amz-tagging-directive"),
            attributes: try headers.attributes(),
            checksumAlgorithm: try headers.checksumAlgorithm("x-amz-checksum-algorithm"),
            sourceConditions: headers.readConditions(prefix: "x-amz-copy-source-"),
            conditions: headers.writeConditions(),
            sourceCustomerKeyMD5: try headers.customerKeyMD5(ofSource: true)
        )
        request.saysAttributes = headers.saysAttributes
        return .copy(request)
    }

    // MARK: Uploads

    private func uploadOperation(_ id: UploadID) throws(ObjectStoreError) -> ObjectStoreOperation {
        let upload = UploadReference(bucket: target.bucket, key: target.key, uploadID: id)
        switch method {
        case .get:
            var request = ListPartsRequest(upload: upload)
            request.partNumberMarker = try target.integer("part-number-marker") ?? 0
            request.maxParts = try target.integer("max-parts") ?? request.maxParts
            return .listParts(request)
        case .put: return try uploadPart(of: upload)
        case .post:
            let request = CompleteMultipartUploadRequest(
                upload: upload,
                parts: try RequestBodies.parts(body),
                checksum: try headers.checksum(ofUpload: true),
                checksumType: try headers.checksumType(),
                objectSize: try objectSize(),
                conditions: headers.writeConditions()
            )
            return .completeUpload(request)
        case .delete: return .abortUpload(upload)
        case .head, .patch, .options: throw .methodNotSupported
        }
    }

    private func objectSize() throws(ObjectStoreError) -> Int? {
        guard let text = headers["x-amz-mp-object-size"] else { return nil }
        guard let size = Int(text), size >= 0 else {
            throw .invalidRequest("Value for x-amz-mp-object-size header is invalid.")
        }
        return size
    }

    private func uploadPart(of upload: UploadReference) throws(ObjectStoreError)
        -> ObjectStoreOperation
    {
        guard let number = try partNumber() else { throw ObjectStore.partNumberError }
        guard let source = try headers.copySource() else {
            var request = UploadPartRequest(
                upload: upload,
                partNumber: number,
                content: ObjectContent(body),
                contentMD5: headers["content-md5"],
                checksum: try headers.sentChecksum(),
                checksumAlgorithm: try headers.sdkChecksumAlgorithm(),
                customerKeyMD5: try headers.customerKeyMD5()
            )
            request.contentSHA256 = try headers.contentSHA256()
            return .uploadPart(request)
        }
        var range: ByteRange?
        if let text = headers["x-amz-copy-source-range"] {
            // A range that cannot be read is refused as one that the source has not.
            range = ByteRange(header: text) ?? .suffix(count: 0)
        }
        let request = UploadPartCopyRequest(
            upload: upload,
            partNumber: number,
            source: source,
            sourceRange: range,
            sourceConditions: headers.readConditions(prefix: "x-amz-copy-source-"),
            customerKeyMD5: try headers.customerKeyMD5(),
            sourceCustomerKeyMD5: try headers.customerKeyMD5(ofSource: true)
        )
        return .copyPart(request)
    }

    // MARK: Parts of objects

    private func management(_ part: String) throws(ObjectStoreError) -> ObjectStoreManagement {
        let object = ObjectStoreManagement.ObjectReference(
            bucket: target.bucket,
            key: target.key,
            versionID: try target.versionID()
        )
        switch (method, part) {
        case (.get, "tagging"): return .tags(object)
        case (.put, "tagging"): return .setTags(object, try RequestBodies.tags(body))
        case (.delete, "tagging"): return .setTags(object, [])
        case (.get, "retention"): return .retention(object)
        case (.put, "retention"):
            return .setRetention(
                object,
                try RequestBodies.retention(body),
                bypassesGovernance: headers.isTrue("x-amz-bypass-governance-retention")
            )
        case (.get, "acl"): return .accessControl(object)
        case (.get, "attributes"): return .attributes(try attributes())
        case (.get, "legal-hold"): return .legalHold(object)
        case (.put, "legal-hold"):
            return .setLegalHold(object, isOn: try RequestBodies.legalHold(body))
        case (.post, "restore"):
            let (days, tier) = try RequestBodies.restoration(body)
            return .restore(object, days: days, tier: tier)
        default: throw .notImplemented
        }
    }

    /// What a *GetObjectAttributes* asks for.
    private func attributes() throws(ObjectStoreError) -> GetObjectAttributesRequest {
        let names = (headers["x-amz-object-attributes"] ?? "").split { $0 == "," || $0 == " " }
        guard !names.isEmpty else {
            throw .invalidRequest(
                "The x-amz-object-attributes header specifying the attributes to be retrieved is"
                    + " either missing or empty"
            )
        }
        var attributes: Set<GetObjectAttributesRequest.Attribute> = []
        for name in names {
            guard let attribute = GetObjectAttributesRequest.Attribute(rawValue: String(name))
            else { throw .invalidArgument("Invalid attribute name specified.") }
            attributes.insert(attribute)
        }
        var object = GetObjectRequest(bucket: target.bucket, key: target.key)
        object.versionID = try target.versionID()
        object.customerKeyMD5 = try headers.customerKeyMD5()
        return GetObjectAttributesRequest(
            object: object,
            attributes: attributes,
            partNumberMarker: try RESTTarget.integer(
                headers["x-amz-part-number-marker"],
                "x-amz-part-number-marker"
            ) ?? 0,
            maxParts: try RESTTarget.integer(headers["x-amz-max-parts"], "x-amz-max-parts") ?? 1_000
        )
    }

    private func creation() throws(ObjectStoreError) -> CreateMultipartUploadRequest {
        CreateMultipartUploadRequest(
            bucket: target.bucket,
            key: target.key,
            attributes: try headers.attributes(),
            checksumAlgorithm: try headers.checksumAlgorithm("x-amz-checksum-algorithm"),
            checksumType: try headers.checksumType()
        )
    }

    /// The operation on the bucket itself.
    private func bucketOperation() throws(ObjectStoreError) -> ObjectStoreOperation {
        switch (method, target.part) {
        case (.post, "delete"?):
            let (items, isQuiet) = try RequestBodies.deletions(body)
            return .deleteMany(
                DeleteObjectsRequest(
                    bucket: target.bucket,
                    items: items,
                    isQuiet: isQuiet,
                    bypassesGovernance: headers.isTrue("x-amz-bypass-governance-retention")
                )
            )
        case (.get, nil): return .list(try list())
        case (.get, "versions"?): return .listVersions(try listVersions())
        case (.get, "uploads"?): return .listUploads(try listUploads())
        case (_, let part): return .manage(try management(of: target.bucket, part ?? ""))
        }
    }
}
