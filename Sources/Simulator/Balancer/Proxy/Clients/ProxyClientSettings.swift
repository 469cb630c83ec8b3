/// What a proxy is told of its clients: how they come to it, and what it does to the responses that
/// they get.
public struct ProxyClientSettings: Equatable, Sendable {
    /// TLS between clients and the proxy.
    public struct TLS: Equatable, Sendable {
        /// What a worker does for a full handshake.
        public var handshake: Duration
        /// What it does for one that resumes a session.
        public var resumption: Duration

        /// Handshakes that keep a worker busy for so long.
        public init(handshake: Duration, resumption: Duration = .zero) {
            self.handshake = handshake
            self.resumption = resumption
        }
    }

    /// Which responses are compressed, and what that costs.
    public struct Gzip: Equatable, Sendable {
        /// From 1, the fastest, to 9: `gzip_comp_level`.
        public var level: Int
        /// What is smaller is not compressed: `gzip_min_length`.
        public var minimum: Int
        /// What is compressed besides text: `gzip_types`.
        public var types: [ContentType]
        /// Bytes that a worker compresses in a second.
        public var rate: Int

        /// nginx's defaults.
        public init(level: Int = 1, minimum: Int = 20, types: [ContentType] = [], rate: Int) {
            precondition((1...9).contains(level) && rate > 0, "a level and a rate")
            self.level = level
            self.minimum = minimum
            self.types = types
            self.rate = rate
        }
    }

    /// How long the head of a request may take, from the opening of the connection on:
    /// `client_header_timeout`.
    public var headerTimeout = Duration.seconds(60)
    /// Connections of a worker, to clients and to servers: `worker_connections`; nothing where
    /// there is no limit.
    public var connectionsMaximum: Int?
    /// TLS, where there is any.
    public var tls: TLS?
    /// Whether and how responses are compressed.
    public var gzip: Gzip?
    /// Whether servers learn whom a request came from: the lines `proxy_set_header` of
    /// `X-Forwarded-For`, `X-Real-IP`, `X-Forwarded-Proto` and `Host`.
    public var forwardsHeaders = false
    /// The name that clients ask for; that of the node where there is nothing.
    public var address: String?
    /// A bug that a test wants to see noticed.
    package var plantedBug: ProxyClientPlantedBug?

    /// nginx's defaults: no TLS, nothing is compressed, no header is added; and no limit of
    /// connections.
    public init() {}
}

/// Bugs in how a proxy keeps its clients' connections, which the invariants must notice.
package enum ProxyClientPlantedBug: String, Equatable, Sendable, CaseIterable {
    /// Clients are let in although no connection is free.
    case boundless
    /// A connection that is closed for its slow head stays taken.
    case leaking
}
