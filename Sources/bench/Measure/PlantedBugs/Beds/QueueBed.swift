import Scenarios
import Simulator

/// A queue that is made of the simulator's parts, to which a producer goes on writing after a later
/// one has taken its place: in scenarios, a node has one producer at a time.
enum QueueBed {
    private static let name = "stock"

    /// Runs it under `seed`.
    static func run(seed: UInt64, planting bug: QueuePlantedBug?) -> BugBed.Run {
        let simulation = Simulation(seed: seed, settings: .init(order: .random))
        defer { simulation.shutDown() }
        var settings = QueueSettings(
            brokers: ["broker-1", "broker-2", "broker-3"],
            topics: [
                TopicBlueprint(
                    "orders",
                    partitions: 2,
                    TopicSettings(replicas: 3, minimumInSync: 2)
                )
            ]
        )
        settings.plantedBug = bug
        let queue = QueueCluster(
            settings,
            in: simulation,
            network: Network(simulation: simulation),
            random: simulation.random("queue")
        )
        let traffic = MessageTraffic(queue, in: simulation)
        var consumer = ConsumerSettings()
        consumer.reset = .earliest
        traffic.consume(.topics(["orders"]), consumer)
        produce(to: traffic)
        let script = simulation.addNode("script")
        script.spawn("second producer") {
            try await script.sleep(for: .seconds(8))
            produce(to: traffic, replacing: 0)
        }
        traffic.watch(patience: .seconds(60))
        let outcome = simulation.run()
        var run = BugBed.Run()
        run.events = outcome.events
        for violation in outcome.violations {
            run.note(violation.property.name, violation.message)
        }
        for problem in traffic.findings.problems { run.note("messages-delivered", problem) }
        return run
    }

    private static func produce(to traffic: MessageTraffic, replacing other: Int? = nil) {
        var producer = ProducerSettings()
        producer.name = name
        let pace = LoadPace(
            arrival: .poisson(perSecond: 40),
            count: nil,
            duration: .seconds(15)
        )
        traffic.produce(
            MessageLoad(pace: pace, topic: "orders", keys: .uniform(population: 20)),
            producer,
            replacing: other
        )
    }
}
