import Simulator
import Synchronization
import Testing

@testable import Scenarios

/// What is left of scenarios that fail by a rule that the test makes up.
struct ShrinkTests {
    private static let hundred = """
        version: 1
        name: many
        title: A hundred faults
        seed: 7
        schedule: random
        cluster:
          servers: {count: 5, service: {exponential: 2ms}, concurrency: 4}
          balancer: {heartbeat: {every: 2s}}
        workload:
          - requests: {count: 6_000, arrival: {poisson: 100/s}}
          - requests: {count: 3_000, path: /other, arrival: {constant: 50/s}}
        faults:
        \((1...100).map { number in
            "  - {at: \(number)s, for: 1s, target: {node: Server \(number % 5 + 1)}, kind: crash}"
        }.joined(separator: "\n"))
        expect:
          - requests.lost == 0
        report:
          - quantiles: latency
        """

    @Test(arguments: [1, 37, 100])
    func `of a hundred faults the only one that matters is left`(number: Int) throws {
        let runner = PredicateRunner { scenario in
            scenario.faults.contains { $0.at == .seconds(number) && $0.kind == .crash }
        }
        let shrunk = try #require(try shrink(Self.hundred, with: runner))
        let faults = try shrunk.loaded().cells[0].scenario.faults
        #expect(faults.map(\.at) == [.seconds(number)])
        #expect(shrunk.before.values > 400)
        // Version, name, seed; when, whom and what.
        #expect(shrunk.after.values == 6)
        #expect(shrunk.runs < 100)
    }

    @Test
    func `what only fails together is kept together`() throws {
        let runner = PredicateRunner { scenario in
            [10, 20, 90].allSatisfy { at in scenario.faults.contains { $0.at == .seconds(at) } }
                && scenario.cluster.servers?.count == 5
        }
        let shrunk = try #require(try shrink(Self.hundred, with: runner))
        let scenario = try shrunk.loaded().cells[0].scenario
        #expect(scenario.faults.map(\.at) == [10, 20, 90].map { .seconds($0) })
        #expect(scenario.cluster.servers?.count == 5)
        #expect(scenario.schedule == .fifo)
        #expect(scenario.workload.isEmpty)
    }

    @Test
    func `numbers get as small as they may`() throws {
        let runner = PredicateRunner { scenario in
            guard case .requests(let requests)? = scenario.workload.first else { return false }
            return requests.count ?? 0 >= 123
        }
        let shrunk = try #require(try shrink(Self.hundred, with: runner))
        #expect(shrunk.text.contains("count: 123"))
        #expect(shrunk.after.values <= 5)
    }

    @Test
    func `the failing cell of a matrix is left of it, with its seed`() throws {
        let text = """
            version: 1
            name: cells
            seed: 7
            matrix-seeds: split
            cluster: {servers: {count: 1}, balancer: {}}
            workload:
              - requests: {count: 5}
            matrix:
              cluster.servers.count: [1, 2, 4]
              cells: [{label: quick, cluster.servers.service: 1ms}, {label: slow, cluster.servers.service: 1s}]
            expect:
              - {check: requests.sent == 0, when: {label: slow}}
            report:
              - series: {x: cluster.servers.count, y: [latency.p99]}
            """
        let whole = try ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
        let runner = PredicateRunner { scenario in
            scenario.cluster.servers.map { $0.count == 4 && $0.service == .constant(.seconds(1)) }
                ?? false
        }
        let shrunk = try #require(try shrink(text, with: runner))
        #expect(shrunk.cell == "slow")
        #expect(shrunk.text.contains("servers: {count: 4, service: 1s}"))
        #expect(try shrunk.loaded().cells[0].seed == whole.cells[5].seed)
        #expect(!shrunk.text.contains("matrix"))
    }

