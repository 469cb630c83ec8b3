import Foundation
import Simulator
import Testing

@testable import Scenarios

/// Bugs of the simulated systems, found under random faults, and what is left of the scenarios.
struct ShrinkPlantedBugTests {
    private func runner(_ plant: (inout PlantedBugs) -> Void) -> ScenarioRunner {
        var runner = ScenarioRunner()
        plant(&runner.plantedBugs)
        return runner
    }

    /// Shrinks, and makes sure that the result fails with the bug, holds without, and reads.
    private func checked(_ text: String, _ bugged: ScenarioRunner) throws -> ShrunkScenario {
        let shrunk = try #require(try shrink(text, with: bugged))
        #expect(try shrunk.failing(with: bugged).contains(shrunk.failure.cause.checker))
        #expect(try shrunk.failing(with: ScenarioRunner()) == [], "\(shrunk.text)")
        #expect(!shrunk.isCutShort)
        return shrunk
    }

    /// What a run had to do: requests, and faults.
    private func work(_ cell: ScenarioCell, _ runner: ScenarioRunner) throws -> Int {
        let record = try runner.run(cell)
        let faults = record.injections.reduce(0) { $0 + $1.subjects.count }
        return record.metrics.total("requests.sent") + faults
    }

    private static let busy = """
        version: 1
        name: busy
        title: Five servers that fail all the time
        seed: 1
        schedule: random
        network: {latency: {normal: {mean: 1ms, deviation: 200us}}, loss: 0.1%}
        cluster:
          machines: {count: 3, zone: a}
          servers: {count: 5, service: {exponential: 2ms}, concurrency: 2, queue: 50}
          balancer:
            placement: {ring: {request-hash: md5, server-hash: md5, virtual-nodes: 20}}
            heartbeat: {every: 500ms, timeout: 200ms, misses: 2, respawn: true}
            retries: {tries: 3, timeout: 400ms}
        workload:
          - requests: {name: orders, count: 600, path: /orders, method: POST, arrival: {poisson: 20/s}, from: 1s}
          - requests: {name: home, count: 400, path: /home, arrival: {constant: 15/s}}
        matrix:
          cluster.servers.count: [2, 5]
        faults:
          - {random: {every: {exponential: 3s}, until: 25s, kinds: [crash, kill, pause, {slow: {factor: 10x}}], for: {uniform: 200ms...4s}}, target: {role: server, mode: one}}
          - {every: 7s, until: 28s, for: 500ms, target: {role: server, mode: {percent: 50%}}, kind: partition}
          - {at: 20s, for: 2s, target: {role: server}, kind: {latency: {uniform: 1ms...20ms}}}
        \((0..<25).map { number in
            "  - {at: \(500 + 1_100 * number)ms, for: 300ms, "
                + "target: {node: Server \(number % 2 + 1)}, kind: pause}"
        }.joined(separator: "\n"))
        expect:
          - requests.sent == 1_000
          - invariant: keys-move-only-from-the-dead
        report:
          - series: {x: cluster.servers.count, y: [latency.p99]}
          - quantiles: latency
        """

    /// The least that can go wrong so: a server of a ring with other hashes than usual is dead at
    /// the start, and a request that comes late keeps the run going until that is noticed.
    @Test
    func `one crash is left of random ones, partitions and pauses`() throws {
        let bugged = runner { $0.balancer = .renumbersTheLiving }
        let shrunk = try checked(Self.busy, bugged)
        let scenario = try shrunk.loaded().cells[0].scenario
        #expect(scenario.faults.count == 1)
        #expect(scenario.faults[0].kind == .crash)
        #expect(shrunk.cell == "cluster.servers.count = 5")
        #expect(shrunk.after.values * 10 <= shrunk.before.values, "\(shrunk.text)")
        let whole = try cells(Self.busy)[1]
        let small = try shrunk.loaded().cells[0]
        #expect(try work(small, bugged) * 10 <= work(whole, bugged))
        #expect(shrunk.after.events * 10 <= shrunk.before.events)
    }

