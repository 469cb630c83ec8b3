import Testing

@testable import Simulator

/// Jobs under random faults: whatever happens, the output is right, or the job says why it failed.
struct FaultSweepTests {
    /// Random crashes, pauses and disturbances of everything for two minutes, and then peace.
    static let storm: [FaultPlan] = [
        plan("map-worker", every: 20, [.crash, .pause, .slow(20)], lasting: 10),
        plan("reduce-worker", every: 25, [.crash, .pause, .slow(20)], lasting: 10),
        plan("coordinator", every: 40, [.crash, .pause], lasting: 15),
        plan("database", every: 60, [.crash, .pause, .diskSlow(50)], lasting: 5),
        plan("shuffle", every: 60, [.crash, .pause], lasting: 5),
        plan(
            "map-worker",
            every: 15,
            [
                .partition(from: nil, isSymmetric: true),
                .link(.loss(0.3)), .link(.duplication(0.5)),
                .link(.latency(.constant(.seconds(3)))),
            ],
            lasting: 10
        ),
        plan(
            "coordinator",
            every: 30,
            [
                .partition(from: nil, isSymmetric: false), .link(.loss(0.3)),
                .link(.duplication(0.5)),
            ],
            lasting: 20
        ),
    ]

    static func plan(
        _ role: String,
        every seconds: Int,
        _ faults: [Fault],
        lasting duration: Int
    ) -> FaultPlan {
        FaultPlan(
            .random(every: .exponential(mean: .seconds(seconds)), until: .seconds(120)),
            .role(role),
            .one,
            faults,
            lasting: .exponential(mean: .seconds(duration))
        )
    }

    @Test(arguments: 0..<30 as Range<UInt64>, [ShuffleSettings.Store.redis, .local])
    func `a storm of faults changes no result`(seed: UInt64, store: ShuffleSettings.Store) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.shuffle.store = store
        bed.settings.coordinators = 3
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.jobs = 3
        bed.plans = Self.storm
        let result = bed.run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty, "seed \(seed)")
    }
}
