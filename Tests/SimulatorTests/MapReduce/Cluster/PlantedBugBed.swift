@testable import Simulator

/// The cluster, and the faults, under which each planted bug shows soon.
enum PlantedBugBed {
    static func bed(_ bug: MapReducePlantedBug, seed: UInt64) -> ClusterBed {
        var bed = ClusterBed()
        bed.seed = seed
        bed.plantedBug = bug
        bed.settings.coordinators = 2
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.plans = FaultSweepTests.storm
        bed.patience = .seconds(900)
        switch bug {
        case .readsBoundaryRecordsTwice, .combinesMeans, .partitionsByProcess:
            bed.plans = []
            bed.mappers = 7
            guard bug == .combinesMeans else { break }
            bed.map = FunctionCall("WORD_LENGTHS")
            bed.reduce = FunctionCall("MEAN")
        case .keepsOutputOfTheDead:
            bed.settings.shuffle.store = .local
            bed.mustComplete = true
            bed.plans = [crashes("map-worker", every: 5, lasting: 5)]
        case .repeatsCommits:
            bed.settings.costs.perEvent = .milliseconds(1)
            bed.plans = [lateCommits]
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
        case .keepsOutputOfEndedJobs:
            bed.looksForLeftovers = true
            bed.plans = []
        case .staysBusyWhileReporting:
            bed.jobs = 4
            bed.mappers = 6
            bed.plans = []
        case .consumesWhatIsNotDone, .forgetsWhatWasConsumed: consume(bug, in: &bed)
        default: provoke(bug, in: &bed)
        }
        return bed
    }

    /// Jobs read lines as they come, each of which is for one of them.
    private static func consume(_ bug: MapReducePlantedBug, in bed: inout ClusterBed) {
        bed.growth = 2
        bed.jobs = 6
        bed.plans = [crashes("coordinator", every: 20, lasting: 15)]
        guard bug == .consumesWhatIsNotDone else { return }
        // The shuffle is away until the first jobs have failed.
        bed.settings.coordinator.scheduling.jobTimeout = .seconds(20)
        bed.plans = [
            FaultPlan(
                .once(at: .seconds(9)),
                .role("shuffle"),
                .all,
                [.crash],
                lasting: .constant(.seconds(45))
            )
        ]
    }

    /// Bugs that need faults of their own.
    /// What is said to the database when the job is taken arrives after its end.
    private static let lateCommits = FaultPlan(
        .once(at: .milliseconds(490)),
        .role("database"),
        .all,
        [.link(.latency(.constant(.seconds(3))))],
        lasting: .constant(.milliseconds(600))
    )

    private static func provoke(_ bug: MapReducePlantedBug, in bed: inout ClusterBed) {
        switch bug {
        case .completesBeforePersisting:
            // The leader hears of the last results, and cannot write that down any more.
            bed.reducers = 1
            bed.settings.costs.perKey = .milliseconds(30)
            bed.plans = [
                FaultPlan(
                    .once(at: .seconds(6)),
                    .role("coordinator"),
                    .leader,
                    [.partition(from: .name("database"), isSymmetric: true)],
                    lasting: .constant(.seconds(30))
                )
            ]
        case .readsResultsOfAllAttempts:
            // A worker that nobody hears writes its results, and so does the next one.
            bed.settings.costs.perKey = .milliseconds(20)
            bed.plans = [cut("reduce-worker", from: .role("coordinator"), every: 3, lasting: 30)]
        case .believesOldHeartbeats:
            // Signs of life crawl, and the shuffle is away now and then.
            bed.settings.heartbeat = .seconds(1)
            bed.settings.coordinator.scheduling.attemptsMaximum = .max
            bed.settings.coordinator.scheduling.jobTimeout = .seconds(100_000)
            bed.patience = .seconds(300)
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
            bed.patience = .seconds(400)
            bed.plans = []
        case .handsOutWhatIsLeft:
            bed.isDurable = false
            bed.jobs = 4
            bed.settings.resultBatch = 5
            bed.plans = [
                FaultPlan(.once(at: .zero), .role("database"), .all, [.diskLostWrites(0.8)]),
                FaultSweepTests.plan("database", every: 5, [.crash], lasting: 1),
            ]
        case .actsAfterItsLease:
            bed.plans = [
                FaultPlan(
                    .random(every: .exponential(mean: .seconds(15)), until: .seconds(120)),
                    .role("coordinator"),
                    .leader,
                    [.pause],
                    lasting: .uniform(.seconds(10), .seconds(25))
                )
            ]
        default: break
        }
    }

    private static func crashes(
        _ role: String,
        every seconds: Int,
        lasting duration: Int
    ) -> FaultPlan {
        FaultPlan(
            .random(every: .exponential(mean: .seconds(seconds)), until: .seconds(100)),
            .role(role),
            .one,
            [.crash],
            lasting: .constant(.seconds(duration))
        )
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
