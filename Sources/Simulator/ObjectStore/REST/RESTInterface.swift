/// The REST interface of an object store: from requests of HTTP to operations, and from their
/// results to responses.
///
/// Addresses are in the style of paths. Who calls stands in `Authorization`; signatures are not
/// checked. Of what S3 has beside what the store can do, a request gets `NotImplemented`.
///
/// Source: the S3 API reference.
enum RESTInterface {
    /// The caller of a request that is signed by nobody.
    static let anonymous: Principal = "anonymous"

    /// What a request asks for, and on whose behalf.
    ///
    /// - Throws: What is wrong with the request, before the store looks at it.
    static func read(
        _ request: HTTPRequest
    ) throws(ObjectStoreError) -> (call: RESTCall, caller: Principal) {
        let caller = try caller(of: request)
        let call = try RESTParser(request).call()
        guard call.overrides.isEmpty || caller != anonymous else {
            throw .invalidRequest(
                "Request specific response headers cannot be used for anonymous GET requests."
            )
        }
        return (call, caller)
    }

    /// The response of the store of a region to a request.
    static func response(
        to request: HTTPRequest,
        _ call: RESTCall,
        _ reply: ObjectStoreReply,
        region: String,
        _ identity: RequestIdentity
    ) -> HTTPResponse {
        switch reply {
        case .result(let result):
            var response = RESTRenderer(call, region: region).response(to: result)
            response.fields += identity.fields
            return response
        case .refused(let error):
            return RESTErrorDocument.response(to: error, of: request, identity)
        case .failed(let failure):
            return RESTErrorDocument.response(to: failure, of: request, identity)
        }
    }

    /// Who signed a request: the access key of its `Authorization`, or of its address.
    ///
    /// Source: the S3 API reference, *Signing and authenticating REST requests*, for
    /// `AWS access-key:signature`, and *Authenticating requests: using the Authorization header*,
    /// for `AWS4-HMAC-SHA256 Credential=access-key/…`; *Authenticating requests: using query
    /// parameters*, for `X-Amz-Credential`, and the older `AWSAccessKeyId`.
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for any other way to sign.
    static func caller(of request: HTTPRequest) throws(ObjectStoreError) -> Principal {
        guard let header = request.details?.headers.others.value(of: "authorization") else {
            return try signerOfAddress(request.path) ?? anonymous
        }
        let words = header.split(separator: " ", maxSplits: 1)
        var name: Substring?
        switch (words.first, words.last) {
        case ("AWS"?, let rest?): name = rest.prefix { $0 != ":" }
        case ("AWS4-HMAC-SHA256"?, let rest?):
            let fields = rest.split { $0 == "," || $0 == " " }
            let credential = fields.first { $0.hasPrefix("Credential=") }
            name = credential?.dropFirst("Credential=".count).prefix { $0 != "/" }
        default: break
        }
        guard words.count == 2, let name, !name.isEmpty else {
            throw .invalidArgument("Unsupported Authorization Type")
        }
        return Principal(String(name))
    }

    /// Who signed the address of a request itself.
    private static func signerOfAddress(
        _ path: String
    ) throws(ObjectStoreError) -> Principal? {
        guard path.contains("X-Amz-") || path.contains("AWSAccessKeyId") else { return nil }
        let target = try RESTTarget(path)
        if let name = target.value("AWSAccessKeyId"), !name.isEmpty { return Principal(name) }
        guard let credential = target.value("X-Amz-Credential") else { return nil }
        let name = credential.prefix { $0 != "/" }
        guard !name.isEmpty else {
            throw .invalidArgument("the credential of a signed address begins with an access key")
        }
        return Principal(String(name))
    }
}