    @Test
    func `what the seed drew from a swarm is said outright, without what it did not take`() throws {
        // A seed that draws each of the kinds.
        let swarm = "{until: 5s, roles: [server], kinds: [crash, pause, {slow: {factor: 9x}}]}"
        let text = smallScenario() + "\nswarm: \(swarm)\nsmall: {seed: 4}\n"
        let drawn = try (1...100 as ClosedRange<UInt64>).first { seed in
            let cell = try ScenarioLoader.load(
                bytes: Array(text.utf8),
                name: "x",
                overrides: ScenarioOverrides(seed: seed)
            ).cells[0]
            return cell.withDrawnFaults.scenario.faults.count == 3
        }
        let runner = PredicateRunner { scenario in
            let swarm = scenario.swarm.map { SwarmDraw($0, seed: scenario.seed).faults } ?? []
            return (scenario.faults + swarm).contains { $0.random?.kinds == [.crash] }
        }
        let shrunk = try #require(try shrink(text, with: runner, seed: drawn))
        #expect(!shrunk.text.contains("swarm") && !shrunk.text.contains("small"))
        #expect(!shrunk.text.contains("pause") && !shrunk.text.contains("slow"))
        #expect(try shrunk.loaded().cells[0].scenario.faults.count == 1)
        #expect(try shrunk.failing(with: runner) == ["planted"])
    }

    @Test
    func `nothing is written where nothing fails, and undecided is not failed`() throws {
        #expect(try shrink(Self.hundred, with: PredicateRunner { _ in false }) == nil)
        let text = smallScenario(count: 100) + "\nevent-limit: 10"
        let outcome = try ScenarioShrinker(
            runner: ScenarioRunner(),
            limits: ShrinkLimits(runs: 10)
        ).shrink(bytes: Array(text.utf8), name: "test.yaml")
        guard case .undecided = outcome else {
            Issue.record("it is \(outcome)")
            return
        }
    }

    @Test
    func `what is kept stays as it is`() throws {
        let runner = PredicateRunner { !$0.faults.isEmpty }
        let text = Self.hundred
        let keeping = { (kept: [String]) in
            try ScenarioShrinker(
                runner: runner,
                limits: ShrinkLimits(runs: 2_000),
                keeping: kept
            ).shrink(bytes: Array(text.utf8), name: "test.yaml")
        }
        let before = try ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
        guard case .shrunk(let shrunk) = try keeping(["cluster", "faults.7"]) else {
            Issue.record("nothing is shrunk")
            return
        }
        let (old, new) = (before.cells[0].scenario, try shrunk.loaded().cells[0].scenario)
        #expect(new.cluster == old.cluster)
        #expect(new.faults.count == 8 && new.faults[7] == old.faults[7])
        #expect(new.workload != old.workload)
        #expect(throws: ShrinkError.nothingToKeep("cluster.no")) { try keeping(["cluster.no"]) }
    }

    @Test
    func `a limit ends it with what was found so far`() throws {
        let runner = PredicateRunner { !$0.faults.isEmpty }
        let shrunk = try #require(try shrink(Self.hundred, with: runner, runs: 3))
        #expect(shrunk.runs == 3)
        #expect(shrunk.isCutShort)
        #expect(try shrunk.failing(with: runner) == ["planted"])
        let whole = try #require(try shrink(Self.hundred, with: runner))
        #expect(!whole.isCutShort)
        #expect(whole.after.values < shrunk.after.values)
    }

    @Test
    func `a failure that does not come again is told, not written`() throws {
        let runs = Mutex(0)
        let runner = PredicateRunner { _ in
            runs.withLock {
                $0 += 1
                return $0 < 2
            }
        }
        #expect(throws: ShrinkError.notRepeated) { try shrink(Self.hundred, with: runner) }
    }

    @Test
    func `problems of the file are those of the loader`() throws {
        let error = #expect(throws: ShrinkError.self) { try shrink("version: 1") }
        #expect(try #require(error).description.contains("the key 'name' is missing"))
    }

    @Test
    func `the comments cannot break the file`() throws {
        var shrunk = try #require(
            try shrink(Self.hundred, with: PredicateRunner { !$0.faults.isEmpty })
        )
        shrunk.failure.message = "a\nversion: 2\u{2028}x\u{0}"
        shrunk.files = ["words.txt"]
        #expect(try shrunk.loaded().cells.count == 1)
        let file = shrunk.file(origin: "o", command: "c")
        #expect(file.contains("#   a\n#   version: 2 x \n"))
        #expect(file.contains("# It needs, in the folder of this file: words.txt\n"))
    }
}
