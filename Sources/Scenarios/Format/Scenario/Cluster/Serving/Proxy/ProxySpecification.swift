public import Simulator

/// The reverse proxy in front of the servers.
public struct ProxySpecification: Sendable, Equatable {
    /// Proxies that are alike.
    public var count = 1
    /// How they share one address, where they do.
    public var failover: VirtualRouter.Settings?
    /// Processes that requests are divided among.
    public var workers = 1
    /// Whether they share what they know of the servers.
    public var sharesState = true
    /// Groups of servers.
    public var upstreams = [UpstreamSpecification()]
    /// Which requests go to which group.
    public var routes: [RouteSpecification] = []
    /// Configurations that take the place of these groups and routes, in the order of their times.
    public var reloads: [ReloadSpecification] = []
    /// Who may come.
    public var access: [AccessRuleSpecification] = []
    /// Limits on requests.
    public var requestLimits: [RequestLimitSpecification] = []
    /// Limits on requests under way.
    public var connectionLimits: [ConnectionLimitSpecification] = []
    /// How long a worker is busy with one request.
    public var work: Duration = .zero
    /// Requests that the access log keeps.
    public var accessLog = 0
    /// Whether servers learn whom a request came from.
    public var forwardsHeaders = false
    /// TLS between clients and the proxy, where there is any.
    public var tls: TLSSpecification?
    /// Which responses are compressed, where some are.
    public var gzip: GzipSpecification?
    /// How long the head of a request may take.
    public var headerTimeout: Duration = .seconds(60)
    /// Connections of a worker, where there is a limit.
    public var workerConnections: Int?
    /// Where it stands.
    public var standing = StandingSpecification()

    /// A proxy that sends everything to all servers in turn.
    public init() {}

    /// The names of the nodes.
    var names: [String] {
        let name = ClusterSpecification.proxyName
        return count == 1 ? [name] : (1...count).map { "\(name)-\($0)" }
    }

    /// Where clients send their requests, in turn.
    var addresses: [String] { failover == nil ? names : [ClusterSpecification.proxyName] }
}

extension ProxySpecification: Section {
    static let name = "proxy"
    static let documentation =
        "A reverse proxy in front of the servers, as nginx, HAProxy and Envoy are."
    static var fields: [Field<Self>] {
        [
            .key("count", \.count, .integer(in: 1...1_000, example: 2), "Proxies that are alike."),
            .optional(
                "failover",
                \.failover,
                .section,
                "They share one address; without it, clients go to them in turn."
            ),
            .key(
                "upstreams",
                \.upstreams,
                .list("a list of upstreams", of: .section, length: 1...100),
                "Groups of servers."
            ),
            .key(
                "routes",
                \.routes,
                .list("a list of routes", of: .section, length: 0...1_000),
                "Which requests go to which upstream; without any, all go to the first."
            ),
            .key(
                "reloads",
                \.reloads,
                .list("a list of reloads", of: .section, length: 0...1_000),
                "Configurations that are read while it runs: nginx -s reload."
            ),
            .key("workers", \.workers, .integer(in: 1...1_000), "Worker processes."),
            .key(
                "shared-zone",
                \.sharesState,
                .boolean,
                "Workers share what they know of the servers: nginx's zone."
            ),
        ] + limitFields + clientFields + StandingSpecification.fields(\.standing)
    }

    private static var limitFields: [Field<Self>] {
        [
            .key(
                "access",
                \.access,
                .list("a list of rules", of: .section, length: 0...10_000),
                "Who may come; the first rule that fits decides, and others get status 403."
            ),
            .key(
                "limit-requests",
                \.requestLimits,
                .list("a list of limits", of: .section, length: 0...100),
                "Limits on requests; more get status 503."
            ),
            .key(
                "limit-connections",
                \.connectionLimits,
                .list("a list of limits", of: .section, length: 0...100),
                "Limits on requests under way; more get status 503."
            ),
            .key("work", \.work, .duration, "How long a worker is busy with one request."),
            .key(
                "access-log",
                \.accessLog,
                .integer(in: 0...1_000_000, example: 1_000),
                "Requests that the access log keeps."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if failover != nil, count == 1 {
            reading.report(
                "nobody takes over from one proxy",
                at: node.location(at: ["failover"]),
                expected: "a count of at least 2"
            )
        }
        checkGroups(upstreams, routes, "cluster.proxy", [], node, &reading)
        for (index, reload) in reloads.enumerated().dropFirst()
        where reload.at <= reloads[index - 1].at {
            reading.report(
                "comes no later than the one before it",
                at: node.location(at: ["reloads", String(index), "at"]),
                expected: "reloads in the order of their times"
            )
        }
        for (index, configuration) in configurations.dropFirst().enumerated() {
            let place = ["reloads", String(index)]
            let (groups, routes) = (configuration.upstreams, configuration.routes)
            checkGroups(groups, routes, "the reload", place, node, &reading)
        }
    }
}

/// Which requests go to an upstream.
public struct RouteSpecification: Sendable, Equatable {
    /// What their paths begin with.
    public var path = "/"
    /// The name of the upstream.
    public var upstream = "backend"
    /// Whether the proxy reads responses as fast as servers send them.
    public var buffersResponses = true

    /// Everything to `backend`.
    public init() {}
}

extension RouteSpecification: Section {
    static let name = "route"
    static let documentation = "Requests that go to one upstream."
    static var fields: [Field<Self>] {
        [
            .key(
                "path",
                \.path,
                .requestPath,
                required: true,
                "What their paths begin with; the longest one that fits decides."
            ),
            .key("upstream", \.upstream, .name, required: true, "The name of the upstream."),
            .key(
                "buffering",
                \.buffersResponses,
                .boolean,
                "The proxy reads responses as fast as servers send them."
            ),
        ]
    }
}
