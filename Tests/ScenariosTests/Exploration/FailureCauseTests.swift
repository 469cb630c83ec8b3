import Simulator
import Testing

@testable import Scenarios

struct FailureCauseTests {
    @Test(arguments: [
        ("tasks map-3, map-17 and map-4 ran twice", "tasks map-# ran twice"),
        ("at 12.500000000s on broker-2: 3 of 10", "at #s on broker-#: # of #"),
        ("digest 00ff12ab34cd and", "digest # and"),
        ("the deceased", "the deceased"),
        ("a, b and c", "a, b and c"),
        ("", ""),
        ("v1.2.", "v#."),
    ])
    func `what differs between seeds is no part of a message's shape`(
        sentence: String,
        shape: String
    ) {
        #expect(MessageShape.of(sentence) == shape)
    }

    private static let lossy = """
        version: 1
        name: lossy
        seed: 5
        until: 60s
        cluster:
          servers: {count: 3, service: 10ms}
          balancer: {heartbeat: {every: 1s, timeout: 500ms, misses: 2, respawn: false}}
        workload: [{requests: {count: 1_000, arrival: {constant: 100/s}, timeout: 1s}}]
        faults:
          - {at: 3s, for: 2s, target: {node: Server 2}, kind: crash}
          - {at: 20s, target: {node: Server 1}, kind: pause}
        expect: [requests.completed == 1_000, invariant: servers-restored]
        """

    @Test
    func `a failed run says which check failed after which fault`() throws {
        let cell = try ScenarioLoader.load(bytes: Array(Self.lossy.utf8), name: "lossy").cells[0]
        let result = CellResult(of: cell, record: try ScenarioRunner().run(cell))
        let failures = result.failures
        #expect(failures.map(\.cause.checker).contains("requests.completed == 1_000"))
        // For figures, at the end of the run, no fault is the last one.
        #expect(failures.filter { !$0.isOfPromise }.allSatisfy { $0.cause.history == "" })
        let first = try #require(failures.first)
        #expect(!first.isOfPromise)
        #expect(first.cause.place == "" && first.message.hasPrefix("it is "))
        let injections = result.record.injections
        #expect(injections.map(\.subjects) == [["Server 2"], ["Server 1"]])
        #expect(injections.map(\.duration) == [.seconds(2), nil])
        #expect(injections.map(\.fault) == [.crash, .pause])
    }

    @Test
    func `a rule that is broken during the run has the fault before it`() throws {
        let cell = try ScenarioLoader.load(bytes: Array(Self.lossy.utf8), name: "lossy").cells[0]
        var record = try ScenarioRunner().run(cell)
        for (seconds, history) in [(2, ""), (4, "crash of Server #"), (30, "pause of Server #")] {
            record.outcome = RunOutcome(
                ending: .violation,
                instant: record.outcome.instant,
                events: 1,
                digest: TraceDigest(),
                violations: [
                    Violation(
                        property: .init("planted"),
                        message: "3 of 4 broke",
                        seed: cell.seed,
                        instant: .zero.advanced(by: .seconds(seconds)),
                        event: 1
                    )
                ]
            )
            let failures = CellResult(of: cell, record: record).failures
            #expect(failures.map(\.cause.history) == [history])
            #expect(failures.map(\.cause.place) == ["# of # broke"])
        }
    }
}
