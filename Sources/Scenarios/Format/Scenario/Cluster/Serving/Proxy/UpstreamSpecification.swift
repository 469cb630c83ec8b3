public import Simulator

/// A group of servers behind a proxy.
public struct UpstreamSpecification: Sendable, Equatable {
    /// What routes call it.
    public var name = "backend"
    /// How a server is chosen.
    public var strategy = UpstreamStrategy.roundRobin
    /// What the strategies that hash place a request by.
    public var key = ProxyUpstreamSettings.Key.request
    /// The servers that are special, or all of them; empty for every server.
    public var servers: [UpstreamServerSpecification] = []
    /// What is said of every server that says nothing else.
    public var standard = UpstreamServer("")
    /// When a request moves on to the next server.
    public var nextUpstream = NextUpstreamSpecification()
    /// How long a connection may take.
    public var connectTimeout: Duration = .seconds(60)
    /// How long an answer may take.
    public var readTimeout: Duration = .seconds(60)
    /// Connections that are kept for later.
    public var keepalive = KeepaliveCache.Settings()
    /// When requests stay in the zone of the proxy, where they do.
    public var zoneAware: ZoneRouting.Settings?
    /// How servers are checked, where they are.
    public var check: ProxyCheck?
    /// When a server that differs from the others is put aside, where that is done.
    public var outliers: OutlierSettings?
    /// How much it takes on at a time, where that is bounded.
    public var circuit: CircuitThresholds?
    /// When requests are refused because too many before them failed, where that is done.
    public var breaker: CircuitBreaker.Settings?
    /// The pause before another attempt, where there is one.
    public var backoff: Backoff?
    /// After how long a slow request is sent a second time, where that is done.
    public var hedge: Duration?
    /// Below which percentage of usable servers health is disregarded.
    public var panic = 0.0
    /// How few healthy servers have health disregarded.
    public var failOpen: Int?

    /// All servers in turn.
    public init() {}
}

extension UpstreamSpecification: Section {
    static let name = "upstream"
    static let documentation = "A group of servers behind a proxy."
    static var fields: [Field<Self>] {
        [
            .key("name", \.name, .name, "What routes call it."),
            .key("strategy", \.strategy, .upstreamStrategy, "How a server is chosen."),
            .key(
                "key",
                \.key,
                .choice("key", ProxyUpstreamSettings.Key.self),
                "What the strategies that hash place a request by."
            ),
            .key(
                "servers",
                \.servers,
                .list("a list of servers", of: .section, length: 0...10_000),
                "The servers, or gateways, that belong to it; without any, all do."
            ),
        ] + serverFields + attemptFields + healthFields
    }

    private static var serverFields: [Field<Self>] {
        [
            .key(
                "weight",
                \.standard.weight,
                .integer(in: 1...65_535),
                "The share of requests of a server, relative to the others."
            ),
            .key(
                "max-conns",
                \.standard.connectionsMaximum,
                .integer(in: 0...1_000_000),
                "Requests under way at a server; 0 for any number."
            ),
            .key(
                "max-fails",
                \.standard.failuresMaximum,
                .integer(in: 0...1_000_000),
                "Failures after which a server is left alone; 0 for never."
            ),
            .key(
                "fail-timeout",
                \.standard.failTimeout,
                .duration,
                "For how long, in whole seconds."
            ),
            .key(
                "slow-start",
                \.standard.slowStart,
                .duration,
                "How long the weight of a server that came back grows."
            ),
        ]
    }

    private static var attemptFields: [Field<Self>] {
        [
            .key(
                "next-upstream",
                \.nextUpstream,
                .section,
                "When a request moves on to the next server."
            ),
            .key(
                "connect-timeout",
                \.connectTimeout,
                .positiveDuration,
                "How long a connection may take."
            ),
            .key(
                "read-timeout",
                \.readTimeout,
                .positiveDuration,
                "How long an answer may take."
            ),
            .key("keepalive", \.keepalive, .section, "Connections that are kept for later."),
            .optional("backoff", \.backoff, .section, "The pause before another attempt."),
            .optional(
                "hedge",
                \.hedge,
                .positiveDuration,
                "After how long a request is sent to a second server as well."
            ),
            .optional("circuit", \.circuit, .section, "How much it takes on at a time."),
            .optional(
                "breaker",
                \.breaker,
                .section,
                "When requests are refused because too many before them failed."
            ),
        ]
    }

