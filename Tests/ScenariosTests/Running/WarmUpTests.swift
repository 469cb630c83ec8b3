import OrderedCollections
import Testing

@testable import Scenarios
@testable import Simulator

/// Figures without the requests of a warm-up, computed by hand: messages take no time, and a server
/// serves 10 requests that come at once, one a second, and later one request a second at once.
struct WarmUpTests {
    private func scenario(warmUp: String) -> String {
        """
        version: 1
        name: warm
        seed: 1
        network: {latency: 0s}
        cluster:
          servers: {count: 1, service: 1s, endpoints: [{path: /quick, service: 1ms}]}
          proxy: {}
        workload:
          - requests: {name: crowd, count: 10, from: 2s, arrival: {constant: 1_000_000/s}}
          - requests: {name: few, count: 40, from: 1s, path: /quick, arrival: {constant: 1/s}\(warmUp)}
        """
    }

    private func figures(_ warmUp: String) throws -> (RunRecord, (String) throws -> FigureValue?) {
        let cell = try cells(scenario(warmUp: warmUp))[0]
        let record = try ScenarioRunner().run(cell)
        let figures = RunFigures(of: record, in: cell.scenario)
        return (
            record,
            { name in
                let all = figures.all(in: cell.scenario)
                return try #require(all.first { $0.reference.description == name }, "\(name)").value
            }
        )
    }

    @Test
    func `requests of the warm-up stand in no figure`() throws {
        // Those from 1 s to 20 s meet the crowd; from 21 s on each takes a millisecond.
        let (record, value) = try figures(", warm-up: 20s")
        #expect(try value("requests.sent") == .count(10 + 20))
        #expect(try value("requests.completed") == .count(10 + 20))
        #expect(try value(#"workload-latency.max{name="few"}"#) == .duration(.milliseconds(1)))
        #expect(try value(#"workload-latency.p99.9{name="crowd"}"#) != .duration(.zero))
        #expect(try value("availability") == .ratio(1))
        #expect(try value("load.mean") == .number(30))
        #expect(record.metrics.total("attempts") == 50)
        #expect(record.invariants["every-request-answered-once"] == .some(nil))
    }

    @Test
    func `a warm-up changes no event, and without it all requests are counted`() throws {
        let (warm, _) = try figures(", warm-up: 20s")
        let (cold, value) = try figures("")
        #expect(warm.outcome == cold.outcome)
        #expect(try value("requests.sent") == .count(50))
        let slow = try value(#"workload-latency.max{name="few"}"#)
        guard case .duration(let time) = slow else {
            Issue.record("\(slow as Any)")
            return
        }
        #expect(time > .seconds(5))
    }

    @Test
    func `the span of the throughput begins after the warm-up`() throws {
        let text = """
            version: 1
            name: warm
            seed: 1
            network: {latency: 0s}
            cluster: {servers: {count: 1, service: 500ms}, proxy: {}}
            workload:
              - requests: {for: 100s, warm-up: 80s, arrival: {constant: 1/s}}
            """
        let cell = try cells(text)[0]
        let record = try ScenarioRunner().run(cell)
        // Requests 80 to 99: from 80 s to 99.5 s.
        let span = record.metrics.histograms[MetricKey("requests.span")]
        #expect(span?.maximum == .milliseconds(19_500))
        #expect(record.metrics.total("requests.completed") == 20)
    }

    @Test
    func `a request that is lost in the warm-up is lost, and counts as nothing else`() {
        let log = RequestLog()
        let key = PlacementKey(1)
        for _ in 0..<2 { _ = log.begin(key, intended: .zero, deadline: nil) }
        log.end(0, at: .zero, .response(status: 200, server: "Server 1"))
        var tally = RequestTally(of: ["Server 1"], gateway: "proxy")
        for entry in log.entries { tally.add(entry, isCounted: false, cutAt: nil) }
        var metrics = Metrics()
        tally.count(in: &metrics)
        #expect(metrics.total("requests.lost") == 1)
        #expect(metrics.total("requests.sent") == 0)
        #expect(metrics.total("requests.completed") == 0)
    }
}
