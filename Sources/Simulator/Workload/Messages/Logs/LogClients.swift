/// Producers that send the messages of logs, and consumers that write logs, over HTTP, each on a
/// node of its own.
///
/// A producer registers for each of its selectors, asking each second until it is told a number.
/// Then it sends a message for each of them, each again and again until it is there or was tried
/// twenty times, and waits for less than a second before the next ones. A consumer registers
/// in the same way, asks for each of its numbers whether there is something, reads it, and ends
/// when it got nothing for twenty seconds. One that crashes is gone.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
///
/// Source: prasenjit52282/shardQ @ fe0c8e7, `runproduce.py`, `runconsume.py`, `myqueue`.
public final class LogClients: @unchecked Sendable {
    /// How they work.
    public struct Settings: Sendable {
        /// Whom producers ask.
        public var manager = "manager"
        /// Whom consumers ask.
        public var reader = "manager-2"
        /// How often a message is sent at most, once a second.
        public var attempts = 20
        /// After how long without a message a consumer ends.
        public var idle = Duration.seconds(20)
        /// How long a consumer waits before it asks again where there is nothing. The original
        /// asks at once.
        public var poll = Duration.milliseconds(50)
        /// How long a request may take.
        public var timeout = Duration.seconds(30)

        /// As the original has them.
        public init() {}
    }

    /// What they did.
    public let transcript = LogTranscript()
    private let simulation: Simulation
    private let network: Network
    private var producers = 0

    /// Nobody yet.
    public init(in simulation: Simulation, network: Network) {
        self.simulation = simulation
        self.network = network
    }

    /// Has a producer on a node called `name` send the messages of `log` from an instant on.
    public func produce(
        _ log: ProducerLog,
        named name: String,
        from instant: VirtualInstant,
        _ settings: Settings
    ) {
        let index = producers
        producers += 1
        let random = simulation.random("logs/\(name)")
        let placement = NodePlacement(role: MessageTraffic.producerRole)
        simulation.addNode(name, placement: placement) { [network, transcript] node in
            guard node.incarnation == 1 else { return }
            let producer = LogProducer(
                ManagerClient(
                    node: node,
                    network: network,
                    manager: settings.manager,
                    timeout: settings.timeout
                ),
                settings,
                log,
                index,
                transcript,
                random
            )
            node.spawn("log") {
                try await node.sleep(until: instant)
                try await producer.run()
            }
        }
    }

    /// Has a consumer on a node called `name` read what `selectors` say from an instant on.
    public func consume(
        _ selectors: [ShardSelector],
        named name: String,
        from instant: VirtualInstant,
        _ settings: Settings
    ) {
        let number = transcript.add(name, selectors)
        let placement = NodePlacement(role: MessageTraffic.consumerRole)
        simulation.addNode(name, placement: placement) { [network, transcript] node in
            guard node.incarnation == 1 else { return }
            let consumer = LogConsumer(
                ManagerClient(
                    node: node,
                    network: network,
                    manager: settings.reader,
                    timeout: settings.timeout
                ),
                settings,
                selectors,
                number,
                transcript
            )
            node.spawn("log") {
                try await node.sleep(until: instant)
                try await consumer.run()
            }
        }
    }

    /// What is wrong with what consumers wrote down.
    public var problems: [String] { LogChecker.problems(in: transcript) }
}
