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
            bed.mapFunction = "WORD_LENGTHS"
            bed.reduceFunction = "MEAN"
        case .readsBoundaryRecordsTwice:
            bed.mappers = 7
        case .keepsOutputOfTheDead:
            bed.settings.shuffle.store = .local
            bed.settings.coordinator.scheduling.restartsMaximum = .max
        case .completesBeforePersisting:
            // The database goes down between the results and the end of the job, and then the
            // coordinator: slow links make the first likely.
            bed.jobs = 6
            bed.settings.costs.perEvent = .milliseconds(1)
            bed.plans = [
                FaultSweepTests.plan("database", every: 4, [.crash], lasting: 3),
                FaultSweepTests.plan("coordinator", every: 6, [.crash], lasting: 2),
                FaultPlan(
                    .once(at: .zero),
                    .role("reduce-worker"),
                    .all,
                    [.link(.latency(.constant(.milliseconds(900))))],
                    lasting: .constant(.seconds(120))
                ),
            ]
        case .acceptsDuplicateCompletions, .readsResultsOfAllAttempts:
            bed.settings.coordinator.scheduling.speculation = .spark3
            bed.reducers = 6
            bed.settings.reduceWorkers = 6
            bed.settings.costs.perKey = .milliseconds(20)
        default: break
        }
        return bed
    }
}

extension ClusterBed.Result {
    /// What is wrong with the run.
    var problems: [String] { findings + run.violations.map(\.description) }
}
