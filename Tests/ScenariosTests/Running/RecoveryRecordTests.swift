import OrderedCollections
import Scenarios
import Simulator
import Testing

/// What a run says about servers that were found dead.
struct RecoveryRecordTests {
    private func record(_ faults: String, count: Int = 900, until: String = "quiescent") throws
        -> RunRecord
    {
        try run(
            smallScenario(
                count: count,
                until: until,
                balancer: "{retries: {tries: 100, timeout: 1s}}",
                faults: "[\(faults)]"
            )
        )
    }

    private func crash(_ instant: String, _ duration: String) -> String {
        "{at: \(instant), for: \(duration), target: {node: Server 1}, kind: crash}"
    }

    private let partition = "{at: 6s, for: 4s, target: {node: Server 1}, kind: {partition: {}}}"

    /// The partition begins at 6 s; counted from the crash of 1.2 s it would be six seconds.
    @Test
    func `a crash long ago is not the outage that a partition makes`() throws {
        let record = try record("\(crash("1.2s", "100ms")), \(partition)")
        #expect(record.metrics.total("servers.crashed") == 1)
        #expect(record.metrics.total("servers.respawned") == 1)
        #expect(record.metrics.histograms[MetricKey("respawn")] == nil)
    }

    @Test
    func `a server that only seemed dead is replaced and not timed`() throws {
        let record = try record(partition)
        #expect(record.metrics.total("servers.crashed") == 0)
        #expect(record.metrics.total("servers.respawned") == 1)
        #expect(record.metrics.histograms[MetricKey("respawn")] == nil)
        #expect(record.broken["servers-restored"] == nil)
    }

    /// Heartbeats leave at whole seconds: 2.6 s dies, 3 and 4 are missed, 4.5 finds it, 5.002 ends.
    @Test
    func `a second crash of a server that was replaced does not hide the first`() throws {
        let record = try record("\(crash("2.6s", "3s")), \(crash("7s", "1s"))")
        #expect(record.metrics.total("servers.crashed") == 2)
        #expect(record.metrics.total("servers.respawned") == 1)
        let respawn = try #require(record.metrics.histograms[MetricKey("respawn")])
        #expect(respawn.count == 1)
        #expect(respawn.maximum == .milliseconds(2_402))
    }

    /// Up again before the second miss is known, but not when the heartbeats came.
    @Test
    func `a crash that ended before it was found is timed all the same`() throws {
        let record = try record(crash("2.6s", "1.5s"))
        let respawn = try #require(record.metrics.histograms[MetricKey("respawn")])
        #expect(respawn.count == 1)
        #expect(respawn.maximum == .milliseconds(2_402))
    }

    @Test
    func `the dead are not restored, whether or not anybody noticed`() throws {
        let all = "{at: 2.9s, target: {role: server}, kind: crash}"
        let record = try record(all, until: "3s")
        #expect(record.broken["servers-restored"] == "0 of 3 servers answer at the end")
        let one = try self.record("{at: 2.9s, target: {node: Server 2}, kind: crash}", until: "3s")
        #expect(one.broken["servers-restored"] == "2 of 3 servers answer at the end")
        #expect(try self.record(crash("2s", "10ms"), until: "3s").broken == [:])
    }

    // MARK: Faults that did nothing

    @Test
    func `a fault after the end of the run is noted`() throws {
        let record = try record("{at: 1h, target: {role: server}, kind: crash}, \(partition)")
        #expect(record.notes.count == 1)
        #expect(
            record.notes.first?.hasPrefix("fault 0 (faults.0) never began: the run ended") == true
        )
    }

    @Test
    func `a fault that finds nobody up is noted`() throws {
        let dead = "{at: 2s, target: {node: Server 1}, kind: crash}"
        let record = try record("\(dead), {at: 3s, target: {node: Server 1}, kind: pause}")
        #expect(record.notes == ["fault 1 (faults.1) hit nothing: whom it selects was not up"])
        #expect(try self.record(dead).notes == [])
    }

    @Test
    func `a timeline ends somewhere, and says how much is missing`() throws {
        let slow = "{every: 1ms, target: {node: client}, kind: {slow: {factor: 1x}}}"
        let record = try record(slow, count: 2_000)
        #expect(record.timeline.count == RunRecord.timelineMaximum)
        // One each millisecond, at whose last the run may end before or after it.
        let all = Int(record.outcome.instant.nanoseconds / 1_000_000)
        #expect(abs(record.timelineOmitted + record.timeline.count - all) <= 1)
    }
}
