/// The responses of requests that were refused.
///
/// Source: the S3 API reference, *Error responses*, "REST error responses".
enum RESTErrorDocument {
    /// The response to a request that is refused.
    static func response(
        to error: ObjectStoreError,
        of request: HTTPRequest,
        _ identity: RequestIdentity
    ) -> HTTPResponse {
        let parts = [XMLElement("Code", error.code), XMLElement("Message", error.message)]
        let all = parts + details(of: error)
        return response(error.status, all, error.headers, request, identity)
    }

    /// The response to a request that was not carried out and may be sent again.
    static func response(
        to failure: ObjectStoreFailure,
        of request: HTTPRequest,
        _ identity: RequestIdentity
    ) -> HTTPResponse {
        let parts = [
            XMLElement("Code", failure.rawValue), XMLElement("Message", failure.message),
        ]
        return response(failure.status, parts, [], request, identity)
    }

    /// The answer to a head, and one that says that nothing has changed, have no body.
    private static func response(
        _ status: Int,
        _ parts: [XMLElement],
        _ fields: [HTTPField],
        _ request: HTTPRequest,
        _ identity: RequestIdentity
    ) -> HTTPResponse {
        let fields = fields + identity.fields
        if status == 304 || request.method == .head {
            return HTTPResponse(status: status, fields: fields)
        }
        let resource = XMLElement("Resource", String(request.path.prefix { $0 != "?" }))
        let body = XMLElement("Error", parts + [resource] + identity.elements)
            .document(hasNamespace: false)
        return HTTPResponse(
            status: status,
            body: body,
            fields: fields + [
                HTTPField("content-length", String(body.count)),
                HTTPField("content-type", "application/xml"),
            ]
        )
    }

    private static func details(of error: ObjectStoreError) -> [XMLElement] {
        switch error {
        case .preconditionFailed(let header): [XMLElement("Condition", header.rawValue)]
        case .permanentRedirect(let bucket, let region):
            [
                XMLElement("Endpoint", "s3.\(region).amazonaws.com"),
                XMLElement("Bucket", bucket),
            ]
        case .invalidRange(let size): [XMLElement("ActualObjectSize", String(size))]
        default: []
        }
    }
}

extension ObjectStoreFailure {
    /// Source: the S3 API reference, *Error responses*, "List of error codes".
    fileprivate var message: String {
        switch self {
        case .slowDown: "Please reduce your request rate."
        case .internalError: "An internal error occurred. Try again."
        }
    }
}
