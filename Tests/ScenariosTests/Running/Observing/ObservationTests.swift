import OrderedCollections
import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// Curves, rings and flows agree with figures, and to observe changes nothing.
struct ObservationTests {
    private static let crashes = """
        [{random: {every: {exponential: 1s}, until: 5s, kinds: [crash, pause], \
        for: {uniform: 100ms...3s}}, target: {role: server, mode: one}}]
        """

    /// Latencies with the heaviest tail that there is reach the end of virtual time, where no
    /// number can be read any more.
    @Test(arguments: ["pareto: {minimum: 1ms, shape: 0.1}", "lognormal: {median: 1s, sigma: 10}"])
    func `a run until the end of time is observed`(latency: String) throws {
        let text = """
            version: 1
            name: heavy
            seed: 1
            network: {latency: {\(latency)}}
            cluster: {servers: {count: 3, service: 2ms}, proxy: {}}
            workload: [{requests: {count: 100, arrival: {poisson: 10/s}}}]
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: "heavy.yaml").cells[0]
        let observed = try ScenarioRunner().run(cell)
        #expect(observed.outcome.instant.nanoseconds > UInt64(Int.max))
        let plain = try ScenarioRunner().run(cell, keeping: .withoutCharts, observer: nil)
        #expect(observed.outcome == plain.outcome)
    }

    @Test(arguments: ["fifo", "random"])
    func `a run that is observed is the same run`(schedule: String) throws {
        let cell = try cells(
            smallScenario(
                schedule: schedule,
                balancer: "{retries: {tries: 100, timeout: 1s}}",
                faults: Self.crashes
            )
        )[0]
        let runner = ScenarioRunner()
        let observed = try runner.run(cell)
        let traced = try runner.run(cell, keeping: [.requests, .messages], observer: nil)
        let plain = try runner.run(cell, keeping: .withoutCharts, observer: nil)
        for record in [observed, traced] {
            #expect(record.outcome == plain.outcome)
            #expect(record.metrics.counters == plain.metrics.counters)
            #expect(record.timeline == plain.timeline)
        }
        #expect(plain.observations == RunObservations())
        #expect(try ScenarioRunner().run(cell).observations == observed.observations)
        #expect(observed.observations.messages == [])
        #expect(observed.messages.isEmpty && observed.requests.isEmpty)
        #expect(traced.messages.count == traced.metrics.total("network.messages"))
        #expect(traced.requests.count == traced.metrics.total("requests.sent"))
    }

    /// A server with a single request once had no part in the curve of all.
    @Test(arguments: 2...6)
    func `a curve has every request, of servers with a single one too`(count: Int) throws {
        let record = try ScenarioRunner().run(try cells(smallScenario(count: count))[0])
        let curve = record.observations.curves.first { $0.metric == "latency" && $0.labels == [] }
        #expect(record.metrics.total("requests.completed") == count)
        #expect(curve?.count == count)
        let parts = record.observations.curves.filter { $0.metric == "latency" && $0 != curve }
        #expect(parts.allSatisfy { $0.count > 1 })
    }

    @Test
    func `a curve has the quantiles of the figures`() throws {
        let record = try run(smallScenario(servers: "{count: 3, service: {exponential: 5ms}}"))
        let curves = record.observations.curves.filter { $0.metric == "latency" }
        #expect(curves.count == 4)
        let figures = RunFigures(of: record, in: try cells(smallScenario())[0].scenario)
        for curve in curves {
            let histogram = try #require(
                figures.histogram("latency", curve.labels.map { $0 })
            )
            #expect(curve.count == histogram.count)
            #expect(curve.points.count <= DistributionCurve.pointsMaximum)
            for quantile in [0.5, 0.9, 0.95, 0.99, 0.999, 1] {
                let point = curve.points.first { $0.fraction >= quantile - 1e-7 }
                #expect(
                    point.map { Duration.nanoseconds($0.duration) } == histogram.value(at: quantile)
                )
            }
        }
    }

    /// Where requests fall evenly on the slots, or the points, these are the exact shares.
    @Test(arguments: ["{ring: {request-hash: md5, server-hash: md5}}", "ketama"])
    func `the arcs of each server add up to its share`(placement: String) throws {
        let record = try run(smallScenario(balancer: "{placement: \(placement)}"))
        let ring = try #require(record.observations.ring)
        let shares = try #require(record.expectedShares)
        var sums = [Double](repeating: 0, count: ring.servers.count)
        for arc in ring.arcs {
            sums[arc.server] += arc.end > arc.begin ? arc.end - arc.begin : arc.end - arc.begin + 1
        }
        #expect(ring.servers == shares.map(\.name))
        for (sum, share) in zip(sums, shares) { #expect(abs(sum - share.fraction) < 1e-9) }
        for (first, second) in zip(ring.arcs, ring.arcs.dropFirst()) {
            #expect(first.end == second.begin && first.server != second.server)
        }
    }

    @Test
    func `keys that flowed from one server to another are those that moved`() throws {
        for faults in ["[]", Self.crashes] {
            let record = try run(
                smallScenario(balancer: "{retries: {tries: 100, timeout: 1s}}", faults: faults)
            )
            let flows = try #require(record.observations.flows)
            var moved = 0
            for (row, counts) in flows.counts.enumerated() {
                for (column, count) in counts.enumerated() where row != column { moved += count }
            }
            let isChanged = record.metrics.total("ring.changes") > 0
            #expect(isChanged == (faults != "[]"))
            #expect(moved == record.metrics.total(isChanged ? "keys.moved" : "resize.moved"))
            #expect(moved > 0)
        }
    }

    // MARK: Sampling

    private struct Clock: SampledPart {
        func read(into table: inout SampleTable, at instant: VirtualInstant) {
            table.set(table.column(MetricKey("now")), Int(instant.nanoseconds))
        }
    }

    /// Events at every microsecond, and with gaps as long as the whole time before.
    @Test(arguments: [1_000, 10_000_000_000])
    func `a sampler reads at the ends of its intervals, however long the run`(step: UInt64) {
        let sampler = RunSampler([Clock()], next: nil)
        var now: UInt64 = 0
        for event in 0..<200_000 as Range<UInt64> {
            now += step
            let instant = VirtualInstant(nanoseconds: now)
            sampler.observe(event: event, instant: instant, node: 0, digest: 0)
        }
        let table = sampler.finish(at: VirtualInstant(nanoseconds: now + 5))
        let values = table.values(of: MetricKey("now")) ?? []
        #expect(values.dropLast().elementsEqual((1..<values.count).map { $0 * table.interval }))
        #expect(values.last == Int(now) + 5)
        #expect((50...SampleTable.rowsMaximum + 1).contains(values.count))
    }

    // MARK: Messages

    @Test
    func `the messages before a violation are kept, and no others`() throws {
        let text = smallScenario(
            balancer: "{retries: {tries: 100, timeout: 1s}}",
            faults: Self.crashes
        )
        var runner = ScenarioRunner()
        runner.tracesViolations = true
        #expect(try runner.run(try cells(text)[0]).observations.messages == [])
        runner.plantedBugs.balancer = .renumbersTheLiving
        let record = try runner.run(try cells(text)[0])
        let instant = try #require(record.firstViolation)
        let messages = record.observations.messages
        #expect(messages.count == ObservedMessage.maximum)
        #expect(messages.allSatisfy { $0.sent <= Int(instant.nanoseconds) })
        #expect(messages.map(\.sent) == messages.map(\.sent).sorted())
        #expect(messages.contains { $0.name == "http request" && $0.received != nil })
    }

    @Test
    func `what is lost on its way was not received`() throws {
        let text = smallScenario(network: "{latency: 1ms, loss: 10%}")
        let record = try ScenarioRunner().run(
            try cells(text)[0],
            keeping: .messages,
            observer: nil
        )
        let messages = record.messages
        #expect(messages.count == record.metrics.total("network.messages"))
        let lost = messages.count { $0.received == nil }
        let after = messages.count { message in
            message.received == nil
                && message.sent + 1_000_000 > Int(record.outcome.instant.nanoseconds)
        }
        let counted = record.metrics.total("network.lost")
        #expect(counted > 0 && (counted...counted + after).contains(lost))
    }
}
