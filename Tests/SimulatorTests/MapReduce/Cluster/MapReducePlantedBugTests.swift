import Testing

@testable import Simulator

/// Every bug that is planted is noticed.
struct MapReducePlantedBugTests {
    /// Enough seeds for the rarest of them.
    private static let seeds: Range<UInt64> = 0..<200

    @Test(arguments: MapReducePlantedBug.allCases)
    func `a checker notices it`(bug: MapReducePlantedBug) {
        let seed = Self.seeds.first { !Self.bed(bug, seed: $0).run().problems.isEmpty }
        #expect(seed != nil, "\(bug)")
    }

    /// Without the bug the same runs are faultless.
    @Test(arguments: MapReducePlantedBug.allCases)
    func `without it nothing is noticed`(bug: MapReducePlantedBug) {
        for seed in 0..<2 as Range<UInt64> {
            var bed = Self.bed(bug, seed: seed)
            bed.plantedBug = nil
            #expect(bed.run().problems == [], "\(bug), seed \(seed)")
        }
    }

    static func bed(_ bug: MapReducePlantedBug, seed: UInt64) -> ClusterBed {
        var bed = ClusterBed()
        bed.seed = seed
        bed.plantedBug = bug
        bed.settings.coordinators = 2
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.plans = FaultSweepTests.storm
        bed.patience = .seconds(900)
        switch bug {
        case .combinesMeans:
            bed.map = FunctionCall("WORD_LENGTHS")
            bed.reduce = FunctionCall("MEAN")
        case .readsBoundaryRecordsTwice:
            bed.mappers = 7
        case .keepsOutputOfTheDead:
            bed.settings.shuffle.store = .local
            bed.settings.coordinator.scheduling.restartsMaximum = .max
        case .completesBeforePersisting:
            // Results are in the database, whose coordinator is cut off and then gone.
            bed.jobs = 4
            bed.settings.costs.perKey = .milliseconds(20)
            bed.plans = [
                cut("coordinator", from: .name("database"), every: 5, lasting: 20),
                FaultSweepTests.plan("coordinator", every: 15, [.crash], lasting: 3),
            ]
        case .readsResultsOfAllAttempts:
            // A worker that nobody hears writes its results, and so does the next one.
            bed.settings.costs.perKey = .milliseconds(20)
            bed.plans = [cut("reduce-worker", from: .role("coordinator"), every: 3, lasting: 30)]
        case .forgetsFailures:
            // Nothing fits into the shuffle.
            bed.settings.shuffle.memory = 100_000
            bed.plans = []
        case .takesPartsForTheWhole:
            // A server dies while map output is written, and its replica is a second behind.
            let server = "shuffle-\(seed % 3 + 1)"
            bed.settings.shuffleServers = 3
            bed.settings.shuffle.replicasPerMaster = 1
            bed.settings.shuffle.pipeline = 2
            bed.settings.shuffle.operationsPerSecond = 500
            bed.mappers = 8
            bed.plans = [
                FaultPlan(
                    .once(at: .zero),
                    .link(from: server, to: "\(server)-replica-1"),
                    .all,
                    [.link(.latency(.constant(.seconds(1))))]
                ),
                FaultPlan(
                    .once(at: .milliseconds(1_500 + 37 * seed % 4_000)),
                    .name(server),
                    .all,
                    [.crash],
                    lasting: .constant(.seconds(60))
                ),
            ]
        case .acceptsDuplicateCompletions:
            bed.settings.coordinator.scheduling.speculation = .spark3
        case .believesOldHeartbeats:
            // Signs of life crawl, and the shuffle is away now and then.
            bed.settings.heartbeat = .seconds(1)
            bed.settings.coordinator.scheduling.attemptsMaximum = .max
            bed.settings.coordinator.scheduling.jobTimeout = .seconds(100_000)
            bed.plans = [
                FaultSweepTests.plan("shuffle", every: 5, [.crash], lasting: 10),
                FaultPlan(
                    .once(at: .zero),
                    .role("map-worker"),
                    .all,
                    [.link(.latency(.exponential(mean: .milliseconds(300))))]
                ),
            ]
        case .forgetsFailuresOfTheDead:
            // No map task fits into a worker, and a new worker takes longer than its death.
            bed.settings.mapMemory = bed.settings.costs.idleMemory
            bed.settings.restartDelay = .seconds(40)
            bed.settings.coordinator.scheduling.jobTimeout = .seconds(100_000)
            bed.plans = []
        case .keepsOutputOfEndedJobs:
            bed.looksForLeftovers = true
            bed.plans = []
        case .staysBusyWhileReporting:
            bed.jobs = 4
            bed.mappers = 6
            bed.plans = []
        case .handsOutWhatIsLeft:
            bed.isDurable = false
            bed.jobs = 4
            bed.settings.resultBatch = 5
            bed.plans = [
                FaultPlan(.once(at: .zero), .role("database"), .all, [.diskLostWrites(0.8)]),
                FaultSweepTests.plan("database", every: 5, [.crash], lasting: 1),
            ]
        default: break
        }
        return bed
    }

    private static func cut(
        _ role: String,
        from other: NodeSelector,
        every seconds: Int,
        lasting duration: Int
    ) -> FaultPlan {
        FaultSweepTests.plan(
            role,
            every: seconds,
            [.partition(from: other, isSymmetric: true)],
            lasting: duration
        )
    }
}

extension ClusterBed.Result {
    /// What is wrong with the run.
    var problems: [String] { findings + run.violations.map(\.description) }
}
