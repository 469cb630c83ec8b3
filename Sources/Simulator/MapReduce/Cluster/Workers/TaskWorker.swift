/// A worker: runs one task after the other, as a coordinator orders, and says that it lives.
public actor TaskWorker: SimulatedActor {
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

    /// The file that says for which attempt the process was killed.
    private static let killFile = "killed"
    /// Attempts that are remembered after their end, so that an order that comes twice is not
    /// followed twice.
    private static let memory = 1_000

    /// The node it runs on.
    public nonisolated let node: Node
    let kind: TaskKind
    let network: Network
    let settings: WorkerSettings
    let library: any JobLibrary
    let database: DatabaseClient
    let journal: MapReduceJournal
    let supervisor: Supervisor
    /// Map output, where the shuffle is local.
    var keyspace: ShuffleKeyspace
    private var current: Current?
    private var finished: [AttemptIdentifier] = []
    private var epoch = 0
    private var leader: String
    private var killed: AttemptIdentifier?

    /// Starts a worker on `node`.
    @discardableResult
    public static func start(
        _ kind: TaskKind,
        on node: Node,
        network: Network,
        settings: WorkerSettings,
        library: any JobLibrary,
        database: DatabaseClient,
        supervisor: Supervisor,
        journal: MapReduceJournal
    ) -> TaskWorker {
        let worker = TaskWorker(
            kind,
            node,
            network,
            settings,
            library,
            database,
            supervisor,
            journal
        )
        worker.serve()
        node.spawn("heartbeats", .background) { try await worker.live() }
        return worker
    }

    private init(
        _ kind: TaskKind,
        _ node: Node,
        _ network: Network,
        _ settings: WorkerSettings,
        _ library: any JobLibrary,
        _ database: DatabaseClient,
        _ supervisor: Supervisor,
        _ journal: MapReduceJournal
    ) {
        self.kind = kind
        self.node = node
        self.network = network
        self.settings = settings
        self.library = library
        self.database = database
        self.supervisor = supervisor
        self.journal = journal
        keyspace = ShuffleKeyspace(settings.shuffle)
        leader = settings.coordinators[0]
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

    private func accept(_ order: TaskOrder) -> OrderAnswer {
        guard order.epoch >= epoch else { return .outdated }
        epoch = order.epoch
        if current?.attempt == order.attempt || finished.contains(order.attempt) {
            return .accepted
        }
        guard current == nil else { return .busy }
        current = Current(attempt: order.attempt)
        current?.task = node.spawn("\(order.attempt)", .background) {
            try await self.follow(order)
        }
        return .accepted
    }

    private func abandon(_ attempt: AttemptIdentifier) -> Bool {
        guard current?.attempt == attempt else { return false }
        current?.task?.cancel()
        end(attempt)
        return true
    }

    private func end(_ attempt: AttemptIdentifier) {
        guard current?.attempt == attempt else { return }
        current = nil
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
        } catch Failure.outOfMemory {
            return try await die(of: order.attempt)
        } catch Failure.failed(let reason) {
            outcome = .failed(reason)
        } catch {
            outcome = .failed("\(error)")
        }
        try await report(
            AttemptReport(attempt: order.attempt, worker: node.name, outcome: outcome)
        )
        end(order.attempt)
    }

    /// Notes how much of the present attempt is done, 0 to 1.
    func note(progress: Double) {
        current?.progress = progress
    }

    // MARK: Memory

    /// Ends the attempt where holding `bytes` of pairs needs more memory than there is.
    func require(memoryFor bytes: Int) throws(Failure) {
        if settings.costs.memory(holding: bytes) > settings.memory { throw .outOfMemory }
    }

    /// The process is killed: what it knows is gone, but the machine remembers why.
    private func die(of attempt: AttemptIdentifier) async throws(Interruption) {
        journal.count(
            MetricKey("mapreduce_out_of_memory_total", .init("type", kind.rawValue.lowercased()))
        )
        do throws(DiskError) {
            try await node.disk.write(Array("\(attempt)".utf8), to: Self.killFile)
            try await node.disk.synchronize()
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
        }
        supervisor.restart(node)
        while true { try await node.sleep(for: .seconds(1)) }
    }

    private func readKillFile() async throws(Interruption) {
        do throws(DiskError) {
            let bytes = try await node.disk.read(Self.killFile)
            killed = AttemptIdentifier(String(decoding: bytes, as: UTF8.self))
            try await node.disk.remove(Self.killFile)
            try await node.disk.synchronize()
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
        }
    }

    // MARK: The coordinator

    private func live() async throws(Interruption) {
        try await readKillFile()
        while true {
            let running = current.map {
                WorkerHeartbeat.Running(attempt: $0.attempt, progress: $0.progress)
            }
            let heartbeat = WorkerHeartbeat(
                worker: node.name,
                kind: kind,
                incarnation: node.incarnation,
                zone: node.zone,
                running: running,
                killed: killed
            )
            let answer = try await tell(.workerHeartbeat, heartbeat)
            if answer != nil { killed = nil }
            if case .abandon(let attempt) = answer { _ = abandon(attempt) }
            // Without a coordinator it looks for one sooner.
            let pause = answer == nil ? settings.heartbeat / 3 : settings.heartbeat
            try await node.sleep(for: pause)
        }
    }

    /// Reports until somebody takes note.
    private func report(_ report: AttemptReport) async throws(Interruption) {
        while try await tell(.attemptReport, report) == nil {
            try await node.sleep(for: .milliseconds(200))
        }
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
    private func turn(from asked: String, to hint: String?) {
        guard leader == asked else { return }
        let others = settings.coordinators
        if let hint, hint != asked, others.contains(hint) {
            leader = hint
        } else if let place = others.firstIndex(of: asked) {
            leader = others[(place + 1) % others.count]
        }
    }
}

extension AttemptIdentifier {
    /// Reads the description of an identifier: `job-1/map/3#2`.
    init?(_ text: String) {
        let parts = text.split(separator: "#")
        let path = parts.first.map { $0.split(separator: "/") } ?? []
        guard parts.count == 2, let number = Int(parts[1]), path.count >= 3,
            let kind = TaskKind(rawValue: path[path.count - 2].uppercased()),
            let index = Int(path[path.count - 1])
        else { return nil }
        let job = path.dropLast(2).joined(separator: "/")
        self.init(task: TaskIdentifier(job: job, kind: kind, index: index), number: number)
    }
}
