/// Watches the choices of an upstream group and says what is wrong with them.
///
/// It keeps books of its own, by the rules and not by the group's state: who is in service, who
/// failed and when, how much is under way, what each request tried. After any number of events its
/// books and the group's are compared.
public struct UpstreamChecker: Sendable {
    /// What must hold.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// Only servers that belong to the group and are in service are chosen.
        case onlyServersInService = "only-servers-in-service"
        /// No server has more requests than it may have.
        case connectionLimitsKept = "connection-limits-kept"
        /// A server that failed too often is left alone for its time.
        case failedLeftAlone = "failed-left-alone"
        /// A request tries no server twice.
        case noServerTwice = "no-server-twice"
        /// Backup servers serve only where no primary one can.
        case backupOnlyInNeed = "backup-only-in-need"
        /// A request that some server could take is not refused.
        case noneRefusedInVain = "none-refused-in-vain"
        /// No request has more attempts than it may have.
        case attemptsBounded = "attempts-bounded"
        /// Requests move on only in the listed cases, and what may not be repeated is not.
        case retriedAsAllowed = "retried-as-allowed"
        /// Requests under way are counted rightly.
        case connectionsCounted = "connections-counted"
        /// Failures are counted rightly.
        case failuresCounted = "failures-counted"
        /// Weights lose by failures and recover with every round.
        case weightsRecover = "weights-recover"
    }

    /// A broken property, and how.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        /// The property.
        public let property: Property
        /// What happened.
        public let message: String

        /// `property: message`.
        public var description: String { "\(property.rawValue): \(message)" }
    }

    /// What is wrong; the first ones, of however many.
    public private(set) var findings: [Finding] = []
    private let settings: UpstreamSettings
    private var servers: [CheckedServer] = []
    /// The requests by their numbers, which are small and may be used again.
    private var requests: [CheckedRequest?] = []
    private var isPanicking = false
    private var memberCount = 0
    private var hasSlowStart = false

    private static let findingsMaximum = 20

    /// Watches a group with these settings, which has no servers yet.
    public init(settings: UpstreamSettings) {
        self.settings = settings
    }

    /// Watches a group of these servers.
    public init(settings: UpstreamSettings, servers: [UpstreamServer]) {
        self.init(settings: settings)
        for server in servers { added(server) }
    }

    /// What was found since the last time.
    mutating func takeFindings() -> [Finding] {
        if findings.isEmpty { return [] }
        defer { findings = [] }
        return findings
    }

    /// Notes a server that was added; the first ones in their order.
    public mutating func added(_ server: UpstreamServer) {
        servers.append(CheckedServer(server))
        if server.slowStart > .zero { hasSlowStart = true }
        memberCount += 1
    }

    /// Notes that a server was removed.
    public mutating func removed(_ ordinal: Int) {
        servers[ordinal].isMember = false
        memberCount -= 1
    }

    /// Notes that a server was taken out of service for a reason, or put back.
    public mutating func set(_ reason: UpstreamBlock, _ isBlocked: Bool, for ordinal: Int) {
        if isBlocked {
            servers[ordinal].blocks.insert(reason)
        } else {
            servers[ordinal].blocks.remove(reason)
        }
    }

    /// Notes that a server has another weight.
    public mutating func set(weight: Int, for ordinal: Int) {
        let lost = servers[ordinal].server.weight - servers[ordinal].effectiveWeight
        servers[ordinal].server.weight = weight
        servers[ordinal].effectiveWeight = max(0, weight - lost)
    }

    /// Notes whether the group disregards health from now on.
    public mutating func set(isPanicking: Bool) {
        self.isPanicking = isPanicking
    }

    /// Notes a new request, or an attempt of its own `beside` another one of the same request.
    public mutating func began(_ number: Int, isIdempotent: Bool, beside other: Int? = nil) {
        while requests.count <= number { requests.append(nil) }
        if let other, var copy = requests[other] {
            copy.triesMaximum = 1
            copy.attempts = 0
            requests[number] = copy
            return
        }
        let inService = servers.count {
            $0.isMember && $0.blocks.isDisjoint(with: [.down, .draining])
        }
        let maximum = settings.retry.triesMaximum
        requests[number] = CheckedRequest(
            isIdempotent: isIdempotent,
            triesMaximum: maximum > 0 ? min(maximum, inService) : inService
        )
    }

    /// Notes that a request is not to go to a server, where it is under way already.
    public mutating func avoid(_ ordinal: Int, for number: Int) {
        requests[number]?.tried.insert(ordinal)
    }

    /// Notes that there are no more attempts of a request.
    public mutating func ended(_ number: Int) {
        requests[number] = nil
    }

    /// Notes the server that was chosen for a request, or that none was.
    public mutating func chose(_ choice: UpstreamChoice?, for number: Int, now: VirtualInstant) {
        guard var request = requests[number] else { return }
        guard let ordinal = choice?.ordinal else {
            let other = servers.indices.first {
                (!request.usesBackup || servers[$0].server.isBackup)
                    && isOpen($0, request, now.second)
            }
            if let other {
                find(.noneRefusedInVain, "request \(number) could go to server \(other)")
            }
            return
        }
        let server = servers[ordinal]
        if server.server.isBackup, !request.usesBackup {
            let other = servers.indices.first {
                !servers[$0].server.isBackup && isOpen($0, request, now.second)
            }
            if let other {
                find(.backupOnlyInNeed, "request \(number) could go to server \(other)")
            }
            request.usesBackup = true
            request.tried = CheckedTries()
        }
        judge(server, ordinal, request, number, now.second)
        if isRotating { takeRound(request, now.second) }
        servers[ordinal].connections += 1
        if !isSingle, now.second - server.checked > server.failSeconds {
            servers[ordinal].checked = now.second
        }
        request.attempts += 1
        if request.attempts > max(1, request.triesMaximum) {
            find(.attemptsBounded, "request \(number) has its attempt \(request.attempts)")
        }
        request.tried.insert(ordinal)
        request.current = ordinal
        requests[number] = request
    }

    private mutating func judge(
        _ server: CheckedServer,
        _ ordinal: Int,
        _ request: CheckedRequest,
        _ number: Int,
        _ second: Int
    ) {
        if !server.isInService(isPanicking) {
            find(.onlyServersInService, "request \(number) went to server \(ordinal)")
        }
        if server.isFull {
            find(.connectionLimitsKept, "server \(ordinal) has \(server.connections) already")
        }
        guard !isSingle else { return }
        if server.isFailed(second) {
            find(.failedLeftAlone, "server \(ordinal) failed \(server.fails) times")
        }
        if request.tried.contains(ordinal) {
            find(.noServerTwice, "request \(number) went to server \(ordinal) again")
        }
    }

    /// Notes how an attempt ended, and what the group made of it.
    ///
    /// - Parameters:
    ///   - number: The number of the request.
    ///   - outcome: How the attempt ended.
    ///   - verdict: What the group made of it.
    ///   - isReused: Whether the connection had served requests before: its breaking costs no
    ///     attempt.
    ///   - now: When it ended.
    public mutating func finished(
        _ number: Int,
        with outcome: AttemptOutcome,
        _ verdict: UpstreamVerdict,
        isReused: Bool = false,
        now: VirtualInstant
    ) {
        guard var request = requests[number], let ordinal = request.current else { return }
        request.current = nil
        if isReused, outcome.condition == .error { request.attempts -= 1 }
        requests[number] = verdict == .retry ? request : nil
        if verdict == .retry { judgeRetry(request, number, outcome) }
        servers[ordinal].connections -= 1
        guard !isSingle else {
            servers[ordinal].fails = 0
            return
        }
        if counts(outcome, verdict) {
            servers[ordinal].fail(second: now.second)
        } else if servers[ordinal].accessed < servers[ordinal].checked {
            servers[ordinal].fails = 0
        }
    }

    private mutating func judgeRetry(
        _ request: CheckedRequest,
        _ number: Int,
        _ outcome: AttemptOutcome
    ) {
        guard let condition = outcome.condition, settings.retry.conditions.contains(condition)
        else {
            find(.retriedAsAllowed, "request \(number) moves on after \(outcome)")
            return
        }
        let mayRepeat =
            request.isIdempotent || !outcome.wasSent
            || settings.retry.conditions.contains(.nonIdempotent)
        if !mayRepeat {
            find(.retriedAsAllowed, "request \(number) is repeated after \(outcome)")
        }
    }

    /// What was no answer counts always, a status where the request moved on.
    private func counts(_ outcome: AttemptOutcome, _ verdict: UpstreamVerdict) -> Bool {
        switch outcome {
        case .refused, .connectTimedOut, .broken, .timedOut, .invalidHeader: true
        case .answered(let status): verdict == .retry && status != 403 && status != 404
        case .abandoned: false
        }
    }

    /// Compares the books with the state of the group.
    public mutating func compare(_ group: UpstreamGroup) {
        for peer in group.peers {
            let server = servers[peer.ordinal]
            if peer.connections != server.connections {
                find(
                    .connectionsCounted,
                    "server \(peer.ordinal): \(peer.connections), not \(server.connections)"
                )
            }
            guard server.isMember, !isSingle else { continue }
            if peer.fails != server.fails {
                find(
                    .failuresCounted,
                    "server \(peer.ordinal): \(peer.fails), not \(server.fails)"
                )
            }
            if isRotating, peer.effectiveWeight != server.effectiveWeight {
                find(
                    .weightsRecover,
                    "server \(peer.ordinal): \(peer.effectiveWeight), not "
                        + "\(server.effectiveWeight)"
                )
            }
        }
    }

    /// Whether every choice is a round of all, so that weights can be followed.
    private var isRotating: Bool { settings.strategy == .roundRobin && !hasSlowStart }

    private var isSingle: Bool { memberCount == 1 }

    private func isOpen(_ ordinal: Int, _ request: CheckedRequest, _ second: Int) -> Bool {
        let server = servers[ordinal]
        guard server.isInService(isPanicking), !server.isFull else { return false }
        return isSingle || (!server.isFailed(second) && !request.tried.contains(ordinal))
    }

    /// A round of smooth weighted round robin gives every server in it a unit of weight back.
    private mutating func takeRound(_ request: CheckedRequest, _ second: Int) {
        guard !isSingle else { return }
        for ordinal in servers.indices
        where servers[ordinal].server.isBackup == request.usesBackup
            && isOpen(ordinal, request, second)
        {
            let weight = servers[ordinal].server.weight
            servers[ordinal].effectiveWeight = min(weight, servers[ordinal].effectiveWeight + 1)
        }
    }

    private mutating func find(_ property: Property, _ message: String) {
        guard findings.count < Self.findingsMaximum else { return }
        findings.append(Finding(property: property, message: message))
    }
}
