/// A group of servers as a running proxy knows it.
///
/// Workers that share their state share one group; workers that do not have one each, of the same
/// servers in the same order.
struct ProxyUpstream {
    let settings: ProxyUpstreamSettings
    /// What is known of the servers: of all workers, or of each.
    var groups: [ZonalUpstream]
    /// The idle connections of each worker.
    var connections: [KeepaliveCache]
    var circuit: CircuitCounts?
    var breaker: CircuitBreaker?
    var detector: OutlierDetector?
    /// Follows the choices of each group by the rules, where that is asked for.
    private var checkers: [UpstreamChecker]
    /// Requests that may still need it.
    var requests = 0
    /// Whether another configuration has taken its place.
    private(set) var isRetired = false
    /// Attempts that ended, so that the books are compared now and then.
    private var finishes = 0
    /// Numbers of lines for the checkers, from 1 on, that are free again.
    private var freeNumbers: [Int] = []
    private var numbers = 0
    /// How each server stands by active checks, by the number of its arrival.
    var checks: [ServerCheck?] = []
    /// The name of each server that belongs to the group, by the number of its arrival.
    private var names: [String?] = []
    /// The same, with what it takes to send something there; also of those that left.
    private var destinations: [ProxyServer] = []
    private let journal: ProxyJournal
    /// The zone of the proxy.
    private let zone: String
    /// Its place among the groups of the proxy.
    private let place: Int

    init(
        _ settings: ProxyUpstreamSettings,
        place: Int,
        workers: Int,
        sharesState: Bool,
        isChecked: Bool,
        zone: String,
        journal: ProxyJournal,
        now: VirtualInstant
    ) throws(UpstreamError) {
        self.settings = settings
        self.journal = journal
        self.place = place
        self.zone = zone
        let group = try ZonalUpstream(
            settings.servers,
            settings: settings.group,
            zones: settings.zones(from: zone),
            now: now
        )
        groups = [ZonalUpstream](repeating: group, count: sharesState ? 1 : workers)
        let checker = UpstreamChecker(settings: settings.group, servers: settings.servers)
        // Where there are zones, each choice is one of part of the servers.
        checkers = isChecked && group.groups.count == 1 ? groups.map { _ in checker } : []
        let cache = KeepaliveCache(settings: settings.keepalive)
        connections = [KeepaliveCache](repeating: cache, count: workers)
        circuit = settings.circuit.map { CircuitCounts(thresholds: $0) }
        breaker = settings.breaker.map { CircuitBreaker(settings: $0) }
        detector = settings.outliers.map { OutlierDetector(settings: $0, now: now) }
        for (ordinal, server) in settings.servers.enumerated() { arrive(ordinal, server, now) }
    }

    /// The group that a worker knows.
    func group(of worker: Int) -> Int { groups.count == 1 ? 0 : worker }

    // MARK: Requests

    /// Takes a server for the next attempt of a line.
    mutating func choose(
        for line: ProxyLine,
        now: VirtualInstant,
        using random: inout RandomStream
    ) -> ZonalUpstream.Choice? {
        let group = group(of: line.exchange.worker)
        if checkers.isEmpty {
            return groups[group].choose(for: &line.request, now: now, using: &random)
        }
        if line.number == 0 {
            if freeNumbers.isEmpty { numbers += 1 }
            line.number = freeNumbers.popLast() ?? numbers
            let first = line.isHedge ? line.exchange.primary?.number : nil
            checkers[group].began(
                line.number,
                isIdempotent: line.request.current.isIdempotent,
                beside: first
            )
        }
        let choice = groups[group].choose(for: &line.request, now: now, using: &random)
        checkers[group].set(isPanicking: groups[group].groups[0].isPanicking)
        if choice != nil || !line.isHedge {
            let chosen = choice.map { UpstreamChoice(slot: $0.slot, ordinal: $0.ordinal) }
            checkers[group].chose(chosen, for: line.number, now: now)
        }
        if let choice, let other = line.exchange.other(than: line) {
            checkers[group].avoid(choice.ordinal, for: other.number)
        }
        return choice
    }

