import OrderedCollections
import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// The series of a run add up to its figures.
struct SeriesTests {
    /// The sum over all windows of what a series says is there a second.
    private func sum(
        _ metric: String,
        _ labels: [String: String] = [:],
        in record: RunRecord
    ) throws -> Double {
        let series = try #require(
            record.observations.series.first { series in
                series.metric == metric && series.statistic == "rate"
                    && Dictionary(series.labels.map { ($0.name, $0.value) }) { $1 } == labels
            },
            "\(metric)"
        )
        let seconds = Double(series.window) / 1e9
        return series.values.reduce(0) { $0 + ($1 ?? 0) * seconds }
    }

    @Test
    func `windows are round, cover the run, and are not too few`() {
        for end in [1, 7, 999_999, 1_000_000, 123_456_789, 60_000_000_000, 86_400_000_000_000] {
            let instant = VirtualInstant(nanoseconds: UInt64(end))
            let windows = TimeWindows(until: instant, atMost: 120)
            #expect(windows.count <= 120 && windows.count * windows.length >= end)
            #expect((windows.count - 1) * windows.length < end)
            #expect(end < 120 || windows.count >= 48)
            #expect(windows.place(of: instant) == windows.count - 1)
            let digits = String(windows.length)
            #expect("125".contains(digits.prefix(1)) && digits.dropFirst().allSatisfy { $0 == "0" })
        }
    }

    @Test
    func `requests of all windows are those of the figures`() throws {
        let record = try run(
            smallScenario(
                servers: "{count: 3, service: {exponential: 5ms}}",
                balancer: "{retries: {tries: 1, timeout: 500ms}}",
                faults: "[{at: 3s, target: {node: Server 2}, kind: pause, for: 2s}]",
                arrival: "{poisson: 100/s}"
            )
        )
        let failed = record.metrics.total("requests.failed")
        #expect(failed > 0)
        #expect(abs(try sum("requests.sent", in: record) - 600) < 1e-6)
        #expect(abs(try sum("requests.failed", in: record) - Double(failed)) < 1e-6)
        for (server, count) in record.completed {
            let rate = try sum("requests.completed", ["server": server], in: record)
            #expect(abs(rate - Double(count)) < 1e-6, "\(server)")
        }
        let series = record.observations.series
        let longest = series.first { $0.metric == "latency" && $0.statistic == "max" }
        let maximum = RunFigures(of: record, in: try cells(smallScenario())[0].scenario)
            .histogram("latency")?.maximum
        #expect(
            longest?.values.compactMap(\.self).max().map { Duration.nanoseconds(Int($0)) }
                == maximum
        )
        #expect(series.first { $0.metric == "requests.under-way" }?.values.last == 0)
    }

    @Test
    func `a window's quantiles are those of its sorted durations`() throws {
        var durations = WindowDurations(
            TimeWindows(until: VirtualInstant(nanoseconds: 2_000), atMost: 2)
        )
        for number in (1...100).reversed() {
            durations.add(.nanoseconds(number), at: VirtualInstant(nanoseconds: 500))
        }
        durations.add(.nanoseconds(7), at: VirtualInstant(nanoseconds: 2_000))
        let values = durations.series(of: "latency").map { [$0.values[0], $0.values[1]] }
        #expect(values == [[50, 7], [90, 7], [99, 7], [100, 7]])
    }

    @Test
    func `what a sampler read last are the counts of the run`() throws {
        let run = try JobRun(
            jobScenario(
                topic: "{name: t, partitions: 2, generate: {count: 5_000}}",
                jobs: "{count: 3, topic: t, mappers: 3, reducers: 2, arrival: {constant: 1/s}}"
            )
        )
        var totals: [String: Double] = [:]
        for series in run.record.observations.series where series.statistic == "total" {
            let values = series.values.compactMap(\.self)
            #expect(values == values.sorted(), "\(series.metric) goes down")
            totals[series.metric, default: 0] += values.last ?? 0
        }
        for (name, metric) in MetricCatalog.monitoringNames where name.hasSuffix("_total") {
            let count = Double(run.record.metrics.total(metric))
            #expect(totals[name, default: 0] == count, "\(name)")
        }
        #expect(totals["mapreduce_jobs_completed_total"] == 3)
        #expect(abs(try sum("jobs.completed", in: run.record) - 3) < 1e-6)
        // What a process computes in all is what the figure of its role says on average.
        let use = try #require(
            run.record.observations.series.first {
                $0.metric == "process_cpu_usage" && $0.labels.first?.value == "map-worker"
            }
        )
        let busy = use.values.reduce(0) { $0 + ($1 ?? 0) } * Double(use.window)
        let mean = busy / Double(run.record.outcome.instant.nanoseconds)
        let figure = try #require(try run.number(#"cpu.usage{job="map-worker"}"#))
        #expect(abs(mean - figure) < 1e-9 && figure > 0)
    }

    /// The queries of the monitoring that the MapReduce original describes, and its dashboards.
    @Test
    func `monitoring finds what it asks for`() throws {
        let cell = try ScenarioLoader.load("m-1-word-count").cells[0]
        let series = try ScenarioRunner().run(cell).observations.series
        for (metric, wanted) in [
            ("mapreduce_jobs_completed_total", nil), ("mapreduce_jobs_failed_total", nil),
            ("mapreduce_tasks_started_total", nil), ("mapreduce_tasks_completed_total", nil),
            ("redis_commands_processed_total", ("cmd", "rpush")),
            ("process_cpu_usage", ("job", "map-worker")),
            ("jvm_memory_used_bytes", ("job", "reduce-worker")),
            ("kafka_consumergroup_lag", nil), ("redis_memory_used_bytes", nil),
            ("pg_stat_activity_count", nil),
        ] as [(String, (name: String, value: String)?)] {
            let found = series.filter { series in
                guard series.metric == metric else { return false }
                guard let wanted else { return true }
                return series.labels.contains {
                    $0.name == wanted.name && $0.value == wanted.value
                }
            }
            #expect(!found.isEmpty, "\(metric)")
            #expect(found.allSatisfy { $0.values.contains { $0 != nil } }, "\(metric)")
        }
    }

    @Test
    func `messages of all windows are those of the figures, and a group catches up`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 5
            cluster:
              queue:
                brokers: 3
                topics: [{name: orders, partitions: 3, replicas: 3}]
                consumers:
                  - {name: billing, group: billing, topics: [orders], from: earliest, count: 2, \
            commit: after}
            workload:
              - messages: {topic: orders, for: 20s, arrival: {poisson: 50/s}, acks: all}
            """
        )
        let sent = Double(record.metrics.total("messages.sent"))
        #expect(sent > 500)
        #expect(abs(try sum("messages.sent", ["topic": "orders"], in: record) - sent) < 1e-6)
        let told = Double(record.metrics.total("messages.acknowledged"))
        let acknowledged = try sum("messages.acknowledged", ["topic": "orders"], in: record)
        #expect(abs(acknowledged - told) < 1e-6)
        #expect(abs(try sum("queue.appended", in: record) - sent) < 1e-6)
        let lag = try #require(
            record.observations.series.first { $0.metric == "kafka_consumergroup_lag" }
        )
        #expect(lag.labels.map(\.value) == ["billing", "orders"])
        #expect(lag.values.compactMap(\.self).max() ?? 0 > 0)
        let latency = try #require(record.metrics.histograms[MetricKey("message-latency")])
        let means = try #require(
            record.observations.series.first { $0.metric == "message-latency" }
        )
        let durations = means.values.compactMap(\.self).map { Duration.nanoseconds(Int($0)) }
        #expect(durations.contains { $0 > .zero })
        #expect(durations.allSatisfy { (latency.minimum...latency.maximum).contains($0) })
    }
}
