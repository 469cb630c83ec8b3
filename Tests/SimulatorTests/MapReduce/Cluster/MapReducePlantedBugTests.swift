import Testing

@testable import Simulator

/// Every bug that is planted is noticed.
struct MapReducePlantedBugTests {
    /// Enough seeds for the rarest of them.
    private static let seeds: Range<UInt64> = 0..<200

    @Test(arguments: MapReducePlantedBug.allCases)
    func `a checker notices it`(bug: MapReducePlantedBug) {
        let seed = Self.seeds.first { !PlantedBugBed.bed(bug, seed: $0).run().problems.isEmpty }
        #expect(seed != nil, "\(bug)")
    }

    /// Without the bug the same runs are faultless.
    @Test(arguments: MapReducePlantedBug.allCases)
    func `without it nothing is noticed`(bug: MapReducePlantedBug) {
        for seed in 0..<2 as Range<UInt64> {
            var bed = PlantedBugBed.bed(bug, seed: seed)
            bed.plantedBug = nil
            #expect(bed.run().problems == [], "\(bug), seed \(seed)")
        }
    }
}

extension ClusterBed.Result {
    /// What is wrong with the run.
    var problems: [String] { findings + run.violations.map(\.description) }
}
