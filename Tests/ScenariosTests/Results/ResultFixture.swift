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

    /// Observations of every kind.
    static var observations: RunObservations {
        var observations = RunObservations()
        observations.series = [
            TimeSeries(
                "latency",
                statistic: "p99",
                labels: [.init(name: "server", value: "1")],
                unit: .duration,
                begin: 5,
                window: 10,
                values: [1, nil, 2.5e9, 0.125]
            )
        ]
        observations.curves = [
            DistributionCurve(
                "latency",
                count: 3,
                points: [.init(duration: 1, fraction: 0.25), .init(duration: 7, fraction: 1)]
            )
        ]
        observations.activities = [
            Activity(.task, of: "null", "map 1", group: "true", begin: 3, end: 4, outcome: "lost"),
            Activity(.fault, of: "a -> b", "crash", begin: 3, end: nil),
        ]
        observations.activitiesOmitted = 2
        observations.ring = RingArcs(
            servers: ["a", "b"],
            arcs: [.init(server: 1, begin: 0, end: 0.25), .init(server: 0, begin: 0.25, end: 1)]
        )
        observations.flows = KeyFlows(servers: ["a", "b"], counts: [[1, 2], [0, 4]])
        observations.messages = [
            ObservedMessage(from: "a", to: "b", "get", sent: 1, received: nil),
            ObservedMessage(from: "b", to: "a", "\"get\"\n", sent: 2, received: 3),
        ]
        return observations
    }
}
