/// What a proxy did, for reports and checkers; they read it after the run.
///
/// It keeps books of its own of which servers are in service, and notes whatever goes to one that
/// is not.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation, by functions that call nothing else while
/// they change a field.
public final class ProxyJournal: @unchecked Sendable {
    /// What a proxy thinks of a server, when that changes.
    public enum HealthChange: String, Sendable {
        /// As many failures as it may have: it is left alone for a while.
        case failed = "out of rotation: too many failures"
        /// A request succeeded there after its failures.
        case recovered = "back in rotation after failures"
        /// As many checks failed as may.
        case checkedUnhealthy = "out of rotation: checks failed"
        /// As many checks passed as it takes.
        case checkedHealthy = "back in rotation: checks passed"
        /// It differs from the others.
        case ejected = "out of rotation: an outlier"
        /// Its time as an outlier is over.
        case readmitted = "back in rotation as no outlier"
        /// An operator added it.
        case added = "added"
        /// An operator removed it.
        case removed = "removed"
        /// An operator has it finish what it has.
        case drained = "drained"
        /// An operator took it out of service.
        case down = "down"
        /// An operator put it back into service.
        case enabled = "enabled"
        /// A new configuration does not have it.
        case leftOut = "left out by a new configuration"
        /// It was out of rotation, and a new configuration knows nothing of that.
        case reinstated = "back in rotation by a new configuration"

        /// Whether it keeps requests from the server.
        public var isExclusion: Bool {
            switch self {
            case .failed, .checkedUnhealthy, .ejected, .removed, .drained, .down, .leftOut: true
            case .recovered, .checkedHealthy, .readmitted, .added, .enabled, .reinstated: false
            }
        }
    }

    /// A change of what a proxy thinks of a server.
    public struct HealthEntry: Sendable {
        /// When.
        public let instant: VirtualInstant
        /// The server.
        public let server: String
        /// What.
        public let change: HealthChange
    }

    /// What the breaker of a group did.
    public struct BreakerEntry: Sendable {
        /// When.
        public let instant: VirtualInstant
        /// The name of the group.
        public let upstream: String
        /// What it does from then on.
        public let state: CircuitBreaker.State
    }

    /// What became of the attempts at one server.
    public struct ServerFigures: Sendable {
        /// The server.
        public let name: String
        /// Requests sent there.
        public fileprivate(set) var attempts = 0
        /// Requests that it has now.
        public fileprivate(set) var active = 0
        /// Attempts that ended without an answer, or with a status of 500 or more.
        public fileprivate(set) var failures = 0
        /// Attempts that were answered.
        public fileprivate(set) var answers = 0
        /// How long all of those took together.
        public fileprivate(set) var time = Duration.zero

        /// How long one took on average; zero where there was none.
        public var meanTime: Duration { answers == 0 ? .zero : time / answers }
    }

    /// How many requests came.
    @exclusivity(unchecked) public private(set) var arrivals = 0
    /// Answers by status.
    @exclusivity(unchecked) public private(set) var answers: [Int: Int] = [:]
    /// Attempts after the first of a request.
    public private(set) var retries = 0
    /// Attempts at servers of another zone than that of the proxy.
    @exclusivity(unchecked) public private(set) var crossings = 0
    /// Second attempts beside slow ones.
    public private(set) var hedges = 0
    /// Requests that a limit refused.
    public private(set) var limited = 0
    /// Requests and retries that were one too many for their group.
    public private(set) var overflows = 0
    /// Requests that a breaker refused.
    public private(set) var broken = 0
    /// What breakers did, in order.
    public private(set) var breakers: [BreakerEntry] = []
    /// How often the breaker of each group opened.
    public private(set) var breakerOpenings: [String: Int] = [:]
    /// When a new configuration was read.
    public private(set) var reloads: [VirtualInstant] = []
    /// Times that no server could be chosen.
    public private(set) var withoutServer = 0
    /// Requests that have their answer.
    @exclusivity(unchecked) public private(set) var answered = 0
    /// How long attempts took that were answered.
    @exclusivity(unchecked) public private(set) var times = DurationHistogram()
    /// What became of the attempts, by server, in the order of the first.
    @exclusivity(unchecked) public private(set) var servers: [ServerFigures] = []
    /// Changes of health, in order.
    public private(set) var health: [HealthEntry] = []
    /// Lines of the access log, as many as are kept.
    public private(set) var accessLog: [AccessEntry] = []
    /// Requests that went where operators had said that none should go; the first ones, of however
    /// many.
    public private(set) var problems: [String] = []
    /// Choices and books of groups that are against the rules; the first ones, of however many.
    public private(set) var brokenRules: [String] = []
    /// The clients, and what became of their connections.
    @exclusivity(unchecked) public internal(set) var clients = ClientFigures()
    private var places: [String: Int] = [:]
    /// How operators have each server of each group stand.
    @exclusivity(unchecked) private var standings: [Standing] = []
    private var standingPlaces: [Membership: Int] = [:]
    /// Requests that a proxy had when it stopped.
    private var dropped = 0

    /// A server as one of a group.
    private struct Membership: Hashable {
        var upstream: Int
        var server: String
    }

