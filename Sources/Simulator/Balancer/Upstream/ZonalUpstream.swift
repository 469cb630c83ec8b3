/// The servers behind a balancer: one group of all, or, where requests are to stay in the zone of
/// the balancer, a group for each zone and Envoy's zone-aware routing between them.
///
/// Where the routing disregards zones, the zone of a request is drawn in proportion to the weight
/// of its usable servers. Where no server of the routed zone can be chosen, the others are asked in
/// their order.
public struct ZonalUpstream: Sendable {
    /// What the routing between zones goes by.
    public struct Zones: Equatable, Sendable {
        /// The balancer's own zone.
        public var local: String
        /// How many balancers stand in each zone, by the zone's name.
        public var balancers: [String: Int]
        /// The conditions.
        public var routing: ZoneRouting.Settings

        /// A balancer in `local`, one of `balancers`.
        public init(
            local: String,
            balancers: [String: Int],
            routing: ZoneRouting.Settings = ZoneRouting.Settings()
        ) {
            self.local = local
            self.balancers = balancers
            self.routing = routing
        }
    }

    /// A request on its way, with what it tried in each zone.
    public struct Request: Sendable {
        /// The request as the group of its zone sees it.
        public internal(set) var current: UpstreamRequest
        /// The zone of the server that it holds or held last.
        public internal(set) var zone = 0
        /// Attempts so far, in all zones.
        public internal(set) var attempts = 0
        /// The same as the groups of all zones see it, where there are several; that of its zone is
        /// not up to date.
        var others: [UpstreamRequest] = []

        /// A request that has tried nothing.
        public init(_ request: UpstreamRequest) {
            current = request
        }

        /// Has the request not go where it was sent beside its own attempts.
        mutating func avoid(_ choice: Choice) {
            let choiceInZone = UpstreamChoice(slot: choice.slot, ordinal: choice.ordinalInZone)
            if choice.zone == zone {
                current.avoid(choiceInZone)
            } else {
                others[choice.zone].avoid(choiceInZone)
            }
        }
    }

    /// A server that was chosen.
    public struct Choice: Hashable, Sendable {
        /// Its zone.
        public var zone = 0
        /// Its place in the group of the zone.
        public var slot = 0
        /// Its number in the order of arrival, of all zones.
        public var ordinal = 0
        /// The same, of its own zone.
        var ordinalInZone = 0
    }

    /// The names of the zones, in the order in which servers name them; one without a name where
    /// zones are disregarded.
    public private(set) var zones: [String]
    /// The servers of each zone.
    public private(set) var groups: [UpstreamGroup]
    private let zoning: Zones?
    private let settings: UpstreamSettings
    /// The number in the order of arrival of each server that ever was in a zone.
    private var ordinals: [[Int]]
    private var arrivals = 0
    private var routing: ZoneRouting?

    /// A group of these servers, or one for each of their zones.
    ///
    /// - Throws: `UpstreamError` where a group cannot be made.
    public init(
        _ servers: [UpstreamServer],
        settings: UpstreamSettings = UpstreamSettings(),
        zones zoning: Zones? = nil,
        now: VirtualInstant = .zero
    ) throws(UpstreamError) {
        self.zoning = zoning
        self.settings = settings
        var zones: [String] = []
        for server in servers {
            let zone = zoning == nil ? "" : server.zone
            if !zones.contains(zone) { zones.append(zone) }
        }
        guard !zones.isEmpty else { throw .empty }
        self.zones = zones
        groups = []
        ordinals = []
        for name in zones {
            let members = servers.enumerated().filter { zoning == nil || $0.element.zone == name }
            groups.append(
                try UpstreamGroup(members.map(\.element), settings: settings, now: now)
            )
            ordinals.append(members.map(\.offset))
        }
        arrivals = servers.count
        refresh()
    }

    /// What the routing between zones is.
    public var state: ZoneRouting.State { routing?.state ?? .off }

    // MARK: Requests

    /// Takes a server for a request; none where no server of any zone can be chosen.
    public mutating func choose(
        for request: inout Request,
        now: VirtualInstant,
        using random: inout RandomStream
    ) -> Choice? {
        choose(for: &request, now: now, drawing: &random)
    }

    /// The choice, with draws from anywhere.
    @inline(__always)
    mutating func choose(
        for request: inout Request,
        now: VirtualInstant,
        drawing random: inout some UpstreamRandomness
    ) -> Choice? {
        guard groups.count == 1 else { return chooseByZone(for: &request, now, &random) }
        let choice = groups[0].choose(for: &request.current, now: now, drawing: &random)
        guard let choice else { return nil }
        request.attempts += 1
        return Choice(slot: choice.slot, ordinal: choice.ordinal, ordinalInZone: choice.ordinal)
    }

