import Simulator
import Testing

@testable import Scenarios

/// Jobs of a second each, five seconds apart.
private func quickJobs(
    cluster: String = "",
    jobs: String = "{count: 5, topic: t, arrival: {constant: 12/m}, patience: 10m}",
    until: String = "quiescent",
    faults: String
) -> String {
    jobScenario(
        until: until,
        topic: "{name: t, generate: {count: 100}}",
        cluster: cluster,
        jobs: jobs,
        faults: faults
    )
}

/// A job a client never hears of again has to be judged all the same.
struct JobJudgementTests {
    // MARK: Clients that give up

    @Test
    func `a client that loses its patience breaks nothing, and is counted`() throws {
        let run = try JobRun(
            slowJob(jobs: "{count: 1, topic: t, mappers: 1, reducers: 1, patience: 20s}")
        )
        #expect(try run.value("jobs.abandoned") == .count(1))
        #expect(try run.value("jobs.completed") == .count(1))
        #expect(try run.number("run.duration") ?? 0 > 100)
        #expect(run.record.jobs.map(\.status) == ["COMPLETED"])
        #expect(run.record.broken == [:])
        #expect(run.record.notes == [])
        #expect(run.result.verdict == .held)
    }

    /// The second job is completed when they stop, and its client has not fetched the results.
    @Test
    func `jobs that no coordinator takes are named, and no job that did not end`() throws {
        let run = try JobRun(
            quickJobs(
                cluster: "coordinator: {count: 3}",
                faults: "[{at: 6s, target: {role: coordinator}, kind: pause}]"
            )
        )
        #expect(run.record.outcome.ending == .quiescent)
        #expect(run.record.outcome.violations == [])
        #expect(run.record.broken == [:])
        let statuses = run.record.jobs.map(\.status)
        #expect(statuses.suffix(3) == ["NOT TAKEN", "NOT TAKEN", "NOT TAKEN"])
        #expect(
            run.record.notes == [
                "3 jobs were taken by no coordinator: job-3, job-4, job-5; still on: pause of "
                    + "coordinator-1 since 6.000 s, pause of coordinator-2 since 6.000 s, pause of "
                    + "coordinator-3 since 6.000 s"
            ]
        )
        #expect(try run.number("jobs.abandoned") ?? 0 >= 3)
    }

    @Test
    func `by default a client is more patient than the coordinators`() throws {
        let loaded = try ScenarioLoader.load(bytes: Array(quickJobs(faults: "[]").utf8), name: "x")
        let coordinator = try #require(loaded.cells[0].scenario.cluster.mapReduce?.coordinator)
        #expect(JobsSpecification().patience > coordinator.settings.scheduling.jobTimeout)
    }

    // MARK: Jobs of calls

    private let calls = """
        version: 1
        name: calls
        seed: 1
        cluster:
          gateway: {count: 1}
          map-workers: {per-event: 100ms}
          topics: [{name: t, generate: {count: 400, vocabulary: 40}}]
        workload:
          - calls:
              - at: 1s
                method: POST
                path: /api/jobs
                body: {jobName: words, inputTopic: t, numMappers: 4, numReducers: 2, \
        mapFunction: WORD_COUNT, reduceFunction: SUM}
                expect: {status: 200}

        """

    @Test
    func `a run waits for the jobs of calls`() throws {
        let run = try JobRun(calls)
        #expect(try run.value("jobs.completed") == .count(1))
        // Forty seconds of a hundred records on each of four workers.
        #expect(try 10...13 ~= #require(try run.number("run.duration")))
        #expect(run.record.broken == [:])
        #expect(
            run.result.expectations.map(\.text).contains("invariant: output-equals-sequential-run")
        )
        #expect(run.result.verdict == .held)
    }

    @Test
    func `a wrong output of such a job is found, and one that never ends`() throws {
        let wrong = try JobRun(calls, plantedBug: .partitionsByProcess)
        #expect(Array(wrong.record.broken.keys) == ["output-equals-sequential-run"])
        #expect(wrong.result.verdict == .failed)
        let full = calls.replacing("gateway:", with: "shuffle: {memory: 2KB}\n  gateway:")
        let endless = try JobRun(full, plantedBug: .forgetsFailures)
        #expect(endless.record.broken["every-job-ends"]?.hasSuffix("is still running") == true)
        #expect(try endless.number("run.duration") ?? 0 >= 7_200)
    }

    // MARK: Clients that stop

    @Test(arguments: ["crash, for: 1s", "crash", "restart", "pause"])
    func `what a client does not submit after its stop is told`(kind: String) throws {
        let run = try JobRun(
            quickJobs(faults: "[{at: 5200ms, target: {role: client}, kind: \(kind)}]")
        )
        #expect(run.record.outcome.ending == .quiescent)
        #expect(run.record.outcome.violations == [])
        #expect(try run.value("jobs.unsubmitted") == .count(3))
        #expect(try run.value("jobs.abandoned") == .count(1))
        #expect(
            run.record.notes == ["the client stopped at 5.200 s: 3 of 5 jobs were never submitted"]
        )
        // The second job is waited for, and right.
        #expect(run.record.jobs.map(\.status) == ["COMPLETED", "COMPLETED"])
        #expect(try run.value("jobs.completed") == .count(2))
        #expect(run.record.broken == [:])
        #expect(run.result.verdict == .held)
    }

    /// The healthy run submits all.
    @Test(
        arguments: [
            "{count: 30, topic: t, arrival: {poisson: 1/s}}",
            "{topic: t, arrival: {poisson: 1/s}, for: 20s}",
            "{topic: t, arrival: {ramp: {from: 1/s, to: 3/s, over: 10s}}, for: 12s, from: 1s}",
            "{count: 7, topic: t, arrival: {closed: {clients: 2, think: 1s}}}",
        ])
    func `submitted and unsubmitted jobs are all jobs`(jobs: String) throws {
        let healthy = try JobRun(quickJobs(jobs: jobs, faults: "[]"))
        #expect(try healthy.value("jobs.unsubmitted") == .count(0))
        let fault = "[{at: 3s, target: {role: client}, kind: crash}]"
        let run = try JobRun(quickJobs(jobs: jobs, faults: fault))
        let begun = run.record.jobs.count
        #expect(begun > 0 && begun < healthy.record.jobs.count)
        #expect(try run.value("jobs.unsubmitted") == .count(healthy.record.jobs.count - begun))
    }

    @Test
    func `what was due after the end of a run was not left out`() throws {
        let fault = "[{at: 7s, target: {role: client}, kind: crash}]"
        let run = try JobRun(quickJobs(until: "13s", faults: fault))
        #expect(try run.value("jobs.unsubmitted") == .count(1))
    }

    @Test
    func `clients that each wait for their job leave nobody knows how many out`() throws {
        let jobs = "{topic: t, arrival: {closed: {clients: 2, think: 1s}}, for: 20s}"
        let fault = "[{at: 7s, target: {role: client}, kind: crash}]"
        let run = try JobRun(quickJobs(jobs: jobs, faults: fault))
        #expect(try run.value("jobs.unsubmitted") == .count(0))
        #expect(
            run.record.notes == [
                "the client stopped at 7.000 s: nobody knows how many more jobs it would have "
                    + "submitted"
            ]
        )
    }

    // MARK: Faults that stay

    @Test(
        arguments: [
            ("crash", "crash"), ("disk-full", "disk-full"), ("{latency: 1h}", "latency"),
        ])
    func `a job that cannot end is told with the faults that keep it`(
        kind: String,
        name: String
    ) throws {
        let run = try JobRun(
            slowJob(
                cluster: "coordinator: {job-timeout: 2m}",
                jobs: "{count: 1, topic: t, mappers: 1, reducers: 1, patience: 1m}",
                faults: """
                    [{at: 2s, for: 1s, target: {role: database}, kind: {slow: {factor: 2x}}}, \
                    {at: 5s, target: {role: database}, kind: \(kind)}]
                    """
            )
        )
        let problem = "job-1 is still running; still on: \(name) of database since 5.000 s"
        #expect(run.record.broken == ["every-job-ends": problem])
        #expect(run.record.outcome.ending == .quiescent)
        #expect(run.result.verdict == .failed)
    }

    @Test(arguments: ["pause", "crash", "{partition: {}}"])
    func `a leader that is gone for good keeps no run from its end`(kind: String) throws {
        let run = try JobRun(
            quickJobs(
                cluster: "coordinator: {count: 2}",
                faults: "[{at: 6s, target: {role: coordinator, mode: leader}, kind: \(kind)}]"
            )
        )
        #expect(run.record.outcome.ending == .quiescent)
        #expect(run.record.outcome.violations == [])
        #expect(run.record.jobs.map(\.status) == [String](repeating: "COMPLETED", count: 5))
        #expect(run.record.broken == [:])
        #expect(try run.number("run.duration") ?? 1_000 < 100)
    }

    // MARK: Runs that are cut off

    @Test(arguments: ["20s", "200s"])
    func `a job that is cut off by the end of the run is noted`(patience: String) throws {
        let jobs = "{count: 1, topic: t, mappers: 1, reducers: 1, patience: \(patience)}"
        let run = try JobRun(slowJob(until: "50s", jobs: jobs))
        #expect(run.record.jobs.map(\.status) == ["RUNNING"])
        #expect(run.record.broken == [:])
        #expect(
            run.record.notes == ["1 job was still running when `until` ended the run: job-1"]
        )
        #expect(run.result.verdict == .held)
        #expect(try run.value("jobs.abandoned") == .count(patience == "20s" ? 1 : 0))
        #expect(try run.value("jobs.submitted") == .count(1))
        #expect(try run.value("topic.lag.max") == .number(100))
    }

    @Test(arguments: [("90s", true), ("5m", false)])
    func `one that had twice its time is not excused by the end of the run`(
        until: String,
        isExcused: Bool
    ) throws {
        let run = try JobRun(
            slowJob(
                until: until,
                cluster: "coordinator: {job-timeout: 1m}",
                faults: "[{at: 5s, target: {role: database}, kind: crash}]"
            )
        )
        #expect((run.record.broken["every-job-ends"] == nil) == isExcused)
        #expect(run.record.notes.isEmpty == !isExcused)
    }
}
