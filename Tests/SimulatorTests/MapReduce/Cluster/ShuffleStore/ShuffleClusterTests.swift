import OrderedCollections
import Testing

@testable import Simulator

/// A replicated shuffle store in a simulation, by itself and with jobs.
struct ShuffleClusterTests {
    /// Three servers with a replica each, and a client that speaks to them directly.
    private struct Store {
        let simulation = Simulation(seed: 1)
        let network: Network
        let settings: ShuffleSettings
        let journal = MapReduceJournal()
        let client: Node
        /// What the client was answered.
        let answers = Collected<ShuffleAnswer?>()

        init(copyBytesPerSecond: Int = 100_000_000) {
            network = Network(simulation: simulation)
            settings = ShuffleSettings(
                servers: ["s1", "s2", "s3"],
                replicasPerMaster: 1,
                copyBytesPerSecond: copyBytesPerSecond,
                pairOverhead: 0
            )
            for name in settings.shards.joined() {
                simulation.addNode(name) { [network, settings, journal] node in
                    ShuffleServer.start(
                        on: node,
                        network: network,
                        settings: settings,
                        journal: journal
                    )
                }
            }
            client = simulation.addNode("client")
        }

        /// A list of the server `s1`.
        var key: String {
            (0..<100).map { "k\($0)" }.first { settings.server(of: $0) == "s1" } ?? ""
        }

        /// Asks a server at an instant.
        func ask(_ server: String, _ request: ShuffleRequest, at seconds: Double) {
            client.spawn("request") { [network, client, answers] in
                try await client.sleep(until: .at(.seconds(seconds)))
                let answer = try? await network.call(
                    .shuffle,
                    of: server,
                    from: client,
                    request,
                    timeout: .seconds(1)
                )
                answers.values.append(answer)
            }
        }

        func push(_ number: Int, at seconds: Double, to server: String = "s1") {
            let bytes = [UInt8](repeating: UInt8(number), count: 1_000)
            ask(
                server,
                .push(key, bytes, pairs: 10, length: number, timeToLive: .seconds(3_600)),
                at: seconds
            )
        }

        func at(_ seconds: Double, _ action: @escaping @Sendable (Simulation) -> Void) {
            client.spawn("operator") { [client, simulation] in
                try await client.sleep(until: .at(.seconds(seconds)))
                action(simulation)
            }
        }

        func run() -> [ShuffleAnswer?] {
            _ = simulation.run()
            simulation.shutDown()
            return answers.values
        }

        func list(_ chunks: Int) -> ShuffleAnswer {
            .chunks(
                (0..<chunks).map { [UInt8](repeating: UInt8($0), count: 1_000) },
                pairs: chunks * 10
            )
        }
    }

