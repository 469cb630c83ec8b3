import Scenarios
import Simulator

extension SoughtBug {
    /// The bugs of MapReduce jobs and of their database.
    static var ofJobs: [SoughtBug] {
        MapReducePlantedBug.allCases.map { bug in
            SoughtBug("map-reduce", bug, bug.meaning, in: bed(of: bug)) { $0.mapReduce = bug }
        }
            + DatabasePlantedBug.allCases.map { bug in
                SoughtBug("database", bug, bug.meaning, in: powerless) { $0.database = bug }
            }
    }

    private static let storm = BugBed("storm", scenario: JobScenarios.storm)
    private static let lateCommits = BugBed("late-commits", scenario: JobScenarios.lateCommits)
    private static let cutLeader = BugBed("cut-leader", scenario: JobScenarios.cutLeader)
    private static let silence = BugBed("silent-workers", scenario: JobScenarios.silentWorkers)
    private static let pauses = BugBed("paused-leaders", scenario: JobScenarios.pausedLeaders)
    private static let fullShuffle = BugBed("full-shuffle", scenario: JobScenarios.fullShuffle)
    private static let stale = BugBed("stale-replicas", scenario: JobScenarios.staleReplicas)
    private static let lyingDisk = BugBed("lying-disk", scenario: JobScenarios.lyingDisk)
    private static let powerless = BugBed("powerless", scenario: JobScenarios.powerless)
    private static let stream = BugBed("stream", scenario: JobScenarios.stream)

    private static func bed(of bug: MapReducePlantedBug) -> BugBed {
        switch bug {
        case .acceptsDuplicateCompletions, .ignoresTheEpoch, .forgetsLostMapOutput,
            .sharesListsBetweenAttempts, .repeatsPushes, .partitionsByProcess,
            .readsBoundaryRecordsTwice:
            storm
        case .completesBeforePersisting: cutLeader
        case .readsResultsOfAllAttempts: silence
        case .forgetsFailures: fullShuffle
        case .repeatsCommits: lateCommits
        case .takesPartsForTheWhole: stale
        case .actsAfterItsLease: pauses
        case .handsOutWhatIsLeft: lyingDisk
        case .consumesWhatIsNotDone, .forgetsWhatWasConsumed: stream
        case .keepsOutputOfTheDead: crashingMaps
        case .combinesMeans: means
        case .believesOldHeartbeats: crawlingSigns
        case .forgetsFailuresOfTheDead: smallWorkers
        case .keepsOutputOfEndedJobs, .staysBusyWhileReporting: quiet
        }
    }

    private static func bed(
        _ name: String,
        _ change: @escaping @Sendable (inout JobBed) -> Void
    ) -> BugBed {
        BugBed(name) { seed, bugs in
            var bed = JobBed()
            change(&bed)
            return bed.run(seed: seed, planting: bugs.mapReduce)
        }
    }

    /// Workers crash that have map output which nobody else has.
    private static let crashingMaps = bed("crashing-maps") { bed in
        bed.settings.shuffle.store = .local
        bed.mustComplete = true
        bed.plans = [
            FaultPlan(
                .random(every: .exponential(mean: .seconds(5)), until: .seconds(100)),
                .role("map-worker"),
                .one,
                [.crash],
                lasting: .constant(.seconds(5))
            )
        ]
    }

    /// The mean length of words by their first letter.
    private static let means = bed("means") { bed in
        bed.mappers = 7
        bed.map = FunctionCall(WordLibrary.lengths)
        bed.reduce = FunctionCall("MEAN")
    }

    /// Signs of life crawl, and the shuffle is away now and then.
    private static let crawlingSigns = bed("crawling-signs") { bed in
        bed.settings.heartbeat = .seconds(1)
        bed.settings.coordinator.scheduling.attemptsMaximum = .max
        bed.settings.coordinator.scheduling.jobTimeout = .seconds(100_000)
        bed.patience = .seconds(300)
        bed.plans = [
            FaultPlan(
                .random(every: .exponential(mean: .seconds(5)), until: .seconds(120)),
                .role("shuffle"),
                .one,
                [.crash],
                lasting: .exponential(mean: .seconds(10))
            ),
            FaultPlan(
                .once(at: .zero),
                .role("map-worker"),
                .all,
                [.link(.latency(.exponential(mean: .milliseconds(300))))]
            ),
        ]
    }

    /// No map task fits into a worker, and a new worker takes longer than the death of one.
    private static let smallWorkers = bed("small-workers") { bed in
        bed.settings.mapMemory = bed.settings.costs.idleMemory
        bed.settings.restartDelay = .seconds(40)
        bed.settings.coordinator.scheduling.jobTimeout = .seconds(100_000)
        bed.patience = .seconds(400)
    }

    /// Jobs that nothing happens to.
    private static let quiet = bed("quiet-jobs") { bed in
        bed.jobs = 4
        bed.mappers = 6
        bed.looksForLeftovers = true
    }
}
