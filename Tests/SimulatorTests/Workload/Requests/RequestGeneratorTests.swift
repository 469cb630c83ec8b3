import Testing

@testable import Simulator

struct RequestGeneratorTests {
    private let bed = Testbed()
    private let log = RequestLog()

    /// How many requests a server has at once, and the most there ever were.
    private final class Gauge: @unchecked Sendable {
        var present = 0
        var most = 0
    }

    /// A server that answers after `delay`, every request beside the others.
    private func addServer(_ delay: Duration, _ gauge: Gauge = Gauge()) {
        bed.simulation.addNode("server") { [network = bed.network] node in
            network.serve(.http, on: node) { incoming in
                gauge.present += 1
                gauge.most = max(gauge.most, gauge.present)
                node.spawn("answer", .background) {
                    try await node.sleep(for: delay)
                    gauge.present -= 1
                    incoming.reply(HTTPResponse(status: 200))
                }
            }
        }
    }

    @discardableResult
    private func run(
        _ arrival: Arrival,
        count: Int? = nil,
        from start: Duration = .zero,
        for duration: Duration? = nil,
        timeout: Duration? = .seconds(60)
    ) -> RunOutcome {
        let load = RequestLoad(
            addresses: ["server"],
            path: "/home",
            keys: .sequence(first: 0),
            pace: LoadPace(
                arrival: arrival,
                count: count,
                start: start,
                duration: duration
            ),
            timeout: timeout
        )
        RequestGenerator.start(
            load,
            on: bed.simulation.addNode("client"),
            network: bed.network,
            log: log,
            random: bed.simulation.random("load")
        )
        let outcome = bed.simulation.run()
        #expect(outcome.violations == [])
        #expect(RequestChecker.check(log) == nil)
        return outcome
    }

    private var intended: [VirtualInstant] { log.entries.map(\.intended) }

    @Test
    func `requests come at their instants and are answered`() {
        addServer(.milliseconds(5))
        run(.constant(perSecond: 4), count: 5, from: .seconds(10))
        #expect(intended == (0..<5).map { .at(.seconds(10) + .milliseconds(250 * $0)) })
        #expect(log.entries.map(\.key) == (0..<5).map { PlacementKey($0) })
        for entry in log.entries {
            #expect(entry.intended.duration(to: entry.ends[0].instant) == .milliseconds(7))
            #expect(entry.ends[0].end == .response(status: 200, server: nil))
        }
    }

    @Test
    func `count and duration both end a load`() {
        addServer(.milliseconds(5))
        run(.constant(perSecond: 10), count: 15, for: .seconds(1))
        #expect(log.entries.count == 10)
        #expect(intended.last == .at(.milliseconds(900)))
    }

    @Test
    func `a duration alone ends a load`() {
        addServer(.milliseconds(5))
        run(.poisson(perSecond: 200), from: .seconds(5), for: .seconds(20))
        #expect(abs(log.entries.count - 4_000) < 5 * 64)
        #expect(intended.allSatisfy { $0 >= .at(.seconds(5)) && $0 < .at(.seconds(25)) })
    }

    @Test
    func `a ramp down to nothing ends a load that has only a duration`() {
        addServer(.milliseconds(5))
        run(.ramp(from: 20, to: 0, over: .seconds(10)), for: .seconds(100))
        #expect(log.entries.count == 100)
    }

    /// A stalled client sends late; what it measures counts from when the request was due.
    @Test
    func `latency counts from the intended start`() {
        addServer(.milliseconds(5))
        _ = FaultInjector.start(
            [
                FaultPlan(
                    .once(at: .milliseconds(1_050)),
                    .name("client"),
                    .all,
                    [.pause],
                    lasting: .constant(.seconds(1))
                )
            ],
            in: bed.simulation,
            network: bed.network
        )
        run(.constant(perSecond: 10), count: 30)
        #expect(intended == (0..<30).map { .at(.milliseconds(100 * $0)) })
        let latencies = log.entries.map { $0.intended.duration(to: $0.ends[0].instant) }
        #expect(latencies[10] == .milliseconds(7))
        #expect(latencies[11] == .milliseconds(2_050 - 1_100 + 7))
        #expect(latencies[20] == .milliseconds(2_050 - 2_000 + 7))
        #expect(latencies[21] == .milliseconds(7))
    }

