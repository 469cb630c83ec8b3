import Testing

@testable import Simulator

/// Jobs on a simulated cluster, without and with faults.
struct ClusterTests {
    @Test func `a healthy cluster gives what a sequential run gives`() throws {
        let result = ClusterBed().run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty)
        #expect(result.outcomes.map(\.status) == [.completed])
        #expect(result.journal.metrics.total("mapreduce_tasks_started_total") == 6)
        #expect(result.journal.metrics.total("mapreduce_tasks_completed_total") == 6)
        #expect(result.end < .zero.advanced(by: .seconds(30)))
    }

    @Test func `ten jobs at once all come to their end`() throws {
        var bed = ClusterBed()
        bed.jobs = 10
        let result = bed.run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty)
        #expect(result.outcomes.allSatisfy { $0.status == .completed })
    }
}
