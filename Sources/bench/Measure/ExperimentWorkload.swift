package import Scenarios
import Simulator

/// The shipped scenario a-1 a hundred times: a million requests through clients, network, balancer
/// and servers, with everything that a report needs.
package enum ExperimentWorkload {
    /// Runs it, as often as `scale` says.
    package static func run(scale: Double, runner: any ScenarioRunning) throws -> Measurement {
        let cell = try ScenarioLoader.load("a-1").cells[0]
        var requests = 0
        var events: UInt64 = 0
        var digest = TraceDigest()
        for _ in 0..<max(1, Int(100 * scale)) {
            let record = try runner.run(cell, observer: nil)
            requests += record.metrics.total("requests.completed")
            events += record.outcome.events
            digest.fold(record.outcome.digest.value, record.outcome.events)
        }
        return Measurement(
            workload: "a-1",
            operations: requests,
            checks: [("events", String(events))],
            digest: digest
        )
    }
}
