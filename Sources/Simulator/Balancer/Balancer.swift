/// How a balancer treats its servers.
public struct BalancerSettings: Equatable, Sendable {
    /// From one heartbeat of a server to the next.
    public var heartbeatPeriod: Duration
    /// How long a heartbeat may take.
    public var heartbeatTimeout: Duration
    /// Attempts at a request in all.
    public var tries: Int
    /// How long one attempt may take; without it, until the server answers or is found dead.
    public var tryTimeout: Duration?
    /// The pause before another attempt after one that was refused.
    public var refusedDelay: Duration
    /// Whether requests that are not idempotent are sent again after they may have been performed.
    public var retriesNonIdempotent: Bool
    package var plantedBug: BalancerPlantedBug?

    /// Heartbeats every second with 500 ms to answer; three tries.
    public init(
        heartbeatPeriod: Duration = .seconds(1),
        heartbeatTimeout: Duration = .milliseconds(500),
        tries: Int = 3,
        tryTimeout: Duration? = nil,
        refusedDelay: Duration = .milliseconds(100),
        retriesNonIdempotent: Bool = false
    ) {
        precondition(tries > 0 && heartbeatPeriod > .zero, "at least one try, and a period")
        self.heartbeatPeriod = heartbeatPeriod
        self.heartbeatTimeout = heartbeatTimeout
        self.tries = tries
        self.tryTimeout = tryTimeout
        self.refusedDelay = refusedDelay
        self.retriesNonIdempotent = retriesNonIdempotent
    }
}

/// Starts and stops the servers of a balancer.
public protocol ServerLauncher: Sendable {
    /// Starts the server called `name`, the member number `ordinal`; returns when its process runs.
    func launch(_ name: String, ordinal: Int, from node: Node) async throws(Interruption)
    /// Stops the server called `name`.
    func stop(_ name: String)
    /// When the server called `name` crashed last, for the journal: no decision may hang on it.
    func lastCrash(of name: String) -> VirtualInstant?
}

