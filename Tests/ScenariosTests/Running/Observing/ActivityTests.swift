import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// The bars of a run are what its file and its logs say.
struct ActivityTests {
    private func bars(_ kind: Activity.Kind, _ record: RunRecord) -> [Activity] {
        record.observations.activities.filter { $0.kind == kind }
    }

    @Test
    func `faults and the outages that they bring last as long as the file says`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 3
            cluster:
              servers: {count: 3, service: 2ms}
              proxy: {}
            workload:
              - requests: {for: 8s, arrival: {constant: 50/s}, timeout: 5s}
            faults:
              - {at: 2s, for: 1500ms, target: {node: Server 1}, kind: crash}
              - {at: 2500ms, for: 1s, target: {node: Server 2}, kind: pause}
              - {at: 5s, target: {node: Server 3}, kind: restart}
            """
        )
        #expect(
            bars(.fault, record) == [
                Activity(
                    .fault,
                    of: "Server 1",
                    "crash",
                    begin: 2_000_000_000,
                    end: 3_500_000_000
                ),
                Activity(
                    .fault,
                    of: "Server 2",
                    "pause",
                    begin: 2_500_000_000,
                    end: 3_500_000_000
                ),
                Activity(
                    .fault,
                    of: "Server 3",
                    "restart",
                    begin: 5_000_000_000,
                    end: 5_000_000_000
                ),
            ]
        )
        let crash = Activity(
            .down,
            of: "Server 1",
            "crash",
            begin: 2_000_000_000,
            end: 3_500_000_000
        )
        #expect(bars(.down, record) == [crash])
    }

    @Test
    func `every exclusion of a proxy is a bar that ends when the server is back`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 3
            cluster:
              servers: {count: 3, service: 2ms}
              proxy: {upstreams: [{connect-timeout: 100ms, read-timeout: 500ms}]}
            workload:
              - requests: {for: 60s, arrival: {constant: 50/s}, timeout: 5s}
            faults: [{at: 5s, for: 20s, target: {node: Server 2}, kind: kill}]
            """
        )
        let excluded = bars(.excluded, record)
        #expect(!excluded.isEmpty && excluded.allSatisfy { $0.subject == "Server 2" })
        #expect(excluded.allSatisfy { $0.begin >= 5_000_000_000 && $0.end != nil })
        let returns = record.timeline.filter { $0.event.hasPrefix("back in rotation") }
        #expect(excluded.map(\.end) == returns.map { Int($0.instant.nanoseconds) })
        let series = record.observations.series.first { $0.metric == "servers.excluded" }
        #expect(series?.values.contains(1) == true && series?.values.last == 0)
    }

    @Test
    func `the holders of an address follow each other`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 1
            cluster:
              servers: {count: 2, service: 2ms}
              proxy: {count: 2, failover: {}}
            workload:
              - requests: {for: 30s, arrival: {constant: 10/s}, timeout: 1s}
            faults: [{at: 15300ms, for: 10s, target: {node: proxy-1}, kind: crash}]
            """
        )
        let holders = bars(.leadership, record)
        #expect(holders.map(\.subject) == ["proxy-1", "proxy-2", "proxy-1"])
        #expect(holders[0].end == 15_300_000_000)
        #expect(holders[1].end == holders[2].begin && holders[2].end == nil)
    }

    /// Workers crash, so that attempts are lost and tasks begin again.
    @Test
    func `there is a bar for each attempt at a task, and one for each job`() throws {
        let run = try JobRun(
            jobScenario(
                topic: "{name: t, partitions: 2, generate: {count: 20_000}}",
                cluster: "coordinator: {heartbeat-timeout: 3s}\n  map-workers: {count: 2}",
                jobs: "{count: 3, topic: t, mappers: 6, reducers: 2, arrival: {constant: 1/s}}",
                faults: """
                    [{random: {every: {exponential: 2s}, until: 10s, kinds: [crash], for: 1s}, \
                    target: {role: map-worker, mode: one}}]
                    """
            )
        )
        let tasks = bars(.task, run.record)
        let count = run.record.metrics.total
        #expect(tasks.count == count("tasks.started", []))
        for (outcome, metric) in [
            ("COMPLETED", "tasks.completed"), ("failed", "tasks.failed"),
            ("lost", "tasks.lost"), ("duplicate", "tasks.duplicate"),
        ] {
            #expect(tasks.count { $0.outcome == outcome } == count(metric, []), "\(metric)")
        }
        let jobs = bars(.job, run.record)
        #expect(jobs.map(\.name) == run.record.jobs.map(\.identifier))
        #expect(jobs.map(\.outcome) == run.record.jobs.map(\.status))
        #expect(Set(tasks.compactMap(\.group)) == Set(jobs.map(\.name)))
        for (job, record) in zip(jobs, run.record.jobs) {
            let length = job.end.map { Duration.nanoseconds($0 - job.begin) }
            #expect(length == record.duration)
        }
    }

    @Test
    func `beyond the limit those matter most that did not end well`() {
        let many = (0..<1_000).map { number in
            Activity(
                .task,
                of: "worker",
                "map/\(number)#1",
                begin: number,
                end: number + 1,
                outcome: number.isMultiple(of: 100) ? "failed" : "COMPLETED"
            )
        }
        var collector = ActivityCollector(.matrix)
        collector.add(.task, many) { $0.outcome == "failed" }
        #expect(collector.kept.count == 150 && collector.omitted == 850)
        #expect(collector.kept.count { $0.outcome == "failed" } == 10)
        #expect(collector.kept.map(\.begin) == collector.kept.map(\.begin).sorted())
    }

    @Test
    func `every shard of a queue has one leader at a time, and dead brokers lead nothing`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 5
            cluster:
              queue:
                brokers: 3
                topics: [{name: orders, partitions: 3, replicas: 3}]
                session-timeout: 3s
                consumers: [{name: audit, topics: [orders], from: earliest}]
            workload:
              - messages: {topic: orders, for: 30s, arrival: {constant: 20/s}, acks: all}
            faults: [{at: 10s, for: 8s, target: {node: broker-1}, kind: crash}]
            """
        )
        let leaders = bars(.leadership, record)
        #expect(Set(leaders.compactMap(\.group)).count == 3)
        let elections = record.metrics.total("queue.elections")
        #expect(leaders.count >= 4 && leaders.count <= elections)
        for (_, terms) in Dictionary(grouping: leaders, by: \.group) {
            for (first, second) in zip(terms, terms.dropFirst()) {
                #expect((first.end ?? .max) <= second.begin)
            }
        }
        #expect(
            leaders.filter { $0.subject == "broker-1" && $0.begin < 10_000_000_000 }
                .allSatisfy { $0.end ?? .max <= 10_000_000_000 }
        )
    }
}

extension Metrics {
    fileprivate func total(_ name: String, _ labels: [MetricKey.Label]) -> Int { total(name) }
}
