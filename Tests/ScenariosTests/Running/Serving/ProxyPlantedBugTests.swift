import Scenarios
import Simulator
import Testing

/// Bugs in the groups behind a proxy, found by running a scenario with many seeds.
struct ProxyPlantedBugTests {
    /// Servers with everything that a rule is about: weights, limits, a backup, failures, crashes,
    /// and operators at work.
    private func scenario(seed: UInt64) -> String {
        """
        version: 1
        name: test
        seed: \(seed)
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
        """
    }

    private func broken(seed: UInt64, _ bug: UpstreamPlantedBug?) throws -> [String: String] {
        var runner = ScenarioRunner()
        runner.plantedBugs.upstream = bug
        return try runner.run(try cells(scenario(seed: seed))[0]).broken
    }

    @Test
    func `nothing is found where nothing is planted`() throws {
        for seed in UInt64(1)...40 {
            let broken = try broken(seed: seed, nil)
            #expect(broken == [:], "seed \(seed)")
        }
    }

    @Test(arguments: UpstreamPlantedBug.allCases)
    func `each planted bug is found within 200 seeds`(bug: UpstreamPlantedBug) throws {
        let seed = try (UInt64(1)...200).first { try broken(seed: $0, bug) != [:] }
        #expect(seed != nil)
    }
}
