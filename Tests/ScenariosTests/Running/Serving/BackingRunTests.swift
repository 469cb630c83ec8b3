import OrderedCollections
import Scenarios
import Simulator
import Testing

/// What stands behind servers, as scenarios say it.
struct BackingRunTests {
    private func run(_ text: String, _ bug: BackingPlantedBug? = nil) throws -> RunRecord {
        var runner = ScenarioRunner()
        runner.plantedBugs.backing = bug
        return try runner.run(try cells(text)[0])
    }

    // MARK: A pool of ten

    @Test
    func `requests wait for a pool of ten as Erlang C has it`() throws {
        let arrivals = 800.0
        let record = try run(
            """
            version: 1
            name: test
            seed: 3
            network: {latency: 0s}
            cluster:
              servers: {count: 1, service: 0s, concurrency: 100_000, endpoints: [{path: /data, queries: 1}]}
              proxy: {}
              shared-database: {query: {exponential: 10ms}, concurrency: 100}
            workload:
              - requests: {path: /data, for: 100s, arrival: {poisson: 800/s}}
            """
        )
        #expect(record.broken == [:])
        let wait = try #require(record.metrics.histograms[MetricKey("pool.wait")])
        let expected =
            QueueingTheory.markovian(arrivals: arrivals, service: 100, servers: 10) - 0.01
        let mean = Double(wait.mean.wholeNanoseconds) / 1e9
        // Waits within a second are much alike: two deviations of some 50 that are not.
        #expect(abs(mean / expected - 1) < 0.5, "\(mean), not \(expected)")
        #expect(record.metrics.gauges[MetricKey("shared-database.connections")]?.maximum == 10)
    }

    // MARK: Invariants

    /// Few rows that are read, changed, kept for short and thrown away, by servers that fail.
    private func busy(seed: UInt64) -> String {
        """
        version: 1
        name: test
        seed: \(seed)
        cluster:
          servers:
            {count: 3, service: 1ms, concurrency: 100, database-connections: 4, database-wait: 200ms, database-timeout: 100ms,
             cache-timeout: 20ms, endpoints: [{path: /data, queries: 2, cached: true, coalesce: true}, {path: /plain, queries: 1}]}
          proxy: {upstreams: [{max-fails: 0}]}
          shared-database: {query: {exponential: 8ms}, concurrency: 6, connections: 10}
          shared-cache: {entries: 6, lifetime: 50ms}
        workload:
          - requests: {for: 5s, path: /data, arrival: {poisson: 300/s}, key: {uniform: {population: 10}}}
          - requests: {for: 5s, path: /data, method: PUT, arrival: {poisson: 60/s}, key: {uniform: {population: 10}}}
          - requests: {for: 5s, path: /plain, arrival: {poisson: 100/s}}
        faults:
          - {random: {every: {exponential: 500ms}, until: 5s, kinds: [crash, kill, slow, {partition: {}}, restart], for: 200ms}, target: {role: shared-cache}}
          - {random: {every: {exponential: 1s}, until: 5s, kinds: [crash, kill, {slow: {factor: 5x}}, {partition: {}}], for: 200ms}, target: {role: shared-database}}
          - {random: {every: {exponential: 1s}, until: 5s, kinds: [crash, kill, restart, pause], for: 300ms}, target: {role: server, mode: one}}
        """.replacing(
            "kinds: [crash, kill, slow,",
            with: "kinds: [crash, kill, {slow: {factor: 9x}},"
        )
    }

    @Test
    func `nothing is found where nothing is planted, whatever fails`() throws {
        for seed in UInt64(1)...40 {
            let record = try run(busy(seed: seed))
            #expect(record.broken == [:], "seed \(seed)")
            #expect(record.outcome.violations == [], "seed \(seed)")
            let open = record.metrics.gauges[MetricKey("shared-database.connections")]
            #expect(open?.maximum == 10, "seed \(seed)")
        }
    }

