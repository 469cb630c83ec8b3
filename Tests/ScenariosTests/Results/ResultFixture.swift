import OrderedCollections
import Simulator

@testable import Scenarios

/// Scenarios and records by hand, as runs would give them.
enum ResultFixture {
    /// Experiment A-1, with the counts and shares of its published oracle.
    static let counts =
        ["Server 1": 8_439, "Server 2": 484, "Server 3": 1_077] as OrderedDictionary

    /// The head and cluster of a scenario of three servers.
    static let head = """
        version: 1
        name: three
        title: Three servers
        seed: 42
        cluster:
          servers: {count: 3}
          balancer: {}
        workload:
          - requests: {count: 10_000}

        """

    /// A scenario of the head and these lines.
    static func load(_ lines: String, head: String = head) throws -> LoadedScenario {
        try ScenarioLoader.load(bytes: Array((head + lines).utf8), name: "three.yaml")
    }

    /// How a run ended well.
    static let outcome = RunOutcome(
        ending: .quiescent,
        instant: VirtualInstant(nanoseconds: 84_391_000_000),
        events: 40_123,
        digest: TraceDigest(),
        violations: []
    )

    /// A run that completed `counts` requests.
    static func record(
        _ counts: OrderedDictionary<String, Int> = counts,
        outcome: RunOutcome = outcome
    ) -> RunRecord {
        var record = RunRecord(seed: 42, outcome: outcome)
        for (server, count) in counts {
            record.metrics.count(
                MetricKey("requests.completed", .init("server", server), .init("status", "200")),
                count
            )
        }
        record.metrics.count(MetricKey("requests.sent"), counts.values.reduce(0, +))
        record.metrics.count(MetricKey("requests.lost"), 0)
        let shares = [108, 6, 14]
        record.expectedShares = zip(counts.keys, shares).map {
            PlacementShare(name: $0, count: $1, total: 128)
        }
        record.invariants["every-request-answered-once"] = .some(nil)
        return record
    }

    /// The result of the only run of a scenario.
    static func result(_ lines: String, _ record: RunRecord = record()) throws -> ScenarioResult {
        ScenarioResult(
            of: try load(lines),
            records: [record],
            command: "bench run three.yaml --seed 42"
        )
    }
}
