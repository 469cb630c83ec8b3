import OrderedCollections

/// The producers and consumers of a queue, each on a node of its own, and what passes between them.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class MessageTraffic: @unchecked Sendable {
    /// A producer, over all of its incarnations.
    private struct Producing {
        let node: Node
        var isEnded = false
    }

    /// What producers are to faults.
    public static let producerRole = "producer"
    /// What consumers are to faults.
    public static let consumerRole = "consumer"
    /// How often it is asked whether everything has been read.
    private static let period = Duration.milliseconds(500)

    /// What was sent and delivered.
    public let log = MessageLog()
    private let queue: QueueCluster
    private let simulation: Simulation
    private var producing: [Producing] = []
    private var promises: [DeliveryChecker.Promise] = []
    /// The nodes of the consumers.
    public private(set) var consumerNodes: [Node] = []
    /// What runs on them now.
    private var consumers: [QueueConsumer?] = []

    /// Nobody yet.
    public init(_ queue: QueueCluster, in simulation: Simulation) {
        self.queue = queue
        self.simulation = simulation
    }

    // MARK: Producers

    /// Starts a producer that sends the messages of `load`; one that crashed goes on where it was.
    ///
    /// - Parameters:
    ///   - load: What is sent, and when.
    ///   - settings: Those of the producer.
    ///   - name: The name of its node; one by its number where nothing is said.
    ///   - other: The producer whose place it takes, by its number, from zero on.
    @discardableResult
    public func produce(
        _ load: MessageLoad,
        _ settings: ProducerSettings,
        named name: String? = nil,
        replacing other: Int? = nil
    ) -> Node {
        let index = producing.count
        promises.append(
            DeliveryChecker.Promise(
                topic: load.topic,
                isSafe: settings.acknowledgement == .all,
                isExact: settings.numbersMessages,
                isNamed: settings.name != nil
            )
        )
        if let other { promises[other].replacedBy = index }
        let name = name ?? "producer-\(index + 1)"
        let random = simulation.random("messages/\(name)")
        let node = simulation.addNode(
            name,
            placement: NodePlacement(role: Self.producerRole)
        ) { [queue, log, unowned self] node in
            MessageGenerator.start(
                load,
                index: index,
                on: node,
                to: queue.address,
                settings: settings,
                log: log,
                issued: log.begun(by: index),
                random: random
            ) {
                self.producing[index].isEnded = true
            }
        }
        producing.append(Producing(node: node))
        return node
    }

    // MARK: Consumers

    /// Starts a consumer, which reads as long as the run lasts.
    @discardableResult
    public func consume(
        _ subscription: QueueConsumer.Subscription,
        _ settings: ConsumerSettings,
        named name: String? = nil
    ) -> Node {
        let index = consumers.count
        consumers.append(nil)
        let name = name ?? "consumer-\(index + 1)"
        let number = log.add(
            MessageLog.Consumer(
                name: name,
                group: settings.group,
                subscription: subscription,
                reset: settings.reset
            )
        )
        let random = simulation.random("consumers/\(name)")
        let node = simulation.addNode(
            name,
            placement: NodePlacement(role: Self.consumerRole)
        ) { [queue, log, unowned self] node in
            let incarnation = Int(node.incarnation)
            self.consumers[index] = QueueConsumer.start(
                name,
                on: node,
                settings: settings,
                subscription: subscription,
                cluster: queue.address,
                random: random.split("incarnation \(incarnation)"),
                positioned: { position in
                    log.note(position, of: number, incarnation: incarnation, at: node.now)
                }
            ) { session, partition, processed in
                log.deliver(
                    to: number,
                    session: (incarnation, session),
                    partition,
                    processed,
                    at: node.now
                )
            }
        }
        consumerNodes.append(node)
        return node
    }

    // MARK: The end

    /// Keeps the run going until all loads have ended and everything has been read, or nobody has
    /// got further for `patience`; so long it also waits for producers that are down.
    public func watch(patience: Duration) {
        let placement = NodePlacement(role: "supervisor", zone: "supervision")
        let node = simulation.addNode(simulation.freeName("message watch"), placement: placement)
        node.spawn("watch") {
            var last = (count: 0, at: node.now)
            var end: VirtualInstant?
            while last.at.duration(to: node.now) < patience {
                if self.isSending || self.log.delivered > last.count {
                    last = (self.log.delivered, node.now)
                }
                if self.producing.contains(where: { !$0.isEnded }) {
                    end = nil
                } else if let end {
                    if self.isRead(since: end) { return }
                } else {
                    // By then what nobody waits for has come to the brokers.
                    end = node.now.advanced(by: Self.period)
                }
                try await node.sleep(for: Self.period)
            }
        }
    }

    /// Whether somebody has messages to send who runs.
    private var isSending: Bool {
        producing.contains { !$0.isEnded && $0.node.current.isAlive }
    }

    /// Whether every consumer on its own, and every group, has read what was safe at `instant`.
    private func isRead(since instant: VirtualInstant) -> Bool {
        var missing: [String: Set<TopicPartition>] = [:]
        for consumer in log.consumers {
            missing[consumer.reader, default: []].formUnion(partitions(of: consumer.subscription))
        }
        for (number, consumer) in consumers.enumerated() {
            guard let consumer, consumer.node.isAlive else { continue }
            let partitions = queue.journal.metadata.partitions
            let read = consumer.assumeIsolated { $0.caughtUp(since: instant) }
                .filter { partitions[$0.partition]?.leaderEpoch == $0.epoch }
                .map(\.partition)
            missing[log.consumers[number].reader]?.subtract(read)
        }
        return missing.values.allSatisfy(\.isEmpty)
    }

    private func partitions(of subscription: QueueConsumer.Subscription) -> [TopicPartition] {
        switch subscription {
        case .partitions(let partitions): partitions
        case .topics(let topics):
            topics.flatMap { topic in
                (0..<(queue.journal.metadata.counts[topic] ?? 0)).map { TopicPartition(topic, $0) }
            }
        }
    }

    /// What is wrong with what was delivered, and what was lost and repeated.
    public var findings: DeliveryChecker.Findings {
        let promises = promises.map { promise in
            var promise = promise
            // Who leads without having everything takes back what was acknowledged.
            if queue.journal.metadata.topics[promise.topic]?.isUnclean ?? false {
                promise.isSafe = false
                promise.isExact = false
            }
            return promise
        }
        var findings = DeliveryChecker.findings(in: log, promises: promises)
        for (topic, count) in queue.journal.regressions
        where promises.allSatisfy({ $0.topic != topic || $0.isSafe }) {
            findings.problems.append("offsets of groups in \(topic) went back \(count) times")
        }
        return findings
    }
}
