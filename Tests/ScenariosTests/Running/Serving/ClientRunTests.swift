import OrderedCollections
import Scenarios
import Simulator
import Testing

/// Scenarios with slow clients, TLS and compressed responses.
struct ClientRunTests {
    private func scenario(
        seed: UInt64 = 1,
        proxy: String = "worker-connections: 8, client-header-timeout: 1s"
    ) -> String {
        """
        version: 1
        name: test
        seed: \(seed)
        cluster:
          servers: {count: 2, service: 10ms, concurrency: 8, endpoints: [{path: /page, size: 20KB}]}
          proxy: {workers: 2, \(proxy)}
        workload:
          - requests: {for: 20s, path: /page, arrival: {poisson: 30/s}, timeout: 5s,
              slow: {part: 20%, reading: [10KB, 40KB]}}
          - requests: {for: 20s, arrival: {poisson: 10/s}, timeout: 5s,
              slow: {sending: {exponential: 1s}}}
        """
    }

    private func run(_ text: String, _ bug: ProxyClientPlantedBug? = nil) throws -> RunRecord {
        var runner = ScenarioRunner()
        runner.plantedBugs.proxyClients = bug
        return try runner.run(try cells(text)[0])
    }

    @Test
    func `connections stay in bounds, and every request has one end`() throws {
        for seed in UInt64(1)...20 {
            let record = try run(scenario(seed: seed))
            #expect(record.broken == [:], "seed \(seed)")
            #expect(record.invariants["client-connections-in-bounds"] != nil)
            #expect(record.metrics.total("requests.lost") == 0)
            #expect(record.metrics.total("clients.refused") > 0)
            #expect(record.metrics.total("clients.header-timeouts") > 0)
            #expect(record.metrics.total("clients.most") <= 16)
        }
    }

    @Test(arguments: ProxyClientPlantedBug.allCases)
    func `a planted bug is found`(bug: ProxyClientPlantedBug) throws {
        let record = try run(scenario(), bug)
        #expect(record.broken["client-connections-in-bounds"] != nil)
    }

    @Test
    func `crashes of the proxy leave no connection that is counted twice`() throws {
        let faults = """

            faults:
              - {at: 5s, for: 1s, target: {node: proxy}, kind: crash}
              - {at: 12s, for: 500ms, target: {node: proxy}, kind: kill}
              - {at: 15s, for: 1s, target: {node: Server 1}, kind: kill}
            """
        for seed in UInt64(1)...10 {
            let tls =
                "worker-connections: 8, tls: {handshake: 1ms}, routes: "
                + "[{path: /, upstream: backend, buffering: false}]"
            #expect(try run(scenario(seed: seed, proxy: tls) + faults).broken == [:])
        }
    }

    @Test
    func `handshakes and bytes are told`() throws {
        let proxy =
            "tls: {protocol: 1.2, handshake: 1ms, resumed: 50%, resumption: 100us}, "
            + "gzip: {rate: 10MB}"
        let record = try run(scenario(proxy: proxy))
        #expect(record.broken == [:])
        let metrics = record.metrics
        let sent = metrics.total("requests.sent")
        let resumed = metrics.total("tls.resumptions")
        #expect(metrics.total("tls.handshakes") + resumed == sent)
        // Half, +- 3.3 deviations.
        #expect(abs(2 * resumed - sent) < Int(3.3 * Double(sent).squareRoot()))
        #expect(metrics.total("gzip.bytes-before") == 20_000 * metrics.total("gzip.responses"))
        #expect(metrics.total("gzip.bytes-after") * 2 < metrics.total("gzip.bytes-before"))
    }

    @Test
    func `a call sees what the proxy forwards`() throws {
        let text = """
            version: 1
            name: test
            seed: 1
            cluster:
              proxy: {forward-headers: true, tls: {handshake: 1ms}, gzip: {types: [json], rate: 1MB}}
            workload:
              - calls:
                  - at: 1s
                    path: /headers
                    client: 10.0.0.9
                    headers:
                      {X-Forwarded-For: 192.0.2.1, Host: shop.example, Accept-Encoding: "br, gzip"}
                    expect:
                      json: {Host: shop.example, X-Forwarded-For: "192.0.2.1, 10.0.0.9",
                             X-Real-IP: 10.0.0.9, X-Forwarded-Proto: https}
            """
        let record = try run(text)
        #expect(record.calls.map(\.problem) == [nil])
        #expect(record.metrics.total("calls.passed") == 1)
        #expect(record.metrics.total("gzip.responses") == 1)
    }

    @Test(arguments: ["crash", "kill", "restart"])
    func `requests of a client with TLS that crashes end once`(kind: String) throws {
        let text = """
            version: 1
            name: test
            seed: 1
            cluster:
              servers: {count: 1, service: 1s, concurrency: 100}
              proxy: {tls: {handshake: 1ms}}
            workload:
              - requests: {for: 10s, arrival: {constant: 10/s}, timeout: 5s}
            faults:
              - {at: 5s, target: {role: client}, kind: \(kind)}
            """
        let record = try run(text)
        #expect(record.broken == [:])
    }
}
