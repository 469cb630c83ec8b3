/// The servers behind a balancer with everything that decides which of them gets a request.
///
/// It is a value that knows neither network nor clock: `choose` takes a server for a request,
/// `finish` gives it back with what came of it and says whether the request moves on. Both are told
/// what time it is, in whole seconds of which the second starts of the run are nginx's.
///
/// Worker processes that share a zone share one group; workers without one have a group each, made
/// of the same servers, as nginx's workers have state of their own.
///
/// The choices are those of nginx, server for server, where nginx has the strategy: with fewer
/// servers than `UpstreamSettings.indexMinimum` by nginx's own scan, with more by an index that
/// finds the same one.
public struct UpstreamGroup: Sendable {
    /// How the group works.
    public let settings: UpstreamSettings
    /// The servers by slot; slots of servers that were removed are used again.
    public internal(set) var peers: [UpstreamPeer] = []
    /// What is configured, by the same slots.
    public internal(set) var servers: [UpstreamServer] = []
    /// Whether so few servers are usable that health is disregarded.
    public internal(set) var isPanicking = false

    var primary: UpstreamTier
    var backup: UpstreamTier
    var slotsByName: [String: Int] = [:]
    var freeSlots: [Int] = []
    var ordinals = 0
    var ring = KetamaRing()
    var deadlines = DeadlineSchedule()
    /// Requests under way at primary servers.
    var served = 0
    /// Servers that nobody took out of service: as many attempts a request has.
    var inService = 0
    /// The weight of the primary servers that nothing blocks.
    var usableWeight = 0
    /// How many of them there are.
    public internal(set) var usableCount = 0
    let unit: Int

    /// A group of these servers in their order.
    public init(
        _ servers: [UpstreamServer],
        settings: UpstreamSettings = UpstreamSettings(),
        now: VirtualInstant = .zero
    ) throws(UpstreamError) {
        self.settings = settings
        let mode = Self.mode(of: settings.strategy)
        // Scores change with every answer, and those who draw or hash rarely go by turns.
        let isScored = if case .health = settings.strategy { true } else { false }
        let hasIndex = !isScored && !settings.strategy.isWithoutBackup
        let minimum = hasIndex ? settings.indexMinimum : Int.max
        primary = UpstreamTier(mode: mode, indexMinimum: minimum)
        backup = UpstreamTier(mode: mode, indexMinimum: minimum)
        unit = isScored || servers.contains { $0.slowStart > .zero } ? 1_000 : 1
        for server in servers { try check(server) }
        guard servers.contains(where: { !$0.isBackup }) else { throw .empty }
        for server in servers {
            guard slotsByName[server.name] == nil else { throw .duplicate(name: server.name) }
            _ = seat(server)
        }
        try rebuild(now: now)
    }

    private static func mode(of strategy: UpstreamStrategy) -> RotationMode {
        switch strategy {
        case .leastConnections: .connections
        case .leastTime: .time
        default: .all
        }
    }

    /// Takes a server for a request; none where no server can be chosen: "no live upstreams", which
    /// is answered with 502 and never tried again.
    ///
    /// - Complexity: O(log *n*) in the number of servers, and proportional to the number of
    ///   different weights where there is an index.
    public mutating func choose(
        for request: inout UpstreamRequest,
        now: VirtualInstant,
        using random: inout RandomStream
    ) -> UpstreamChoice? {
        choose(for: &request, now: now, drawing: &random)
    }

    /// The choice, with draws from anywhere.
    mutating func choose(
        for request: inout UpstreamRequest,
        now: VirtualInstant,
        drawing random: inout some UpstreamRandomness
    ) -> UpstreamChoice? {
        precondition(request.current == nil, "the server before is to be given back first")
        request.begin(tries: triesAllowed)
        guard let slot = find(for: &request, now: now, using: &random) else { return nil }
        if !isSingle, now.second - peers[slot].checked > peers[slot].failSeconds {
            peers[slot].checked = now.second
        }
        peers[slot].connections += 1
        peers[slot].chosen += 1
        if !peers[slot].isBackup { served += 1 }
        request.current = slot
        request.attempts += 1
        request.tried.insert(peers[slot].ordinal, slot: slot)
        update(slot, now)
        return UpstreamChoice(slot: slot, ordinal: peers[slot].ordinal)
    }

