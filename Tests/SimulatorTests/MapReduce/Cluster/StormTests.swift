import Testing

@testable import Simulator

/// Everything that can go wrong at once, in clusters of every kind.
struct StormTests {
    @Test(arguments: 0..<25 as Range<UInt64>)
    func `a storm of every fault changes no result`(seed: UInt64) {
        #expect(Self.bed(seed: seed).run().problems == [], "seed \(seed)")
    }

    @Test(arguments: 0..<15 as Range<UInt64>)
    func `a database that loses what was written changes no result`(seed: UInt64) {
        #expect(Self.lossyBed(seed: seed).run().problems == [], "seed \(seed)")
    }

    static func lossyBed(seed: UInt64) -> ClusterBed {
        var bed = bed(seed: seed)
        bed.isDurable = false
        bed.plans += [
            plan("database", every: 20, [.diskLostWrites(0.7)], lasting: 30),
            plan("database", every: 25, [.crash], lasting: 3),
        ]
        return bed
    }

    /// A cluster whose parts are drawn from the seed.
    static func bed(seed: UInt64) -> ClusterBed {
        var random = Xoshiro256(seed: seed)
        func draw(_ count: UInt64) -> Int { Int(random.next() % count) }
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.shuffle.store = draw(2) == 0 ? .redis : .local
        bed.settings.coordinators = 3
        bed.settings.subCoordinators = [0, 0, 2][draw(3)]
        bed.settings.coordinator.tasksThrough = draw(3) == 0 ? .topic : .calls
        bed.settings.coordinator.scheduling.speculation = Speculation.allCases[draw(4)]
        bed.settings.coordinator.scheduling.assignment = AssignmentPolicy.allCases[draw(2)]
        bed.settings.coordinator.scheduling.jobTimeout = .seconds(1_800)
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.settings.resultBatch = 1 + draw(30)
        bed.settings.mapMemory = bed.settings.costs.idleMemory + (draw(4) == 0 ? 20_000 : 1 << 20)
        bed.mappers = 1 + draw(8)
        bed.reducers = 1 + draw(4)
        bed.jobs = 3
        bed.keepsTime = false
        bed.plans = storm
        return bed
    }

    private static let storm: [FaultPlan] =
        FaultSweepTests.storm + [
            plan("sub-coordinator", every: 20, [.crash, .pause, .slow(50)], lasting: 20),
            plan("supervisor", every: 40, [.pause, .crash], lasting: 20),
            plan("database", every: 30, [.diskFull, .diskSlow(200), .slow(20)], lasting: 10),
            plan("map-worker", every: 30, [.diskFull, .diskLostWrites(1)], lasting: 30),
            plan(
                "coordinator",
                every: 20,
                [
                    .clockSkew(offset: .seconds(20), drift: 0),
                    .clockSkew(offset: .seconds(-20), drift: 0),
                    .clockSkew(offset: .zero, drift: 0.3), .clockSkew(offset: .zero, drift: -0.3),
                ],
                lasting: 30
            ),
            plan(
                "database",
                every: 40,
                [.clockSkew(offset: .seconds(15), drift: 0.1), .link(.duplication(0.5))],
                lasting: 20
            ),
            plan(
                "reduce-worker",
                every: 20,
                [
                    .partition(from: .role("coordinator"), isSymmetric: false),
                    .partition(from: .name("database"), isSymmetric: true),
                    .link(.latency(.exponential(mean: .seconds(2)))), .link(.duplication(0.7)),
                ],
                lasting: 20
            ),
            plan(
                "map-worker",
                every: 20,
                [
                    .partition(from: .role("coordinator"), isSymmetric: false),
                    .partition(from: .role("reduce-worker"), isSymmetric: true),
                    .link(.latency(.exponential(mean: .seconds(2)))),
                ],
                lasting: 20
            ),
        ]

    private static func plan(
        _ role: String,
        every seconds: Int,
        _ faults: [Fault],
        lasting duration: Int
    ) -> FaultPlan {
        FaultSweepTests.plan(role, every: seconds, faults, lasting: duration)
    }
}
