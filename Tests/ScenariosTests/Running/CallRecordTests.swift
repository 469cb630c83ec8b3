import OrderedCollections
import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// Calls with what they expect.
struct CallRecordTests {
    private func result(_ calls: String, servers: String = "{count: 3}") throws -> ScenarioResult {
        let text = """
            version: 1
            name: calls
            seed: 1
            cluster: {servers: \(servers), balancer: {retries: {tries: 3, timeout: 1s}}}
            workload:
              - calls:
            \(calls)
            """
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "calls.yaml")
        let record = try ScenarioRunner().run(loaded.cells[0])
        return ScenarioResult(of: loaded, records: [record], command: "bench run calls.yaml")
    }

    @Test
    func `a call that is not answered as it expects fails the run, and says what came back`() throws
    {
        let result = try result(
            """
                  - {at: 1s, path: /rep, expect: {json: {message: {N: 99}}}}
                  - {at: 2s, path: /rep, expect: {json: {message: {N: 3}}}}
            """
        )
        #expect(result.verdict == .failed)
        let checks = result.cells[0].expectations
        #expect(checks.map(\.isHeld) == [false, true])
        #expect(checks[0].text.hasPrefix("call: GET /rep at 1s gives status 200, json"))
        #expect(checks[0].detail?.hasPrefix("status 200, body '{\"message\":{\"N\":3") == true)
        let timeline = result.cells[0].record.timeline
        #expect(timeline.map(\.subject) == ["GET /rep"])
        #expect(timeline.first?.instant == .zero.advanced(by: .seconds(1)))
        #expect(timeline.first?.event.contains("\"N\":3") == true)
        let text = TextReport().render(result)
        #expect(text.contains("failed: 1 of 2 expectations"))
        #expect(text.contains("✗ call: GET /rep at 1s"))
        #expect(text.contains("✓ call: GET /rep at 2s"))
        #expect(JSONReport().render(result).contains("\"held\": false"))
    }

    @Test
    func `a call without an expectation decides nothing`() throws {
        let result = try result("      - {at: 1s, path: /nope}")
        #expect(result.verdict == .held)
        #expect(result.cells[0].expectations.isEmpty)
        #expect(result.cells[0].record.metrics.total("calls.failed") == 1)
    }

    @Test
    func `many calls that are answered as expected are one line of a short report`() throws {
        let calls = (1...30).map { "      - {at: \($0)s, path: /rep, expect: {status: 200}}" }
        let wrong = "      - {at: 31s, path: /rep, expect: {status: 404}}"
        let result = try result((calls + [wrong]).joined(separator: "\n"))
        let short = TextReport().render(result)
        #expect(short.contains("✓ 30 calls answered as expected"))
        #expect(short.contains("✗ call: GET /rep at 31s gives status 404"))
        #expect(TextReport(isFull: true).render(result).contains("✓ call: GET /rep at 7s"))
    }

    /// A server of one worker and a second of work, asked three times by a patient balancer.
    @Test
    func `attempts at calls do not count as attempts at requests`() throws {
        let result = try result(
            "      - {at: 1s, path: /home, expect: {status: 502}}",
            servers: "{count: 1, service: 5s}"
        )
        #expect(result.verdict == .held)
        let metrics = result.cells[0].record.metrics
        #expect(metrics.total("requests.retried") == 0)
        #expect(metrics.total("calls.retried") == 2)
    }
}
