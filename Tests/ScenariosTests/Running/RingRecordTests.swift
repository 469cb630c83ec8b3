import OrderedCollections
import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// Shares, answers and keys: what a run says about its ring.
struct RingRecordTests {
    private func result(_ text: String) throws -> ScenarioResult {
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
        let record = try ScenarioRunner().run(loaded.cells[0])
        return ScenarioResult(of: loaded, records: [record], command: "bench run t.yaml")
    }

    private func cell(_ text: String) throws -> CellResult { try result(text).cells[0] }

    /// The last column of distribution.csv.
    private func writtenShares(_ result: ScenarioResult) -> [String] {
        CSVReport(table: .distribution).render(result).split(whereSeparator: \.isNewline)
            .dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).last ?? "" }
            .map(String.init)
    }

    private func value(_ figure: String, in cell: CellResult) throws -> FigureValue? {
        cell.figures.value(of: try CheckParser.reference(figure))
    }

    private func scenario(
        _ requests: String,
        faults: String = "[]",
        servers: String = "{count: 3, service: 1ms}"
    ) -> String {
        """
        version: 1
        name: test
        seed: 42
        cluster:
          servers: \(servers)
          balancer: {placement: {ring: {request-hash: md5, server-hash: md5}}}
        workload:
          - requests: {count: 5_000, arrival: {constant: 500/s}, \(requests)}
        faults: \(faults)
        report: [distribution: requests by server]
        """
    }

    // MARK: Shares

    @Test
    func `six-digit ids on a ring that stays are a sample of its shares`() throws {
        let result = try result(scenario("path: /home"))
        let cell = result.cells[0]
        let probability = try #require(try value("load.expected-p-value", in: cell))
        #expect(probability.asNumber > 0.001)
        let shares = writtenShares(result).compactMap(Double.init)
        #expect(shares.count == 3 && abs(shares.reduce(0, +) - 1) < 1e-9)
        #expect(TextReport().render(result).contains("as computed"))
    }

    /// The placement is as computed in each of these; the counts are no sample of its shares.
    @Test(arguments: [
        ("key: {zipf: {exponent: 1.3}}", "[]"), ("key: {sequence: {first: 5}}", "[]"),
        ("key: {uniform: {population: 20}}", "[]"),
        (
            "path: /home, timeout: 100ms",
            "[{at: 2s, for: 1s, target: {node: Server 1}, kind: {loss: 60%}}]"
        ),
        ("path: /home", "[{at: 2s, target: {node: Server 1}, kind: crash}]"),
    ])
    func `no placement is accused of what keys, failures and changes do`(
        requests: String,
        faults: String
    ) throws {
        let result = try result(scenario(requests, faults: faults))
        let cell = result.cells[0]
        #expect(try value("load.expected-p-value", in: cell) == nil)
        #expect(try value("load.expected-chi-square", in: cell) == nil)
        #expect(Set(writtenShares(result)) == [""])
        #expect(!TextReport().render(result).contains("as computed"))
        // The placement's own share is known all the same.
        #expect(try value(#"expected-share{server="Server 1"}"#, in: cell) != nil)
    }

    // MARK: Answers

    @Test
    func `an answer that is no success is a failure, and the balancer no server`() throws {
        let unknown = try cell(scenario("path: /other"))
        #expect(try value("requests.completed", in: unknown) == .count(0))
        #expect(try value(#"requests.failed{status="400"}"#, in: unknown) == .count(5_000))
        #expect(try value("latency.max", in: unknown) == nil)
        let own = try cell(scenario("path: /rep"))
        #expect(try value("requests.completed", in: own) == .count(5_000))
        #expect(own.figures.load?.names == ["Server 1", "Server 2", "Server 3"])
        #expect(own.figures.load?.total == 0)
    }

    @Test
    func `latency stands in the order of the servers, whichever answered first`() throws {
        let cell = try cell(scenario("path: /home", servers: "{count: 9, service: 1ms}"))
        let names = (1...9).map { "Server \($0)" }
        let keys = cell.record.metrics.histograms.keys.filter { $0.name == "latency" }
        #expect(keys.map { $0.labels[0].value } != names)
        #expect(cell.figures.values(of: "server", in: "latency") == names)
    }

    // MARK: Keys

    /// A respawn is two changes. The first moves the keys of the dead server, the second those that
    /// the new one gets; looked up here without the recorder.
    @Test
    func `moved keys are summed over the changes of the ring`() throws {
        let faults = "[{at: 2s, target: {node: Server 1}, kind: crash}]"
        let cell = try cell(scenario("path: /home", faults: faults))
        #expect(try value("ring.changes", in: cell) == .count(2))
        let joined = try #require(
            cell.record.timeline.first { $0.event == "joined the ring" }?.subject
        )
        var rings = [SlotRing(try SlotRingSettings(cell.scenario.ring))]
        try rings[0].add(
            contentsOf: (0..<3).map { PlacementMember(name: "Server \($0 + 1)", ordinal: $0) }
        )
        rings.append(rings[0])
        try rings[1].remove("Server 1")
        rings.append(rings[1])
        try rings[2].add(PlacementMember(name: joined, ordinal: 3))
        var identifiers = SplitMix64(seed: 42)
        var moved = 0
        for _ in 0..<5_000 {
            let key = PlacementKey(100_000 + identifiers.next() % 900_000)
            let owners = rings.map { $0.owner(of: key) }
            moved += (owners[0] == owners[1] ? 0 : 1) + (owners[1] == owners[2] ? 0 : 1)
        }
        #expect(try value("keys.moved", in: cell) == .count(moved))
        #expect(try value("keys.moved-fraction", in: cell) == .ratio(Double(moved) / 10_000))
    }

    @Test
    func `the report says over how many changes keys moved`() throws {
        let faults = "[{at: 2s, target: {node: Server 1}, kind: crash}]"
        let text = scenario("path: /home", faults: faults)
            .replacing("distribution: requests by server", with: "table: [keys.moved]")
        #expect(TextReport().render(try result(text)).contains(" over 2 ring changes"))
    }

    // MARK: The ring

    /// The figures of the assignment's ring: 27 places, the empty arc of 424 slots, three failed
    /// probes, 87 slots that squares modulo 512 reach; from three servers to four 16 of 512 slots
    /// change hands, of ids that fall on them evenly.
    @Test
    func `the figures of the ring are metrics`() throws {
        let text = """
            version: 1
            name: test
            seed: 42
            cluster: {servers: {count: 3, service: 1ms}, balancer: {}}
            workload:
              - requests: {count: 10_000, arrival: {constant: 500/s}}
            expect: [ring.slots == 512, resize.moved-fraction < 1]
            """
        let cell = try cell(text)
        #expect(cell.expectations.allSatisfy { $0.isHeld == true })
        let wanted = [
            ("ring.slots", 512), ("ring.slots-occupied", 27), ("ring.slots-requested", 87),
            ("ring.arc-maximum", 424), ("ring.failed-probes", 3), ("ring.changes", 0),
        ]
        for (figure, count) in wanted {
            #expect(try value(figure, in: cell) == .count(count), "\(figure)")
        }
        let moved = try #require(try value("resize.moved-fraction", in: cell)).asNumber
        let exact = 16.0 / 512
        #expect(abs(moved - exact) < 5 * (exact * (1 - exact) / 10_000).squareRoot())
        #expect(try value("resize.ideal-fraction", in: cell) == .number(0.25))
        // 8,203 of 10,000 on the first of four servers, 312 on the last.
        let most = try #require(try value("resize.max-to-mean", in: cell)).asNumber
        #expect(abs(most - 3.2812) < 0.08)
        let least = try #require(try value("resize.min-to-mean", in: cell)).asNumber
        #expect(abs(least - 0.125) < 0.04)
    }

    @Test
    func `a placement without slots has no figures of slots`() throws {
        let text = smallScenario(count: 50, balancer: "{placement: jump}")
        let cell = try cell(text)
        #expect(try value("ring.slots", in: cell) == nil)
        #expect(try value("ring.changes", in: cell) == .count(0))
        #expect(try value("resize.moved-fraction", in: cell) != nil)
    }
}

extension Scenario {
    fileprivate var ring: RingSpecification {
        if case .ring(let ring)? = cluster.balancer?.placement { return ring }
        return RingSpecification()
    }
}
