/// What a reverse proxy is told: its groups of servers, which requests go to which, and who may
/// come how often.
///
/// The words are nginx's where it has one.
public struct ProxySettings: Equatable, Sendable {
    /// Which requests go to which group.
    public struct Route: Equatable, Sendable {
        /// What their paths begin with; the longest one that fits decides.
        public var path: String
        /// The name of the group.
        public var upstream: String
        /// Whether the proxy reads responses as fast as servers send them, or only as fast as the
        /// client reads: `proxy_buffering`.
        public var buffersResponses = true

        /// Requests whose paths begin with `path` go to the group called `upstream`.
        public init(_ path: String, to upstream: String) {
            self.path = path
            self.upstream = upstream
        }
    }

    /// A limit on requests, and whom it counts together.
    public struct RequestLimiting: Equatable, Sendable {
        /// A rule of how many may come.
        public enum Rule: Equatable, Sendable {
            /// nginx's `limit_req`.
            case leakyBucket(RequestLimit)
            /// Tokens that come evenly, and as many at once as fit in.
            case tokenBucket(TokenBuckets)
        }

        /// The rule.
        public var rule: Rule
        /// What requests are counted by.
        public var key: LimitKey

        /// A limit by `key`.
        public init(_ limit: RequestLimit, by key: LimitKey) {
            self.init(.leakyBucket(limit), by: key)
        }

        /// A limit by `key`.
        public init(_ rule: Rule, by key: LimitKey) {
            self.rule = rule
            self.key = key
        }
    }

    /// A new configuration that is read while the proxy runs: `nginx -s reload`.
    ///
    /// Requests that are under way go on in the groups that they are in; what comes from then on
    /// goes to new ones, which know nothing of what was before.
    public struct Reload: Equatable, Sendable {
        /// When, since the start of the run.
        public var time: Duration
        /// The groups of servers; at least one.
        public var upstreams: [ProxyUpstreamSettings]
        /// Which requests go where; where there are none, all go to the first.
        public var routes: [Route]

        /// These groups from `time` on.
        public init(at time: Duration, upstreams: [ProxyUpstreamSettings], routes: [Route] = []) {
            precondition(!upstreams.isEmpty, "a group")
            self.time = time
            self.upstreams = upstreams
            self.routes = routes.isEmpty ? [Route("/", to: upstreams[0].name)] : routes
        }
    }

    /// A limit on requests under way, and whom it counts together.
    public struct ConnectionLimiting: Equatable, Sendable {
        /// The rule.
        public var limit: ConnectionLimit
        /// What requests are counted by.
        public var key: LimitKey

        /// A limit by `key`.
        public init(_ limit: ConnectionLimit, by key: LimitKey) {
            self.limit = limit
            self.key = key
        }
    }

    /// What requests are counted by that share a limit.
    public enum LimitKey: String, Equatable, Sendable, CaseIterable {
        /// All together.
        case all
        /// By the address of the client: `$binary_remote_addr`.
        case client
        /// By the key of the request.
        case key
    }

    /// Processes that requests are divided among: `worker_processes`.
    public var workers: Int
    /// Whether they share what they know of the servers: `zone`.
    public var sharesState: Bool
    /// Groups of servers, each with a name of its own; at least one.
    public var upstreams: [ProxyUpstreamSettings]
    /// Which requests go where; what fits none gets status 404.
    public var routes: [Route]
    /// Whom it lets in: others get status 403.
    public var access: AccessList
    /// Limits on requests: more get status 503.
    public var requestLimits: [RequestLimiting]
    /// Limits on requests under way: more get status 503.
    public var connectionLimits: [ConnectionLimiting]
    /// How long a worker is busy with one request; workers are busy with one at a time.
    public var work: Duration
    /// Requests that the access log keeps.
    public var accessLogMaximum: Int
    /// Configurations that take the place of the first, in the order of their times.
    public var reloads: [Reload] = []
    /// How clients come, and what becomes of the responses that they get.
    public var clients = ProxyClientSettings()
    /// Whether every choice is followed by an ``UpstreamChecker``, which takes time in proportion
    /// to the number of servers.
    public var isChecked = false

    /// A proxy in front of these groups; where no routes are given, all goes to the first.
    public init(
        upstreams: [ProxyUpstreamSettings],
        routes: [Route] = [],
        workers: Int = 1,
        sharesState: Bool = true,
        access: AccessList = AccessList(),
        requestLimits: [RequestLimiting] = [],
        connectionLimits: [ConnectionLimiting] = [],
        work: Duration = .zero,
        accessLogMaximum: Int = 0
    ) {
        precondition(workers > 0 && !upstreams.isEmpty, "a worker and a group")
        self.upstreams = upstreams
        self.routes = routes.isEmpty ? [Route("/", to: upstreams[0].name)] : routes
        self.workers = workers
        self.sharesState = sharesState
        self.access = access
        self.requestLimits = requestLimits
        self.connectionLimits = connectionLimits
        self.work = work
        self.accessLogMaximum = accessLogMaximum
    }
}

