import OrderedCollections

/// The controller of a queue: keeps its metadata on the disk, and tells the brokers of changes.
///
/// A broker that asks for changes says with it that it lives. What nobody knows of yet is lost with
/// a crash; nobody learns of what is not on the disk.
///
/// Source: Apache Kafka, KIP-500 and KIP-631, with a quorum of one.
actor QueueController: SimulatedActor {
    /// How a controller works.
    struct Settings: Sendable {
        var control: ClusterControl.Settings
        /// Brokers that are there from the beginning.
        var brokers: [String]
        /// Topics that are there from the beginning, and how many partitions they have.
        var topics: [TopicBlueprint]
        /// How long a broker waits for news.
        var wait: Duration = .milliseconds(500)
        /// How often replicas that are to lead are given the lead back; nothing for never.
        var rebalanceInterval: Duration? = .seconds(300)
    }

    private static let file = "metadata.log"
    private static let retry = Duration.seconds(1)

    /// The node it runs on.
    nonisolated let node: Node
    let network: Network
    let settings: Settings
    let journal: QueueJournal
    var control: ClusterControl
    /// How many changes are on the disk.
    private var durable = 0
    private var isReady = false
    private let wakeUp: Mailbox<Bool>
    private var heartbeats: [UInt32: IncomingRequest<BrokerHeartbeat, MetadataUpdate>] = [:]
    private var nextHeartbeat: UInt32 = 0
    private var expiry: Handler<QueueController>?
    /// What is answered when so many changes are on the disk.
    private var pending: [(version: Int, answer: @Sendable () -> Void)] = []

    /// Starts the controller on `node`.
    @discardableResult
    static func start(
        on node: Node,
        network: Network,
        settings: Settings,
        journal: QueueJournal,
        random: RandomStream
    ) -> QueueController {
        let controller = QueueController(node, network, settings, journal, random)
        let expiry = Handler("heartbeat", of: controller, numbered: { $0.answer($1) })
        controller.assumeIsolated { $0.expiry = expiry }
        node.spawn("metadata", .background) { try await controller.work() }
        return controller
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: Settings,
        _ journal: QueueJournal,
        _ random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        control = ClusterControl(
            settings.control,
            random: random.split("placement \(node.incarnation)")
        )
        wakeUp = Mailbox("changes", on: node, capacity: 1)
    }

    // MARK: Disk

    private func work() async throws(Interruption) {
        await load()
        serve()
        node.spawn("sessions", .background) { try await self.watch() }
        while true {
            while durable < control.changes.count { try await save() }
            _ = try await wakeUp.receive()
        }
    }

    private func load() async {
        let bytes = (try? await node.disk.read(Self.file)) ?? []
        let changes = MetadataLine.changes(in: bytes)
        control.restore(changes, now: node.now)
        let lines = changes.map(MetadataLine.line).joined()
        if lines.utf8.count < bytes.count {
            // What is behind a line that is not whole would be behind it for ever.
            try? await node.disk.write(Array(lines.utf8), to: Self.file)
        }
        durable = control.changes.count
        if durable == 0 {
            for broker in settings.brokers {
                control.addBroker(broker, incarnation: 0, now: node.now)
            }
            for topic in settings.topics {
                control.addPartitions(topic.name, count: topic.partitions, topic.settings)
            }
        }
        isReady = true
    }

    /// Writes what is decided to the disk.
    private func save() async throws(Interruption) {
        let count = control.changes.count
        let lines = control.changes[durable..<count].map(MetadataLine.line).joined()
        do {
            try await node.disk.append(Array(lines.utf8), to: Self.file)
            try await node.disk.synchronize()
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            return try await node.sleep(for: Self.retry)
        }
        let changes = control.changes[durable..<count]
        durable = count
        journal.note(
            control.metadata,
            changes: changes,
            moved: control.takeMoved(),
            at: node.now
        )
        publish()
    }

    /// Tells everybody who waits for it of what is on the disk now.
    private func publish() {
        let due = pending.filter { $0.version <= durable }
        pending.removeAll { $0.version <= durable }
        for entry in due { entry.answer() }
        for (number, incoming) in heartbeats.sorted(by: { $0.key < $1.key })
        where incoming.request.version < durable { answer(number) }
    }

    /// Has `answer` called when all that is decided by now is on the disk.
    func whenDurable(_ answer: @escaping @Sendable () -> Void) {
        guard durable < control.changes.count else { return answer() }
        pending.append((control.changes.count, answer))
        wakeUp.put(true)
    }

    /// What is on the disk is all that others may know.
    func noteChanges() {
        if durable < control.changes.count { wakeUp.put(true) }
    }

    // MARK: Brokers

    private nonisolated func serve() {
        network.serve(.brokerHeartbeat, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
        network.serve(.inSync, on: node) { incoming in
            self.assumeIsolated { controller in
                let result = controller.control.changeInSync(incoming.request)
                controller.whenDurable { incoming.reply(result) }
            }
        }
        network.serve(.producerIdentity, on: node) { incoming in
            self.assumeIsolated { controller in
                let identity = controller.control.identity(for: incoming.request)
                controller.whenDurable { incoming.reply(identity) }
            }
        }
        network.serve(.administration, on: node) { incoming in
            self.assumeIsolated { $0.accept(incoming) }
        }
    }

    private func accept(_ incoming: IncomingRequest<BrokerHeartbeat, MetadataUpdate>) {
        let isOutdated = control.isOutdated(incoming.request)
        node.sometimes(QueuePlace.heartbeatOutdated, isOutdated)
        control.note(incoming.request, now: node.now)
        noteChanges()
        nextHeartbeat &+= 1
        heartbeats[nextHeartbeat] = incoming
        if incoming.request.version < durable { return answer(nextHeartbeat) }
        expiry?.schedule(after: settings.wait, number: nextHeartbeat, .background)
    }

    private func answer(_ number: UInt32) {
        guard let incoming = heartbeats.removeValue(forKey: number) else { return }
        let known = min(max(0, incoming.request.version), durable)
        incoming.reply(MetadataUpdate(changes: Array(control.changes[known..<durable])))
    }

    private func accept(_ incoming: IncomingRequest<Administration, AdministrationAnswer>) {
        var isChanged = true
        switch incoming.request {
        case .addShard(let name, let topic, let settings, let broker):
            isChanged = control.addShard(name, to: topic, settings, on: broker)
        case .addBroker(let name): isChanged = control.readmitBroker(name)
        case .removeBroker(let name): isChanged = control.removeBroker(name)
        case .description: isChanged = false
        }
        let answer = AdministrationAnswer(metadata: control.metadata, isChanged: isChanged)
        whenDurable { incoming.reply(answer) }
    }

    private func watch() async throws(Interruption) {
        let interval = settings.control.sessionTimeout / 4
        var rebalanced = node.now
        while true {
            try await node.sleep(for: interval)
            control.expire(now: node.now)
            if let period = settings.rebalanceInterval,
                rebalanced.duration(to: node.now) >= period
            {
                rebalanced = node.now
                control.electPreferred()
            }
            noteChanges()
        }
    }
}

/// What an operator has the controller do.
enum Administration: Sendable {
    /// Gives a topic, which is made where there is none, a shard of this name, on this
    /// broker where the placement does not say on which.
    case addShard(String, topic: String, TopicSettings, broker: String?)
    /// Has a broker that was removed take part again; any other does so on its own.
    case addBroker(String)
    /// Has a broker give away what it has.
    case removeBroker(String)
    /// Nothing.
    case description
}

/// The cluster after it.
struct AdministrationAnswer: Sendable {
    let metadata: ClusterMetadata
    /// Whether something was to be done.
    let isChanged: Bool
}

extension Service<Administration, AdministrationAnswer> {
    /// Changes the cluster.
    static let administration = Service("queue-administration")
}
