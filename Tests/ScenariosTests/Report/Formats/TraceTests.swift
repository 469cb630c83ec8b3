import Foundation
import Simulator
import Testing

@testable import Scenarios

struct TraceTests {
    /// What a JSON reader that is not ours finds.
    private static func events() throws -> [[String: Any]] {
        var record = ResultFixture.record()
        record.observations = ResultFixture.observations
        record.timeline = [
            .init(
                instant: VirtualInstant(nanoseconds: 1_500),
                subject: "a",
                event: "\"<crashed>\"\n"
            )
        ]
        let text = TraceReport().render(ResultDocument(of: try ResultFixture.result("", record)))
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let trace = try #require(read as? [String: Any])
        return try #require(trace["traceEvents"] as? [[String: Any]])
    }

    private static func of(_ phase: String) throws -> [[String: Any]] {
        try events().filter { $0["ph"] as? String == phase }
    }

    @Test
    func `what lasted is a bar of its length on the track of its node`() throws {
        let bars = try Self.of("X")
        let task = try #require(bars.first { $0["name"] as? String == "map 1" })
        #expect(task["ts"] as? Double == 0.003)
        #expect(task["dur"] as? Double == 0.001)
        let details = try #require(task["args"] as? [String: String])
        #expect(details == ["of": "true", "outcome": "lost"])
        // A fault without an end lasts as long as the run.
        let fault = try #require(bars.first { $0["cat"] as? String == "fault" })
        #expect(fault["dur"] as? Double == 84_391_000 - 0.003)
    }

    @Test
    func `what happened is an instant, and text stays text`() throws {
        let instants = try Self.of("i")
        let crash = try #require(instants.first { $0["name"] as? String == "\"<crashed>\"\n" })
        #expect(crash["ts"] as? Double == 1.5)
        #expect(crash["s"] as? String == "t")
        #expect(instants.contains { $0["cat"] as? String == "fault" && $0["s"] as? String == "p" })
    }

    @Test
    func `an arrow goes from a bar that begins when it does to one that begins when it ends`()
        throws
    {
        let bars = try Self.of("X").filter { $0["cat"] as? String == "message" }
        let (begins, ends) = (try Self.of("s"), try Self.of("f"))
        // One of both messages arrived.
        #expect(bars.count == 3)
        #expect(begins.count == 1)
        #expect(ends.count == 1)
        for end in begins + ends {
            #expect(
                bars.contains {
                    $0["ts"] as? Double == end["ts"] as? Double
                        && $0["tid"] as? Int == end["tid"] as? Int
                }
            )
        }
        #expect(begins[0]["id"] as? Int == ends[0]["id"] as? Int)
        #expect(ends[0]["bp"] as? String == "e")
    }

    @Test
    func `what went up and down is a counter, in milliseconds where it is a duration`() throws {
        let counters = try Self.of("C")
        let values = counters.map { ($0["args"] as? [String: Double])?["value"] }
        #expect(values == [1e-6, 2500, 1.25e-7])
        #expect(counters.map { $0["ts"] as? Double } == [0.005, 0.025, 0.035])
    }

    @Test
    func `every request and every message of a run that kept them is shown`() throws {
        let cell = try cells(smallScenario())[0]
        let record = try ScenarioRunner().run(
            cell,
            keeping: [.requests, .messages],
            observer: nil
        )
        var document = ResultDocument(of: try ResultFixture.result("", record))
        document.cells[0].duration = Int(record.outcome.instant.nanoseconds)
        let text = TraceReport(details: [record]).render(document)
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let trace = try #require(read as? [String: Any])
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        func count(_ phase: String) -> Int { events.count { $0["ph"] as? String == phase } }
        let sent = record.metrics.total("requests.sent")
        #expect(sent > 0)
        #expect(count("b") == sent)
        #expect(count("e") == sent)
        #expect(count("s") == record.messages.count { $0.received != nil })
        #expect(count("s") > sent)
    }

    @Test
    func `every track has a name`() throws {
        let names = try Self.of("M").filter { $0["name"] as? String == "thread_name" }
        let named = Set(names.compactMap { $0["tid"] as? Int })
        let used = Set(try (Self.of("X") + Self.of("i")).compactMap { $0["tid"] as? Int })
        #expect(used.isSubset(of: named))
        #expect(named.count == names.count)
    }

    /// Interval graphs need as many lanes as intervals overlap at most.
    @Test
    func `what overlaps lies in lanes, as few as can be`() {
        let spans = [(0, 10), (2, 5), (3, 4), (5, 9), (4, 12), (10, 11)]
        let activities = spans.map {
            Activity(.task, of: "w", "\($0.0)", begin: $0.0, end: $0.1)
        }
        let lanes = ActivityLanes.of(activities, until: 20)
        #expect(lanes.map(\.activity.begin) == [0, 2, 3, 4, 5, 10])
        #expect(lanes.map(\.lane) == [0, 1, 2, 2, 1, 0])
        for (number, first) in lanes.enumerated() {
            for second in lanes.dropFirst(number + 1) where first.lane == second.lane {
                #expect(second.activity.begin >= first.activity.end ?? 20)
            }
        }
    }
}