    /// Gives the server of a line back.
    ///
    /// - Returns: What becomes of the line.
    mutating func finish(
        _ line: ProxyLine,
        with outcome: AttemptOutcome,
        took: Duration,
        now: VirtualInstant
    ) -> UpstreamVerdict {
        let group = group(of: line.exchange.worker)
        let isReused = line.connection?.isReused ?? false
        let verdict = groups[group].finish(
            &line.request,
            with: outcome,
            took: took,
            isReused: isReused,
            now: now
        )
        guard !checkers.isEmpty else { return verdict }
        checkers[group].finished(
            line.number,
            with: outcome,
            verdict,
            isReused: isReused,
            now: now
        )
        finishes += 1
        if finishes % Self.comparisonPeriod == 0 {
            checkers[group].compare(groups[group].groups[0])
        }
        for finding in checkers[group].takeFindings() { journal.noteBroken(finding, at: now) }
        return verdict
    }

    /// Notes that there are no more attempts of a line.
    mutating func forget(_ line: ProxyLine) {
        guard line.number != 0 else { return }
        checkers[group(of: line.exchange.worker)].ended(line.number)
        freeNumbers.append(line.number)
        line.number = 0
    }

    /// After how many attempts the books of the checkers are compared with the groups.
    private static let comparisonPeriod = 64

    // MARK: Servers

    /// Numbers count up, so each finds its place behind the others.
    private mutating func arrive(
        _ ordinal: Int,
        _ server: UpstreamServer,
        _ now: VirtualInstant
    ) {
        let name = server.name
        let standing = journal.standing(
            of: name,
            in: place,
            isDown: server.isDown,
            now: now
        )
        detector?.add(ordinal)
        checks.append(settings.check.map { ServerCheck($0.rules) })
        names.append(name)
        destinations.append(
            ProxyServer(
                name,
                place: journal.place(of: name),
                standing: standing,
                isElsewhere: server.zone != zone
            )
        )
    }

    /// Adds a server behind the others.
    ///
    /// - Returns: The number of its arrival.
    mutating func add(_ server: UpstreamServer, now: VirtualInstant) throws(UpstreamError) -> Int {
        var ordinal = 0
        for index in groups.indices { ordinal = try groups[index].add(server, now: now) }
        for index in checkers.indices { checkers[index].added(server) }
        arrive(ordinal, server, now)
        if checks[ordinal]?.isUp == false {
            set(.unhealthy, true, for: server.name, now: now)
        }
        return ordinal
    }

    /// Removes a server: it gets nothing new.
    ///
    /// - Returns: The server.
    mutating func remove(
        _ name: String,
        now: VirtualInstant
    ) throws(UpstreamError) -> ProxyServer {
        guard let ordinal = groups[0].place(of: name)?.ordinal else { throw .unknown(name: name) }
        for index in groups.indices { try groups[index].remove(name, now: now) }
        for index in checkers.indices { checkers[index].removed(ordinal) }
        detector?.remove(ordinal)
        checks[ordinal] = nil
        names[ordinal] = nil
        for worker in connections.indices { connections[worker].closeAll(to: ordinal) }
        return destinations[ordinal]
    }

    /// Has the group end with the requests that it has: nothing is checked any more, and no
    /// connection is kept.
    mutating func retire() {
        isRetired = true
        detector = nil
        for worker in connections.indices { connections[worker].retire() }
        if requests == 0 { dispose() }
    }

    /// Notes that nothing happens any more for a request that went to the group.
    mutating func endRequest() {
        requests -= 1
        if isRetired, requests == 0 { dispose() }
    }

    /// Lets go of what no request needs any more, as an old worker of nginx does that ends.
    private mutating func dispose() {
        groups = []
        checkers = []
        checks = []
        names = []
        destinations = []
        freeNumbers = []
    }

