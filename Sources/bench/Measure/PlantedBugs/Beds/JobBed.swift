import Scenarios
import Simulator

/// Jobs on a cluster that is made of the simulator's parts, for bugs of MapReduce that no promise
/// of a scenario is about.
///
/// A scenario promises that each job ends with the right results or with a reason. That no job
/// fails, that no order is refused where nothing is wrong, and that nothing is left behind, is
/// looked at here; so are functions that no file can name.
struct JobBed {
    var settings = MapReduceClusterSettings(
        coordinators: 2,
        shuffle: ShuffleSettings(store: .redis, servers: ["shuffle-1"])
    )
    var jobs = 1
    var mappers = 4
    var map = FunctionCall("WORD_COUNT")
    var reduce = FunctionCall("SUM")
    var plans: [FaultPlan] = []
    var patience = Duration.seconds(900)
    /// Whether no job may fail.
    var mustComplete = false
    /// Whether map output is looked for a minute after the last job.
    var looksForLeftovers = false

    private static let reducers = 2

    /// Runs it under `seed`.
    func run(seed: UInt64, planting bug: MapReducePlantedBug?) -> BugBed.Run {
        let simulation = Simulation(seed: seed, settings: .init(order: .random))
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let topic = Self.topic(seed: seed)
        var settings = settings
        settings.costs.perEvent = .milliseconds(20)
        settings.plantedBug = bug
        let cluster = MapReduceCluster(
            settings,
            in: simulation,
            network: network,
            library: WordLibrary(topic: topic, combinesMeans: bug == .combinesMeans)
        )
        let outcomes = Outcomes()
        start(cluster, topic, outcomes, on: simulation.addNode("client"))
        let injector =
            plans.isEmpty
            ? nil : FaultInjector.start(plans, in: simulation, network: network)
        let outcome = simulation.run()
        _ = injector
        var run = BugBed.Run()
        run.events = outcome.events
        for violation in outcome.violations {
            run.note(violation.property.name, violation.message)
        }
        check(outcomes.all, cluster, topic, &run)
        return run
    }

    private func start(
        _ cluster: MapReduceCluster,
        _ topic: MemoryTopic,
        _ outcomes: Outcomes,
        on node: Node
    ) {
        let client = cluster.client(on: node)
        let submission = JobSubmission(
            name: "job",
            inputTopic: topic.name,
            mappers: mappers,
            reducers: Self.reducers,
            map: map,
            reduce: reduce
        )
        for number in 1...jobs {
            node.spawn("job \(number)") {
                outcomes.all.append(
                    try await client.run("job-\(number)", submission, patience: patience)
                )
            }
        }
        guard looksForLeftovers else { return }
        node.spawn("search") {
            while outcomes.all.count < jobs { try await node.sleep(for: .seconds(1)) }
            try await node.sleep(for: .seconds(60))
        }
    }

    private func check(
        _ outcomes: [JobClient.Outcome],
        _ cluster: MapReduceCluster,
        _ topic: MemoryTopic,
        _ run: inout BugBed.Run
    ) {
        let library = WordLibrary(topic: topic)
        let findings = JobTablesChecker(
            cluster.mirror.tables,
            library: library,
            topics: [topic.name: topic],
            consumed: [],
            expectsDurability: true
        ).findings(told: outcomes)
        for finding in findings.outputs { run.note("output-equals-sequential-run", finding) }
        for finding in findings.ends { run.note("every-job-ends", finding) }
        for finding in cluster.history.findings + cluster.history.lateActs {
            run.note("deposed-leaders-write-nothing", finding)
        }
        let checker = OutputChecker()
        for outcome in outcomes {
            guard let code = try? library.code(for: outcome.submission) else { continue }
            if let finding = checker.finding(in: outcome, code: code, topic: topic) {
                run.note("every-job-ends", finding)
            }
            if mustComplete, let error = outcome.error { run.note("no-job-fails", error) }
        }
        if outcomes.count < jobs { run.note("every-job-ends", "jobs without an end") }
        let refusals = cluster.journal.metrics.total("mapreduce_orders_refused_total")
        if plans.isEmpty, refusals > 0 {
            run.note("no-order-refused", "\(refusals) orders were refused")
        }
        let left = cluster.journal.metrics.gauges.filter { $0.key.name == "redis_db_keys" }
            .reduce(0) { $0 + $1.value.value }
        if looksForLeftovers, left > 0 {
            run.note("nothing-left-behind", "\(left) lists of map output were left behind")
        }
    }

    /// Lines of six words, of which few are frequent.
    private static func topic(seed: UInt64) -> MemoryTopic {
        var random = Xoshiro256(seed: seed)
        let partitions = (0..<4).map { _ -> [UInt8] in
            (0..<100).flatMap { _ -> [UInt8] in
                let words = (0..<6).map { _ in
                    "w\(min(random.next() % 200, random.next() % 200))"
                }
                return Array((words.joined(separator: " ") + "\n").utf8)
            }
        }
        return MemoryTopic("logs", partitions: partitions)
    }
}

/// How the jobs ended.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
private final class Outcomes: @unchecked Sendable {
    var all: [JobClient.Outcome] = []
}
