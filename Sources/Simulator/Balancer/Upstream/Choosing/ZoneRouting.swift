/// How much of the traffic stays in the zone of the balancer: Envoy's zone-aware routing.
///
/// Where the zone has no more of the balancers than of the servers, everything stays. Otherwise as
/// much stays as the zone can take, and the rest goes to the zones that have servers to spare, in
/// proportion to what they have to spare.
/// Source: Envoy, `source/extensions/load_balancing_policies/common/load_balancer_impl.cc`,
/// `regenerateLocalityRoutingStructures`; `zone_aware.rst`.
public struct ZoneRouting: Hashable, Sendable {
    /// The conditions.
    public struct Settings: Hashable, Sendable {
        /// Fewer servers than this are not worth it: `min_cluster_size`.
        public var serversMinimum: Int
        /// The percentage of requests that it is done for: `routing_enabled`.
        public var enabledPercent: Int

        /// Envoy's defaults.
        public init(serversMinimum: Int = 6, enabledPercent: Int = 100) {
            self.serversMinimum = serversMinimum
            self.enabledPercent = enabledPercent
        }
    }

    /// Where a request goes.
    public enum Route: Hashable, Sendable {
        /// To any server: zones are disregarded.
        case anywhere
        /// To a server of this zone.
        case zone(Int)
    }

    /// What is decided for all requests until the servers change.
    public enum State: Hashable, Sendable {
        /// Zones are disregarded.
        case off
        /// Everything stays.
        case direct
        /// So many of 10,000 requests stay; the capacities to spare are added up over the zones.
        case residual(localShare: Int, capacities: [Int])
    }

    /// The conditions.
    public let settings: Settings
    /// What is decided.
    public let state: State
    private let localZone: Int

    /// The routing for one balancer of many.
    ///
    /// - Parameters:
    ///   - localZone: The index of the balancer's own zone.
    ///   - balancers: How many healthy balancers stand in each zone.
    ///   - servers: How many healthy servers stand in each zone.
    ///   - isPanicking: Whether health is disregarded; zones are then, too.
    ///   - settings: When zones are regarded at all.
    public init(
        localZone: Int,
        balancers: [Int],
        servers: [Int],
        isPanicking: Bool = false,
        settings: Settings = Settings()
    ) {
        precondition(balancers.count == servers.count, "the same zones")
        self.settings = settings
        self.localZone = localZone
        let balancerTotal = balancers.reduce(0, +)
        let serverTotal = servers.reduce(0, +)
        // A zone counts for a side where that side has something there.
        let zonesOfBalancers = balancers.count { $0 > 0 }
        let zonesOfServers = servers.count { $0 > 0 }
        guard !isPanicking, serverTotal >= settings.serversMinimum, servers.count > 1,
            balancers[localZone] > 0, servers[localZone] > 0, zonesOfBalancers == zonesOfServers
        else {
            state = .off
            return
        }
        let local = balancers.map { $0 * 10_000 / balancerTotal }
        let upstream = servers.map { $0 * 10_000 / serverTotal }
        if upstream[localZone] >= local[localZone] {
            state = .direct
            return
        }
        var sum = 0
        let capacities = servers.indices.map { zone in
            if zone != localZone { sum += max(0, upstream[zone] - local[zone]) }
            return sum
        }
        state = .residual(
            localShare: upstream[localZone] * 10_000 / local[localZone],
            capacities: capacities
        )
    }

    /// Where the next request goes.
    public func route(using random: inout RandomStream) -> Route {
        route(drawing: &random)
    }

    func route(drawing random: inout some UpstreamRandomness) -> Route {
        if settings.enabledPercent < 100, random.below(100) >= UInt64(settings.enabledPercent) {
            return .anywhere
        }
        switch state {
        case .off: return .anywhere
        case .direct: return .zone(localZone)
        case .residual(let localShare, let capacities):
            if random.below(10_000) < UInt64(localShare) { return .zone(localZone) }
            guard let total = capacities.last, total > 0 else {
                // Rounding left nothing to spare: any zone is as good.
                return .zone(Int(random.below(UInt64(capacities.count))))
            }
            let draw = Int(random.below(UInt64(total)))
            return .zone(capacities.firstIndex { draw < $0 } ?? localZone)
        }
    }
}
