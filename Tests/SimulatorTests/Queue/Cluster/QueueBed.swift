import OrderedCollections

@testable import Simulator

/// A queue with its producers and consumers, half a millisecond from each other.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
final class QueueBed: @unchecked Sendable {
    /// How the queue is made.
    struct Settings {
        var brokers = 3
        var topics = [
            TopicBlueprint("orders", partitions: 2, TopicSettings(replicas: 3, minimumInSync: 2))
        ]
        var placement = ShardPlacement.roundRobin
        var flush = FlushPolicy.interval(.seconds(5))
        var sessionTimeout = Duration.seconds(3)
        var replicaLag = Duration.seconds(3)
        var latency = DurationDistribution.uniform(.microseconds(200), .microseconds(800))
        /// What else is to be said of brokers.
        var broker: @Sendable (inout BrokerSettings) -> Void = { _ in }
        var order = Simulation.Order.fifo
    }

    let simulation: Simulation
    let network: Network
    let cluster: QueueCluster
    let traffic: MessageTraffic

    init(seed: UInt64 = 1, _ settings: Settings = Settings()) {
        let simulation = Simulation(seed: seed, settings: .init(order: settings.order))
        self.simulation = simulation
        let network = Network(
            simulation: simulation,
            settings: .init(latency: settings.latency)
        )
        self.network = network
        var queue = QueueSettings(
            brokers: (0..<settings.brokers).map { "broker\($0)" },
            topics: settings.topics
        )
        queue.placement = settings.placement
        queue.sessionTimeout = settings.sessionTimeout
        queue.rebalanceInterval = .seconds(10)
        queue.offsets.partitions = 2
        queue.broker.flush = settings.flush
        queue.broker.replicaLag = settings.replicaLag
        settings.broker(&queue.broker)
        cluster = QueueCluster(
            queue,
            in: simulation,
            network: network,
            random: simulation.random("queue")
        )
        traffic = MessageTraffic(cluster, in: simulation)
    }

    var brokers: [Node] { cluster.brokers }
    var controller: Node { cluster.controller }
    var journal: QueueJournal { cluster.journal }
    var address: QueueAddress { cluster.address }

    /// Sends messages from a node of their own.
    @discardableResult
    func produce(
        _ load: MessageLoad,
        replacing other: Int? = nil,
        _ change: (inout ProducerSettings) -> Void = { _ in }
    ) -> Node {
        var producer = ProducerSettings()
        producer.requestTimeout = .seconds(2)
        change(&producer)
        return traffic.produce(load, producer, replacing: other)
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
        return traffic.consume(subscription, settings)
    }

    /// Runs until `body` has ended and all that was sent has been read.
    func run(
        _ body: @escaping @Sendable (Node) async throws -> Void = { _ in }
    ) -> RunOutcome {
        let script = simulation.addNode("script")
        script.spawn("script") { try await body(script) }
        traffic.watch(patience: .seconds(60))
        return simulation.run()
    }

    /// The broker that leads a partition of the orders, and those that follow it.
    func members(of partition: Int = 0) -> (leader: Node, followers: [Node])? {
        let state = journal.metadata.partitions[TopicPartition("orders", partition)]
        guard let leader = brokers.first(where: { $0.name == state?.leader }) else { return nil }
        return (leader, brokers.filter { $0.name != leader.name })
    }

    var findings: DeliveryChecker.Findings { traffic.findings }
    var log: MessageLog { traffic.log }
    var consumerNodes: [Node] { traffic.consumerNodes }
}
