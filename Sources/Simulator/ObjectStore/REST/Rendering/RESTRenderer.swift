/// Turns what the store answers to a call into a response of HTTP.
///
/// Source: the S3 API reference, the response syntax of the operations.
struct RESTRenderer {
    private let call: RESTCall
    /// The region of the store.
    private let region: String

    init(_ call: RESTCall, region: String) {
        self.call = call
        self.region = region
    }

    func response(to result: ObjectStoreResult) -> HTTPResponse {
        switch result {
        case .object(let result): object(result)
        case .description(let description):
            Self.response(description.status, fields: description.headers)
        case .written(let result): written(result)
        case .deleted(let result): Self.response(result.status, fields: result.headers)
        case .part(let result): part(result)
        case .completed(let result): completed(result)
        case .aborted: Self.response(204)
        case .managed(let result): managed(result)
        case .deletedMany(let result): document(ListDocument.element(result))
        case .upload(let id): document(ListDocument(call).created(id))
        case .list(let result): document(ListDocument(call).list(result))
        case .versions(let result): document(ListDocument(call).versions(result))
        case .uploads(let result): document(ListDocument(call).uploads(result))
        case .parts(let result): document(ListDocument(call).parts(result))
        }
    }

    /// A response without a body.
    static func response(_ status: Int, fields: [HTTPField] = []) -> HTTPResponse {
        HTTPResponse(status: status, fields: fields)
    }

    private func document(_ element: XMLElement, fields: [HTTPField] = []) -> HTTPResponse {
        let body = element.document()
        return HTTPResponse(
            status: 200,
            body: body,
            fields: fields + [
                HTTPField("content-length", String(body.count)),
                HTTPField("content-type", "application/xml"),
            ]
        )
    }

    private func managed(_ result: ObjectStoreManaged) -> HTTPResponse {
        switch result {
        case .done: done()
        case .restoring(let status): Self.response(status)
        default: document(ListDocument.element(result))
        }
    }

    private func done() -> HTTPResponse {
        guard case .manage(let operation) = call.operation else { return Self.response(200) }
        switch operation {
        case .createBucket(let name, _, _):
            return Self.response(200, fields: [HTTPField("location", "/" + name)])
        case .headBucket:
            return Self.response(200, fields: [HTTPField("x-amz-bucket-region", region)])
        default: return Self.response(call.method == .delete ? 204 : 200)
        }
    }

    private func object(_ result: GetObjectResult) -> HTTPResponse {
        var fields = result.description.headers
        for override in call.overrides {
            fields.removeAll { $0.name == override.name }
            fields.append(override)
        }
        return HTTPResponse(status: result.status, body: result.body.bytes(), fields: fields)
    }

    /// A put says all in headers; a copy says tag and time in a document.
    private func written(_ result: WriteResult) -> HTTPResponse {
        guard case .copy(let request) = call.operation else {
            return Self.response(result.status, fields: result.headers)
        }
        var fields = result.headers.filter { $0.name != "etag" }
        if let version = request.source.versionID {
            fields.append(HTTPField("x-amz-copy-source-version-id", version.description))
        }
        let element = XMLElement(
            "CopyObjectResult",
            [
                XMLElement("LastModified", result.lastModified.description),
                XMLElement("ETag", result.tag.description),
            ] + ListDocument.elements(result.checksum)
        )
        return document(element, fields: fields)
    }

    private func part(_ result: UploadPartResult) -> HTTPResponse {
        guard case .copyPart(let request) = call.operation else {
            let checksum = result.checksum.map { [HTTPField($0.algorithm.headerName, $0.text)] }
            let tag = HTTPField("etag", result.tag.description)
            return Self.response(200, fields: [tag] + (checksum ?? []))
        }
        let element = XMLElement(
            "CopyPartResult",
            [
                XMLElement("LastModified", result.lastModified.description),
                XMLElement("ETag", result.tag.description),
            ] + ListDocument.elements(result.checksum)
        )
        let version = request.source.versionID.map {
            [HTTPField("x-amz-copy-source-version-id", $0.description)]
        }
        return document(element, fields: version ?? [])
    }

    private func completed(_ result: CompleteMultipartUploadResult) -> HTTPResponse {
        let host = call.host ?? "s3.\(region).amazonaws.com"
        let address = "http://\(host)/\(result.bucket)/\(PercentEncoding.encoded(result.key))"
        let element = XMLElement(
            "CompleteMultipartUploadResult",
            [
                XMLElement("Location", address), XMLElement("Bucket", result.bucket),
                XMLElement("Key", result.key),
                XMLElement("ETag", result.object.tag.description),
            ] + ListDocument.elements(result.object.checksum)
        )
        let fields = result.object.headers.filter {
            $0.name != "etag" && !$0.name.hasPrefix("x-amz-checksum-")
        }
        return document(element, fields: fields)
    }
}