    private static var healthFields: [Field<Self>] {
        [
            .optional(
                "zone-aware",
                \.zoneAware,
                .section,
                "Requests stay in the zone of the proxy, as far as its servers go."
            ),
            .optional("check", \.check, .proxyCheck, "How servers are checked."),
            .optional(
                "outliers",
                \.outliers,
                .section,
                "When a server that differs from the others is put aside."
            ),
            .key(
                "panic",
                \.panic,
                .ratio,
                "Below which part of usable servers health is disregarded."
            ),
            .optional(
                "fail-open",
                \.failOpen,
                .integer(in: 1...10_000),
                "With fewer healthy servers than this health is disregarded."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let names = servers.map(\.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            reading.report(
                "a second server named \"\(Shortened.text(name))\"",
                at: node.location(at: ["servers", String(index), "name"])
            )
        }
        if !servers.isEmpty, servers.allSatisfy(\.isDown) {
            reading.report("every server is down", at: node.location(at: ["servers"]))
        }
        if failOpen != nil, panic > 0 {
            reading.report(
                "two rules of when health is disregarded",
                at: node.location(at: ["fail-open"]),
                expected: "either panic or fail-open"
            )
        }
        for (path, time) in [(["fail-timeout"], standard.failTimeout)]
            + servers.enumerated().compactMap({ index, server in
                server.failTimeout.map { (["servers", String(index), "fail-timeout"], $0) }
            })
        where time > .zero && time < .seconds(1) {
            reading.report(
                "is no whole second",
                at: node.location(at: path),
                expected: "0s, or at least 1s"
            )
        }
        guard strategy.isWithoutBackup else { return }
        if let index = servers.firstIndex(where: { $0.isBackup == true }) {
            reading.report(
                "this strategy knows no backup servers",
                at: node.location(at: ["servers", String(index), "backup"])
            )
        }
        if standard.slowStart > .zero {
            reading.report(
                "this strategy knows no slow start",
                at: node.location(at: ["slow-start"])
            )
        }
    }
}

/// A server of an upstream, and what it has of its own.
public struct UpstreamServerSpecification: Sendable, Equatable {
    /// Its name.
    public var name = ""
    /// Its share of requests, where it differs.
    public var weight: Int?
    /// Requests under way at it, where that differs.
    public var connectionsMaximum: Int?
    /// Failures after which it is left alone, where that differs.
    public var failuresMaximum: Int?
    /// For how long, where that differs.
    public var failTimeout: Duration?
    /// Whether it serves only while no other server can.
    public var isBackup = false
    /// Whether it is out of service.
    public var isDown = false

    /// A server like the others.
    public init() {}
}

extension UpstreamServerSpecification: Section {
    static let name = "upstream-server"
    static let documentation = "A server of an upstream, and what it has of its own."
    static var fields: [Field<Self>] {
        [
            .key("name", \.name, .name, required: true, "Its name."),
            .optional("weight", \.weight, .integer(in: 1...65_535), "Its share of requests."),
            .optional(
                "max-conns",
                \.connectionsMaximum,
                .integer(in: 0...1_000_000),
                "Requests under way at it; 0 for any number."
            ),
            .optional(
                "max-fails",
                \.failuresMaximum,
                .integer(in: 0...1_000_000),
                "Failures after which it is left alone; 0 for never."
            ),
            .optional("fail-timeout", \.failTimeout, .duration, "For how long."),
            .key("backup", \.isBackup, .boolean, "It serves only while no other server can."),
            .key("down", \.isDown, .boolean, "It is out of service."),
        ]
    }
}
