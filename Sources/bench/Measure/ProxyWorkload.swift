import Scenarios
import Simulator

/// A million requests through a proxy over the simulated network to three servers, the one with the
/// fewest requests under way first; with clients, checkers and everything that a report needs.
enum ProxyWorkload {
    static func run(scale: Double, runner: any ScenarioRunning) throws -> Measurement {
        let requests = max(1, Int(1_000_000 * scale))
        let text = """
            version: 1
            name: proxy
            seed: 1
            event-limit: 100_000_000_000
            cluster:
              servers: {count: 3, service: {exponential: 2ms}}
              proxy: {upstreams: [{strategy: least-connections}]}
            workload:
              - requests: {count: \(requests), arrival: {poisson: 1_000/s}, key: sequence}
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: "proxy").cells[0]
        let record = try runner.run(cell, observer: nil)
        var digest = TraceDigest()
        digest.fold(record.outcome.digest.value, record.outcome.events)
        let counts = cell.scenario.cluster.serverNames.map { server in
            String(record.metrics.total("requests.completed", .init("server", server)))
        }
        return Measurement(
            workload: "proxy",
            operations: record.metrics.total("requests.completed"),
            checks: [
                ("events", String(record.outcome.events)),
                ("counts", counts.joined(separator: "/")),
            ],
            digest: digest
        )
    }
}
