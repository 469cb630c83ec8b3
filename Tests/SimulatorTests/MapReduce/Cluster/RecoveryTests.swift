import OrderedCollections
import Testing

@testable import Simulator

/// What a cluster does about things that go wrong in a certain order.
struct RecoveryTests {
    @Test(arguments: 0..<20 as Range<UInt64>, [ShuffleSettings.Store.redis, .local])
    func `no order is refused where nothing is wrong`(seed: UInt64, store: ShuffleSettings.Store) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.shuffle.store = store
        bed.jobs = 4
        bed.mappers = 6
        #expect(bed.run().problems == [])
    }

    /// A worker that starts again is back before, or long after, it is taken for dead.
    @Test(arguments: [Duration.seconds(1), .seconds(40)])
    func `a job that needs too much memory fails after three attempts`(delay: Duration) {
        var bed = Self.greedy(restartDelay: delay)
        bed.looksForLeftovers = true
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.outcomes.map(\.status) == [.failed])
        let error = result.outcomes.first?.error ?? ""
        #expect(error.contains("failed: out of memory on map-worker-"))
        #expect(result.journal.metrics.total("mapreduce_out_of_memory_total") >= 3)
    }

    /// Whoever leads is gone twenty seconds later; workers need thirty to come back.
    @Test(arguments: 0..<5 as Range<UInt64>)
    func `a kill counts although coordinators change in between`(seed: UInt64) {
        var bed = Self.greedy(restartDelay: .seconds(30))
        bed.seed = seed
        bed.settings.coordinators = 2
        bed.plans = [
            FaultPlan(
                .every(.seconds(20), until: .seconds(400)),
                .role("coordinator"),
                .leader,
                [.crash],
                lasting: .constant(.seconds(5))
            )
        ]
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.outcomes.map(\.status) == [.failed])
        #expect(result.outcomes.first?.error?.contains("out of memory on map-worker-") == true)
        #expect(result.journal.leaders.count > 2)
        #expect(result.end < .zero.advanced(by: .seconds(1_000)))
    }

    private static func greedy(restartDelay: Duration) -> ClusterBed {
        var bed = ClusterBed()
        bed.settings.mapMemory = bed.settings.costs.idleMemory + 10_000
        bed.settings.restartDelay = restartDelay
        return bed
    }

    /// A leader stands still for longer than its lease, again and again.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a leader that stood still does nothing before it looks at the clock`(seed: UInt64) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.coordinators = 3
        bed.settings.costs.perEvent = .milliseconds(50)
        bed.jobs = 3
        bed.plans = [
            FaultPlan(
                .random(every: .exponential(mean: .seconds(15)), until: .seconds(120)),
                .role("coordinator"),
                .leader,
                [.pause],
                lasting: .uniform(.seconds(8), .seconds(25))
            ),
            FaultPlan(
                .once(at: .zero),
                .role("coordinator"),
                .all,
                [.clockSkew(offset: .zero, drift: -0.01)]
            ),
            FaultPlan(
                .once(at: .zero),
                .role("database"),
                .all,
                [.clockSkew(offset: .zero, drift: 0.01)]
            ),
        ]
        #expect(bed.run().problems == [])
    }

    @Test(arguments: 0..<10 as Range<UInt64>, [ShuffleSettings.Store.redis, .local])
    func `map output goes with its job`(seed: UInt64, store: ShuffleSettings.Store) {
        var bed = ClusterBed()
        bed.seed = seed
        bed.settings.shuffle.store = store
        bed.settings.coordinators = 2
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.jobs = 5
        bed.looksForLeftovers = true
        bed.plans = [
            FaultSweepTests.plan("map-worker", every: 15, [.crash], lasting: 5),
            FaultSweepTests.plan("coordinator", every: 10, [.crash], lasting: 5),
        ]
        #expect(bed.run().problems == [])
    }

    /// What is not in memory any more is in the database.
    @Test(arguments: [ShuffleSettings.Store.redis, .local], [0, 1, 1_000])
    func `a coordinator answers about jobs alike, however few it keeps in memory`(
        store: ShuffleSettings.Store,
        kept: Int
    ) {
        var bed = ClusterBed()
        bed.jobs = 6
        bed.settings.coordinators = 2
        bed.settings.shuffle.store = store
        bed.settings.coordinator.scheduling.finishedJobsMaximum = kept
        bed.mustComplete = true
        bed.plans = [FaultSweepTests.plan("coordinator", every: 20, [.crash], lasting: 5)]
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.outcomes.map(\.status) == Array(repeating: .completed, count: 6))
        #expect(result.journal.metrics.total("mapreduce_jobs_submitted_total") == 6)
        #expect(result.journal.metrics.total("mapreduce_jobs_completed_total") == 6)
    }
}

/// Results that are put together from the rows in the database.
struct JobResultsTests {
    private func job(batches: [Int], winners: [Int]) -> TrackedJob {
        let submission = JobSubmission(
            name: "job",
            inputTopic: "logs",
            mappers: 1,
            reducers: batches.count
        )
        var job = TrackedJob("job", submission, inputs: [[]], createdAt: .zero)
        for index in batches.indices {
            job[.reduce, index].status = .completed
            job[.reduce, index].winner = winners[index]
            job[.reduce, index].resultBatches = batches[index]
        }
        return job
    }

    private func row(_ partition: Int, _ attempt: Int, _ batch: Int, _ text: String) -> DatabaseRow
    {
        [
            "partition": .integer(partition), "attempt": .integer(attempt),
            "batch": .integer(batch), "rows": .bytes(Array(text.utf8)),
        ]
    }

    @Test func `results are those of the attempts that won, in the order of their batches`() throws
    {
        let rows = [
            row(1, 1, 0, "d"), row(0, 2, 1, "b"), row(0, 1, 0, "x"), row(0, 2, 0, "a"),
            row(1, 1, 1, "e"),
        ]
        let results = JobResults(job(batches: [2, 2], winners: [2, 1]), rows: rows)
        let partitions = try results.partitions()
        #expect(partitions == [Array("ab".utf8), Array("de".utf8)])
    }

    @Test func `results that are not whole are an error that says what is missing`() {
        let lost = JobResults(job(batches: [2], winners: [1]), rows: [row(0, 1, 1, "b")])
        #expect(throws: JobResults.Loss.self) { try lost.partitions() }
        do throws(JobResults.Loss) {
            _ = try lost.partitions()
        } catch {
            #expect(
                "\(error)" == "the results of job are lost: the database has 1 of 2 batches of "
                    + "partition 0"
            )
        }
        var unfinished = job(batches: [0, 0], winners: [1, 1])
        unfinished[.reduce, 1].status = .running
        #expect(throws: JobResults.Loss.self) {
            try JobResults(unfinished, rows: []).partitions()
        }
        let partial = TrackedJob(
            "job",
            unfinished.submission,
            maps: unfinished.maps.all,
            reduces: unfinished.reduces.all.dropLast(),
            createdAt: .zero
        )
        #expect(throws: JobResults.Loss.self) {
            try JobResults(partial, rows: []).partitions()
        }
    }
}
