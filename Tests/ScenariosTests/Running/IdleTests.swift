import OrderedCollections
import Scenarios
import Simulator
import Testing

/// Scenarios whose heartbeats are skipped against the same scenarios in which each is sent.
struct IdleTests {
    private func scenario(
        _ idle: String,
        until: String,
        faults: String,
        latency: String
    ) -> String {
        smallScenario(
            count: 40,
            until: until,
            network: "{latency: \(latency)}",
            faults: faults,
            arrival: "{poisson: 0.05/s}"
        ) + "\nidle: \(idle)\n"
    }

    @Test(arguments: [
        ("quiescent", "[]", "1ms"),
        ("2h", "[{at: 1.2345s, target: {node: Server 2}, kind: crash}]", "{exponential: 1ms}"),
        (
            "1h",
            """
            [{every: 7m, for: 40s, target: {link: {from: balancer, to: Server 1}}, \
            kind: {latency: 9ms}}]
            """,
            "{uniform: 1ms...2ms}"
        ),
    ])
    func `the report is the same`(_ until: String, _ faults: String, _ latency: String) throws {
        let played = try run(scenario("play", until: until, faults: faults, latency: latency))
        let skipped = try run(scenario("skip", until: until, faults: faults, latency: latency))
        #expect(played.metrics.counters == skipped.metrics.counters)
        #expect(played.metrics.gauges == skipped.metrics.gauges)
        #expect(figures(of: played) == figures(of: skipped))
        #expect(!played.observations.series.isEmpty)
        #expect(played.observations == skipped.observations)
        #expect(played.outcome.instant == skipped.outcome.instant)
        #expect(played.outcome.events > 2 * skipped.outcome.events)
        #expect(played.outcome.digest != skipped.outcome.digest)
    }

    private func figures(of record: RunRecord) -> [String] {
        let names = Set(record.metrics.histograms.keys.map(\.name)).sorted()
        let figures = RunFigures(of: record, in: Scenario())
        return names.map { name in
            let histogram = figures.histogram(name)
            return "\(name) \(histogram?.count ?? 0) \(histogram?.total ?? .zero)"
        }
    }

    @Test func `another word is refused`() throws {
        #expect(throws: (any Error).self) {
            try cells(smallScenario() + "\nidle: jump\n")
        }
    }
}