/// The balancer of the specification: it places each request on a server by its key, replaces
/// servers that died, and is told by `/rep`, `/add` and `/rm` how many there are.
///
/// A request whose server dies under it is sent again to the server that owns its key then; one
/// that is not idempotent only where no server began with it, as nginx does it. What cannot be
/// answered in `BalancerSettings.tries` attempts is answered with status 502: reported, not lost in
/// silence.
///
/// Source: "DS Assignment 1: Implementing a Customizable Load Balancer", IIT Kharagpur CS60002,
/// 2024.
public actor Balancer: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: BalancerSettings
    let launcher: any ServerLauncher
    let journal: BalancerJournal
    var pool: ServerPool
    private var random: RandomStream
    /// When the last heartbeat that each member answered was sent, or the member was launched, by
    /// its number.
    var lastAnswers: [Int: VirtualInstant] = [:]
    /// The crash that began the outage which each starting member is to end, by its number.
    var outages: [Int: VirtualInstant] = [:]

    /// Starts a balancer on `node` in front of the servers of `pool`, which are up.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        pool: ServerPool,
        settings: BalancerSettings,
        launcher: any ServerLauncher,
        journal: BalancerJournal,
        random: RandomStream
    ) -> Balancer {
        let balancer = Balancer(
            node: node,
            network: network,
            pool: pool,
            settings: settings,
            launcher: launcher,
            journal: journal,
            random: random
        )
        balancer.serve()
        for member in pool.members { balancer.watch(member) }
        if node.incarnation > 1 {
            node.sometimes(BalancerPlace.balancerBeganAnew)
            journal.notePlacement(of: pool, joined: nil, left: nil, at: node.now)
        }
        return balancer
    }

    private init(
        node: Node,
        network: Network,
        pool: ServerPool,
        settings: BalancerSettings,
        launcher: any ServerLauncher,
        journal: BalancerJournal,
        random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.pool = pool
        self.settings = settings
        self.launcher = launcher
        self.journal = journal
        self.random = random
    }

    // MARK: Requests

    private nonisolated func serve() {
        network.serve(.http, on: node) { incoming in
            self.node.spawn("request", .background) { try await self.answer(incoming) }
        }
    }

    private func answer(_ incoming: IncomingRequest<HTTPRequest, HTTPResponse>) async throws {
        let request = incoming.request
        switch (request.method, request.path) {
        case (.get, "/rep"): incoming.reply(replicas())
        case (.post, "/add"):
            incoming.reply(change(request.body) { .addition(count: $0.count, names: $0.names) })
        case (.delete, "/rm"):
            incoming.reply(change(request.body) { .removal(count: $0.count, names: $0.names) })
        default: if let response = try await forward(request) { incoming.reply(response) }
        }
    }

    private func replicas() -> HTTPResponse {
        HTTPResponse(status: 200, body: BalancerMessages.replicas(pool.members.map(\.name)))
    }

    private func change(
        _ body: [UInt8],
        _ input: (BalancerMessages.Change) -> ServerPool.Input
    ) -> HTTPResponse {
        do {
            let before = pool.members.count
            let actions = pool.receive(input(try BalancerMessages.change(from: body)))
            if case .refuse(let error)? = actions.first { throw error }
            journal.noteScaling(by: pool.members.count - before)
            perform(actions)
            return replicas()
        } catch {
            return HTTPResponse(status: 400, body: BalancerMessages.failure("\(error)"))
        }
    }

    /// Sends `request` to the server of its key, again where an attempt fails.
    private func forward(_ request: HTTPRequest) async throws(Interruption) -> HTTPResponse? {
        let key = request.key ?? PlacementKey(100_000 + random.below(900_000))
        for attempt in 1...settings.tries {
            if attempt > 1 { journal.noteRetry(hasKey: request.key != nil) }
            switch try await attemptForward(request, key) {
            case .success(let response): return response
            case .failure(.refused) where attempt < settings.tries:
                try await node.sleep(for: settings.refusedDelay)
            case .failure(.reset) where settings.plantedBug == .dropsRequestsOfTheDead: return nil
            case .failure(let error):
                node.sometimes(BalancerPlace.cutOff, error == .reset)
                if maySendAgain(request, after: error) { continue }
                node.sometimes(BalancerPlace.notSentAgain)
                return Self.noAnswer
            }
        }
        node.sometimes(BalancerPlace.triesUsedUp)
        return Self.noAnswer
    }

    private static let noAnswer = HTTPResponse(
        status: 502,
        body: BalancerMessages.failure("<Error> No server replica answered")
    )

    /// Whether `request` cannot have been performed, or may be performed twice.
    ///
    /// Source: nginx, `proxy_next_upstream`, of which `non_idempotent` is no default.
    private func maySendAgain(_ request: HTTPRequest, after error: CallError) -> Bool {
        error == .refused || request.method.isIdempotent || settings.retriesNonIdempotent
    }

    /// Sends `request` once; it is refused where there is no server.
    private func attemptForward(
        _ request: HTTPRequest,
        _ key: PlacementKey
    ) async throws(Interruption) -> Result<HTTPResponse, CallError> {
        guard let assignment = pool.assign(key) else {
            node.sometimes(BalancerPlace.nobodyPlaced)
            return .failure(.refused)
        }
        defer { pool.release(assignment) }
        var server = assignment.server
        if settings.plantedBug == .usesTheLastPlacement {
            server = journal.placementChanges.dropLast().last?.placement.owner(of: key) ?? server
        }
        do {
            let response = try await network.call(
                .http,
                of: server,
                from: node,
                request,
                timeout: settings.tryTimeout
            )
            return .success(response.status == 404 ? unknown(request.path) : response)
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            if error == .refused {
                journal.noteRejection(by: server, hasKey: request.key != nil)
            }
            return .failure(error)
        }
    }

    private func unknown(_ path: String) -> HTTPResponse {
        HTTPResponse(status: 400, body: BalancerMessages.unknownPath(path))
    }

    // MARK: Servers

    /// Does what the pool asks for.
    func perform(_ actions: [ServerPool.Action]) {
        for action in actions {
            switch action {
            case .launch(let name, let ordinal): launch(name, ordinal)
            case .stop(let name): launcher.stop(name)
            case .disconnect(let name): network.reset(from: node, to: name)
            case .placementChanged(let joined, let left):
                journal.notePlacement(of: pool, joined: joined, left: left, at: node.now)
            case .refuse(let error): journal.noteError(error, at: node.now)
            }
        }
    }

    private func launch(_ name: String, _ ordinal: Int) {
        guard let member = pool.member(named: name), member.ordinal == ordinal else { return }
        lastAnswers[ordinal] = node.now
        node.spawn("launch \(name)", .background) {
            try await self.launcher.launch(name, ordinal: ordinal, from: self.node)
            try await self.heartbeat(member)
            self.watch(member)
        }
    }
}