    /// Why a server is to get nothing new, by the words of operators, and since when.
    private struct Standing {
        var orders: [(order: HealthChange, since: VirtualInstant)] = []
    }

    private static let healthMaximum = 100_000
    private static let problemsMaximum = 20

    /// A journal of nothing.
    public init() {}

    /// Notes that the proxy starts, anew where it has run before: what it had is gone, and of what
    /// operators told it it knows nothing.
    func noteStart() {
        for place in servers.indices { servers[place].active = 0 }
        for place in standings.indices { standings[place] = Standing() }
        dropped = arrivals - answered
        clients.noteStart()
    }

    /// Requests under way.
    var underWay: Int { arrivals - answered - dropped }

    // MARK: Requests

    func noteArrival() { arrivals += 1 }
    func noteOperation() { answered += 1 }
    func noteLimited() { limited += 1 }
    func noteOverflow() { overflows += 1 }
    func noteNoLiveServer() { withoutServer += 1 }
    func noteHedge() { hedges += 1 }
    func noteBroken() { broken += 1 }
    func noteReload(at now: VirtualInstant) { reloads.append(now) }

    /// Notes what a breaker does from now on.
    func noteBreaker(_ state: CircuitBreaker.State, of upstream: String, at now: VirtualInstant) {
        if state == .open { breakerOpenings[upstream, default: 0] += 1 }
        guard breakers.count < Self.healthMaximum else { return }
        breakers.append(BreakerEntry(instant: now, upstream: upstream, state: state))
    }

    /// Notes that a request goes to a server.
    func noteAttempt(at server: ProxyServer, isRetry: Bool, now: VirtualInstant) {
        servers[server.place].attempts += 1
        servers[server.place].active += 1
        if isRetry { retries += 1 }
        if server.isElsewhere { crossings += 1 }
        guard let (order, since) = standings[server.standing].orders.first else { return }
        find(
            "at \(now) a request went to '\(server.name)', \(order.rawValue) since \(since)"
        )
    }

    /// Notes how an attempt ended.
    func noteOutcome(
        _ outcome: AttemptOutcome,
        of server: ProxyServer,
        took: Duration,
        _ exchange: ProxyExchange,
        _ settings: ProxySettings
    ) {
        let place = server.place
        servers[place].active -= 1
        var status = outcome.gatewayStatus
        if case .answered(let answered) = outcome {
            status = answered
            servers[place].answers += 1
            servers[place].time += took
            times.record(took)
        }
        if status >= 500, outcome != .abandoned { servers[place].failures += 1 }
        if settings.accessLogMaximum > 0 {
            exchange.trail.append(.init(server: server.name, status: status, time: took))
        }
    }

    /// Notes what a client got.
    func noteAnswer(
        _ exchange: ProxyExchange,
        _ response: HTTPResponse,
        at now: VirtualInstant,
        _ settings: ProxySettings
    ) {
        answers[response.status, default: 0] += 1
        answered += 1
        guard accessLog.count < settings.accessLogMaximum else { return }
        accessLog.append(AccessEntry(exchange, response, at: now))
    }

    /// What became of the attempts at a server; nothing where it was never one of the proxy's.
    public func figures(of server: String) -> ServerFigures? { places[server].map { servers[$0] } }

    /// The place of a server among the figures.
    func place(of server: String) -> Int {
        if let place = places[server] { return place }
        places[server] = servers.count
        servers.append(ServerFigures(name: server))
        return servers.count - 1
    }

    // MARK: Servers

    /// Notes that a proxy thinks otherwise of a server.
    func noteHealth(_ change: HealthChange, of server: String, at now: VirtualInstant) {
        guard health.count < Self.healthMaximum else { return }
        health.append(HealthEntry(instant: now, server: server, change: change))
    }

    /// The place of what operators say of a server of a group, which begins with what the settings
    /// say.
    func standing(
        of server: String,
        in upstream: Int,
        isDown: Bool,
        now: VirtualInstant
    ) -> Int {
        let membership = Membership(upstream: upstream, server: server)
        let place = standingPlaces[membership] ?? standings.count
        if place == standings.count {
            standings.append(Standing())
            standingPlaces[membership] = place
        }
        standings[place].orders = isDown ? [(.down, now)] : []
        return place
    }

    /// Notes that an operator took a server of a group out of service for one reason, or put it
    /// back for that reason.
    func noteOrder(
        _ order: HealthChange,
        _ isGiven: Bool,
        of server: ProxyServer,
        at now: VirtualInstant
    ) {
        let isKnown = standings[server.standing].orders.contains { $0.order == order }
        if isGiven, !isKnown { standings[server.standing].orders.append((order, now)) }
        if !isGiven { standings[server.standing].orders.removeAll { $0.order == order } }
        noteHealth(isGiven ? order : .enabled, of: server.name, at: now)
    }

    /// Notes what the checker of a group found.
    func noteBroken(_ finding: UpstreamChecker.Finding, at now: VirtualInstant) {
        guard brokenRules.count < Self.problemsMaximum else { return }
        brokenRules.append("at \(now) \(finding)")
    }

    private func find(_ problem: String) {
        if problems.count < Self.problemsMaximum { problems.append(problem) }
    }
}
