/// The methods of HTTP.
public enum HTTPMethod: String, Equatable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether a request that is performed twice does the same as one that is performed once.
    ///
    /// Source: RFC 9110, section 9.2.2.
    public var isIdempotent: Bool { self != .post && self != .patch }
}

/// A request of HTTP, as far as the simulated services look at one.
public struct HTTPRequest: Equatable, Sendable {
    /// What to do.
    public var method: HTTPMethod
    /// With what, beginning with a slash.
    public var path: String
    /// The key by which a balancer places the request.
    public var key: PlacementKey?
    /// The address of the client, where it is known: a proxy passes it on as `X-Forwarded-For`.
    public var client: NetworkAddress?
    /// The bytes of the body.
    public var body: [UInt8]
    /// What it says besides; most requests say nothing, and are no larger for those that do.
    private var extra: RequestDetailsBox?

    /// A request with these parts.
    public init(
        _ method: HTTPMethod,
        _ path: String,
        key: PlacementKey? = nil,
        client: NetworkAddress? = nil,
        body: [UInt8] = [],
        details: RequestDetails? = nil
    ) {
        self.method = method
        self.path = path
        self.key = key
        self.client = client
        self.body = body
        extra = details.map { RequestDetailsBox($0) }
    }

    /// What it says besides, and how its client sends and reads, where that is told.
    public var details: RequestDetails? {
        get { extra?.details }
        set { extra = newValue.map { RequestDetailsBox($0) } }
    }

    /// Whether it has details.
    @inline(__always)
    var hasDetails: Bool { extra != nil }
}

/// A response of HTTP.
public struct HTTPResponse: Equatable, Sendable {
    /// The status code.
    public var status: Int
    /// The bytes of the body.
    public var body: [UInt8]
    /// The server that answered behind a balancer: the header `X-Served-By`.
    public var servedBy: String?
    /// What the body is, where that is told: the header `Content-Type`.
    public var type: ContentType?
    /// Whether the body is compressed: the header `Content-Encoding: gzip`.
    public var isGzipped = false
    /// Nil where it has none: most have none, and copy them at no cost.
    private var otherFields: [HTTPField]?

    /// A response with these parts.
    public init(
        status: Int,
        body: [UInt8] = [],
        servedBy: String? = nil,
        type: ContentType? = nil,
        fields: [HTTPField] = []
    ) {
        self.status = status
        self.body = body
        self.servedBy = servedBy
        self.type = type
        otherFields = fields.isEmpty ? nil : fields
    }

    /// Its other headers, in no particular order.
    public var fields: [HTTPField] {
        get { otherFields ?? [] }
        set { otherFields = newValue.isEmpty ? nil : newValue }
    }
}

/// What the body of a response is.
public enum ContentType: String, Equatable, Sendable, CaseIterable {
    /// A page: `text/html`.
    case text
    /// Values: `application/json`.
    case json
    /// Sound, which is compressed already: `audio/mpeg`.
    case audio
}

extension Service where Request == HTTPRequest, Response == HTTPResponse {
    /// HTTP, on the only port a node has.
    public static let http = Service("http")
}