    @Test func `a replica that takes over has what its owner had, and the owner follows`() {
        let store = Store()
        for number in 0..<5 { store.push(number, at: 5 + Double(number)) }
        store.ask("s1-replica-1", .range(store.key), at: 12)
        store.at(15) { $0.node(named: "s1")?.crash() }
        store.ask("s1-replica-1", .range(store.key), at: 35)
        store.at(40) { $0.node(named: "s1")?.restart() }
        store.push(5, at: 50, to: "s1-replica-1")
        store.ask("s1", .range(store.key), at: 51)
        store.at(55) { $0.node(named: "s1-replica-1")?.crash() }
        store.ask("s1", .range(store.key), at: 75)
        #expect(
            store.run() == Array(repeating: .done, count: 5) + [
                .moved("s1"), store.list(5), .done, .moved("s1-replica-1"), store.list(6),
            ]
        )
        #expect(store.journal.metrics.total("redis_cluster_takeovers_total") == 2)
    }

    /// What was answered and not yet copied is lost: the list is shorter.
    @Test func `writes that were not copied are lost with their owner`() {
        let store = Store()
        store.push(0, at: 5)
        store.at(6) { [network = store.network] _ in
            _ = network.begin(.blocked) { $0.name == "s1" && $1.name == "s1-replica-1" }
        }
        store.push(1, at: 7)
        store.at(8) { $0.node(named: "s1")?.crash() }
        store.ask("s1-replica-1", .range(store.key), at: 30)
        #expect(store.run() == [.done, .done, store.list(1)])
    }

    /// Redis warns of this in "Safety of replication when master has persistence turned off".
    @Test func `an owner that is back before it is missed has its replica forget everything`() {
        let store = Store()
        store.push(0, at: 5)
        store.at(6) { $0.node(named: "s1")?.restart() }
        store.ask("s1", .range(store.key), at: 7)
        store.ask("s1", .range(store.key), at: 20)
        store.at(21) { $0.node(named: "s1")?.crash() }
        store.ask("s1-replica-1", .range(store.key), at: 45)
        #expect(store.run() == [.done, .down, .missing, .missing])
    }

    /// 5,000 bytes at 500 a second.
    @Test func `a copy takes its time, during which the replica cannot take over`() {
        let store = Store(copyBytesPerSecond: 500)
        for number in 0..<5 { store.push(number, at: 5 + Double(number)) }
        store.at(10) { $0.node(named: "s1-replica-1")?.restart() }
        store.ask("s1", .range(store.key), at: 12)
        store.at(15) { $0.node(named: "s1")?.crash() }
        store.ask("s1-replica-1", .range(store.key), at: 60)
        let answers = store.run()
        #expect(answers == Array(repeating: .done, count: 5) + [store.list(5), .moved("s1")])
        #expect(store.journal.metrics.total("redis_cluster_takeovers_total") == 0)
    }

    @Test func `gauges say how full servers are`() throws {
        let store = Store()
        for number in 0..<5 { store.push(number, at: 5 + Double(number)) }
        store.ask("s1", .delete([store.key]), at: 15)
        store.ask("s1", .range(store.key), at: 20)
        _ = store.run()
        for server in ["s1", "s1-replica-1"] {
            let label = MetricKey.Label("server", server)
            let memory = try #require(
                store.journal.metrics.gauges[MetricKey("redis_memory_used_bytes", label)]
            )
            #expect(memory.maximum == 5_000 && memory.value == 0 && memory.minimum == 0)
            let keys = try #require(store.journal.metrics.gauges[MetricKey("redis_db_keys", label)])
            #expect(keys.maximum == 1 && keys.value == 0)
        }
    }

    // MARK: Jobs

    /// A cluster whose shuffle store has replicas, and in which jobs take a while.
    static func bed(seed: UInt64, replicas: Int = 1) -> ClusterBed {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.shuffleServers = 3
        bed.settings.shuffle.replicasPerMaster = replicas
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.mappers = 8
        return bed
    }

    /// A server dies for good while half of the map output is there.
    private func crashRun(seed: UInt64, replicas: Int) -> (started: Int, result: ClusterBed.Result)
    {
        var bed = Self.bed(seed: seed, replicas: replicas)
        bed.plans = [
            FaultPlan(
                .once(at: .milliseconds(3_000)),
                .name("shuffle-\(seed % 3 + 1)"),
                .all,
                [.crash],
                lasting: .constant(.seconds(60))
            )
        ]
        let result = bed.run()
        let metrics = result.journal.metrics
        let repeated =
            metrics.total("mapreduce_map_outputs_lost_total")
            + metrics.total("mapreduce_tasks_failed_total")
        return (repeated, result)
    }

    @Test func `with replicas the death of a server costs no task most of the time`() {
        var again = [0: 0, 1: 0]
        for replicas in [0, 1] {
            for seed in 0..<20 as Range<UInt64> {
                let (repeated, result) = crashRun(seed: seed, replicas: replicas)
                #expect(result.findings.isEmpty, "seed \(seed)")
                if replicas > 0 {
                    #expect(result.outcomes.map(\.status) == [.completed], "seed \(seed)")
                }
                if repeated > 0 { again[replicas, default: 0] += 1 }
            }
        }
        #expect(again[1] ?? 20 <= 4 && again[0] ?? 0 >= 16, "\(again)")
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `a storm of faults changes no result`(seed: UInt64) {
        var bed = Self.bed(seed: seed, replicas: seed % 3 == 0 ? 2 : 1)
        bed.settings.coordinators = 3
        bed.settings.shuffle.pipeline = 10
        bed.jobs = 3
        bed.plans =
            FaultSweepTests.storm + [
                FaultSweepTests.plan("shuffle", every: 20, [.crash, .pause], lasting: 20),
                FaultSweepTests.plan(
                    "shuffle",
                    every: 20,
                    [
                        .partition(from: .role("shuffle"), isSymmetric: true),
                        .partition(from: nil, isSymmetric: false), .link(.loss(0.3)),
                        .link(.duplication(0.5)),
                    ],
                    lasting: 20
                ),
            ]
        let result = bed.run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty, "seed \(seed)")
    }
}
