import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

struct CheckResultTests {
    private func check(_ text: String, _ record: RunRecord) throws -> CheckResult {
        let scenario = try ResultFixture.load("expect: [\"\(text)\"]\n").cells[0].scenario
        return CheckResult(
            of: scenario.expectations[0],
            figures: RunFigures(of: record, in: scenario),
            invariants: record.invariants.map { (name: $0.key, problem: $0.value) }
        )
    }

    /// A run with 100 requests, one latency of 2^53 + 1 ns, and a share of one half.
    private var record: RunRecord {
        var record = ResultFixture.record(["Server 1": 50, "Server 2": 30, "Server 3": 20])
        record.metrics.record(
            MetricKey("latency", .init("server", "Server 1")),
            .nanoseconds(9_007_199_254_740_993)
        )
        return record
    }

    @Test(arguments: [
        ("requests == 100", true), ("requests == 99", false), ("requests != 100", false),
        ("requests != 99", true), ("requests < 100", false), ("requests < 101", true),
        ("requests <= 100", true), ("requests <= 99", false), ("requests > 100", false),
        ("requests > 99", true), ("requests >= 100", true), ("requests >= 101", false),
        ("requests == 98 +- 2", true), ("requests == 98 +- 1", false),
        ("requests != 98 +- 2", false), ("requests != 98 +- 1", true),
        ("requests == 100.5", false), ("requests < 100.5", true), ("requests >= 99.5", true),
        ("requests == 100.5 +- 0.5", true), ("requests == 100.5 +- 0.4", false),
    ])
    func `counts are compared exactly`(text: String, isHeld: Bool) throws {
        let result = try check(text, record)
        #expect(result.isHeld == isHeld)
        #expect(result.actual == .count(100))
        #expect(result.detail == nil)
    }

    /// As floating-point numbers all three would be the same.
    @Test(arguments: [
        ("latency.max == 9007199254740993ns", true), ("latency.max == 9007199254740992ns", false),
        ("latency.max > 9007199254740992ns", true), ("latency.max <= 9007199254740992ns", false),
        ("latency.max < 9007199254740994ns", true), ("latency.max >= 9007199254740994ns", false),
        ("latency.max != 9007199254740994ns", true),
        ("latency.max == 9007199254740991ns +- 2ns", true),
        ("latency.max == 9007199254740991ns +- 1ns", false), ("latency.max < 105d", true),
    ])
    func `durations are compared to the nanosecond`(text: String, isHeld: Bool) throws {
        #expect(try check(text, record).isHeld == isHeld)
    }

    @Test(arguments: [
        (#"share{server=\"Server 1\"} == 50%"#, true),
        (#"share{server=\"Server 1\"} < 0.5"#, false),
        (#"share{server=\"Server 2\"} == 29% +- 1.1%"#, true),
        (#"share{server=\"Server 2\"} >= 31%"#, false), ("load.max == 50", true),
        ("load.mean == 33.3333 +- 0.001", true), ("load.mean == 33.3333", false),
        ("load.max-to-min == 2.5", true),
    ])
    func `ratios and other numbers are compared as they are`(text: String, isHeld: Bool) throws {
        #expect(try check(text, record).isHeld == isHeld)
    }

    @Test(arguments: ["respawn.max < 1s", "respawn.max >= 0s", "respawn.max != 1s"])
    func `nothing holds of a figure that the run does not have`(text: String) throws {
        let result = try check(text, record)
        #expect(!result.isHeld)
        #expect(result.actual == nil)
        #expect(result.detail == "the run has no such figure")
    }

    @Test
    func `an infinite statistic is above every number`() throws {
        var record = record
        record.expectedShares = zip(["Server 1", "Server 2", "Server 3"], [1, 1, 0]).map {
            PlacementShare(name: $0, count: $1, total: 2)
        }
        #expect(try check("load.expected-chi-square > 1000000", record).isHeld)
        #expect(try !check("load.expected-chi-square == 3 +- 1", record).isHeld)
        #expect(try check("load.expected-p-value == 0", record).isHeld)
    }

    @Test
    func `an invariant holds when it was checked and nothing was wrong`() throws {
        var record = record
        let text = "invariant: every-request-answered-once"
        #expect(try check(text, record).isHeld)
        record.invariants["every-request-answered-once"] = .some("request 7 has no end")
        let broken = try check(text, record)
        #expect(!broken.isHeld)
        #expect(broken.detail == "request 7 has no end")
        record.invariants = [:]
        let unchecked = try check(text, record)
        #expect(!unchecked.isHeld)
        #expect(unchecked.detail == "it was not checked")
    }
}

struct VerdictTests {
    private func verdict(
        _ text: String,
        violations: [Violation.Property] = []
    ) throws -> ScenarioResult {
        let outcome = RunOutcome(
            ending: violations.isEmpty ? .quiescent : .violation,
            instant: .zero,
            events: 1,
            digest: TraceDigest(),
            violations: violations.map {
                Violation(property: $0, message: "m", seed: 42, instant: .zero, event: 1)
            }
        )
        return try ResultFixture.result(text, ResultFixture.record(outcome: outcome))
    }

    @Test
    func `expectations decide the exit code`() throws {
        #expect(try verdict("").verdict.exitCode == 0)
        #expect(try verdict("expect: [requests == 10_000]").verdict.exitCode == 0)
        #expect(try verdict("expect: [requests == 10_000, requests == 1]").verdict.exitCode == 1)
    }

    @Test
    func `claims never decide`() throws {
        let claim = "claims: [{source: s, says: t, check: requests == 1}]"
        let result = try verdict(claim)
        #expect(result.verdict == .held)
        #expect(result.cells[0].claims.map(\.check.isHeld) == [false])
        #expect(result.cells[0].claims.map(\.check.actual) == [.count(10_000)])
    }

    @Test
    func `a violation fails a run whose expectations hold`() throws {
        let text = "expect: [requests == 10_000]"
        #expect(try verdict(text, violations: [.stuck]).verdict.exitCode == 1)
        #expect(try verdict(text, violations: [.budget, .stuck]).verdict.exitCode == 1)
    }

    @Test
    func `a run that used up its budget decides nothing`() throws {
        #expect(try verdict("expect: [requests == 1]", violations: [.budget]).verdict.exitCode == 4)
    }

    @Test(arguments: [
        ([Verdict.held, .held], Verdict.held), ([.held, .undecided], .undecided),
        ([.undecided, .failed], .failed), ([.failed, .held], .failed), ([], .held),
    ])
    func `failures outweigh what is undecided`(verdicts: [Verdict], wanted: Verdict) {
        #expect(Verdict.combined(verdicts) == wanted)
    }
}
