package import Scenarios
import Simulator

/// Requests through a proxy over the simulated network, each to the server with the fewest requests
/// under way; with clients, checkers and everything that a report needs.
package enum ProxyWorkload {
    /// A million requests, three servers.
    package static func run(scale: Double, runner: any ScenarioRunning) throws -> Measurement {
        let record = try record(
            servers: "{count: 3, service: {exponential: 2ms}}",
            requests: "arrival: {poisson: 1_000/s}, key: sequence",
            scale: scale,
            runner: runner
        )
        return measurement("proxy", record, of: ["Server 1", "Server 2", "Server 3"])
    }

    /// A million requests of a hundred thousand clients, each of which waits for its answer and
    /// thinks; ten thousand servers.
    package static func runLarge(scale: Double, runner: any ScenarioRunning) throws -> Measurement {
        let first = "think-first: true"
        let record = try record(
            servers: "{count: 10_000, service: {exponential: 100ms}}",
            requests: "arrival: {closed: {clients: 100_000, think: {exponential: 2s}, \(first)}}",
            scale: scale,
            runner: runner
        )
        return measurement("proxy-large", record, of: ["Server 1", "Server 10000"])
    }

    private static func record(
        servers: String,
        requests: String,
        scale: Double,
        runner: any ScenarioRunning
    ) throws -> RunRecord {
        let count = max(1, Int(1_000_000 * scale))
        let text = """
            version: 1
            name: proxy
            seed: 1
            event-limit: 100_000_000_000
            cluster:
              servers: \(servers)
              proxy: {upstreams: [{strategy: least-connections}]}
            workload:
              - requests: {count: \(count), \(requests)}
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: "proxy").cells[0]
        return try runner.run(cell, observer: nil)
    }

    private static func measurement(
        _ workload: String,
        _ record: RunRecord,
        of servers: [String]
    ) -> Measurement {
        var digest = TraceDigest()
        digest.fold(record.outcome.digest.value, record.outcome.events)
        let counts = servers.map { server in
            String(record.metrics.total("requests.completed", .init("server", server)))
        }
        return Measurement(
            workload: workload,
            operations: record.metrics.total("requests.completed"),
            checks: [
                ("events", String(record.outcome.events)),
                ("counts", counts.joined(separator: "/")),
            ],
            digest: digest
        )
    }
}
