import OrderedCollections

/// The coordinator of a MapReduce cluster: takes jobs, hands out their tasks, and sees to it that
/// every job comes to an end.
///
/// What it knows stands in the database; it acts on a change once that is durable. Several may
/// stand ready: one of them holds a lease, and every transaction of it is refused once another one
/// has taken over (its term is the fencing token).
///
/// Source: Gray and Cheriton, "Leases", 1989; Kleppmann, "How to do distributed locking", 2016.
actor Coordinator: SimulatedActor {
    /// Something that is waiting to be decided.
    struct Event: Sendable {
        let input: JobTracker.Input
        var reply: Reply?
    }

    /// Who is told once the decision is durable.
    enum Reply: Sendable {
        case report(IncomingRequest<AttemptReport, CoordinatorAnswer>)
        case submission(IncomingRequest<JobRequest, JobAnswer>, String)
    }

    /// The node it runs on.
    nonisolated let node: Node
    let network: Network
    let settings: CoordinatorSettings
    let database: DatabaseClient
    let library: any JobLibrary
    let journal: MapReduceJournal
    let checker: JobHistoryChecker
    let shuffle: ShuffleSettings
    let inbox: Mailbox<Event>
    /// What the jitter of waits is drawn from, term by term.
    let random: RandomStream
    /// What it knows, while it leads.
    var tracker: JobTracker?
    /// How far jobs are by the database, which is what it tells clients; those that it has
    /// forgotten stand in the database only.
    var published: [String: JobState] = [:]
    /// Who was said to lead.
    var leader: String?
    /// Until when its lease is good, by its own clock.
    var leaseEnd = VirtualInstant.zero
    /// How many transactions of its present term are durable.
    var transactions = 0
    /// The latest term it has heard of.
    var latestEpoch = 0
    /// Until when sub-coordinators are left out that could not be reached.
    var avoidedUntil: [String: VirtualInstant] = [:]
    /// Orders that workers poll, of its present term.
    var topic = TaskTopic()

    /// Starts a coordinator on `node`; it leads when nobody else does.
    @discardableResult
    static func start(on node: Node, _ parts: CoordinatorParts) -> Coordinator {
        let coordinator = Coordinator(node, parts)
        coordinator.serve()
        node.spawn("leadership", .background) { try await coordinator.seekLeadership() }
        node.spawn("decisions", .background) { try await coordinator.decide() }
        node.spawn("ticks", .background) { try await coordinator.tick() }
        return coordinator
    }

    private init(_ node: Node, _ parts: CoordinatorParts) {
        self.node = node
        network = parts.network
        settings = parts.settings
        shuffle = parts.shuffle
        database = parts.database
        library = parts.library
        journal = parts.journal
        checker = parts.checker
        random = parts.random.split("\(node.name) \(node.incarnation)")
        inbox = Mailbox("decisions", on: node, capacity: 100_000)
    }

    private nonisolated func serve() {
        network.serve(.attemptReport, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        network.serve(.workerHeartbeat, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        network.serve(.orderRefusal, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        network.serve(.taskPoll, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.answer(incoming.request) })
        }
        network.serve(.jobs, on: node) { incoming in
            self.node.spawn("request", .background) { try await self.answer(incoming) }
        }
    }

    private func accept(_ incoming: IncomingRequest<AttemptReport, CoordinatorAnswer>) {
        guard isLeading("took a report") else { return incoming.reply(.notLeading(leader)) }
        let event = Event(input: .report(incoming.request), reply: .report(incoming))
        if !inbox.put(event) { incoming.refuse() }
    }

    private func accept(_ incoming: IncomingRequest<WorkerHeartbeat, CoordinatorAnswer>) {
        guard isLeading("took a sign of life"), let tracker else {
            return incoming.reply(.notLeading(leader))
        }
        let heartbeat = incoming.request
        inbox.put(Event(input: .heartbeat(heartbeat)))
        let running = heartbeat.running?.attempt
        let ended =
            settings.scheduling.plantedBug == .keepsOutputOfEndedJobs
            ? [] : heartbeat.keeping.filter(tracker.isOver)
        incoming.reply(
            .noted(
                obsolete: running.flatMap { tracker.isObsolete($0) ? $0 : nil },
                ended: ended
            )
        )
    }

    private func tick() async throws {
        while true {
            try await node.sleep(for: settings.tick)
            if tracker != nil { inbox.put(Event(input: .tick)) }
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
            let replies = events.compactMap(\.reply)
            guard isLeading("decided"), let epoch = tracker?.epoch else {
                turnAway(replies)
                continue
            }
            var actions: [JobTracker.Action] = []
            // In place: a copy of what it knows would be as large as all jobs together.
            for event in events {
                actions += tracker?.receive(event.input, now: node.now) ?? []
                for place in tracker?.reached ?? [] { node.sometimes(place) }
            }
            if settings.scheduling.plantedBug == .completesBeforePersisting { publish(actions) }
            guard try await persist(actions, epoch: epoch) else {
                turnAway(replies)
                continue
            }
            publish(actions)
            try await act(on: actions, epoch: epoch)
            answer(replies)
        }
    }

    /// Lets clients know of what was decided.
    private func publish(_ actions: [JobTracker.Action]) {
        for action in actions {
            switch action {
            case .save(.put(let key, let row, _)) where key.table == JobTables.jobs:
                published[key.key] = JobState(DatabaseMatch(key: key.key, row: row))
            case .forget(let job): published[job] = nil
            default: break
            }
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
            case .committed:
                transactions += 1
                return tracker?.epoch == epoch
            case .conflict(transaction.conditions.count - 1)
            where !transaction.conditions.isEmpty:
                // Another copy of it was faster, if this was the last one of the term.
                guard try await isDurable(transactions + 1, epoch: epoch) else { continue }
                node.sometimes(MapReducePlace.commitMetItself)
                transactions += 1
                return tracker?.epoch == epoch
            case .conflict: stepDown()
            case .failed: try await node.sleep(for: .seconds(1))
            // It may have been committed; its number keeps it from being so twice.
            case nil: try await node.sleep(for: .milliseconds(100))
            }
        }
        return false
    }

    /// Whether the transaction of a number was the last one of the term; where it was not, the
    /// database has lost some, and this coordinator steps down.
    private func isDurable(_ number: Int, epoch: Int) async throws(Interruption) -> Bool {
        while tracker?.epoch == epoch {
            guard let rows = try await database.query(.row(Lease.key), from: node) else {
                try await node.sleep(for: .milliseconds(100))
                continue
            }
            if rows.first?.row[Lease.countColumn]?.integer == number { return true }
            stepDown()
        }
        return false
    }

    private func fenced(
        _ changes: [DatabaseTransaction.Change],
        epoch: Int
    ) -> DatabaseTransaction {
        if settings.scheduling.plantedBug == .ignoresTheEpoch { return .init(changes) }
        let held = Lease.isHeld(by: node, epoch: epoch)
        if settings.scheduling.plantedBug == .repeatsCommits { return .init(changes, if: held) }
        let count = DatabaseTransaction.Condition.equals(
            Lease.key,
            column: Lease.countColumn,
            .integer(transactions)
        )
        return DatabaseTransaction(
            changes + [.set(Lease.key, [Lease.countColumn: .integer(transactions + 1)])],
            if: held + [count]
        )
    }

    private func act(on actions: [JobTracker.Action], epoch: Int) async throws(Interruption) {
        var orders: [Delegation.Item] = []
        for action in actions {
            switch action {
            case .save, .forget: break
            case .start(let order, let worker):
                orders.append(Delegation.Item(order: order, worker: worker))
            case .abandon(let attempt, let worker): abandon(attempt, on: worker)
            case .clear(let job, let attempts, let partitions):
                clear(job, attempts, partitions: partitions)
            case .note(let event): journal.note(event, at: node.now)
            }
        }
        for item in delegate(orders) {
            try await node.work(for: .seconds(1) / settings.tasksPerSecond)
            journal.noteBusy(.coordinator, .seconds(1) / settings.tasksPerSecond)
            switch settings.tasksThrough {
            case .calls: give(item.order, to: item.worker)
            case .topic: if tracker?.epoch == epoch { topic.append(item.order, to: item.worker) }
            }
        }
    }

    private func answer(_ replies: [Reply]) {
        guard isLeading("answered") else { return turnAway(replies) }
        for reply in replies {
            switch reply {
            case .report(let incoming): incoming.reply(.noted(obsolete: nil, ended: []))
            case .submission(let incoming, let job):
                // One that has to wait for another one comes again.
                guard let state = published[job] else { return incoming.refuse() }
                incoming.reply(.job(state))
            }
        }
    }

    /// Sends those away whose matter was not decided here.
    private func turnAway(_ replies: [Reply]) {
        for reply in replies {
            switch reply {
            case .report(let incoming): incoming.reply(.notLeading(leader))
            case .submission(let incoming, _): incoming.reply(.notLeading(leader))
            }
        }
    }
}