    /// Closes the idle connections to those of the processes on a node that have ended.
    mutating func closeDead(node number: UInt32, in network: Network) {
        for (ordinal, server) in destinations.enumerated() {
            guard let record = try? server.destination.record(in: network),
                record.identifier == number
            else { continue }
            for worker in connections.indices {
                connections[worker].closeAll(to: ordinal, except: record.state.pointee.running)
            }
        }
    }

    /// From how many workers failures keep a server away now.
    func countFailed(_ name: String, second: Int) -> Int {
        groups.count { group in
            group.peer(named: name)?.isFailed(second: second) ?? false
        }
    }

    /// Whether a server gets nothing from one of the workers now.
    func isOut(_ name: String, second: Int) -> Bool {
        groups.contains { group in
            group.peer(named: name).map { !$0.blocks.isEmpty || $0.isFailed(second: second) }
                ?? false
        }
    }

    /// Gives a server another weight.
    mutating func setWeight(
        _ weight: Int,
        of name: String,
        now: VirtualInstant
    ) throws(UpstreamError) {
        for index in groups.indices {
            try groups[index].setWeight(weight, for: name, now: now)
            guard !checkers.isEmpty, let ordinal = groups[index].place(of: name)?.ordinal else {
                continue
            }
            checkers[index].set(weight: weight, for: ordinal)
        }
    }

    /// Takes a server out of service for a reason, or puts it back.
    mutating func set(
        _ reason: UpstreamBlock,
        _ isBlocked: Bool,
        for name: String,
        now: VirtualInstant
    ) {
        for index in groups.indices {
            groups[index].set(reason, isBlocked, for: name, now: now)
            guard !checkers.isEmpty, let ordinal = groups[index].place(of: name)?.ordinal else {
                continue
            }
            checkers[index].set(reason, isBlocked, for: ordinal)
        }
    }

    /// The name of the server that was the `ordinal`th to arrive, while it belongs to the group.
    func name(of ordinal: Int) -> String? { names[ordinal] }

    /// The server that was the `ordinal`th to arrive.
    func server(_ ordinal: Int) -> ProxyServer { destinations[ordinal] }
}

/// How one server stands by active checks.
enum ServerCheck: Sendable {
    case counter(CheckCounter)
    case target(TargetHealth)

    init(_ rules: ProxyCheck.Rules) {
        switch rules {
        case .counter(let settings): self = .counter(CheckCounter(settings: settings))
        case .target(let settings): self = .target(TargetHealth(settings: settings))
        }
    }

    /// Whether the server may get requests.
    var isUp: Bool {
        switch self {
        case .counter(let counter): counter.isUp
        case .target(let health): health.isHealthy
        }
    }

    /// Whether nothing is known of the server yet, so that it gets nothing.
    var isNew: Bool {
        switch self {
        case .counter: false
        case .target(let health): health.state == .initial
        }
    }

    /// Whether the first checks of several servers are spread over an interval.
    var isSpread: Bool {
        switch self {
        case .counter: true
        case .target: false
        }
    }

    /// Whether an answer with this status is one of a server that is well: HAProxy takes success
    /// and redirection, AWS, unless told otherwise, 200 alone.
    func passes(_ status: Int) -> Bool {
        switch self {
        case .counter: (200..<400).contains(status)
        case .target: status == 200
        }
    }

    /// How long a check may take.
    var timeout: Duration {
        switch self {
        case .counter(let counter): counter.settings.checkTimeout
        case .target(let health): health.settings.timeout
        }
    }

    /// From this check to the next.
    var interval: Duration {
        switch self {
        case .counter(let counter): counter.nextInterval
        case .target(let health): health.settings.interval
        }
    }

    /// Notes a check.
    ///
    /// - Returns: Whether the server is up now, where that changed.
    mutating func note(passed: Bool) -> Bool? {
        switch self {
        case .counter(var counter):
            defer { self = .counter(counter) }
            return counter.note(passed: passed)
        case .target(var health):
            let wasUp = health.isHealthy
            _ = health.note(passed: passed)
            self = .target(health)
            return health.isHealthy == wasUp ? nil : health.isHealthy
        }
    }
}
