import Simulator

/// Scenarios in which the bugs of deployments and of scaling show, with faults at drawn instants.
enum LifeCycleScenarios {
    private static let partition = "kind: {partition: {from: {node: "

    /// A fault that begins between `begin` and `end`, in milliseconds.
    private static func fault(
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

    private static func targets(_ other: String) -> [String] {
        [
            "target: {node: proxy}, kind: crash", "target: {node: proxy}, kind: kill",
            "target: {node: \(other)}, kind: crash", "target: {node: \(other)}, kind: pause",
            "target: {role: server, mode: one}, kind: crash",
            "target: {role: server, mode: one}, kind: kill",
            "target: {node: proxy}, \(partition)\(other)}}}",
            "target: {node: Server 2}, \(partition)\(other)}}}",
            "target: {node: Server 2}, \(partition)proxy}}}",
            "target: {link: {from: proxy, to: \(other)}}, kind: {loss: 50%}",
            "target: {link: {from: \(other), to: proxy}}, kind: {loss: 50%}",
        ]
    }

    /// A deployment on two servers; every third version is not healthy.
    static func deployment(seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        let faults = (0..<1 + seed % 2).map { _ in
            fault(targets("deployer"), between: 900, and: 6_000, &random)
        }
        return """
            version: 1
            name: deployment
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
    static func scaling(seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        let targets = targets("autoscaler")
        let faults =
            [fault(targets, between: 500, and: 6_000, &random)]
            + [fault(targets, between: 12_500, and: 16_000, &random)]
            + (seed % 2 == 0 ? [fault(targets, between: 500, and: 20_000, &random)] : [])
        return """
            version: 1
            name: scaling
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
}
