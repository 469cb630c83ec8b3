import Simulator
import Synchronization
import Testing

@testable import Scenarios

/// Three brokers that write through, under a swarm.
private let swarmedQueue = """
    version: 1
    name: swarmed
    seed: 1
    schedule: random
    cluster:
      queue:
        topics: [{name: orders, partitions: 2, replicas: 3, minimum-in-sync: 2}]
        flush-messages: 1
        session-timeout: 3s
        replica-lag: 3s
        consumers: [{name: audit, topics: [orders], from: earliest}]
    workload:
      - messages: {topic: orders, producers: 2, for: 20s, arrival: {poisson: 30/s}, key: {uniform: {population: 30}}, acks: all, request-timeout: 2s, delivery-timeout: 1h}
    swarm: {until: 15s, roles: [broker, controller], kinds: [crash, pause, partition, {loss: 20%}], every: 1s...8s, for: 200ms...4s}
    expect:
      - invariant: messages-delivered
    """

/// Servers of which half may be gone at the end.
private let swarmedServers = """
    version: 1
    name: servers
    seed: 1
    until: 20s
    cluster:
      servers: {count: 3, service: 2ms}
      balancer: {heartbeat: {every: 1s, timeout: 500ms, misses: 2, respawn: false}}
    workload: [{requests: {count: 100, arrival: {constant: 20/s}, timeout: 1s}}]
    swarm: {until: 10s, roles: [server], every: 500ms...5s, for: 100ms...3s}
    expect: [requests.completed == 100, invariant: no-request-lost, invariant: servers-restored]
    """

@Suite(.serialized)
struct SweepTests {
    private func sweep(_ text: String, _ seeds: SeedSet, jobs: Int = 1) throws -> Sweep {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
        var sweep = Sweep(loaded, seeds: seeds, command: "bench run x", by: ScenarioRunner())
        sweep.jobs = jobs
        return sweep
    }

    @Test
    func `a sweep does not depend on how many threads there are`() throws {
        let seeds = SeedSet(1...30)
        let one = try sweep(swarmedServers, seeds).run()
        for jobs in [2, 4] {
            let many = try sweep(swarmedServers, seeds, jobs: jobs).run()
            #expect(many.result == one.result)
            #expect(SweepReport(of: many.result).text == SweepReport(of: one.result).text)
        }
        #expect(one.result.seeds == seeds)
        #expect(one.result.tally.failedSeeds > 0 && one.result.tally.failedSeeds < 30)
        #expect(one.result.ending == .completed && one.error == nil)
    }

    @Test
    func `what a group names fails when it is run alone`() throws {
        let result = try sweep(swarmedServers, SeedSet(1...20), jobs: 2).run().result
        for (cause, group) in result.tally.sortedGroups {
            let alone = try sweep(swarmedServers, SeedSet(group.seed...group.seed)).run().result
            #expect(alone.tally.groups[cause]?.failure == group.failure)
        }
    }

    @Test
    func `only promises are judged where figures are not`() throws {
        var sweep = try sweep(swarmedServers, SeedSet(1...20))
        let all = sweep.run().result
        sweep.judgesFigures = false
        let promises = sweep.run().result
        let names = Set(promises.tally.groups.keys.map(\.checker))
        #expect(names == ["invariant: servers-restored"])
        #expect(all.tally.groups.keys.contains { $0.checker.hasPrefix("requests.completed") })
    }

    @Test
    func `a sweep that is stopped keeps what it has`() throws {
        let asked = Atomic<Int>(0)
        let result = try sweep(swarmedServers, SeedSet(1...1_000), jobs: 3).run {
            asked.add(1, ordering: .relaxed).newValue > 12 ? .time : nil
        }.result
        #expect(result.ending == .time)
        #expect(result.seeds == SeedSet(1...UInt64(result.tally.seeds)))
        #expect((10...14).contains(result.tally.seeds))
        #expect(result == (try sweep(swarmedServers, result.seeds).run().result.ended(.time)))
    }

