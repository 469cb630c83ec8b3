import OrderedCollections
import Testing

@testable import Simulator

/// The tables of a faultless run with two jobs, to which something is done afterwards.
struct JobTablesCheckerTests {
    private let bed: ClusterBed
    private let result: ClusterBed.Result
    private let job = DatabaseKey(JobTables.jobs, "job-2")

    init() {
        var bed = ClusterBed()
        bed.jobs = 2
        self.bed = bed
        result = bed.run()
    }

    private func findings(
        told outcomes: [JobClient.Outcome] = [],
        expectsDurability: Bool = true,
        _ changes: ResolvedChange...
    ) -> JobTablesChecker.Findings {
        var tables = result.tables
        for change in changes { tables.apply(change) }
        let topic = bed.makeTopic()
        return JobTablesChecker(
            tables,
            library: ClusterBed.Library(topic: topic),
            topics: [topic.name: topic],
            expectsDurability: expectsDurability
        ).findings(told: outcomes)
    }

    /// The row of a batch of the results of `job-2`.
    private var batch: DatabaseMatch {
        get throws {
            let rows = result.tables.rows(of: JobTables.results)
            return try #require(rows.first { $0.row["job_id"]?.text == "job-2" })
        }
    }

    @Test
    func `nothing is wrong with jobs that were done and told right`() {
        #expect(result.outcomes.count == 2)
        #expect(findings(told: result.outcomes) == JobTablesChecker.Findings())
    }

    @Test
    func `a result that is wrong in the database is found, whoever wanted the job`() throws {
        let batch = try batch
        let rows = try #require(batch.row["rows"]?.bytes)
        let change = ResolvedChange.set(
            DatabaseKey(JobTables.results, batch.key),
            ["rows": .bytes(Array("!\t1\n".utf8) + rows)]
        )
        let found = findings(change)
        #expect(found.outputs.count == 1 && found.ends == [])
        #expect(found.outputs[0].hasPrefix("job-2 (job), partition"))
        #expect(found.outputs[0].contains("'!\t1' instead of"))
        // The client of the job has the right ones.
        #expect(findings(told: result.outcomes, change) == found)
    }

    @Test
    func `results that are gone are wrong where the database keeps its word`() throws {
        let change = ResolvedChange.delete(DatabaseKey(JobTables.results, try batch.key))
        #expect(findings(change).outputs.first?.contains("results of job-2 are lost") == true)
        #expect(findings(expectsDurability: false, change) == JobTablesChecker.Findings())
    }

    @Test
    func `a job that runs is told with its beginning, and not as a wrong one`() throws {
        let found = findings(.set(job, ["status": .text("RUNNING")]))
        let since = try #require(result.tables[job]?["created_at"]?.instant)
        #expect(found.running == [.init(name: "job-2 (job)", since: since)])
        #expect(found.outputs == [] && found.ends == [])
    }

    @Test(arguments: [ColumnValue.null, .text(""), .text("no memory left")])
    func `a failure has a reason`(reason: ColumnValue) {
        let found = findings(
            .set(job, ["status": .text("FAILED"), "error_message": reason])
        )
        let isRight = reason == .text("no memory left")
        #expect(found.ends == (isRight ? [] : ["job-2 (job) failed without a reason"]))
        #expect(found.outputs == [])
    }

    @Test
    func `a row that cannot be read is found`() {
        let found = findings(.set(job, ["status": .text("DONE")]))
        #expect(found.ends == ["the row of job-2 cannot be read"])
    }

    @Test(arguments: [true, false])
    func `a client is told what the database has`(expectsDurability: Bool) {
        let change = ResolvedChange.set(
            job,
            ["status": .text("FAILED"), "error_message": .text("full")]
        )
        let changed = findings(
            told: result.outcomes,
            expectsDurability: expectsDurability,
            change
        )
        let told = "job-2 (job): the client was told COMPLETED, but the database has FAILED"
        #expect(changed.ends == (expectsDurability ? [told] : []))
        let deleted = findings(
            told: result.outcomes,
            expectsDurability: expectsDurability,
            .delete(job)
        )
        let lost = "job-2: the client was told COMPLETED, but the database has no such job"
        #expect(deleted.ends == (expectsDurability ? [lost] : []))
    }
}
