import Testing

@testable import Simulator

/// Envoy's tables of traffic by health, and its zone-aware routing.
struct PriorityLoadsTests {
    private func loads(_ healthy: [Int], panic: Int = 50) -> PriorityLoads {
        PriorityLoads(healthy.map { .init(healthy: $0, total: 100) }, panicPercent: panic)
    }

    /// The tables of `priority.rst`.
    @Test(
        arguments: [
            ([100, 100], [100, 0]), ([72, 100], [100, 0]), ([71, 100], [99, 1]),
            ([50, 100], [70, 30]), ([25, 100], [35, 65]), ([0, 100], [0, 100]),
            ([72, 72], [100, 0]), ([71, 71], [99, 1]), ([50, 50], [70, 30]),
            ([25, 25], [50, 50]), ([100, 100, 100], [100, 0, 0]), ([71, 71, 100], [99, 1, 0]),
            ([50, 50, 100], [70, 30, 0]), ([25, 100, 100], [35, 65, 0]),
            ([25, 25, 100], [35, 35, 30]),
        ]
    )
    func `traffic follows the published tables`(healthy: [Int], expected: [Int]) {
        #expect(loads(healthy).percentages == expected)
    }

    /// The tables of `panic_threshold.rst`, where they agree with those of `priority.rst`.
    @Test(
        arguments: [
            ([72, 72], [false, false], 100), ([71, 71], [false, false], 100),
            ([25, 100], [false, false], 100), ([25, 25], [true, true], 70),
            ([5, 65], [true, false], 98), ([50, 60], [false, false], 100),
        ]
    )
    func `panic follows the published tables`(healthy: [Int], panic: [Bool], total: Int) {
        let loads = loads(healthy)
        #expect(loads.isPanicking == panic)
        #expect(loads.normalizedTotal == total)
    }

    @Test
    func `where nobody is healthy all goes to the first level, unless panic is off`() {
        #expect(loads([0, 0]).percentages == [100, 0])
        #expect(loads([0, 0], panic: 0).percentages == [0, 0])
        #expect(loads([0, 0], panic: 0).level(for: 3) == nil)
        #expect(
            (0..<100).map { loads([71, 100]).level(for: $0) } == [Int?](repeating: 0, count: 99) + [
                1
            ]
        )
    }

    // MARK: Zones

    @Test
    func `a zone with servers enough keeps everything`() {
        let routing = ZoneRouting(localZone: 0, balancers: [1, 1, 1], servers: [4, 2, 2])
        #expect(routing.state == .direct)
        var random = SeededDraws(seed: 1)
        #expect((0..<50).allSatisfy { _ in routing.route(drawing: &random) == .zone(0) })
    }

    /// The example of the comments in Envoy's source.
    @Test
    func `what a zone cannot take goes where there is capacity to spare`() {
        let routing = ZoneRouting(localZone: 0, balancers: [40, 40, 20], servers: [25, 50, 25])
        #expect(routing.state == .residual(localShare: 6_250, capacities: [0, 1_000, 1_500]))
        var random = SeededDraws(seed: 2)
        var counts = [0, 0, 0]
        for _ in 0..<100_000 {
            if case .zone(let zone) = routing.route(drawing: &random) { counts[zone] += 1 }
        }
        // 62.5 % stay; a spare of 10 and 5 per cent divides the rest by two to one.
        for (count, share) in zip(counts, [62_500.0, 25_000, 12_500]) {
            #expect(abs(Double(count) - share) < 4.5 * share.squareRoot())
        }
    }

    @Test
    func `half of the balancers' share keeps half of the requests`() {
        let routing = ZoneRouting(localZone: 1, balancers: [8, 2], servers: [9, 1])
        #expect(routing.state == .residual(localShare: 5_000, capacities: [1_000, 1_000]))
    }

    @Test(
        arguments: [
            ([1, 1], [3, 2], false), ([1, 1], [3, 3], true), ([1, 0], [3, 3], false),
            ([0, 1], [3, 3], false), ([2, 1], [6, 0], false), ([1], [9], false),
        ] as [([Int], [Int], Bool)]
    )
    func `zones are disregarded where they cannot be compared`(
        balancers: [Int],
        servers: [Int],
        isPanicking: Bool
    ) {
        let routing = ZoneRouting(
            localZone: 0,
            balancers: balancers,
            servers: servers,
            isPanicking: isPanicking
        )
        #expect(routing.state == .off)
        var random = SeededDraws(seed: 3)
        #expect(routing.route(drawing: &random) == .anywhere)
    }

    @Test
    func `requests stay in the zone and leave it when its servers are gone`() throws {
        let servers = (0..<9).map {
            UpstreamServer("10.0.0.\($0):80", zone: ["a", "b", "c"][$0 % 3])
        }
        var upstream = try ZonalUpstream(
            servers,
            settings: UpstreamSettings(panicPercent: 50),
            zones: .init(local: "b", balancers: ["a": 1, "b": 1, "c": 1])
        )
        var random = SeededDraws(seed: 4)
        func zones(_ count: Int) -> Set<Int> {
            Set(
                (0..<count).compactMap { _ in
                    var request = ZonalUpstream.Request(UpstreamRequest(now: .zero))
                    guard upstream.choose(for: &request, now: .zero, drawing: &random) != nil
                    else { return nil }
                    let verdict = upstream.finish(
                        &request,
                        with: .answered(status: 200),
                        now: .zero
                    )
                    #expect(verdict == .respond(status: 200))
                    return request.zone
                }
            )
        }
        #expect(zones(30) == [1])
        upstream.set(.unhealthy, true, for: "10.0.0.1:80", now: .zero)
        // Two of eight servers for a third of the requests: three quarters stay.
        #expect(upstream.state == .residual(localShare: 7_500, capacities: [417, 417, 834]))
        #expect(zones(60) == [0, 1, 2])
        for number in [1, 4, 7] {
            upstream.set(.down, true, for: "10.0.0.\(number):80", now: .zero)
        }
        #expect(zones(60) == [0, 2])
    }
}