/// A group of servers behind a proxy, and how requests are sent to it.
public struct ProxyUpstreamSettings: Equatable, Sendable {
    /// What the strategies that hash place a request by.
    public enum Key: String, Equatable, Sendable, CaseIterable {
        /// The key of the request.
        case request
        /// The path: `$request_uri`.
        case path
        /// The address of the client: `$remote_addr`.
        case client
    }

    /// How requests stay in the zone of the proxy.
    public struct ZoneAwareness: Equatable, Sendable {
        /// How many proxies stand in each zone, by its name.
        public var balancers: [String: Int]
        /// The conditions.
        public var routing: ZoneRouting.Settings

        /// One of these proxies.
        public init(balancers: [String: Int], routing: ZoneRouting.Settings) {
            self.balancers = balancers
            self.routing = routing
        }
    }

    /// A second attempt beside one that takes long.
    public struct Hedging: Equatable, Sendable {
        /// How long the first may take alone.
        public var delay: Duration

        /// A second attempt after `delay`.
        public init(after delay: Duration) {
            self.delay = delay
        }
    }

    /// The name of the group.
    public var name: String
    /// The servers at the start; their names are those of their nodes.
    public var servers: [UpstreamServer]
    /// What a server has that is added at run time, besides its name and its zone.
    public var standard = UpstreamServer("")
    /// How a server is chosen, and when the next one.
    public var group: UpstreamSettings
    /// What requests are placed by, where the strategy hashes.
    public var key: Key
    /// How long a connection may take: `proxy_connect_timeout`.
    public var connectTimeout: Duration
    /// How long an answer may take: `proxy_read_timeout`.
    public var readTimeout: Duration
    /// Connections that are kept for later.
    public var keepalive: KeepaliveCache.Settings
    /// How requests stay in the zone of the proxy, where they do.
    public var zoneAware: ZoneAwareness?
    /// How servers are checked, where they are.
    public var check: ProxyCheck?
    /// When a server that differs from the others is put aside, where that is done.
    public var outliers: OutlierSettings?
    /// How much the group takes on at a time, where that is bounded.
    public var circuit: CircuitThresholds?
    /// When requests are refused because too many before them failed, where that is done.
    public var breaker: CircuitBreaker.Settings?
    /// The pause before another attempt; nginx makes none.
    public var backoff: Backoff?
    /// Whether slow requests are sent a second time, to another server.
    public var hedging: Hedging?

    /// A group with nginx's settings.
    public init(
        _ name: String,
        servers: [UpstreamServer],
        group: UpstreamSettings = UpstreamSettings(),
        key: Key = .request,
        connectTimeout: Duration = .seconds(60),
        readTimeout: Duration = .seconds(60),
        keepalive: KeepaliveCache.Settings = KeepaliveCache.Settings(),
        check: ProxyCheck? = nil,
        outliers: OutlierSettings? = nil,
        circuit: CircuitThresholds? = nil,
        backoff: Backoff? = nil,
        hedging: Hedging? = nil
    ) {
        self.name = name
        self.servers = servers
        self.group = group
        self.key = key
        self.connectTimeout = connectTimeout
        self.readTimeout = readTimeout
        self.keepalive = keepalive
        self.check = check
        self.outliers = outliers
        self.circuit = circuit
        self.backoff = backoff
        self.hedging = hedging
    }
}

extension ProxyUpstreamSettings {
    /// What a proxy in `zone` routes by, where requests stay in zones.
    public func zones(from zone: String) -> ZonalUpstream.Zones? {
        zoneAware.map { .init(local: zone, balancers: $0.balancers, routing: $0.routing) }
    }
}

/// How a proxy asks its servers whether they are well.
public struct ProxyCheck: Equatable, Sendable {
    /// By whose rules answers are judged.
    public enum Rules: Equatable, Sendable {
        /// HAProxy's: `inter`, `rise` and `fall`.
        case counter(CheckCounter.Settings)
        /// AWS's: healthy and unhealthy thresholds, and one pass for a new server.
        case target(TargetHealth.Settings)
    }

    /// What is asked for.
    public var path: String
    /// By whose rules.
    public var rules: Rules

    /// Checks of `path`.
    public init(_ rules: Rules, path: String = "/health") {
        self.path = path
        self.rules = rules
    }
}
