import Simulator
import Testing

@testable import Scenarios

struct JobFaultTests {
    @Test
    func `a fault of the leader hits whoever leads at that instant`() throws {
        let run = try JobRun(
            slowJob(
                cluster: "coordinator: {count: 3}",
                faults: """
                    [{at: 20s, for: 200s, target: {role: coordinator, mode: leader}, kind: crash}, \
                    {at: 60s, for: 200s, target: {role: coordinator, mode: leader}, kind: crash}]
                    """
            )
        )
        let timeline = run.record.timeline
        let crashes = timeline.filter { $0.event == "crash" }
        let leaders = timeline.filter { $0.event.hasPrefix("leads") }
        #expect(crashes.count == 2 && leaders.count == 3)
        for (crash, leader) in zip(crashes, leaders) {
            #expect(crash.subject == leader.subject && leader.instant < crash.instant)
        }
        #expect(Set(leaders.map(\.subject)).count == 3)
        #expect(try run.value("failover.count") == .count(2))
        // A lease of 9 s that is renewed, and looked at, every 3 s.
        #expect(try 5.9...12.1 ~= #require(try run.number("failover.max")))
        #expect(run.record.jobs.map(\.status) == ["COMPLETED"])
        #expect(run.record.broken == [:])
    }

    @Test
    func `a task of a worker that crashes runs again when the worker is taken for dead`() throws {
        let run = try JobRun(
            slowJob(
                faults: "[{at: 50s, target: {node: map-worker-1}, kind: crash}]"
            )
        )
        // The one task runs on the first worker, whose last sign of life is at most 3 s old.
        #expect(try run.value("recovery.count") == .count(1))
        #expect(try 12...17 ~= #require(try run.number("recovery.max")))
        #expect(try 15...16.1 ~= #require(try run.number("worker-detection.max")))
        #expect(try run.value(#"tasks.started{type="map"}"#) == .count(2))
        #expect(try run.value(#"tasks.lost{type="map"}"#) == .count(1))
        #expect(try run.value("workers.lost") == .count(1))
        #expect(try run.value("map.records") == .count(100))
        #expect(run.record.broken == [:])
    }

    /// All that is not the hundred records takes less than two seconds.
    @Test
    func `rates, spans and lags of one slow task are those of its records`() throws {
        let run = try JobRun(slowJob())
        #expect(try 0.99...1.0 ~= #require(try run.number("map.rate")))
        #expect(try 100...102 ~= #require(try run.number("jobs.span")))
        #expect(try 100...102 ~= #require(try run.number("job-latency.max{job=\"job-1\"}")))
        #expect(try 100...100.5 ~= #require(try run.number(#"task-duration.max{type="map"}"#)))
        #expect(try run.value("topic.lag.max") == .number(100))
        #expect(try run.value("topic.lag.min") == .number(0))
        let duration = try #require(try run.number("run.duration"))
        let lag = try #require(try run.number(#"topic.lag.mean{topic="t"}"#))
        #expect(100 * 100...100 * 102 ~= lag * duration)
        #expect(try run.value("recovery.count") == .count(0))
        #expect(try run.value("failover.max") == nil)
        #expect(try run.value("leaders.elected") == .count(1))
    }

    /// The gateway gives jobs names of its own, and some come from no workload of jobs.
    @Test
    func `jobs that come through the gateway are still to be read as well`() throws {
        let through = "{count: 1, topic: t, mappers: 1, reducers: 1, through: gateway}"
        let run = try JobRun(slowJob(cluster: "gateway: {}", jobs: through))
        #expect(run.record.jobs.map(\.status) == ["COMPLETED"])
        #expect(try run.value("topic.lag.max") == .number(100))
        #expect(try run.value("topic.lag.min") == .number(0))
        let functions = "mapFunction: WORD_COUNT, reduceFunction: SUM"
        let body = "{jobName: x, inputTopic: t, numMappers: 1, numReducers: 1, \(functions)}"
        let call = """
              - calls:
                  - {at: 1s, method: POST, path: /api/jobs, body: \(body), expect: {status: 200}}
            """
        let both = slowJob(cluster: "gateway: {}", jobs: "\(through)\n\(call)")
        #expect(try JobRun(both).value("topic.lag.max") == .number(200))
    }

    /// A hundred lines of one word, of whose pairs one is left.
    @Test(arguments: [(true, 0.99, 1), (false, 0, 100)])
    func `combining saves what it keeps out of the shuffle`(
        combines: Bool,
        saving: Double,
        pairs: Int
    ) throws {
        let folder = try InputFolder(
            "saving-\(combines)",
            Array(String(repeating: "word\n", count: 100).utf8)
        )
        defer { folder.remove() }
        let jobs = "{count: 1, topic: t, mappers: 1, combine: \(combines)}"
        let run = try JobRun(jobScenario(jobs: jobs), in: folder.path)
        #expect(try run.value("shuffle.saving") == .ratio(saving))
        #expect(try run.value("shuffle.pairs") == .count(pairs))
        #expect(run.results() == ["word": "100"])
    }
}