    @Test
    func `a saturated sweep ends at the same seed with any number of threads`() throws {
        let quiet = swarmedServers.replacing("swarm:", with: "swarm-of: ").split(separator: "\n")
            .filter { !$0.contains("swarm-of") }.joined(separator: "\n")
        for jobs in [1, 3] {
            var sweep = try sweep(quiet, SeedSet(1...100_000), jobs: jobs)
            sweep.endsWhenSaturated = true
            let result = sweep.run().result
            #expect(result.ending == .saturated)
            #expect(result.tally.seeds >= Sweep.patience)
            #expect(result.tally.seeds <= 2 * Sweep.patience)
        }
    }

    @Test
    func `seeds that cannot be run do not lose the others`() throws {
        struct Failing: ScenarioRunning {
            func run(
                _ cell: ScenarioCell,
                keeping details: RunDetails,
                observer: (any EventObserver)?
            ) throws(ScenarioRunningError) -> RunRecord {
                if cell.scenario.seed == 5 { throw .internalError("five") }
                return try ScenarioRunner().run(cell, keeping: details, observer: observer)
            }
        }
        var sweep = try sweep(swarmedServers, SeedSet(1...50))
        sweep.runner = Failing()
        let (result, error) = sweep.run()
        #expect(error == .internalError("five"))
        #expect(result.seeds == SeedSet(1...4))
    }

    // MARK: Planted bugs

    @Test
    func `a swarm of the right queue finds nothing`() throws {
        let result = try sweep(swarmedQueue, SeedSet(1...40), jobs: 2).run().result
        #expect(result.verdict == .held, "\(SweepReport(of: result).text)")
        #expect(result.tally.undecided == 0)
    }

    @Test
    func `a swarm finds a queue that loses what it acknowledged`() throws {
        var runner = ScenarioRunner()
        runner.plantedBugs.queue = .electsAnyReplica
        var sweep = try sweep(swarmedQueue, SeedSet(1...200), jobs: 2)
        sweep.runner = runner
        let found = Atomic<Bool>(false)
        let result = sweep.run {
            found.load(ordering: .relaxed) ? .time : nil
        } observe: {
            if $0.tally.failedSeeds > 0 { found.store(true, ordering: .relaxed) }
        }.result
        #expect(result.tally.failedSeeds > 0)
        #expect(result.tally.groups.keys.first?.checker == "invariant: messages-delivered")
    }
}

extension SweepResult {
    fileprivate func ended(_ ending: Ending) -> SweepResult {
        var result = self
        result.ending = ending
        return result
    }
}

struct SwarmDrawTests {
    private static let swarm: SwarmSpecification = {
        var swarm = SwarmSpecification()
        swarm.until = .seconds(60)
        swarm.roles = [.server, .client]
        return swarm
    }()

    private static let draws = (1...2_000 as ClosedRange<UInt64>).map {
        SwarmDraw(swarm, seed: $0)
    }

    /// Each kind with a probability of one half, so within five deviations of 1,000.
    @Test
    func `half of the seeds have each kind, and all have one`() {
        var counts: [String: Int] = [:]
        var combinations: Set<[String]> = []
        for draw in Self.draws {
            let kinds = draw.faults.compactMap { $0.random?.kinds.first }.map { Fault($0).name }
            #expect(!kinds.isEmpty)
            #expect(Set(kinds).count == kinds.count)
            for kind in kinds { counts[kind, default: 0] += 1 }
            combinations.insert(kinds)
        }
        #expect(counts.count == Self.swarm.kinds.count)
        #expect(counts.values.allSatisfy { abs($0 - 1_000) < 112 }, "\(counts)")
        #expect(combinations.count == 127)
    }