    @Test
    func `closed clients never have more than one request each`() {
        let gauge = Gauge()
        addServer(.milliseconds(8), gauge)
        run(.closed(clients: 7, think: .exponential(mean: .milliseconds(3))), count: 2_000)
        #expect(log.entries.count == 2_000)
        #expect(gauge.most <= 7 && gauge.most > 4)
        #expect(Set(log.entries.map(\.key)).count == 2_000)
    }

    /// Little's law without queues: a client takes 10 ms for a request and 10 ms to think.
    @Test
    func `closed clients ask again when they have thought`() {
        addServer(.milliseconds(8))
        run(
            .closed(clients: 3, think: .constant(.milliseconds(10))),
            from: .seconds(1),
            for: .seconds(2)
        )
        #expect(log.entries.count == 300)
        #expect(intended.first == .at(.seconds(1)) && intended.last == .at(.milliseconds(2_980)))
    }

    @Test
    func `closed clients may think before they ask the first time`() {
        addServer(.milliseconds(8))
        run(
            .closed(clients: 3, think: .constant(.milliseconds(10)), thinkFirst: true),
            from: .seconds(1),
            for: .seconds(2)
        )
        #expect(log.entries.count == 300)
        #expect(intended.first == .at(.milliseconds(1_010)))
        #expect(intended.last == .at(.milliseconds(2_990)))
    }

    /// Little's law: clients who think for 10 s on average are two hundred a second, from the first
    /// second on; five deviations of a Poisson number beside it.
    @Test
    func `clients who think first load evenly from the beginning`() {
        addServer(.milliseconds(8))
        run(
            .closed(clients: 2_000, think: .exponential(mean: .seconds(10)), thinkFirst: true),
            from: .zero,
            for: .seconds(10)
        )
        for second in 0..<10 {
            let begin = VirtualInstant.at(.seconds(second))
            let count = intended.count { (begin..<begin.advanced(by: .seconds(1))).contains($0) }
            #expect(abs(count - 200) < 71, "second \(second)")
        }
    }

    @Test
    func `a client that gives up, or meets nobody, logs an error`() {
        bed.addSilent("server")
        run(.constant(perSecond: 10), count: 3, timeout: .milliseconds(30))
        // The silent node serves another protocol.
        #expect(
            log.entries.map { $0.ends[0].end } == [
                .error(.refused), .error(.refused), .error(.refused),
            ]
        )
    }

    @Test
    func `requests of a client that crashes are given up, not lost`() {
        addServer(.seconds(3))
        _ = FaultInjector.start(
            [FaultPlan(.once(at: .milliseconds(1_050)), .name("client"), .all, [.crash])],
            in: bed.simulation,
            network: bed.network
        )
        run(.constant(perSecond: 10), count: 30)
        #expect(log.entries.count == 11)
        #expect(log.entries.allSatisfy { $0.ends[0].end == .error(.interrupted(.crashed)) })
    }

    // MARK: The checker

    private func log(_ ends: [Int]) -> RequestLog {
        let log = RequestLog()
        for (number, count) in ends.enumerated() {
            let entry = log.begin(
                PlacementKey(number + 100),
                intended: .at(.seconds(number)),
                deadline: .at(.seconds(number + 10))
            )
            for _ in 0..<count {
                log.end(entry, at: .at(.seconds(number + 1)), .response(status: 200, server: nil))
            }
        }
        return log
    }

    @Test
    func `a request without an end, or with two, is found`() {
        #expect(RequestChecker.check(log([])) == nil)
        #expect(RequestChecker.check(log([1, 1, 1])) == nil)
        #expect(
            RequestChecker.check(log([1, 0, 1, 2, 0]))
                == "2 requests have no end and 1 have more than one; the first is request 1 with "
                + "key 101, due at 1.000000000s"
        )
        #expect(
            RequestChecker.check(log([2]))?.hasPrefix("0 requests have no end and 1 have") == true
        )
    }

    @Test
    func `what is under way when a run is cut short is not lost`() {
        let log = log([1, 0, 0])
        #expect(RequestChecker.check(log, cutAt: .at(.seconds(5))) == nil)
        // The client of request 1 gave up at second 11.
        #expect(
            RequestChecker.check(log, cutAt: .at(.seconds(11)))?.hasPrefix("1 requests") == true
        )
        #expect(RequestChecker.check(log) != nil)
    }
}
