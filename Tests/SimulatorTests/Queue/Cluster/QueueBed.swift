@testable import Simulator

/// A queue with its producers and consumers, half a millisecond from each other.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
final class QueueBed: @unchecked Sendable {
    /// How the queue is made.
    struct Settings {
        var brokers = 3
        var topics: [(name: String, partitions: Int, settings: TopicSettings)] = [
            ("orders", 2, TopicSettings(replicas: 3, minimumInSync: 2))
        ]
        var placement = ShardPlacement.roundRobin
        var flush = FlushPolicy.interval(.seconds(5))
        var sessionTimeout = Duration.seconds(3)
        var replicaLag = Duration.seconds(3)
        var plantedBug: QueuePlantedBug?
        var order = Simulation.Order.fifo
    }

    let simulation: Simulation
    let network: Network
    let address: QueueAddress
    let controller: Node
    private(set) var brokers: [Node] = []
    let journal = QueueJournal()
    let log = MessageLog()
    private let settings: Settings
    private(set) var consumers: [Consuming] = []
    private(set) var consumerNodes: [Node] = []
    private(set) var promises: [DeliveryChecker.Promise] = []
    /// Loads that have not ended.
    private var open = 0

    /// A node that reads, and what runs on it now.
    final class Consuming: @unchecked Sendable {
        var consumer: QueueConsumer?
    }

    init(seed: UInt64 = 1, _ settings: Settings = Settings()) {
        self.settings = settings
        let simulation = Simulation(seed: seed, settings: .init(order: settings.order))
        self.simulation = simulation
        let network = Network(
            simulation: simulation,
            settings: .init(latency: .uniform(.microseconds(200), .microseconds(800)))
        )
        self.network = network
        let names = (0..<settings.brokers).map { "broker\($0)" }
        address = QueueAddress(network: network, brokers: names, controller: "controller")
        let offsets = TopicSettings(replicas: min(3, settings.brokers), minimumInSync: 1)
        let control = QueueController.Settings(
            control: ClusterControl.Settings(
                placement: settings.placement,
                sessionTimeout: settings.sessionTimeout,
                plantedBug: settings.plantedBug
            ),
            brokers: names,
            topics: settings.topics + [(TopicPartition.offsetsTopic, 2, offsets)],
            rebalanceInterval: .seconds(10)
        )
        controller = simulation.addNode("controller") { node in
            QueueController.start(
                on: node,
                network: network,
                settings: control,
                random: simulation.random("controller")
            )
        }
        for name in names { addBroker(name) }
    }

    @discardableResult
    func addBroker(_ name: String) -> Node {
        var broker = BrokerSettings()
        broker.flush = settings.flush
        broker.replicaLag = settings.replicaLag
        broker.plantedBug = settings.plantedBug
        broker.log.plantedBug = settings.plantedBug
        let node = simulation.addNode(name) { [network, journal, broker] node in
            Broker.start(on: node, network: network, settings: broker, journal: journal)
        }
        brokers.append(node)
        return node
    }

    /// Sends messages from a node of their own.
    @discardableResult
    func produce(
        _ load: MessageLoad,
        replacing other: Int? = nil,
        _ change: (inout ProducerSettings) -> Void = { _ in }
    ) -> Node {
        let index = promises.count
        var producer = ProducerSettings()
        producer.requestTimeout = .seconds(2)
        change(&producer)
        promises.append(
            DeliveryChecker.Promise(
                isSafe: producer.acknowledgement == .all,
                isExact: producer.isIdempotent && producer.acknowledgement != .none,
                replaces: other
            )
        )
        open += 1
        return simulation.addNode("producer\(index)") {
            [address, log, simulation, producer, unowned self] node in
            MessageGenerator.start(
                load,
                index: index,
                on: node,
                to: address,
                settings: producer,
                log: log,
                random: simulation.random("producer \(index)")
            ) {
                self.open -= 1
            }
        }
    }

    /// Reads on a node of its own, as long as the run lasts.
    @discardableResult
    func consume(
        _ subscription: QueueConsumer.Subscription,
        _ change: (inout ConsumerSettings) -> Void = { _ in }
    ) -> Node {
        var settings = ConsumerSettings()
        settings.reset = .earliest
        settings.sessionTimeout = .seconds(3)
        settings.heartbeat = .seconds(1)
        settings.rebalanceTimeout = .seconds(5)
        settings.requestTimeout = .seconds(2)
        change(&settings)
        let name = "consumer\(consumers.count)"
        let number = log.add(
            MessageLog.Consumer(name: name, group: settings.group, subscription: subscription)
        )
        let consuming = Consuming()
        consumers.append(consuming)
        let node = simulation.addNode(name) { [address, log, simulation, settings] node in
            consuming.consumer = QueueConsumer.start(
                name,
                on: node,
                settings: settings,
                subscription: subscription,
                cluster: address,
                random: simulation.random("\(name) \(node.incarnation)")
            ) { session, partition, batch, offsets in
                log.deliver(
                    to: number,
                    session: Int(node.incarnation) * 100_000 + session,
                    partition,
                    batch,
                    offsets,
                    at: node.now
                )
            }
        }
        consumerNodes.append(node)
        return node
    }

    /// Runs until all messages have been sent and read, or `limit` is over.
    func run(
        limit: Duration = .seconds(600),
        _ body: @escaping @Sendable (Node) async throws -> Void = { _ in }
    ) -> RunOutcome {
        let watch = simulation.addNode("watch")
        watch.spawn("script") {
            try await body(watch)
            let deadline = VirtualInstant.zero.advanced(by: limit)
            while self.open > 0, watch.now < deadline { try await watch.sleep(for: .seconds(1)) }
            // What is there by then has to reach everybody.
            try await watch.sleep(for: .seconds(1))
            let end = watch.now
            while !self.isRead(since: end), watch.now < deadline {
                try await watch.sleep(for: .seconds(1))
            }
        }
        return simulation.run()
    }

    private func isRead(since instant: VirtualInstant) -> Bool {
        consumers.allSatisfy { consuming in
            guard let consumer = consuming.consumer, consumer.node.isAlive else {
                return false
            }
            return consumer.assumeIsolated { $0.isCaughtUp(since: instant) }
        }
    }

    var findings: DeliveryChecker.Findings {
        var findings = DeliveryChecker.findings(in: log, promises: promises)
        if journal.regressions > 0 {
            findings.problems.append("offsets of groups went back \(journal.regressions) times")
        }
        return findings
    }

    /// Has the controller do something.
    func administer(_ action: Administration, from here: Node) async throws {
        var isDone = false
        while !isDone {
            do {
                _ = try await network.call(
                    .administration,
                    of: controller.name,
                    from: here,
                    action,
                    timeout: .seconds(2)
                )
                isDone = true
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                try await here.sleep(for: .seconds(1))
            }
        }
    }
}