    private static let proxied = """
        version: 1
        name: proxied
        seed: 1
        until: 8s
        cluster:
          servers:
            {count: 5, service: {exponential: 20ms}, concurrency: 2, queue: 4, failures: [{status: 503, part: 4%}],
             endpoints: [{path: /pay}]}
          proxy:
            upstreams:
              - strategy: round-robin
                servers:
                  - {name: Server 1, weight: 3, max-conns: 3}
                  - {name: Server 2, weight: 2}
                  - {name: Server 3}
                  - {name: Server 4, down: true}
                  - {name: Server 5, backup: true}
                max-fails: 3
                fail-timeout: 1s
                connect-timeout: 50ms
                read-timeout: 120ms
                next-upstream: {cases: [error, timeout, http-503], tries: 2}
        workload:
          - requests: {for: 6s, arrival: {poisson: 100/s}}
          - requests: {for: 6s, path: /pay, method: POST, arrival: {poisson: 30/s}}
          - calls:
              - {at: 1s, method: POST, path: /api/v1/loadbalancer/server/update, body: {server_id: Server 2, drain: true}}
              - {at: 2500ms, method: POST, path: /api/v1/loadbalancer/server/update, body: {server_id: Server 2, drain: false}}
              - {at: 4s, method: POST, path: /api/v1/loadbalancer/server/remove, body: {server_id: Server 3}}
        faults:
          - {at: 2s, for: 700ms, target: {node: Server 1}, kind: crash}
          - {at: 3s, for: 1s, target: {node: Server 3}, kind: kill}
          - {at: 5s, for: 500ms, target: {role: server, mode: all}, kind: {slow: {factor: 10x}}}
          - {random: {every: {exponential: 300ms}, until: 7s, kinds: [crash, kill, pause, {slow: {factor: 5x}}], for: {uniform: 50ms...400ms}}, target: {role: server, mode: one}}
        """

    @Test
    func `a server that failed and stays in service needs nothing but a short timeout`() throws {
        let bugged = runner { $0.upstream = .failedStillChosen }
        let shrunk = try checked(Self.proxied, bugged)
        #expect(shrunk.failure.cause.checker == "invariant: servers-chosen-by-the-rules")
        #expect(shrunk.after.values * 10 <= shrunk.before.values, "\(shrunk.text)")
        let whole = try cells(Self.proxied)[0]
        let small = try shrunk.loaded().cells[0]
        #expect(try work(small, bugged) * 10 <= work(whole, bugged))
    }

    /// By hand: a file has a version, a name and a seed, and this one says what fails; somebody has
    /// to remove a server, which takes an instant, a method, a path and its name; and a request has
    /// to come after that, which takes a number, or a time, and a rate: ten values.
    @Test
    func `the known minimum is reached`() throws {
        let bugged = runner { $0.upstream = .removedStillChosen }
        let shrunk = try checked(Self.proxied, bugged)
        #expect(shrunk.after.values == 10, "\(shrunk.text)")
        #expect(shrunk.after.faults == 0)
        #expect(try work(try shrunk.loaded().cells[0], bugged) <= 2)
    }

    @Test(arguments: [
        UpstreamPlantedBug.drainingStillChosen, .postRetried, .connectionLeakedOnFailure,
        .backupBesidePrimary, .triesNotCounted, .connectionLimitIgnored,
    ])
    func `the same fails with every bug, and less than half is left`(
        bug: UpstreamPlantedBug
    ) throws {
        let bugged = runner { $0.upstream = bug }
        let seed = try #require(
            try (UInt64(1)...50).first {
                let cell = try ScenarioLoader.load(
                    bytes: Array(Self.proxied.utf8),
                    name: "test.yaml",
                    overrides: ScenarioOverrides(seed: $0)
                ).cells[0]
                return try !bugged.run(cell).broken.isEmpty
            }
        )
        let shrunk = try #require(try shrink(Self.proxied, with: bugged, seed: seed))
        #expect(try shrunk.failing(with: bugged).contains(shrunk.failure.cause.checker))
        #expect(try shrunk.failing(with: ScenarioRunner()) == [])
        #expect(shrunk.after.values * 2 <= shrunk.before.values, "\(shrunk.text)")
    }

    @Test
    func `the same scenario and seed shrink to the same bytes`() throws {
        let bugged = runner { $0.balancer = .renumbersTheLiving }
        let first = try #require(try shrink(Self.busy, with: bugged))
        let second = try #require(try shrink(Self.busy, with: bugged))
        #expect(first.text == second.text)
        #expect(first.runs == second.runs)
    }
}
