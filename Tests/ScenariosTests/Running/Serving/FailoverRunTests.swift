import Scenarios
import Simulator
import Testing

/// Several proxies in front of the same servers.
struct FailoverRunTests {
    private func scenario(_ proxy: String, _ faults: String = "[]") -> String {
        """
        version: 1
        name: test
        seed: 1
        cluster:
          machines: [{name: one}, {name: two}, {name: three}]
          servers: {count: 3, service: 2ms, on: [one, two, three]}
          proxy: {count: 2, on: [one, two], upstreams: [{connect-timeout: 100ms, read-timeout: 500ms}], \(proxy)}
        workload:
          - requests: {for: 30s, arrival: {constant: 100/s}, timeout: 1s}
          - deploy: {at: 1s, package: 10KB, watch: {for: 1s}}
        faults: \(faults)
        """
    }

    @Test
    func `clients go to several proxies in turn, and a deployment tells each`() throws {
        let record = try run(scenario("access-log: 10_000"))
        #expect(record.broken == [:])
        #expect(record.metrics.total("requests.failed") == 0)
        #expect(record.metrics.total("deployments.completed") == 1)
        // Three servers, drained and taken back at two proxies.
        #expect(record.timeline.count { $0.event == "drained" } == 6)
        #expect(record.accessLog.count == 3_000)
    }

    @Test
    func `the crash of the machine that has the address costs what VRRP takes to notice`() throws {
        let crash = "[{at: 15300ms, for: 10s, target: {machine: one}, kind: crash}]"
        let record = try run(scenario("failover: {}", crash))
        #expect(record.broken == [:])
        let takers = record.timeline.filter { $0.event == "takes the address" }
        #expect(takers.map(\.subject) == ["proxy-1", "proxy-2", "proxy-1"])
        #expect(record.metrics.total("proxy.takeovers") == 3)
        // Its last word was at 15 s; with priority 100 the other one waits 3.609375 s from then on.
        let seconds = takers.map { Double($0.instant.nanoseconds) / 1e9 }
        #expect(abs(seconds[1] - 18.6104) < 0.01, "\(seconds)")
        // Requests of 3.3 seconds, each given up after one; a few more meet the server that died.
        let failed = record.metrics.total("requests.failed")
        #expect((325...345).contains(failed), "\(failed)")
    }

    @Test
    func `without preemption the second proxy keeps the address`() throws {
        let crash = "[{at: 10s, for: 5s, target: {node: proxy-1}, kind: crash}]"
        let record = try run(scenario("failover: {preempt: false}", crash))
        let takers = record.timeline.filter { $0.event == "takes the address" }
        #expect(takers.map(\.subject) == ["proxy-1", "proxy-2"])
    }

    @Test
    func `a zone of backups alone is refused before anything runs`() throws {
        let text = """
            version: 1
            name: test
            seed: 1
            cluster:
              servers: {count: 2, zone: [a, b]}
              proxy: {zone: b, upstreams: [{zone-aware: {}, servers: [{name: Server 1, backup: true}, {name: Server 2}]}]}
            workload:
              - requests: {count: 1}
            """
        let error = #expect(throws: ScenarioRunningError.self) { try run(text) }
        #expect("\(try #require(error))".contains("a group needs a server that is no backup"))
    }
}