    private mutating func chooseByZone(
        for request: inout Request,
        _ now: VirtualInstant,
        _ random: inout some UpstreamRandomness
    ) -> Choice? {
        begin(&request)
        let first: Int =
            switch routing?.route(drawing: &random) ?? .anywhere {
            case .zone(let zone): zone
            case .anywhere: drawZone(using: &random)
            }
        let left = request.current.triesLeft
        request.others[request.zone] = request.current
        for offset in zones.indices {
            let zone = (first + offset) % zones.count
            guard groups[zone].hasPrimary else { continue }
            var attempt = request.others[zone]
            attempt.triesLeft = left
            let choice = groups[zone].choose(for: &attempt, now: now, drawing: &random)
            request.others[zone] = attempt
            guard let choice else { continue }
            request.current = attempt
            request.zone = zone
            request.attempts += 1
            return Choice(
                zone: zone,
                slot: choice.slot,
                ordinal: ordinals[zone][choice.ordinal],
                ordinalInZone: choice.ordinal
            )
        }
        return nil
    }

    /// Gives a request a part for each zone; attempts are counted over all zones.
    private func begin(_ request: inout Request) {
        let inService = groups.reduce(0) { $0 + $1.inService }
        let maximum = settings.retry.triesMaximum
        request.current.begin(tries: maximum > 0 ? min(maximum, inService) : inService)
        while request.others.count < groups.count {
            var part = request.current
            if request.attempts > 0 { part = part.anew }
            request.others.append(part)
        }
    }

    /// The request once more, for one attempt at another server of its tier beside the one that is
    /// under way; none where there is no other server or nothing is under way.
    public func hedge(for request: Request) -> Request? {
        var copy = request
        guard groups.count > 1 else {
            guard let hedge = groups[0].hedge(for: request.current) else { return nil }
            copy.current = hedge
            return copy
        }
        guard groups.reduce(0, { $0 + $1.count }) > 1, let hedge = request.current.hedge() else {
            return nil
        }
        copy.current = hedge
        for zone in copy.others.indices { copy.others[zone].staysInTier = true }
        return copy
    }

    /// Gives the server of a request back, with what came of the attempt.
    @inline(__always)
    public mutating func finish(
        _ request: inout Request,
        with outcome: AttemptOutcome,
        took: Duration = .zero,
        isReused: Bool = false,
        now: VirtualInstant
    ) -> UpstreamVerdict {
        groups[request.zone].finish(
            &request.current,
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

    // MARK: Servers

    /// Where the server called `name` stands, while it belongs to the groups.
    public func place(of name: String) -> Choice? {
        for (zone, group) in groups.enumerated() {
            guard let slot = group.slot(named: name) else { continue }
            let inZone = group.peers[slot].ordinal
            return Choice(
                zone: zone,
                slot: slot,
                ordinal: ordinals[zone][inZone],
                ordinalInZone: inZone
            )
        }
        return nil
    }

    /// What decides about the server called `name`, while it belongs to the groups.
    public func peer(named name: String) -> UpstreamPeer? {
        place(of: name).map { groups[$0.zone].peers[$0.slot] }
    }

    /// The servers that belong to the groups, zone by zone in the order of arrival.
    public var members: [UpstreamServer] {
        groups.flatMap { group in group.members.map { group.servers[$0] } }
    }

    /// Adds a server behind the others of its zone.
    ///
    /// - Returns: Its number in the order of arrival.
    public mutating func add(
        _ server: UpstreamServer,
        now: VirtualInstant
    ) throws(UpstreamError) -> Int {
        guard place(of: server.name) == nil else { throw .duplicate(name: server.name) }
        if let zone = zoning == nil ? 0 : zones.firstIndex(of: server.zone) {
            try groups[zone].add(server, now: now)
            ordinals[zone].append(arrivals)
        } else {
            groups.append(try UpstreamGroup([server], settings: settings, now: now))
            zones.append(server.zone)
            ordinals.append([arrivals])
        }
        arrivals += 1
        refresh()
        return arrivals - 1
    }

    /// Removes a server: it gets nothing new.
    ///
    /// - Returns: Its number in the order of arrival.
    @discardableResult
    public mutating func remove(
        _ name: String,
        now: VirtualInstant
    ) throws(UpstreamError) -> Int {
        guard let place = place(of: name) else { throw .unknown(name: name) }
        let others = groups.indices.contains { $0 != place.zone && groups[$0].hasPrimary }
        try groups[place.zone].remove(name, mayBeLast: others, now: now)
        refresh()
        return place.ordinal
    }

    /// Takes a server out of service for a reason, or puts it back.
    public mutating func set(
        _ reason: UpstreamBlock,
        _ isBlocked: Bool,
        for name: String,
        now: VirtualInstant
    ) {
        guard let place = place(of: name) else { return }
        groups[place.zone].set(reason, isBlocked, for: place.slot, now: now)
        refresh()
    }

    /// Gives a server another weight.
    public mutating func setWeight(
        _ weight: Int,
        for name: String,
        now: VirtualInstant
    ) throws(UpstreamError) {
        guard let place = place(of: name) else { throw .unknown(name: name) }
        try groups[place.zone].setWeight(weight, for: place.slot, now: now)
        refresh()
    }

    private mutating func refresh() {
        guard let zoning, let local = zones.firstIndex(of: zoning.local) else {
            routing = nil
            return
        }
        routing = ZoneRouting(
            localZone: local,
            balancers: zones.map { zoning.balancers[$0] ?? 0 },
            servers: groups.map(\.usableCount),
            isPanicking: groups.contains(where: \.isPanicking),
            settings: zoning.routing
        )
    }
}
