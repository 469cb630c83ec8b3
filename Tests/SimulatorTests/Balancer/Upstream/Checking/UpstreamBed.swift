@testable import Simulator

/// Draws from a seed.
struct SeededDraws: UpstreamRandomness {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// The bias is below 2^-40 for the bounds of these tests.
    mutating func below(_ bound: UInt64) -> UInt64 {
        generator.next().multipliedFullWidth(by: bound).high
    }
}

/// A group that gets random requests, answers and changes, under the eyes of a checker.
struct UpstreamBed {
    var group: UpstreamGroup
    var checker: UpstreamChecker
    private var random: SeededDraws
    private var now = VirtualInstant.zero
    private var open: [(number: Int, request: UpstreamRequest)] = []
    private var requests = 0
    private var names = 0
    /// The choices, for comparing two beds.
    private(set) var choices: [Int] = []

    private static let strategies: [UpstreamStrategy] = [
        .roundRobin, .roundRobin, .leastConnections, .leastTime, .random, .randomTwo, .hash,
        .consistentHash, .addressHash, .leastRequest, .peakAverage(decay: .seconds(10)),
        .boundedHash(factorPercent: 125), .health(HealthScore()),
    ]

    /// - Parameter strategy: The strategy; one is drawn where there is none.
    init(
        seed: UInt64,
        strategy: UpstreamStrategy? = nil,
        bug: UpstreamPlantedBug? = nil,
        indexMinimum: Int = 64,
        servers count: Int? = nil
    ) throws {
        random = SeededDraws(seed: seed)
        let drawn = Self.strategies[Int(random.below(UInt64(Self.strategies.count)))]
        var settings = UpstreamSettings(strategy: strategy ?? drawn)
        let conditions: [RetryConditions] = [
            [.error, .timeout, .http500, .http502, .http503], .off, .standard,
            [.error, .http500, .http404, .invalidHeader, .nonIdempotent],
        ]
        settings.retry.conditions = conditions[Int(random.below(4))]
        settings.retry.triesMaximum = Int(random.below(4))
        settings.panicPercent = random.below(3) == 0 ? 50 : 0
        settings.indexMinimum = indexMinimum
        settings.plantedBug = bug
        checker = UpstreamChecker(settings: settings)
        var servers: [UpstreamServer] = []
        let few = Int(2 + random.below(5))
        for _ in 0..<(count ?? few) {
            servers.append(Self.server(names, strategy: settings.strategy, using: &random))
            names += 1
        }
        servers[0].isBackup = false
        for server in servers { checker.added(server) }
        group = try UpstreamGroup(servers, settings: settings)
    }

    private static func server(
        _ number: Int,
        strategy: UpstreamStrategy,
        using random: inout SeededDraws
    ) -> UpstreamServer {
        UpstreamServer(
            "10.0.0.\(number):80",
            weight: Int(1 + random.below(4)),
            connectionsMaximum: Int(random.below(3) == 0 ? 1 + random.below(3) : 0),
            failuresMaximum: Int(random.below(4)),
            failTimeout: .seconds(Int(1 + random.below(6))),
            isBackup: !strategy.isWithoutBackup && random.below(4) == 0,
            isDown: random.below(10) == 0
        )
    }

    /// Lets so many things happen.
    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            now = now.advanced(by: .milliseconds(Int(random.below(400))))
            switch random.below(20) {
            case 0: try change()
            case 1: try replace()
            case 2...10 where open.count < 12: begin()
            default: if !open.isEmpty { end() }
            }
            checker.compare(group)
        }
        while !open.isEmpty { end() }
        checker.compare(group)
    }

    private mutating func begin() {
        let isIdempotent = random.below(3) > 0
        let request = UpstreamRequest(
            key: PlacementKey(random.below(50)),
            address: .version4(UInt32(truncatingIfNeeded: random.below(1 << 30))),
            isIdempotent: isIdempotent,
            now: now
        )
        requests += 1
        checker.began(requests, isIdempotent: isIdempotent)
        choose((requests, request))
    }

    private mutating func choose(_ entry: (number: Int, request: UpstreamRequest)) {
        var entry = entry
        let choice = group.choose(for: &entry.request, now: now, drawing: &random)
        checker.chose(choice, for: entry.number, now: now)
        choices.append(choice?.ordinal ?? -1)
        if choice != nil { open.append(entry) }
    }

    private mutating func end() {
        var entry = open.remove(at: Int(random.below(UInt64(open.count))))
        let outcomes: [AttemptOutcome] = [
            .answered(status: 200), .answered(status: 200), .answered(status: 200),
            .answered(status: 500), .answered(status: 404), .answered(status: 503), .refused,
            .broken, .timedOut, .invalidHeader, .abandoned,
        ]
        let outcome = outcomes[Int(random.below(UInt64(outcomes.count)))]
        let verdict = group.finish(
            &entry.request,
            with: outcome,
            took: .milliseconds(Int(random.below(300))),
            now: now
        )
        checker.finished(entry.number, with: outcome, verdict, now: now)
        if verdict == .retry { choose(entry) }
    }

    /// Takes a server out of service for a reason, or puts it back.
    private mutating func change() throws {
        let reasons: [UpstreamBlock] = [.down, .draining, .unhealthy, .ejected]
        let reason = reasons[Int(random.below(4))]
        guard let slot = randomSlot() else { return }
        let isBlocked = !group.peers[slot].blocks.contains(reason) && random.below(2) == 0
        group.set(reason, isBlocked, for: slot, now: now)
        checker.set(reason, isBlocked, for: group.peers[slot].ordinal)
        checker.set(isPanicking: group.isPanicking)
    }

    /// Removes a server and adds another.
    private mutating func replace() throws {
        guard let slot = randomSlot() else { return }
        let peer = group.peers[slot]
        do {
            try group.remove(group.servers[slot].name, now: now)
            checker.removed(peer.ordinal)
        } catch {
            guard error == .empty else { throw error }
        }
        let server = Self.server(names, strategy: group.settings.strategy, using: &random)
        names += 1
        try group.add(server, now: now)
        checker.added(server)
        checker.set(isPanicking: group.isPanicking)
    }

    private mutating func randomSlot() -> Int? {
        let slots = group.peers.indices.filter { slot in
            group.slot(named: group.servers[slot].name) == slot
        }
        return slots.isEmpty ? nil : slots[Int(random.below(UInt64(slots.count)))]
    }
}
