import Testing

@testable import Simulator

/// Each bug is planted, and found by what the checker says of some schedule of faults.
@Suite(.serialized)
struct QueuePlantedBugTests {
    /// How many seeds it may take.
    private static let limit: UInt64 = 200

    @Test(arguments: QueuePlantedBug.allCases)
    func `a planted bug is found`(bug: QueuePlantedBug) {
        var found: [String] = []
        var seed: UInt64 = 0
        while found.isEmpty, seed < Self.limit {
            seed += 1
            let (bed, outcome) = QueueSweepTests.run(seed: seed, plantedBug: bug)
            found = bed.findings.problems + outcome.violations.map { "\($0)" }
        }
        #expect(!found.isEmpty)
    }
}
