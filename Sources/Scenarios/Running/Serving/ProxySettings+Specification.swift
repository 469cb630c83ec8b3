import Simulator

// From the words of a scenario file to the settings of a proxy.

extension ProxySettings {
    /// The settings of each of several proxies.
    ///
    /// - Parameters:
    ///   - servers: What groups can be made of.
    ///   - standard: What they are made of where they do not say it.
    ///   - zones: How many of them stand in each zone.
    init(
        _ specification: ProxySpecification,
        servers: [(name: String, zone: String)],
        standard: [String],
        zones: [String: Int]
    ) {
        func groups(_ upstreams: [UpstreamSpecification]) -> [ProxyUpstreamSettings] {
            upstreams.map { .init($0, servers: servers, standard: standard, zones: zones) }
        }
        self.init(
            upstreams: groups(specification.upstreams),
            routes: specification.routes.map(Route.init),
            workers: specification.workers,
            sharesState: specification.sharesState,
            access: AccessList(specification.access.map(AccessList.Rule.init)),
            requestLimits: specification.requestLimits.map(RequestLimiting.init),
            connectionLimits: specification.connectionLimits.map {
                ConnectionLimiting(ConnectionLimit(maximum: $0.count), by: $0.key)
            },
            work: specification.work,
            accessLogMaximum: specification.accessLog
        )
        reloads = specification.configurations.dropFirst().map { configuration in
            Reload(
                at: configuration.at,
                upstreams: groups(configuration.upstreams),
                routes: configuration.routes.map(Route.init)
            )
        }
        clients = ProxyClientSettings(specification)
        if specification.failover != nil { clients.address = ClusterSpecification.proxyName }
    }
}

extension AccessList.Rule {
    init(_ specification: AccessRuleSpecification) {
        let network = AccessList.Network(specification.network)
        switch specification.verdict {
        case .allow: self = .allow(network)
        case .deny: self = .deny(network)
        }
    }
}

extension ProxySettings.RequestLimiting {
    init(_ specification: RequestLimitSpecification) {
        let rate = specification.rate
        switch specification.kind {
        case .leakyBucket:
            self.init(
                RequestLimit(
                    count: rate.count,
                    in: rate.period,
                    burst: specification.burst,
                    delay: specification.delay.map { .after($0) } ?? .none
                ),
                by: specification.key
            )
        case .tokenBucket:
            let seconds = Double(rate.period.wholeNanoseconds) / 1e9
            let buckets = TokenBuckets(
                rate: rate.count / seconds,
                capacity: Double(specification.burst)
            )
            self.init(.tokenBucket(buckets), by: specification.key)
        }
    }
}

extension ProxyUpstreamSettings {
    /// - Parameters:
    ///   - servers: What groups can be made of.
    ///   - standard: What they are made of where they do not say it.
    ///   - zones: How many proxies stand in each zone.
    init(
        _ specification: UpstreamSpecification,
        servers: [(name: String, zone: String)],
        standard names: [String],
        zones: [String: Int]
    ) {
        let zoneNames = Dictionary(
            servers.map { ($0.name, $0.zone) },
            uniquingKeysWith: { first, _ in first }
        )
        let members =
            specification.servers.isEmpty
            ? names.map { specification.server($0, zone: zoneNames[$0] ?? "", nil) }
            : specification.servers.map { own in
                specification.server(own.name, zone: zoneNames[own.name] ?? "", own)
            }
        self.init(
            specification.name,
            servers: members,
            group: UpstreamSettings(specification),
            key: specification.key,
            connectTimeout: specification.connectTimeout,
            readTimeout: specification.readTimeout,
            keepalive: specification.keepalive,
            check: specification.check,
            outliers: specification.outliers,
            circuit: specification.circuit,
            backoff: specification.backoff,
            hedging: specification.hedge.map { Hedging(after: $0) }
        )
        standard = specification.standard
        breaker = specification.breaker
        zoneAware = specification.zoneAware.map { ZoneAwareness(balancers: zones, routing: $0) }
    }
}

extension UpstreamSpecification {
    /// A server with what is said of all and what is said of it.
    fileprivate func server(
        _ name: String,
        zone: String,
        _ own: UpstreamServerSpecification?
    ) -> UpstreamServer {
        var server = standard
        server.name = name
        server.zone = zone
        guard let own else { return server }
        server.weight = own.weight ?? standard.weight
        server.connectionsMaximum = own.connectionsMaximum ?? standard.connectionsMaximum
        server.failuresMaximum = own.failuresMaximum ?? standard.failuresMaximum
        server.failTimeout = own.failTimeout ?? standard.failTimeout
        server.isBackup = own.isBackup
        server.isDown = own.isDown
        return server
    }
}

extension UpstreamSettings {
    fileprivate init(_ specification: UpstreamSpecification) {
        self.init(
            strategy: specification.strategy,
            retry: RetryRule(
                conditions: specification.nextUpstream.conditions,
                triesMaximum: specification.nextUpstream.tries,
                timeout: specification.nextUpstream.timeout
            ),
            panicPercent: Int((specification.panic * 100).rounded()),
            failOpen: (specification.failOpen ?? specification.check?.failOpen).map {
                FailOpen(countMinimum: $0)
            }
        )
    }
}

extension ProxyCheck {
    /// With fewer healthy targets than this AWS disregards health; the others never do.
    fileprivate var failOpen: Int? {
        switch rules {
        case .counter: nil
        case .target: 1
        }
    }
}

extension NextUpstreamSpecification {
    fileprivate var conditions: RetryConditions {
        cases.reduce(into: []) { conditions, word in
            switch word {
            case .error: conditions.insert(.error)
            case .timeout: conditions.insert(.timeout)
            case .invalidHeader: conditions.insert(.invalidHeader)
            case .http500: conditions.insert(.http500)
            case .http502: conditions.insert(.http502)
            case .http503: conditions.insert(.http503)
            case .http504: conditions.insert(.http504)
            case .http403: conditions.insert(.http403)
            case .http404: conditions.insert(.http404)
            case .http429: conditions.insert(.http429)
            case .nonIdempotent: conditions.insert(.nonIdempotent)
            }
        }
    }
}
