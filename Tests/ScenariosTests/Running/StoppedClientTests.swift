import Scenarios
import Simulator
import Testing

/// A client that crashes or stands still for good sends no more requests.
struct StoppedClientTests {
    /// The client sends a hundred requests a second from second 1 on.
    private func record(_ kind: String, until: String = "quiescent") throws -> RunRecord {
        try run(
            smallScenario(
                until: until,
                faults: "[{at: 3005ms, target: {role: client}, kind: \(kind)}]"
            )
        )
    }

    @Test(arguments: ["crash", "crash, for: 1s", "restart", "pause"])
    func `the requests that it does not send are told`(kind: String) throws {
        let record = try record(kind)
        #expect(record.outcome.ending == .quiescent && record.outcome.violations == [])
        #expect(record.metrics.total("requests.sent") == 201)
        #expect(record.metrics.total("requests.unsent") == 399)
        #expect(
            record.notes == ["the client stopped at 3.005 s: 399 of 600 requests were never sent"]
        )
        // Those under way were given up.
        #expect(record.broken == [:])
    }

    @Test
    func `requests that were due after the end of the run count for nothing`() throws {
        #expect(try record("crash", until: "3095ms").metrics.total("requests.unsent") == 9)
    }

    @Test(arguments: ["pause, for: 2s", "{slow: {factor: 2x}}"])
    func `a client that goes on sends all`(kind: String) throws {
        let record = try record(kind)
        #expect(record.metrics.total("requests.sent") == 600)
        #expect(record.metrics.total("requests.unsent") == 0)
        #expect(record.notes == [])
    }
}