    /// The request once more, for one attempt at another server of its tier beside the one that is
    /// under way; none where there is no other server or nothing is under way.
    public func hedge(for request: UpstreamRequest) -> UpstreamRequest? {
        isSingle ? nil : request.hedge()
    }

    /// Attempts of a request: as many as there are servers in service, or as the rule says.
    var triesAllowed: Int {
        let maximum = settings.retry.triesMaximum
        return maximum > 0 ? min(inService, maximum) : inService
    }

    /// One server and no other: nginx leaves failures out of account then.
    var isSingle: Bool { primary.slots.count == 1 && backup.slots.isEmpty }

    func scope(_ now: VirtualInstant) -> RotationScope {
        RotationScope(now: now, isPanicking: isPanicking, plantedBug: settings.plantedBug)
    }

    /// Has the index look at a server again.
    mutating func update(_ slot: Int, _ now: VirtualInstant) {
        if peers[slot].isBackup {
            backup.update(slot, in: &peers, scope(now))
        } else {
            primary.update(slot, in: &peers, scope(now))
        }
    }

    private mutating func find(
        for request: inout UpstreamRequest,
        now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> Int? {
        if isSingle || request.usesBackup { return rotate(&request, now) }
        let slot: Int? =
            switch settings.strategy {
            case .roundRobin, .leastConnections, .leastTime, .health: nil
            case .addressHash: addressHash(&request, now)
            case .hash: plainHash(&request, now)
            case .consistentHash: consistentHash(&request, now)
            case .boundedHash(let factor): boundedHash(request, factor, now)
            case .random: drawn(&request, now, using: &random)
            case .randomTwo: drawnOfTwo(&request, now, using: &random)
            case .leastRequest: leastRequest(&request, now, using: &random)
            case .peakAverage(let decay): peakAverage(&request, decay, now, using: &random)
            }
        return slot ?? rotate(&request, now)
    }

    /// The next server in turn; a backup one where no primary one can be chosen, from then on for
    /// the whole request.
    private mutating func rotate(_ request: inout UpstreamRequest, _ now: VirtualInstant) -> Int? {
        let scope = scope(now)
        if isSingle {
            let slot = Int(primary.slots[0])
            var peer = peers[slot]
            peer.fails = 0
            return scope.isEligible(peer) ? slot : nil
        }
        if settings.plantedBug == .backupBesidePrimary, !backup.slots.isEmpty,
            peers[Int(backup.slots[0])].chosen * 10 < ordinals + request.attempts
        {
            request.usesBackup = true
        }
        if !request.usesBackup {
            if case .health(let score) = settings.strategy {
                if let slot = rotate(by: score, &request, now) { return slot }
            } else if let slot = primary.choose(excluding: request.tried, in: &peers, scope) {
                return slot
            }
            guard !backup.slots.isEmpty, !request.staysInTier else { return nil }
            request.usesBackup = true
            request.tried.removeAll()
        }
        return backup.choose(excluding: request.tried, in: &peers, scope)
    }

    /// Smooth weighted round robin with gains by score.
    private mutating func rotate(
        by score: HealthScore,
        _ request: inout UpstreamRequest,
        _ now: VirtualInstant
    ) -> Int? {
        let scope = scope(now)
        var best: Int?
        var total = 0
        for slot in primary.slots.lazy.map(Int.init) {
            guard scope.isOpen(peers[slot], request.tried) else { continue }
            let gain = score.gain(peers[slot], at: now)
            peers[slot].currentWeight += gain
            total += gain
            scope.recover(&peers[slot])
            peers[slot].endRamp(at: now)
            if best.map({ peers[slot].currentWeight > peers[$0].currentWeight }) ?? true {
                best = slot
            }
        }
        if let best { peers[best].currentWeight -= total }
        return best
    }
}
