import Scenarios
import Simulator
import Testing

/// Deployments and scaling under faults at drawn instants, many short runs of each.
struct LifeCycleSweepTests {
    private static let batch: UInt64 = 25

    /// A fault that begins between `begin` and `end`, in milliseconds.
    private func fault(
        _ targets: [String],
        between begin: UInt64,
        and end: UInt64,
        _ random: inout SplitMix64
    ) -> String {
        let at = begin + random.next() % (end - begin)
        let duration = 50 + random.next() % 6_000
        let target = targets[Int(random.next() % UInt64(targets.count))]
        return "{at: \(at)ms, for: \(duration)ms, \(target)}"
    }

    private static let partition = "kind: {partition: {from: {node: "

    private func deployment(seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        let targets = [
            "target: {node: proxy}, kind: crash", "target: {node: proxy}, kind: kill",
            "target: {node: deployer}, kind: crash", "target: {node: deployer}, kind: pause",
            "target: {role: server, mode: one}, kind: crash",
            "target: {role: server, mode: one}, kind: kill",
            "target: {node: proxy}, \(Self.partition)deployer}}}",
            "target: {node: Server 1}, \(Self.partition)deployer}}}",
            "target: {node: Server 2}, \(Self.partition)proxy}}}",
            "target: {link: {from: Server 1, to: deployer}}, kind: {loss: 50%}",
            "target: {link: {from: proxy, to: deployer}}, kind: {loss: 50%}",
        ]
        let faults = (0..<1 + seed % 2).map { _ in
            fault(targets, between: 900, and: 6_000, &random)
        }
        return """
            version: 1
            name: test
            seed: \(seed)
            cluster:
              servers: {count: 2, service: {exponential: 100ms}, concurrency: 8}
              proxy: {upstreams: [{name: all}]}
            workload:
              - requests: {for: 12s, arrival: {poisson: 20/s}, timeout: 5s}
              - deploy: {at: 1s, package: 3MB, poll: 50ms, timeout: 300ms,
                  health: {passes: 2, interval: 200ms, deadline: 8s},
                  watch: {for: 1s}, drain-timeout: 3s,
                  version: {start: 300ms, healthy: \(seed % 3 != 2)}}
            faults: [\(faults.joined(separator: ", "))]
            """
    }

    /// The load rises at the start and falls at second 12.
    private func scaling(seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        let targets = [
            "target: {node: proxy}, kind: crash", "target: {node: proxy}, kind: kill",
            "target: {role: autoscaler}, kind: crash", "target: {role: autoscaler}, kind: pause",
            "target: {role: server, mode: one}, kind: crash",
            "target: {role: server, mode: one}, kind: kill",
            "target: {node: proxy}, \(Self.partition)autoscaler}}}",
            "target: {node: Server 2}, \(Self.partition)autoscaler}}}",
            "target: {node: Server 2}, \(Self.partition)proxy}}}",
            "target: {link: {from: proxy, to: autoscaler}}, kind: {loss: 50%}",
            "target: {link: {from: autoscaler, to: proxy}}, kind: {loss: 50%}",
        ]
        let faults =
            [fault(targets, between: 500, and: 6_000, &random)]
            + [fault(targets, between: 12_500, and: 16_000, &random)]
            + (seed % 2 == 0 ? [fault(targets, between: 500, and: 20_000, &random)] : [])
        return """
            version: 1
            name: test
            seed: \(seed)
            until: 30s
            cluster:
              servers: {count: 2, service: {exponential: 200ms}, concurrency: 2}
              proxy: {upstreams: [{strategy: least-connections}]}
              autoscaler: {minimum: \(1 + seed % 2), maximum: 4, boot-time: 500ms,
                interval: 500ms, cooldown: 1s, drain-timeout: 2s, poll: 50ms, timeout: 300ms}
            workload:
              - requests: {for: 12s, arrival: {poisson: 28/s}, timeout: 5s}
              - requests: {from: 12s, for: 16s, arrival: {poisson: 3/s}, timeout: 5s}
            faults: [\(faults.joined(separator: ", "))]
            """
    }

    /// Runs a batch of seeds.
    ///
    /// - Returns: The records, all of which are sound.
    private func runs(
        of part: UInt64,
        _ text: (UInt64) -> String
    ) throws -> [RunRecord] {
        try (part * Self.batch..<(part + 1) * Self.batch).map { seed in
            let record = try run(text(seed))
            #expect(record.broken == [:], "seed \(seed)")
            #expect(record.outcome.violations == [], "seed \(seed)")
            return record
        }
    }

    @Test(arguments: 0..<UInt64(8))
    func `a deployment keeps its promises whatever crashes or is cut off`(part: UInt64) throws {
        let records = try runs(of: part) { deployment(seed: $0) }
        let ends = ["completed", "rolled-back", "failed"].map { result in
            records.reduce(0) { $0 + $1.metrics.total("deployments.\(result)") }
        }
        // Those whose deployer crashed have no end.
        #expect(ends.reduce(0, +) > Int(Self.batch) / 2)
        #expect(ends[0] > 0)
    }

    @Test(arguments: 0..<UInt64(8))
    func `scaling keeps its promises whatever crashes or is cut off`(part: UInt64) throws {
        let records = try runs(of: part) { scaling(seed: $0) }
        for name in ["scaling.out", "scaling.in"] {
            #expect(records.reduce(0) { $0 + $1.metrics.total(name) } > Int(Self.batch))
        }
    }

    @Test
    func `these faults show who takes what was told for what holds`() throws {
        var runner = ScenarioRunner()
        runner.plantedBugs.deployment = .trusting
        runner.plantedBugs.scaling = .trusting
        var broken: [String: Int] = [:]
        for seed in 0..<2 * Self.batch {
            for text in [deployment(seed: seed), scaling(seed: seed)] {
                for name in try runner.run(try cells(text)[0]).broken.keys {
                    broken[name, default: 0] += 1
                }
            }
        }
        #expect(broken["deployment-in-turn"] ?? 0 > 0)
        #expect(broken["scaling-in-bounds"] ?? 0 > 0)
    }
}
