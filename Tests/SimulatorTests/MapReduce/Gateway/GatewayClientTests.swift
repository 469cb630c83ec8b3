import OrderedCollections
import Testing

@testable import Simulator

/// Jobs through gateways, while whatever can go wrong does.
struct GatewayClientTests {
    @Test func `an outcome is that of a client of the coordinators`() {
        var bed = ClusterBed()
        bed.settings.gateways = 1
        bed.jobs = 2
        let result = bed.run()
        #expect(result.run.violations.isEmpty && result.findings.isEmpty)
        #expect(result.outcomes.map(\.status) == [.completed, .completed])
        #expect(result.outcomes.allSatisfy { $0.results?.count == 2 })
    }

    @Test func `a job that cannot be is failed with the reasons`() {
        var bed = ClusterBed()
        bed.settings.gateways = 1
        bed.map = FunctionCall("WORD_CONT")
        let result = bed.run()
        #expect(result.outcomes.map(\.status) == [.failed])
        #expect(result.outcomes[0].error?.contains("did you mean 'word-count'?") == true)
    }

    /// The leader dies within the time that a submission takes.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `a coordinator that dies while it takes a job leaves one job`(seed: UInt64) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.gateways = 1
        bed.settings.coordinators = 2
        bed.plans = ["coordinator-1", "coordinator-2"].map { name in
            FaultPlan(
                .once(at: .microseconds(Int(500_000 + seed * 500))),
                .name(name),
                .all,
                [.crash],
                lasting: .constant(.seconds(5))
            )
        }
        let result = bed.run()
        #expect(result.findings.isEmpty)
        #expect(result.outcomes.map(\.status) == [.completed])
        #expect(result.tables.rows(of: "jobs").count == 1, "seed \(seed)")
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `a storm of faults changes no result and makes no second job`(seed: UInt64) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.gateways = 2
        bed.settings.coordinators = 3
        bed.settings.databaseReplicas = 1
        bed.settings.gateway.breaker = .init(window: 5, minimumCalls: 5, wait: .seconds(10))
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.jobs = 3
        bed.plans =
            FaultSweepTests.storm + [
                FaultSweepTests.plan(
                    "gateway",
                    every: 10,
                    [.crash, .pause, .link(.loss(0.5)), .link(.duplication(0.5))],
                    lasting: 10
                )
            ]
        let result = bed.run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty, "seed \(seed)")
        #expect(result.tables.rows(of: "jobs").count == 3, "seed \(seed)")
    }
}
