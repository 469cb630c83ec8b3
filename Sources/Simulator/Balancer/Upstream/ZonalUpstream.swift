/// Servers in several zones behind a balancer that stands in one of them: a group for each zone,
/// and Envoy's zone-aware routing between them.
///
/// Where the routing disregards zones, the zone of a request is drawn in proportion to the weight
/// of its usable servers. Where no server of the routed zone can be chosen, the others are asked in
/// their order.
public struct ZonalUpstream: Sendable {
    /// A request on its way, with what it tried in each zone.
    public struct Request: Sendable {
        /// The zone of the server that it holds or held last.
        public internal(set) var zone = 0
        var requests: [UpstreamRequest]

        /// The request as the group of its zone sees it.
        public var current: UpstreamRequest { requests[zone] }
    }

    /// The names of the zones, in the order in which servers name them.
    public let zones: [String]
    /// The servers of each zone.
    public private(set) var groups: [UpstreamGroup]
    /// The balancer's own zone; none where no server stands in it.
    public let localZone: Int?
    private let routingSettings: ZoneRouting.Settings
    private var balancers: [Int]
    private var routing: ZoneRouting?

    /// The servers by their zones.
    ///
    /// - Parameters:
    ///   - balancers: How many balancers stand in each zone, by the zone's name.
    public init(
        _ servers: [UpstreamServer],
        settings: UpstreamSettings = UpstreamSettings(),
        zone: String,
        balancers: [String: Int],
        routing: ZoneRouting.Settings = ZoneRouting.Settings(),
        now: VirtualInstant = .zero
    ) throws(UpstreamError) {
        var zones: [String] = []
        for server in servers where !zones.contains(server.zone) { zones.append(server.zone) }
        guard !zones.isEmpty else { throw .empty }
        var groups: [UpstreamGroup] = []
        for name in zones {
            let members = servers.filter { $0.zone == name }
            groups.append(try UpstreamGroup(members, settings: settings, now: now))
        }
        self.zones = zones
        self.groups = groups
        self.balancers = zones.map { balancers[$0] ?? 0 }
        localZone = zones.firstIndex(of: zone)
        routingSettings = routing
        refresh()
    }

    /// Changes the group of a zone, and the routing with it.
    public mutating func change<Failure: Error>(
        zone: Int,
        _ body: (inout UpstreamGroup) throws(Failure) -> Void
    ) throws(Failure) {
        try body(&groups[zone])
        refresh()
    }

    /// What the routing between zones is.
    public var state: ZoneRouting.State { routing?.state ?? .off }

    /// A request for these servers.
    public func makeRequest(
        key: PlacementKey? = nil,
        address: NetworkAddress? = nil,
        isIdempotent: Bool = true,
        now: VirtualInstant
    ) -> Request {
        var request = UpstreamRequest(
            key: key,
            address: address,
            isIdempotent: isIdempotent,
            now: now
        )
        // Attempts are counted over all zones.
        let inService = groups.reduce(0) { $0 + $1.inService }
        let maximum = groups[0].settings.retry.triesMaximum
        request.begin(tries: maximum > 0 ? min(maximum, inService) : inService)
        return Request(requests: [UpstreamRequest](repeating: request, count: groups.count))
    }

    /// Takes a server for a request; none where no server of any zone can be chosen.
    public mutating func choose(
        for request: inout Request,
        now: VirtualInstant,
        using random: inout RandomStream
    ) -> UpstreamChoice? {
        choose(for: &request, now: now, drawing: &random)
    }

    /// The choice, with draws from anywhere.
    mutating func choose(
        for request: inout Request,
        now: VirtualInstant,
        drawing random: inout some UpstreamRandomness
    ) -> UpstreamChoice? {
        let first: Int =
            switch routing?.route(drawing: &random) ?? .anywhere {
            case .zone(let zone): zone
            case .anywhere: drawZone(using: &random)
            }
        let left = request.requests[request.zone].triesLeft
        for offset in zones.indices {
            let zone = (first + offset) % zones.count
            request.requests[zone].triesLeft = left
            let choice = groups[zone].choose(
                for: &request.requests[zone],
                now: now,
                drawing: &random
            )
            guard let choice else { continue }
            request.zone = zone
            return choice
        }
        return nil
    }

    /// Gives the server of a request back, with what came of the attempt.
    public mutating func finish(
        _ request: inout Request,
        with outcome: AttemptOutcome,
        took: Duration = .zero,
        isReused: Bool = false,
        now: VirtualInstant
    ) -> UpstreamVerdict {
        groups[request.zone].finish(
            &request.requests[request.zone],
            with: outcome,
            took: took,
            isReused: isReused,
            now: now
        )
    }

    private func drawZone(using random: inout some UpstreamRandomness) -> Int {
        let total = groups.reduce(0) { $0 + $1.usableWeight }
        guard total > 0 else { return 0 }
        var rest = Int(random.below(UInt64(total)))
        for (zone, group) in groups.enumerated() {
            if rest < group.usableWeight { return zone }
            rest -= group.usableWeight
        }
        return 0
    }

    private mutating func refresh() {
        guard let localZone else { return }
        routing = ZoneRouting(
            localZone: localZone,
            balancers: balancers,
            servers: groups.map(\.usableCount),
            isPanicking: groups.contains(where: \.isPanicking),
            settings: routingSettings
        )
    }
}
