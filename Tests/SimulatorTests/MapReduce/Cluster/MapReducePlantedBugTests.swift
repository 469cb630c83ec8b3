import Testing

@testable import Simulator

/// Every bug that is planted is noticed.
struct MapReducePlantedBugTests {
    /// Enough seeds for the rarest of them.
    private static let seeds: Range<UInt64> = 0..<200

    @Test(arguments: MapReducePlantedBug.allCases)
    func `a checker notices it`(bug: MapReducePlantedBug) {
        let seed = Self.seeds.first { !Self.bed(bug, seed: $0).run().isFaultless }
        #expect(seed != nil, "\(bug)")
    }

    /// Without the bug the same runs are faultless.
    @Test(arguments: MapReducePlantedBug.allCases)
    func `without it nothing is noticed`(bug: MapReducePlantedBug) {
        for seed in 0..<3 as Range<UInt64> {
            var bed = Self.bed(bug, seed: seed)
            bed.plantedBug = nil
            #expect(bed.run().isFaultless, "\(bug), seed \(seed)")
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
            // The end of a job is told, and both who knows of it and the database go down.
            bed.jobs = 6
            bed.plans += [
                FaultSweepTests.plan("database", every: 20, [.pause], lasting: 8),
                FaultSweepTests.plan("coordinator", every: 15, [.crash], lasting: 5),
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
    var isFaultless: Bool { findings.isEmpty && run.violations.isEmpty }
}
