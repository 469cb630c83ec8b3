import Simulator

// From the words of a scenario file to the settings of the simulator.

extension LinkSettings {
    init(_ specification: NetworkSpecification) {
        self.init(
            latency: specification.latency,
            loss: specification.loss,
            duplication: specification.duplication,
            isOrdered: specification.isOrdered,
            reordering: specification.reordering
        )
        latencyAcrossZones = specification.latencyAcrossZones
    }
}

extension Simulation.Settings {
    init(_ scenario: Scenario) {
        self.init(
            order: scenario.schedule == .random ? .random : .fifo,
            ties: .init(scenario.ties),
            eventBudget: UInt64(scenario.eventLimit),
            skipsIdleTime: scenario.idle == .skip
        )
    }
}

extension Simulation.Ties {
    init(_ ties: Ties) {
        switch ties {
        case .first: self = .first
        case .reversed: self = .reversed
        case .random(let draw): self = .random(draw: UInt64(draw))
        }
    }
}

extension WebServerSettings {
    /// The settings of the server with this number, from 0.
    ///
    /// - Parameter bodies: What endpoints answer with, by their paths.
    init(
        _ specification: ServersSpecification,
        ordinal: Int,
        bodies: [String: ResponseBody]
    ) {
        self.init(
            service: specification.service,
            concurrency: specification.concurrency,
            queue: specification.queue,
            discipline: specification.discipline,
            endpoints: specification.endpoints.map { Endpoint($0, body: bodies[$0.path]) },
            failures: specification.failures.map {
                Failure(status: $0.status, probability: $0.part)
            }
        )
        speed = specification.speeds[ordinal % specification.speeds.count]
        if specification.isPrivate { admittedRoles = Self.inside.map(\.rawValue) }
        limit = specification.limit.map { Limit(rate: $0.rate.perSecond, burst: $0.burst) }
    }

    /// Who may reach a private server: what stands in front, and who works on servers.
    private static let inside: [FaultRole] = [.balancer, .autoscaler, .deployer]
}

extension WebServerSettings.Endpoint {
    init(_ specification: EndpointSpecification, body: ResponseBody?) {
        self.init(specification.path, service: specification.service, body: body)
        queries = specification.queries
        isCached = specification.isCached
        coalesces = specification.coalesces
    }
}

extension BalancerSettings {
    init(_ specification: BalancerSpecification) {
        self.init(
            heartbeatPeriod: specification.heartbeat.every,
            heartbeatTimeout: specification.heartbeat.timeout,
            tries: specification.retries.tries,
            tryTimeout: specification.retries.timeout,
            refusedDelay: specification.retries.delay,
            retriesNonIdempotent: specification.retries.nonIdempotent
        )
    }
}

extension PoolSettings {
    init(_ specification: BalancerSpecification) {
        self.init(
            missesAllowed: specification.heartbeat.misses,
            replacesDead: specification.heartbeat.respawn,
            existingName: specification.existingHostname,
            unknownName: specification.unknownHostname,
            reservedNames: [
                ClusterSpecification.balancerName, ClusterSpecification.clientName,
                ClusterSpecification.sharedDatabaseName, ClusterSpecification.sharedCacheName,
                FaultInjector.nodeName,
            ]
        )
    }
}

extension Arrival {
    init(_ specification: ArrivalSpecification) {
        switch specification {
        case .allAt(let instant): self = .allAt(instant)
        case .constant(let rate): self = .constant(perSecond: rate.perSecond)
        case .poisson(let rate): self = .poisson(perSecond: rate.perSecond)
        case .ramp(let from, let to, let over):
            self = .ramp(from: from.perSecond, to: to.perSecond, over: over)
        case .closed(let clients, let think, let thinkFirst):
            self = .closed(clients: clients, think: think, thinkFirst: thinkFirst)
        }
    }
}

extension KeySource {
    init(_ specification: RequestKeys, seed: UInt64) {
        switch specification {
        case .sixDigitIDs: self = .sixDigits(seed: seed)
        case .uniform(let population): self = .uniform(population: population)
        case .sequence(let first): self = .sequence(first: first)
        case .zipf(let exponent, let population):
            self = .zipf(exponent: exponent, population: population)
        }
    }
}

extension RequestLoad {
    init(_ specification: RequestsSpecification, addresses: [String], seed: UInt64) {
        self.init(
            addresses: addresses,
            method: HTTPMethod(rawValue: specification.method.rawValue) ?? .get,
            path: specification.path,
            clients: specification.clients,
            keys: KeySource(specification.key, seed: seed),
            pace: LoadPace(
                arrival: Arrival(specification.arrival),
                count: specification.count,
                start: specification.from,
                duration: specification.duration
            ),
            timeout: specification.timeout
        )
    }
}
