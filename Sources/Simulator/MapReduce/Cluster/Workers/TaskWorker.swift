import OrderedCollections

/// A worker: runs one task after the other, as a coordinator orders, and says that it lives.
actor TaskWorker: SimulatedActor {
    /// How an attempt can end early.
    enum Failure: Error {
        /// It failed, for this reason.
        case failed(String)
        /// It needs more memory than there is.
        case outOfMemory
    }

    /// What the worker is at.
    private struct Current {
        let attempt: AttemptIdentifier
        var progress = 0.0
        var task: SpawnedTask?
    }

    /// Attempts that are remembered after their end, so that an order that comes twice is not
    /// followed twice.
    private static let memory = 1_000

    /// The node it runs on.
    nonisolated let node: Node
    let kind: TaskKind
    let network: Network
    let settings: WorkerSettings
    let library: any JobLibrary
    let database: DatabaseClient
    let journal: MapReduceJournal
    let supervisor: Supervisor
    /// Map output, where the shuffle is local.
    var keyspace: ShuffleKeyspace
    /// The lists of each job in it.
    var lists: OrderedDictionary<String, [String]> = [:]
    /// Who owns what, where the shuffle is replicated.
    var directory: ShuffleDirectory
    private var current: Current?
    private var finished: [AttemptIdentifier] = []
    /// Attempts that ended, and whose end nobody has taken note of yet.
    private var unreported: [AttemptIdentifier] = []
    private var epoch = 0
    private(set) var leader: String
    private var messages = 0

    /// What it is to the cluster.
    nonisolated var role: MapReduceRole { kind == .map ? .mapWorker : .reduceWorker }

    /// Starts a worker on `node`.
    @discardableResult
    static func start(_ kind: TaskKind, on node: Node, _ parts: WorkerParts) -> TaskWorker {
        let worker = TaskWorker(kind, node, parts)
        worker.serve()
        node.spawn("heartbeats", .background) { try await worker.live() }
        if parts.settings.tasksThrough == .topic {
            node.spawn("polls", .background) { try await worker.poll() }
        }
        node.spawn("report of the last end", .background) { try await worker.reportKills() }
        return worker
    }

    private init(_ kind: TaskKind, _ node: Node, _ parts: WorkerParts) {
        self.kind = kind
        self.node = node
        network = parts.network
        settings = parts.settings
        library = parts.library
        database = parts.database
        supervisor = parts.supervisor
        journal = parts.journal
        keyspace = ShuffleKeyspace(parts.settings.shuffle)
        directory = ShuffleDirectory(parts.settings.shuffle)
        leader = parts.settings.coordinators[0]
    }

    private nonisolated func serve() {
        network.serve(.taskOrder, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.accept(incoming.request) })
        }
        network.serve(.abandonment, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.abandon(incoming.request) })
        }
        guard settings.shuffle.store == .local else { return }
        network.serve(.shuffle, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.answerLocally(incoming.request) })
        }
    }

    // MARK: Orders

    /// Takes an order, where it is free and the order is not of the past.
    func accept(_ order: TaskOrder) -> OrderAnswer {
        guard order.epoch >= epoch else {
            node.sometimes(MapReducePlace.orderOutdated)
            return .outdated(epoch)
        }
        epoch = order.epoch
        if current?.attempt == order.attempt || finished.contains(order.attempt) {
            node.sometimes(MapReducePlace.orderRepeated)
            return .accepted
        }
        guard current == nil else { return .busy }
        current = Current(attempt: order.attempt)
        current?.task = node.spawn("\(order.attempt)", .background) {
            try await self.follow(order)
        }
        return .accepted
    }

    /// Whether it works on an attempt.
    func isBusy(with attempt: AttemptIdentifier) -> Bool { current?.attempt == attempt }

    private func abandon(_ attempt: AttemptIdentifier) -> Bool {
        guard current?.attempt == attempt else { return false }
        current?.task?.cancel()
        end(attempt)
        return true
    }

    private func end(_ attempt: AttemptIdentifier) {
        guard current?.attempt == attempt else { return }
        current = nil
        journal.noteMemory(settings.costs.idleMemory, of: node, at: node.now)
        finished.append(attempt)
        if finished.count > Self.memory { finished.removeFirst() }
    }

    private func follow(_ order: TaskOrder) async throws(Interruption) {
        let outcome: AttemptReport.Outcome
        do {
            switch order.input {
            case .map(let splits): outcome = try await map(order, splits)
            case .reduce(let outputs): outcome = try await reduce(order, outputs)
            }
        } catch let interruption as Interruption {
            throw interruption
        } catch InputError.interrupted(let interruption) {
            throw interruption
        } catch Failure.outOfMemory {
            return try await die(of: order.attempt)
        } catch Failure.failed(let reason) {
            outcome = .failed(reason)
        } catch {
            outcome = .failed("\(error)")
        }
        // Free before the coordinator can know it, so that its next order finds a free worker.
        if settings.plantedBug != .staysBusyWhileReporting { end(order.attempt) }
        try await report(order.attempt, outcome)
        end(order.attempt)
    }

    /// Notes how much of the present attempt is done, 0 to 1.
    func note(progress: Double) {
        current?.progress = progress
    }

    // MARK: The coordinator

    private func live() async throws(Interruption) {
        while true {
            let heartbeat = WorkerHeartbeat(
                stamp: nextStamp(),
                kind: kind,
                zone: node.zone,
                machine: node.machine,
                running: current.map { .init(attempt: $0.attempt, progress: $0.progress) },
                unreported: unreported,
                keeping: Array(lists.keys)
            )
            let answer = try await tell(.workerHeartbeat, heartbeat)
            if case .noted(let obsolete, let ended) = answer {
                if let obsolete { _ = abandon(obsolete) }
                for job in ended { deleteLists(of: job) }
            }
            // Without a coordinator it looks for one sooner.
            let pause = answer == nil ? settings.heartbeat / 3 : settings.heartbeat
            try await node.sleep(for: pause)
        }
    }

    /// Reports how an attempt ended until somebody takes note.
    func report(
        _ attempt: AttemptIdentifier,
        _ outcome: AttemptReport.Outcome
    ) async throws(Interruption) {
        unreported.append(attempt)
        let report = AttemptReport(attempt: attempt, stamp: nextStamp(), outcome: outcome)
        while try await tell(.attemptReport, report) == nil {
            try await node.sleep(for: .milliseconds(200))
        }
        unreported.removeAll { $0 == attempt }
    }

    private func nextStamp() -> WorkerStamp {
        messages += 1
        return WorkerStamp(worker: node.name, incarnation: node.incarnation, number: messages)
    }

    /// Tells the coordinator something; nothing comes back where no leader was found.
    private func tell<Request: Sendable>(
        _ service: Service<Request, CoordinatorAnswer>,
        _ request: Request
    ) async throws(Interruption) -> CoordinatorAnswer? {
        let asked = leader
        do throws(CallError) {
            let answer = try await network.call(
                service,
                of: asked,
                from: node,
                request,
                timeout: settings.timeout,
                .background
            )
            guard case .notLeading(let hint) = answer else { return answer }
            turn(from: asked, to: hint)
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            turn(from: asked, to: nil)
        }
        return nil
    }

    /// Asks another coordinator next time.
    func turn(from asked: String, to hint: String?) {
        guard leader == asked else { return }
        let others = settings.coordinators
        if let hint, hint != asked, others.contains(hint) {
            leader = hint
        } else if let place = others.firstIndex(of: asked) {
            leader = others[(place + 1) % others.count]
        }
    }
}