    @Test(arguments: BackingPlantedBug.allCases)
    func `each planted bug is found within 20 seeds`(bug: BackingPlantedBug) throws {
        let name =
            [.opensTooMany, .admitsAll].contains(bug)
            ? "connections-in-bounds" : "cache-tells-nothing-stale"
        let seed = try (UInt64(1)...20).first { try run(busy(seed: $0), bug).broken[name] != nil }
        #expect(seed != nil)
    }

    @Test
    func `a message that comes twice or late changes nothing that is checked`() throws {
        for seed in UInt64(1)...10 {
            let network = "network: {latency: {exponential: 1ms}, loss: 1%, duplication: 5%}\n"
            let record = try run(
                busy(seed: seed).replacing("cluster:\n", with: network + "cluster:\n")
            )
            #expect(record.broken == [:], "seed \(seed)")
        }
    }

    // MARK: Who may reach servers

    @Test
    func `a private server is reached through the proxy and by who works on it, not directly`()
        throws
    {
        let record = try run(
            """
            version: 1
            name: test
            seed: 1
            cluster:
              servers: {private: true}
              proxy: {upstreams: [{check: {haproxy: {}}}]}
            workload:
              - calls:
                  - {at: 1s, path: /home, expect: {status: 200}}
                  - {at: 1s, to: proxy, path: /home, expect: {status: 200}}
                  - {at: 1s, to: Server 2, path: /home, expect: {refused: true}}
                  - {at: 1s, to: Server 2, path: /home, expect: {status: 200}}
                  - {at: 1s, path: /home, expect: {refused: true}}
              - deploy: {at: 2s, package: 1KB, watch: {for: 1s}}
            """
        )
        #expect(
            record.calls.map(\.problem) == [
                nil, nil, nil, "connection refused", "status 200, not a refusal",
            ]
        )
        #expect(record.metrics.total("deployments.completed") == 1)
    }

    @Test
    func `an open server is reached directly`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 1
            cluster: {servers: {count: 1}}
            workload: [{calls: [{at: 1s, to: Server 1, path: /home, expect: {status: 200}}]}]
            """
        )
        #expect(record.calls.map(\.problem) == [nil])
    }

    @Test
    func `requests beyond the limit of a server are counted, there and by their status`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 1
            network: {latency: 0s}
            cluster: {servers: {count: 2, service: 0s, limit-requests: {rate: 10/s, burst: 5}}, proxy: {}}
            workload: [{requests: {for: 10s, arrival: {constant: 40/s}}}]
            """
        )
        // Of 200 at each server, 50 ms apart, the bucket lets the first ones pass until it is
        // empty, and then every other one: 5 + 10 * 9.95 = 104.5.
        #expect(record.completed == ["Server 1": 104, "Server 2": 104])
        #expect(record.metrics.total("servers.limited", .init("server", "Server 1")) == 96)
        #expect(record.metrics.total("requests.failed", .init("status", "429")) == 192)
    }

    @Test
    func `servers that an autoscaler stops give their connections back`() throws {
        let record = try run(
            """
            version: 1
            name: test
            seed: 1
            until: 260s
            cluster:
              servers: {count: 1, private: true, service: {exponential: 20ms}, concurrency: 10, endpoints: [{path: /data, queries: 1}]}
              proxy: {upstreams: [{strategy: least-connections}]}
              shared-database: {query: {exponential: 30ms}, concurrency: 100}
              autoscaler: {minimum: 1, maximum: 3, boot-time: 5s, interval: 5s, cooldown: 10s}
            workload:
              - requests: {path: /data, for: 120s, arrival: {poisson: 400/s}}
              - requests: {path: /data, from: 120s, for: 120s, arrival: {poisson: 20/s}}
            """
        )
        #expect(record.broken == [:])
        let servers = try #require(record.metrics.gauges[MetricKey("servers.in-service")])
        #expect(servers.maximum == 3 && servers.value == 1)
        let open = try #require(record.metrics.gauges[MetricKey("shared-database.connections")])
        #expect(open.maximum > 20 && open.value <= 10)
    }
}
