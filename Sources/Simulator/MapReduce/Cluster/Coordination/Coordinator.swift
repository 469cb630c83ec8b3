import OrderedCollections

/// The coordinator of a MapReduce cluster: takes jobs, hands out their tasks, and sees to it that
/// every job comes to an end.
///
/// What it knows stands in the database; it acts on a change once that is durable. Several may
/// stand ready: one of them holds a lease, and every transaction of it is refused once another one
/// has taken over (its term is the fencing token).
///
/// Source: Gray and Cheriton, "Leases", 1989; Kleppmann, "How to do distributed locking", 2016.
public actor Coordinator: SimulatedActor {
    /// Something that is waiting to be decided.
    enum Event: Sendable {
        case input(JobTracker.Input, Reply?)
        case takeover
    }

    /// Who is told once the decision is durable.
    enum Reply: Sendable {
        case report(IncomingRequest<AttemptReport, CoordinatorAnswer>)
        case submission(IncomingRequest<JobRequest, JobAnswer>, String)
    }

    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: CoordinatorSettings
    let database: DatabaseClient
    let library: any JobLibrary
    let journal: MapReduceJournal
    let inbox: Mailbox<Event>
    /// What it knows, while it leads.
    var tracker: JobTracker?
    /// The jobs as they stand in the database, which is what it tells clients.
    var published: OrderedDictionary<String, TrackedJob> = [:]
    /// Who was said to lead.
    var leader: String?
    /// Until when its lease is good, by its own clock.
    var leaseEnd = VirtualInstant.zero

    /// Starts a coordinator on `node`; it leads when nobody else does.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: CoordinatorSettings,
        database: DatabaseClient,
        library: any JobLibrary,
        journal: MapReduceJournal
    ) -> Coordinator {
        let coordinator = Coordinator(node, network, settings, database, library, journal)
        coordinator.serve()
        node.spawn("leadership", .background) { try await coordinator.seekLeadership() }
        node.spawn("decisions", .background) { try await coordinator.decide() }
        node.spawn("ticks", .background) { try await coordinator.tick() }
        return coordinator
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: CoordinatorSettings,
        _ database: DatabaseClient,
        _ library: any JobLibrary,
        _ journal: MapReduceJournal
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.database = database
        self.library = library
        self.journal = journal
        inbox = Mailbox("decisions", on: node, capacity: 100_000)
    }

    private nonisolated func serve() {
        network.serve(.attemptReport, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        network.serve(.workerHeartbeat, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        network.serve(.jobs, on: node) { incoming in
            self.node.spawn("request", .background) { try await self.answer(incoming) }
        }
    }

    private func accept(_ incoming: IncomingRequest<AttemptReport, CoordinatorAnswer>) {
        guard tracker != nil else { return incoming.reply(.notLeading(leader)) }
        let event = Event.input(.report(incoming.request), .report(incoming))
        if !inbox.put(event) { incoming.refuse() }
    }

    private func accept(_ incoming: IncomingRequest<WorkerHeartbeat, CoordinatorAnswer>) {
        guard let tracker else { return incoming.reply(.notLeading(leader)) }
        inbox.put(.input(.heartbeat(incoming.request), nil))
        if let running = incoming.request.running, tracker.isObsolete(running.attempt) {
            incoming.reply(.abandon(running.attempt))
        } else {
            incoming.reply(.noted)
        }
    }

    private func tick() async throws {
        while true {
            try await node.sleep(for: settings.tick)
            if tracker != nil { inbox.put(.input(.tick, nil)) }
        }
    }

    // MARK: Decisions

    /// Decides what is waiting, all of it at once, writes it down, and then acts.
    private func decide() async throws {
        while true {
            var events = [try await inbox.receive()]
            while inbox.count > 0, events.count < 256 {
                events.append(try await inbox.receive())
            }
            guard var tracker else { continue }
            var actions: [JobTracker.Action] = []
            var replies: [Reply] = []
            for case .input(let input, let reply) in events {
                actions += tracker.receive(input, now: node.now)
                if let reply { replies.append(reply) }
            }
            self.tracker = tracker
            if settings.scheduling.plantedBug == .completesBeforePersisting {
                published = tracker.jobs
            }
            guard try await persist(actions, epoch: tracker.epoch) else { continue }
            published = tracker.jobs
            try await act(on: actions)
            answer(replies)
        }
    }

    /// Writes down what was decided; false where it turned out that another one leads.
    private func persist(
        _ actions: [JobTracker.Action],
        epoch: Int
    ) async throws(Interruption) -> Bool {
        var changes: [DatabaseTransaction.Change] = []
        for case .save(let change) in actions { changes.append(change) }
        guard !changes.isEmpty else { return tracker?.epoch == epoch }
        let transaction = fenced(changes, epoch: epoch)
        while tracker?.epoch == epoch {
            switch try await database.commit(transaction, from: node) {
            case .committed: return tracker?.epoch == epoch
            case .conflict: stepDown(for: nil)
            case .failed: try await node.sleep(for: .seconds(1))
            // It may have been committed, and doing it again does no harm.
            case nil: try await node.sleep(for: .milliseconds(100))
            }
        }
        return false
    }

    private func fenced(
        _ changes: [DatabaseTransaction.Change],
        epoch: Int
    ) -> DatabaseTransaction {
        if settings.scheduling.plantedBug == .ignoresTheEpoch { return .init(changes) }
        return DatabaseTransaction(
            changes,
            if: [.equals(Lease.key, column: "epoch", .integer(epoch))]
        )
    }

    private func act(on actions: [JobTracker.Action]) async throws(Interruption) {
        for action in actions {
            switch action {
            case .save: break
            case .start(let order, let worker):
                try await node.work(for: .seconds(1) / settings.tasksPerSecond)
                give(order, to: worker)
            case .abandon(let attempt, let worker): abandon(attempt, on: worker)
            case .note(let event): journal.note(event, at: node.now)
            }
        }
    }

    private func answer(_ replies: [Reply]) {
        for reply in replies {
            switch reply {
            case .report(let incoming): incoming.reply(.noted)
            case .submission(let incoming, let job):
                incoming.reply(published[job].map { .job(JobState($0)) } ?? .unknown)
            }
        }
    }

    // MARK: Workers

    private nonisolated func give(_ order: TaskOrder, to worker: String) {
        node.spawn("order \(order.attempt)", .background) {
            if try await self.isRefused(order, by: worker) {
                self.inbox.put(.input(.refused(order.attempt, worker: worker), nil))
            }
        }
    }

    private nonisolated func isRefused(
        _ order: TaskOrder,
        by worker: String
    ) async throws(Interruption) -> Bool {
        do {
            let answer = try await network.call(
                .taskOrder,
                of: worker,
                from: node,
                order,
                timeout: settings.orderTimeout,
                .background
            )
            return answer != .accepted
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            // After a timeout it may be at it; if not, its next sign of life says so.
            return error != .timedOut
        }
    }

    private nonisolated func abandon(_ attempt: AttemptIdentifier, on worker: String) {
        node.spawn("abandon \(attempt)", .background) {
            // Where it is not reached, it learns it from the answer to its next sign of life.
            _ = try? await self.network.call(
                .abandonment,
                of: worker,
                from: self.node,
                attempt,
                timeout: self.settings.orderTimeout,
                .background
            )
        }
    }
}

extension JobState {
    init(_ job: TrackedJob) {
        self.init(identifier: job.identifier, status: job.status, error: job.error)
    }
}