    @Test
    func `what is drawn lies in the ranges, and ends`() throws {
        for draw in Self.draws {
            for fault in draw.faults {
                let random = try #require(fault.random)
                #expect(random.until == Self.swarm.until)
                guard case .uniform(let shortest, let longest) = random.every,
                    case .uniform(let least, let most)? = random.duration
                else {
                    Issue.record("\(fault)")
                    continue
                }
                #expect(shortest <= longest && least <= most)
                #expect(Self.swarm.every.contains(shortest) && Self.swarm.every.contains(longest))
                #expect(Self.swarm.duration.contains(least) && Self.swarm.duration.contains(most))
                switch random.kinds[0] {
                case .slow(let factor): #expect((1...10).contains(factor))
                case .loss(let part), .duplication(let part): #expect((0.001...0.1).contains(part))
                default: break
                }
            }
        }
        let middle = Self.draws.flatMap(\.faults).compactMap { $0.random?.every }.count { every in
            if case .uniform(let shortest, _) = every { shortest < .seconds(5.5) } else { false }
        }
        // Every order of magnitude alike: of the lower of two draws three quarters are below the
        // geometric mean of the ends, which is 5.48 s.
        let share = Double(middle) / Double(Self.draws.flatMap(\.faults).count)
        #expect(abs(share - 0.75) < 0.03, "\(share)")
    }

    @Test
    func `one kind more leaves what is drawn of the others`() {
        var more = Self.swarm
        more.kinds.append(.diskFull)
        for seed in 1...50 as ClosedRange<UInt64> {
            let faults = SwarmDraw(Self.swarm, seed: seed).faults
            let others = SwarmDraw(more, seed: seed).faults
                .filter { $0.random?.kinds != [.diskFull] }
            #expect(others == faults || faults.count == 1)
        }
    }

    @Test
    func `a report says what was drawn`() throws {
        let cell = try cells(swarmedServers)[0]
        let record = try ScenarioRunner().run(cell)
        let banner = SwarmDraw(try #require(cell.scenario.swarm), seed: 1).banner
        #expect(record.notes.first == banner)
        #expect(banner.hasPrefix("the swarm of this seed: "))
        #expect(record.notes.allSatisfy { !$0.contains("(faults.") })
    }

    @Test(arguments: [
        ("roles: [broker]", "there is no broker"),
        ("roles: [server], kinds: [{reordering: 5%}]", "links here keep no order"),
        ("roles: [server], every: 0s...1s", "begins too early"),
        ("roles: []", "0 items"),
    ])
    func `a swarm that can do nothing is an error`(keys: String, problem: String) throws {
        let text = swarmedServers.replacing(
            "roles: [server], every: 500ms...5s, for: 100ms...3s",
            with: keys
        )
        let error = #expect(throws: ScenarioLoadingError.self) { try cells(text) }
        #expect(error?.description.contains(problem) == true, "\(error as Any)")
    }
}

struct SmallSizeTests {
    private static let text = """
        version: 1
        name: sized
        seed: 1
        cluster: {servers: {count: 9}, balancer: {}}
        workload: [{requests: {count: 1_000}}]
        matrix: {cluster.servers.count: [7, 8]}
        small: {cluster.servers.count: 2, workload.0.requests.count: 3}
        """

    private func load(_ text: String, _ settings: [String] = []) throws -> LoadedScenario {
        try ScenarioLoader.load(
            bytes: Array(text.utf8),
            name: "test.yaml",
            overrides: ScenarioOverrides(settings: settings, isSmall: true)
        )
    }

    @Test
    func `the small size replaces what the file and its matrix say`() throws {
        let cells = try load(Self.text).cells
        #expect(cells.count == 1)
        #expect(cells[0].scenario.cluster.serverNames.count == 2)
        let set = try load(Self.text, ["cluster.servers.count=5"]).cells
        #expect(set.map(\.scenario.cluster.serverNames.count) == [5])
    }

    @Test
    func `a scenario without a small size has none`() throws {
        let text = Self.text.split(separator: "\n").dropLast().joined(separator: "\n")
        let error = #expect(throws: ScenarioLoadingError.self) { try load(text) }
        #expect(error?.description.contains("the scenario has no small size") == true)
        let wrong = Self.text.replacing("{cluster.servers.count: 2,", with: "{name: b,")
        #expect(throws: ScenarioLoadingError.self) { try cells(wrong) }
    }
}
