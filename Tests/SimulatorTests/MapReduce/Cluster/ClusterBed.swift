@testable import Simulator

/// A MapReduce cluster with one topic of generated lines, and some jobs.
struct ClusterBed {
    var settings = MapReduceClusterSettings(
        shuffle: ShuffleSettings(store: .redis, servers: ["shuffle-1"])
    )
    var seed: UInt64 = 1
    var jobs = 1
    var mappers = 4
    var reducers = 2
    var partitions = 4
    var lines = 400
    var replicas: [[InputPlace]] = []
    var reduce = FunctionCall("SUM")
    var window: WindowSettings?
    var combines = true
    var badRecords = BadRecordPolicy.skip
    var order = Simulation.Order.random
    var map = FunctionCall("WORD_COUNT")
    var plans: [FaultPlan] = []
    var patience = Duration.seconds(4_000)
    /// Whether the database may lose what it said was written, so that a client may be told two
    /// things.
    var isDurable = true
    /// Whether clocks may be off by more than coordinators reckon with.
    var keepsTime = true
    /// Whether no job may fail.
    var mustComplete = false
    /// How many lines a second come into each partition, each for one job alone, where jobs read
    /// one after the other; nothing where each reads all.
    var growth: Int?
    /// Whether map output is looked for a minute after the last job.
    var looksForLeftovers = false

    /// What a run gave.
    struct Result {
        let outcomes: [JobClient.Outcome]
        let findings: [String]
        let run: RunOutcome
        let journal: MapReduceJournal
        let tables: DatabaseTables
        let end: VirtualInstant

        /// What is wrong with the run.
        var problems: [String] { findings + run.violations.map(\.description) }
    }

    /// The jobs that the cluster can do.
    struct Library: JobLibrary {
        var topic: MemoryTopic
        var growth: Int?
        let catalog = CatalogLibrary(topics: [:])

        func code(for submission: JobSubmission) throws(JobError) -> JobCode {
            try catalog.code(for: submission)
        }

        func input(_ topic: String) -> (any RecordSource)? {
            guard topic == self.topic.name else { return nil }
            return growth.map { GrowingTopic(topic: self.topic, linesPerSecond: $0) } ?? self.topic
        }
    }

    func run() -> Result {
        let simulation = Simulation(seed: seed, settings: .init(order: order))
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let topic = makeTopic()
        let library = Library(topic: topic, growth: growth)
        let cluster = MapReduceCluster(
            settings,
            in: simulation,
            network: network,
            library: library
        )
        let node = simulation.addNode("client")
        let client: any JobSubmitter =
            settings.gateways > 0 ? cluster.gatewayClient(on: node) : cluster.client(on: node)
        let outcomes = Outcomes()
        for number in 1...jobs {
            let submission = makeSubmission(topic)
            node.spawn("job \(number)") {
                if growth != nil { try await node.sleep(for: .seconds(number * 10)) }
                outcomes.all.append(
                    try await client.run("job-\(number)", submission, patience: patience)
                )
            }
        }
        if looksForLeftovers { look(for: outcomes, from: node, network) }
        let injector =
            plans.isEmpty
            ? nil : FaultInjector.start(plans, in: simulation, network: network)
        let run = simulation.run()
        _ = injector
        let checker = OutputChecker(expectsDurability: isDurable)
        let findings = outcomes.all.compactMap { outcome -> String? in
            guard growth == nil, let code = try? library.code(for: outcome.submission) else {
                return nil
            }
            return checker.finding(in: outcome, code: code, topic: topic)
        }
        let judged = JobTablesChecker(
            cluster.mirror.tables,
            library: library,
            topics: [topic.name: topic],
            consumed: growth == nil ? [] : [topic.name],
            expectsDurability: isDurable
        ).findings(told: outcomes.all)
        let refusals = cluster.journal.metrics.total("mapreduce_orders_refused_total")
        let history = isDurable ? cluster.history.findings : []
        let lateActs = isDurable && keepsTime ? cluster.history.lateActs : []
        return Result(
            outcomes: outcomes.all,
            findings: findings + judged.outputs + judged.ends + history + lateActs
                + (outcomes.all.count == jobs ? [] : ["jobs without an end"])
                + (plans.isEmpty && refusals > 0 ? ["\(refusals) orders were refused"] : [])
                + (mustComplete ? outcomes.all.compactMap(\.error) : [])
                + (outcomes.leftovers > 0 ? ["map output was left behind"] : []),
            run: run,
            journal: cluster.journal,
            tables: cluster.mirror.tables,
            end: simulation.now
        )
    }

    /// Asks whoever may have it for every list that the first attempts at the jobs' map tasks may
    /// have left.
    private func look(for outcomes: Outcomes, from node: Node, _ network: Network) {
        let holders =
            settings.shuffle.store == .redis
            ? settings.shuffle.servers : MapReduceRole.mapWorker.names(settings.mapWorkers)
        node.spawn("search") {
            while outcomes.all.count < jobs { try await node.sleep(for: .seconds(1)) }
            try await node.sleep(for: .seconds(60))
            for key in lists {
                for holder in holders {
                    outcomes.leftovers += try await has(key, holder, node, network) ? 1 : 0
                }
            }
        }
    }

    /// Whether `holder` has a list; one that is down has nothing.
    private func has(
        _ key: String,
        _ holder: String,
        _ node: Node,
        _ network: Network
    ) async throws(Interruption) -> Bool {
        do throws(CallError) {
            let answer = try await network.call(
                .shuffle,
                of: holder,
                from: node,
                .range(key),
                timeout: .seconds(1)
            )
            return answer != .missing
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return false
        }
    }

    private var lists: [String] {
        var lists: [String] = []
        for job in 1...jobs {
            for map in 0..<mappers {
                let task = TaskIdentifier(job: "job-\(job)", kind: .map, index: map)
                for attempt in 1...6 {
                    let attempt = AttemptIdentifier(task: task, number: attempt)
                    lists += (0..<reducers).map { settings.shuffle.key(attempt, partition: $0) }
                }
            }
        }
        return lists
    }

    private func makeSubmission(_ topic: MemoryTopic) -> JobSubmission {
        JobSubmission(
            name: "job",
            inputTopic: topic.name,
            mappers: mappers,
            reducers: reducers,
            map: map,
            reduce: reduce,
            window: window,
            combines: combines,
            badRecords: badRecords
        )
    }

    func makeTopic() -> MemoryTopic {
        var random = Xoshiro256(seed: seed)
        let perPartition = lines / partitions
        let texts = (0..<partitions).map { _ -> [UInt8] in
            (0..<perPartition).flatMap { _ -> [UInt8] in
                let words = (0..<6).map { _ in
                    "w\(min(random.next() % 200, random.next() % 200))"
                }
                return Array((words.joined(separator: " ") + "\n").utf8)
            }
        }
        return MemoryTopic("application-logs", partitions: texts, replicas: replicas)
    }

    /// Soundness of `@unchecked Sendable`: reached only from the thread of the simulation.
    private final class Outcomes: @unchecked Sendable {
        var all: [JobClient.Outcome] = []
        var leftovers = 0
    }
}
