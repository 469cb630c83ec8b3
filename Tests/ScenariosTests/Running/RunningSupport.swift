import OrderedCollections
import Scenarios
import Simulator
import Testing

/// The cells of a scenario that is given as text.
func cells(_ text: String) throws -> [ScenarioCell] {
    try ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml").cells
}

/// Runs the only cell of a scenario that is given as text.
func run(_ text: String, plantedBug: BalancerPlantedBug? = nil) throws -> RunRecord {
    var runner = ScenarioRunner()
    runner.plantedBugs.balancer = plantedBug
    return try runner.run(try cells(text)[0])
}

extension RunRecord {
    /// Completed requests by server, those of status 200.
    var completed: [String: Int] {
        var counts: [String: Int] = [:]
        for (key, count) in metrics.counters where key.name == "requests.completed" && count > 0 {
            counts[key.labels[0].value, default: 0] += count
        }
        return counts
    }

    /// The invariants that do not hold, with what is wrong.
    var broken: [String: String] {
        var broken: [String: String] = [:]
        for (name, problem) in invariants {
            if let problem { broken[name] = problem }
        }
        return broken
    }
}

/// A small scenario: three servers behind a balancer and 600 requests in six seconds.
func smallScenario(
    seed: UInt64 = 42,
    count: Int = 600,
    schedule: String = "fifo",
    until: String = "quiescent",
    servers: String = "{count: 3, service: 2ms}",
    balancer: String = "{}",
    cluster: String = "",
    network: String = "{latency: 1ms}",
    faults: String = "[]",
    arrival: String = "{constant: 100/s}"
) -> String {
    """
    version: 1
    name: test
    title: A test
    seed: \(seed)
    schedule: \(schedule)
    until: \(until)
    network: \(network)
    cluster:
      servers: \(servers)
      balancer: \(balancer)
    \(cluster)
    workload:
      - requests: {count: \(count), arrival: \(arrival), from: 1s}
    faults: \(faults)
    """
}
