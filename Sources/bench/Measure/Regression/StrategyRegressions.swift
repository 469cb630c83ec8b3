import Scenarios
import Simulator

extension RegressionWorkload {
    /// Every strategy of the reverse proxy, through everything that a request passes.
    static let strategies = [
        ("round-robin", "round-robin"), ("least-connections", "least-connections"),
        ("least-time", "least-time"), ("ip-hash", "ip-hash"), ("hash", "hash"),
        ("consistent-hash", "consistent-hash"), ("random", "random"),
        ("random-two", "random-two"), ("least-request", "least-request"),
        ("bounded-load", "{bounded-load: {factor: 1.25x}}"),
        ("peak-ewma", "{peak-ewma: {decay: 10s}}"),
        ("health", "{health: {halving-time: 100ms}}"),
    ].map { name, strategy in
        RegressionWorkload("strategy-\(name)") { try requests(by: strategy, called: name) }
    }

    /// Two thousand requests to four hundred servers: so many that a look at each of them would be
    /// seen among the instructions of a request.
    private static func requests(by strategy: String, called name: String) throws -> Work {
        let text = """
            version: 1
            name: \(name)
            seed: 1
            cluster:
              servers: {count: 400, service: {exponential: 50ms}}
              proxy: {upstreams: [{strategy: \(strategy)}]}
            workload:
              - requests: {count: 2_000, arrival: {poisson: 2_000/s}, key: sequence}
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: name).cells[0]
        return {
            let record = try ScenarioRunner().run(cell, keeping: .withoutCharts, observer: nil)
            return Measurement(
                workload: "strategy-\(name)",
                operations: record.metrics.total("requests.completed"),
                checks: [],
                digest: record.outcome.digest
            )
        }
    }
}
