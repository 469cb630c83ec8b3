import OrderedCollections
import Testing

@testable import Simulator

/// Inputs of which each line is for one job alone.
struct ConsumedInputTests {
    @Test(arguments: 0..<25 as Range<UInt64>)
    func `each line counts once, whoever crashes`(seed: UInt64) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.growth = 2
        bed.jobs = 8
        bed.settings.coordinators = 2
        bed.plans = FaultSweepTests.storm
        let result = bed.run()
        #expect(result.problems == [])
        let read = result.outcomes.count { $0.status == .completed }
        #expect(read > 0)
    }

    @Test
    func `a job reads on where the last one ended`() throws {
        var bed = ClusterBed()
        bed.growth = 2
        bed.jobs = 3
        let result = bed.run()
        #expect(result.problems == [])
        let jobs = TaskRows.jobs(
            result.tables.rows(of: JobTables.jobs),
            tasks: result.tables.rows(of: JobTables.tasks)
        )
        let ranges = ["job-1", "job-2", "job-3"].compactMap { jobs[$0] }.map { job in
            job.maps.all.flatMap(\.splits).filter { $0.input == 0 }.map(\.range)
        }
        // Two lines a second, and a job each ten seconds.
        #expect(ranges == [[0..<20], [20..<40], [40..<60]])
    }

    /// Pieces of a range as those of the same number of bytes from zero on, further on.
    @Test
    func `ranges are cut as whole partitions are`() {
        let whole = JobPlan.mapInputs(sizes: [10, 7], mappers: 5)
        let moved = JobPlan.mapInputs(ranges: [100..<110, 0..<7], mappers: 5)
        for (left, right) in zip(whole, moved) {
            for (first, second) in zip(left, right) {
                let shift = first.input == 0 ? 100 : 0
                #expect(second.range.lowerBound == first.range.lowerBound + shift)
                #expect(second.range.upperBound == first.range.upperBound + shift)
            }
        }
        #expect(whole.map(\.count) == moved.map(\.count))
    }
}
