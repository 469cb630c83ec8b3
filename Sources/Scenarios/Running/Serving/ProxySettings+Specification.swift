import Simulator

// From the words of a scenario file to the settings of a proxy.

extension ProxySettings {
    /// The settings of each of several proxies.
    ///
    /// - Parameter zones: How many of them stand in each zone.
    init(
        _ specification: ProxySpecification,
        servers: [(name: String, zone: String)],
        zones: [String: Int]
    ) {
        self.init(
            upstreams: specification.upstreams.map {
                .init($0, servers: servers, zones: zones)
            },
            routes: specification.routes.map { Route($0.path, to: $0.upstream) },
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
        self.init(
            RequestLimit(
                count: specification.rate.count,
                in: specification.rate.period,
                burst: specification.burst,
                delay: specification.delay.map { .after($0) } ?? .none
            ),
            by: specification.key
        )
    }
}

extension ProxyUpstreamSettings {
    /// - Parameter zones: How many proxies stand in each zone.
    init(
        _ specification: UpstreamSpecification,
        servers: [(name: String, zone: String)],
        zones: [String: Int]
    ) {
        let members =
            specification.servers.isEmpty
            ? servers.map { specification.server($0.name, zone: $0.zone, nil) }
            : specification.servers.map { own in
                let zone = servers.first { $0.name == own.name }?.zone ?? ""
                return specification.server(own.name, zone: zone, own)
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
