/// What few requests say: headers that somebody looks at, and how the client sends the request and
/// reads the response.
public struct RequestDetails: Equatable, Sendable {
    /// The headers that proxies and servers look at.
    public struct Headers: Equatable, Sendable {
        /// Whom the client asked: `Host`.
        public var host: String?
        /// Whom the request came from and through: `X-Forwarded-For`.
        public var forwardedFor: String?
        /// The address of the client: `X-Real-IP`.
        public var realIP: String?
        /// How the client came to the proxy, `http` or `https`: `X-Forwarded-Proto`.
        public var forwardedProtocol: String?
        /// What the response may be compressed with: `Accept-Encoding`.
        public var acceptEncoding: String?
        /// Those that no proxy looks at and only the server understands.
        public var others: [HTTPField] = []

        /// No header.
        public init() {}

        /// Whether the response may be compressed with gzip: it is named, and not with a weight of
        /// zero.
        ///
        /// Source: RFC 9110, section 12.5.3; nginx, `ngx_http_gzip_accept_encoding`.
        public var acceptsGzip: Bool {
            (acceptEncoding ?? "").split(separator: ",").contains { coding in
                let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
                guard parts.first?.lowercased() == "gzip" else { return false }
                return parts.dropFirst().allSatisfy { weight in
                    guard weight.hasPrefix("q=") else { return true }
                    return Double(weight.dropFirst(2)).map { $0 > 0 } ?? false
                }
            }
        }
    }

    /// The headers.
    public var headers = Headers()
    /// How long after its first byte the head of the request is complete.
    public var sending = Duration.zero
    /// How many bytes of the response the client reads in a second; as fast as they come, where
    /// there is nothing.
    public var reading: Int?
    /// The connection over which it comes, where that was opened before: that of a handshake.
    public var connection: UInt64?
    /// How long a server waits until its response was read, where nobody reads it before the
    /// client does.
    var flow: ResponseFlow?

    /// Nothing that most requests do not say.
    public init() {}
}

/// How fast a response flows to who reads it in the end: TCP's flow control has its sender learn.
///
/// Source: RFC 9293, section 3.8.6.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class ResponseFlow: Equatable, @unchecked Sendable {
    private let time: (HTTPResponse) -> Duration

    init(_ time: @escaping (HTTPResponse) -> Duration) {
        self.time = time
    }

    /// How long it takes to read a response.
    func time(of response: HTTPResponse) -> Duration { time(response) }

    static func == (left: ResponseFlow, right: ResponseFlow) -> Bool { left === right }

    /// How long it takes to read so many bytes at a rate.
    static func time(of bytes: Int, perSecond rate: Int) -> Duration {
        let nanoseconds = UInt64(bytes) * 1_000_000_000
        let rate = UInt64(rate)
        return Duration(wholeNanoseconds: (nanoseconds + rate - 1) / rate)
    }
}

/// Details beside the request, so that a request without any is small.
final class RequestDetailsBox: Equatable, Sendable {
    let details: RequestDetails

    init(_ details: RequestDetails) {
        self.details = details
    }

    static func == (left: RequestDetailsBox, right: RequestDetailsBox) -> Bool {
        left.details == right.details
    }
}
