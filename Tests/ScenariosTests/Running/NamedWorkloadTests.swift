import Scenarios
import Simulator
import Testing

/// Figures of workloads that have a name, which are computed by hand: every message takes 1 ms, a
/// request four of them and its service, and the first one two more to connect.
struct NamedWorkloadTests {
    private static func scenario(_ report: String, matrix: String = "") -> String {
        """
        version: 1
        name: named
        title: Named workloads
        seed: 1
        network: {latency: 1ms}
        cluster:
          servers: {count: 1, service: 5ms, endpoints: [{path: /voice, service: 50ms}]}
          proxy: {}
        \(matrix)
        workload:
          - requests: {name: short, count: 40, arrival: {constant: 10/s}}
          - requests: {name: voice, path: /voice, count: 10, from: 10s, arrival: {constant: 10/s}}
          - requests: {name: voice, method: POST, count: 30, from: 20s, arrival: {constant: 10/s}}
          - requests: {count: 20, method: POST, from: 30s, arrival: {constant: 10/s}}
        expect:
          - 'workload-latency.max{name="short"} == 11ms +- 10us'
          - 'workload-latency.p50{name="short"} == 9ms +- 50us'
          - 'workload-latency.mean{name="voice"} == 54ms +- 50us'
          - workload-latency.max == 54ms +- 50us
          - 'workload-availability{name="short"} == 1'
          - 'workload-availability{name="voice"} == 0.25'
          - workload-availability == 0.625
          - availability == 0.5
        report: \(report)
        """
    }

    private func result(_ text: String) throws -> ScenarioResult {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "named.yaml")
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        return ScenarioResult(of: loaded, records: records, command: "bench run named.yaml")
    }

    @Test
    func `a name narrows latency and availability to its workloads`() throws {
        let result = try result(Self.scenario("[]"))
        for check in result.cells[0].expectations {
            #expect(check.isHeld, "\(check)")
        }
    }

    @Test
    func `a report has a row for each workload with a name`() throws {
        let one = TextReport().render(try result(Self.scenario("[quantiles: workload-latency]")))
        #expect(one.contains("\n  workload"))
        #expect(one.contains("\n  all  "))
        #expect(one.contains("\n  short "))
        #expect(one.contains("\n  voice "))
        let cells = "matrix: {cells: [{label: first}, {label: second, seed: 2}]}"
        let text = Self.scenario("[quantiles: workload-latency]", matrix: cells)
        let many = TextReport().render(try result(text))
        for row in ["first: short", "first: voice", "second: short", "second: voice"] {
            #expect(many.contains("\n  \(row) "), "\(many)")
        }
    }

    @Test
    func `figures for programs have each workload`() throws {
        let result = try result(Self.scenario("[]"))
        let figures = result.cells[0].figures.all(in: result.cells[0].scenario)
        let named = figures.map(\.reference.description)
        #expect(named.contains(#"workload-availability{name="voice"}"#))
        #expect(named.contains(#"workload-latency.p99{name="short"}"#))
    }
}
