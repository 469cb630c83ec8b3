import Scenarios
import Simulator

extension RegressionWorkload {
    /// The workloads of the kernel.
    static let kernel = [
        RegressionWorkload("timers") { TimerWorkload.run(scale: 0.01) },
        RegressionWorkload("ping-pong") { PingPongWorkload.run(scale: 0.01) },
        RegressionWorkload("queue") { QueueWorkload.run(scale: 0.02) },
        RegressionWorkload("queue-handlers") { QueueWorkload.run(scale: 0.02, servers: .handlers) },
        RegressionWorkload("balancing") { try BalancingWorkload.run(scale: 0.01) },
        RegressionWorkload("balancing-handlers") {
            try BalancingWorkload.run(scale: 0.01, servers: .handlers)
        },
    ]

    /// What it costs to look at a run: the digest alone, what charts need, every message.
    static let observation = [
        RegressionWorkload("digest") { digest() },
        RegressionWorkload("trace-off") {
            try requests("trace-off", keeping: .withoutCharts)
        },
        RegressionWorkload("trace-charts") {
            try requests("trace-charts")
        },
        RegressionWorkload("trace-messages") {
            try requests("trace-messages", keeping: [.messages])
        },
    ]

    private static func digest() -> Measurement {
        let words: UInt64 = 100_000
        var digest = TraceDigest()
        for word in 0..<words { digest.fold(word, word &* 3) }
        return Measurement(workload: "digest", operations: Int(words), checks: [], digest: digest)
    }

    /// A thousand requests over the simulated network to three servers on a ring.
    private static func requests(
        _ name: String,
        keeping details: RunDetails = []
    ) throws -> Measurement {
        let text = """
            version: 1
            name: \(name)
            seed: 1
            cluster:
              servers: {count: 3, service: {exponential: 2ms}}
              balancer: {}
            workload:
              - requests: {count: 1_000, arrival: {poisson: 1_000/s}}
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: name).cells[0]
        let record = try ScenarioRunner().run(cell, keeping: details, observer: nil)
        return Measurement(
            workload: name,
            operations: record.metrics.total("requests.completed"),
            checks: [("messages", String(record.messages.count))],
            digest: record.outcome.digest
        )
    }
}
