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
            Self.response(description.status, fields: overridden(description.headers))
        case .written(let result): written(result)
        case .deleted(let result): Self.response(result.status, fields: result.headers)
        case .part(let result): part(result)
        case .completed(let result): completed(result)
        case .aborted: Self.response(204)
        case .managed(let result): managed(result)
        case .deletedMany(let result): document(ListDocument(call).deletions(result))
        case .upload(let result):
            document(ListDocument(call).created(result.uploadID), fields: result.headers)
        case .list(let result): document(ListDocument(call).list(result))
        case .versions(let result): document(ListDocument(call).versions(result))
        case .uploads(let result): document(ListDocument(call).uploads(result))
        case .parts(let result):
            document(ListDocument(call).parts(result), fields: result.abortion?.headers ?? [])
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
        case .buckets(let result):
            document(ListDocument.element(result, region: call.choosesBuckets ? region : nil))
        case .tags(let tags, let version):
            document(ListDocument.element(tags), fields: Self.version(version))
        case .tagged(let version):
            Self.response(call.method == .delete ? 204 : 200, fields: Self.version(version))
        case .attributes(let result):
            document(
                ListDocument.element(result),
                fields: [HTTPField("last-modified", result.lastModified.httpDate)]
                    + Self.version(result.versionID)
            )
        default: document(ListDocument.element(result))
        }
    }

    /// The header that names a version, where there is one.
    private static func version(
        _ version: VersionID?,
        _ name: String = "x-amz-version-id"
    ) -> [HTTPField] {
        version.map { [HTTPField(name, $0.description)] } ?? []
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
        let fields = overridden(result.description.headers)
        return HTTPResponse(status: result.status, body: result.body.bytes(), fields: fields)
    }

    /// Headers of an object, some of which the call wants otherwise.
    private func overridden(_ headers: [HTTPField]) -> [HTTPField] {
        var fields = headers
        for override in call.overrides {
            fields.removeAll { $0.name == override.name }
            fields.append(override)
        }
        return fields
    }

    /// A put says all in headers; a copy says tag and time in a document.
    private func written(_ result: WriteResult) -> HTTPResponse {
        guard case .copy = call.operation else {
            return Self.response(result.status, fields: result.headers)
        }
        let fields =
            result.headers.filter { $0.name != "etag" }
            + Self.version(result.sourceVersionID, "x-amz-copy-source-version-id")
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
        guard case .copyPart = call.operation else {
            let checksum = result.checksum.map { [HTTPField($0.algorithm.headerName, $0.text)] }
            let tag = HTTPField("etag", result.tag.description)
            let fields = [tag] + result.encryption.headers + (checksum ?? [])
            return Self.response(200, fields: fields)
        }
        let element = XMLElement(
            "CopyPartResult",
            [
                XMLElement("LastModified", result.lastModified.description),
                XMLElement("ETag", result.tag.description),
            ] + ListDocument.elements(result.checksum)
        )
        return document(
            element,
            fields: result.encryption.headers
                + Self.version(result.sourceVersionID, "x-amz-copy-source-version-id")
        )
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
