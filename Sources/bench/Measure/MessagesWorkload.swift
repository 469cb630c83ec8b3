import OrderedCollections
import Simulator

/// A queue over the simulated network.
package enum MessagesWorkload {
    /// A million messages of 100 bytes from two producers through the four partitions of a topic,
    /// each on three brokers, to a group of two consumers that commits; and what was delivered is
    /// held against what was sent.
    package static func run(scale: Double) -> Measurement {
        let count = max(2, Int(1_000_000 * scale))
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let settings = QueueSettings(
            brokers: ["broker-1", "broker-2", "broker-3"],
            topics: [
                TopicBlueprint(
                    "events",
                    partitions: 4,
                    TopicSettings(replicas: 3, minimumInSync: 2)
                )
            ]
        )
        let queue = QueueCluster(
            settings,
            in: simulation,
            network: network,
            random: simulation.random("queue")
        )
        let messages = MessageTraffic(queue, in: simulation)
        for _ in 0..<2 {
            messages.produce(
                MessageLoad(
                    pace: LoadPace(arrival: .constant(perSecond: 50_000), count: count / 2),
                    topic: "events",
                    keys: .uniform(population: 10_000)
                ),
                ProducerSettings()
            )
        }
        for _ in 0..<2 {
            var consumer = ConsumerSettings()
            consumer.group = "group"
            consumer.reset = .earliest
            messages.consume(.topics(["events"]), consumer)
        }
        messages.watch(patience: .seconds(60))
        let outcome = simulation.run()
        let findings = messages.findings
        return Measurement(
            workload: "messages",
            operations: findings.delivered["group"] ?? 0,
            checks: [
                ("events", String(outcome.events)),
                ("problems", String(findings.problems.count)),
                ("repeated", String(findings.repeated)),
            ],
            digest: outcome.digest
        )
    }
}
