/// A server of an upstream group as it is configured, in nginx's terms.
///
/// Defaults are nginx's (`ngx_http_upstream.c`, `ngx_http_upstream_server`).
public struct UpstreamServer: Hashable, Sendable {
    /// `host:port`, unique in its group; consistent hashing places the server by it.
    public var name: String
    /// The relative share of requests: `weight`, at least 1.
    public var weight: Int
    /// Requests under way at one time, 0 for any number: `max_conns`.
    public var connectionsMaximum: Int
    /// Failures after which the server is left alone, 0 for never: `max_fails`.
    public var failuresMaximum: Int
    /// For how long it is left alone, in whole seconds: `fail_timeout`.
    public var failTimeout: Duration
    /// Whether it serves only while no other server can: `backup`.
    public var isBackup: Bool
    /// Whether it is out of service: `down`.
    public var isDown: Bool
    /// How long its weight takes from nothing to whole after it came back: `slow_start`.
    public var slowStart: Duration
    /// Where it stands, for zone-aware routing.
    public var zone: String

    /// A server with nginx's defaults.
    public init(
        _ name: String,
        weight: Int = 1,
        connectionsMaximum: Int = 0,
        failuresMaximum: Int = 1,
        failTimeout: Duration = .seconds(10),
        isBackup: Bool = false,
        isDown: Bool = false,
        slowStart: Duration = .zero,
        zone: String = ""
    ) {
        self.name = name
        self.weight = weight
        self.connectionsMaximum = connectionsMaximum
        self.failuresMaximum = failuresMaximum
        self.failTimeout = failTimeout
        self.isBackup = isBackup
        self.isDown = isDown
        self.slowStart = slowStart
        self.zone = zone
    }
}

/// How an upstream group finds the server for a request.
public enum UpstreamStrategy: Hashable, Sendable {
    /// Smooth weighted round robin, nginx's default.
    case roundRobin
    /// The fewest requests under way for its weight; ties by round robin: `least_conn`.
    case leastConnections
    /// The least response time for its weight, times requests under way; ties by round robin:
    /// `least_time`.
    case leastTime
    /// By the client's address: `ip_hash`.
    case addressHash
    /// By a key: `hash`.
    case hash
    /// By a key on a ring: `hash … consistent`.
    case consistentHash
    /// By a key on a ring, past servers that have their part of the load: HAProxy's
    /// `hash-balance-factor`, a percentage of at least 100.
    case boundedHash(factorPercent: Int)
    /// At random, by weight: `random`.
    case random
    /// The less loaded of two drawn by weight: `random two least_conn`.
    case randomTwo
    /// The less loaded of two drawn, as Envoy does it; by deadlines where weights differ:
    /// `LEAST_REQUEST`.
    case leastRequest
    /// The cheaper of two by a moving average that follows peaks at once: Finagle's `p2cPeakEwma`.
    case peakAverage(decay: Duration)
    /// Round robin by weights that follow a score of health, errors and response times.
    case health(HealthScore)

    /// Whether nginx refuses `backup` servers beside the method, and `slow_start` with it.
    public var isWithoutBackup: Bool {
        switch self {
        case .addressHash, .hash, .consistentHash, .boundedHash, .random, .randomTwo,
            .leastRequest, .peakAverage:
            true
        case .roundRobin, .leastConnections, .leastTime, .health: false
        }
    }
}

/// What an upstream group is made of, besides its servers.
public struct UpstreamSettings: Equatable, Sendable {
    /// How servers are chosen.
    public var strategy: UpstreamStrategy
    /// When a request moves on to the next server.
    public var retry: RetryRule
    /// Below which percentage of usable servers health is disregarded, 0 for never: Envoy's panic
    /// threshold. nginx has none.
    public var panicPercent: Int
    /// With how few healthy servers health is disregarded: AWS's rule. nginx has none.
    public var failOpen: FailOpen?
    /// How weights grow in a slow start.
    public var slowStart: SlowStart.Shape
    /// From how many servers on an index replaces the scan of all; both choose the same.
    package var indexMinimum = 64
    package var plantedBug: UpstreamPlantedBug?

    /// Round robin and nginx's rule for retries.
    public init(
        strategy: UpstreamStrategy = .roundRobin,
        retry: RetryRule = RetryRule(),
        panicPercent: Int = 0,
        failOpen: FailOpen? = nil,
        slowStart: SlowStart.Shape = .linear
    ) {
        precondition((0...100).contains(panicPercent), "a percentage")
        self.strategy = strategy
        self.retry = retry
        self.panicPercent = panicPercent
        self.failOpen = failOpen
        self.slowStart = slowStart
    }
}

/// Why a group cannot be made or changed so.
public enum UpstreamError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Two servers have this name.
    case duplicate(name: String)
    /// No server has this name.
    case unknown(name: String)
    /// The strategy knows no backup servers.
    case backup(name: String)
    /// The strategy knows no slow start.
    case slowStart(name: String)
    /// A weight that is not 1 to 65,535.
    case weight(name: String, weight: Int)
    /// There is no server besides backups.
    case empty

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .duplicate(let name): "two servers are named '\(name)'"
        case .unknown(let name): "no server is named '\(name)'"
        case .backup(let name): "'\(name)' cannot be a backup server with this strategy"
        case .slowStart(let name): "'\(name)' cannot start slowly with this strategy"
        case .weight(let name, let weight):
            "the weight \(weight) of '\(name)' is not between 1 and "
                + "\(PlacementMember.weightMaximum)"
        case .empty: "a group needs a server that is no backup"
        }
    }
}
