import Glibc
import Simulator
import Testing

struct LinkTests {
    struct Law: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let latency: DurationDistribution
        /// The fraction of latencies up to so many milliseconds.
        let cumulative: @Sendable (Double) -> Double

        static let all: [Law] = [
            Law(
                testDescription: "uniform",
                latency: .uniform(.milliseconds(1), .milliseconds(3)),
                cumulative: { min(1, max(0, ($0 - 1) / 2)) }
            ),
            Law(
                testDescription: "exponential",
                latency: .exponential(mean: .milliseconds(4)),
                cumulative: { 1 - exp(-$0 / 4) }
            ),
            Law(
                testDescription: "normal",
                latency: .normal(mean: .milliseconds(50), deviation: .milliseconds(5)),
                cumulative: { 0.5 * erfc((50 - $0) / (5 * 2.0.squareRoot())) }
            ),
            Law(
                testDescription: "lognormal",
                latency: .lognormal(median: .milliseconds(2), sigma: 0.5),
                cumulative: { 0.5 * erfc((log(2) - log($0)) / (0.5 * 2.0.squareRoot())) }
            ),
            Law(
                testDescription: "pareto",
                latency: .pareto(minimum: .milliseconds(1), shape: 3),
                cumulative: { $0 < 1 ? 0 : 1 - pow($0, -3) }
            ),
        ]
    }

    /// Sends `count` messages, one after the other, so that none has to wait for another.
    private func latencies(_ count: Int, _ settings: LinkSettings) -> (to: [Double], back: [Double])
    {
        let bed = Testbed(seed: 7, link: settings)
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        let node = bed.simulation.addNode("a")
        let sent = Collected<VirtualInstant>()
        let ended = Collected<VirtualInstant>()
        node.spawn("calls") { [network = bed.network] in
            for number in 0..<count {
                sent.values.append(node.now)
                _ = try await network.call(.number, of: "b", from: node, number, timeout: nil)
                ended.values.append(node.now)
            }
        }
        #expect(bed.simulation.run().violations == [])
        func milliseconds(_ from: [VirtualInstant], _ to: [VirtualInstant]) -> [Double] {
            zip(from, to).map { Double($0.duration(to: $1).wholeNanoseconds) / 1e6 }
        }
        let arrived = arrivals.values.map(\.instant)
        return (milliseconds(sent.values, arrived), milliseconds(arrived, ended.values))
    }

    @Test(arguments: Law.all)
    func `messages are under way as long as the distribution of the link says`(law: Law) {
        let measured = latencies(5_000, LinkSettings(latency: law.latency))
        #expect(measured.to.count == 5_000)
        #expect(kolmogorovStatistic(measured.to, law.cumulative) < 1.95)
        #expect(kolmogorovStatistic(measured.back, law.cumulative) < 1.95)
    }

    /// Messages in flight beside each other: a thousand a second over a link that takes ten
    /// milliseconds on average.
    @Test(arguments: Law.all)
    func `messages take no longer under load than the distribution says`(law: Law) {
        let bed = Testbed(seed: 11, link: LinkSettings(latency: law.latency))
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        let node = bed.simulation.addNode("a")
        for number in 0..<20_000 {
            bed.call("b", from: node, number, at: .milliseconds(number), timeout: nil)
        }
        #expect(bed.simulation.run().violations == [])
        let latencies = arrivals.values.map { arrival in
            Double(arrival.instant.nanoseconds) / 1e6 - Double(arrival.number)
        }
        #expect(latencies.count == 20_000)
        #expect(kolmogorovStatistic(latencies, law.cumulative) < 1.95)
        let tail = latencies.count { law.cumulative($0) > 0.99 }
        #expect(isPlausible(tail, of: 20_000, 0.01))
        guard let mean = law.latency.mean, case .exponential = law.latency else { return }
        let expected = Double(mean.wholeNanoseconds) / 1e6
        let measured = latencies.reduce(0, +) / 20_000
        #expect(abs(measured - expected) < 5 * expected / 20_000.0.squareRoot())
    }

    /// An ordered link that took an hour for one message.
    @Test
    func `a slow message of an ordered link holds up others until an end restarts`() {
        let bed = Testbed(link: LinkSettings(isOrdered: true))
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        let server = bed.addAnswering("b", arrivals: arrivals)
        let node = bed.simulation.addNode("a")
        let fault = Collected<Network.FaultIdentifier>()
        node.spawn("fault") { [network = bed.network] in
            fault.values.append(
                network.begin(.latency(.constant(.seconds(3_600)))) { _, _ in true }
            )
            try await node.sleep(for: .seconds(1))
            network.end(fault.values[0])
            try await node.sleep(for: .seconds(2))
            server.crash()
            server.restart()
        }
        bed.call("b", from: node, 1, at: .milliseconds(500), timeout: .seconds(1))
        bed.call("b", from: node, 2, at: .seconds(2), timeout: .seconds(1))
        let late = bed.call("b", from: node, 3, at: .seconds(4), timeout: .seconds(1))
        _ = bed.simulation.run(until: .instant(.at(.seconds(10))))
        #expect(arrivals.values.map(\.number) == [3])
        #expect(late.values == [.init(.success(4), at: .milliseconds(4_002))])
    }

    /// Arrival order of numbers that are sent 10 microseconds apart with latencies around 5 ms.
    private func order(reordering: Double, ties: Simulation.Ties = .first) -> [Int] {
        let bed = Testbed(
            ties: ties,
            link: LinkSettings(
                latency: .exponential(mean: .milliseconds(5)),
                isOrdered: true,
                reordering: reordering
            )
        )
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        let node = bed.simulation.addNode("a")
        for number in 0..<2_000 {
            bed.call("b", from: node, number, at: .microseconds(10 * number), timeout: nil)
        }
        _ = bed.simulation.run()
        return arrivals.values.map(\.number)
    }

    @Test
    func `messages of an ordered link arrive in the order of sending`() {
        #expect(order(reordering: 0) == Array(0..<2_000))
    }

    /// A slow message has those behind it arrive at one instant, in whatever order.
    @Test(arguments: [Simulation.Ties.reversed, .random()])
    func `messages of an ordered link do so whichever comes first of those of one instant`(
        _ ties: Simulation.Ties
    ) {
        #expect(order(reordering: 0, ties: ties) == Array(0..<2_000))
    }

    /// Of two exponential latencies with one mean, the second is the shorter in half of the cases.
    @Test
    func `messages overtake each other where the link reorders`() {
        let order = order(reordering: 1)
        #expect(order.sorted() == Array(0..<2_000))
        var position = [Int](repeating: 0, count: order.count)
        for (place, number) in order.enumerated() { position[number] = place }
        let overtaken = (1..<2_000).count { position[$0] < position[$0 - 1] }
        #expect(abs(Double(overtaken) / 1_999 - 0.5 * exp(-0.002)) < 0.05)
        let some = self.order(reordering: 0.1)
        #expect(some != Array(0..<2_000))
        #expect(some.sorted() == Array(0..<2_000))
    }

    @Test(arguments: [0.02, 0.1, 0.5])
    func `as many messages are lost as the link says`(loss: Double) {
        let bed = Testbed(seed: 3, link: LinkSettings(loss: loss))
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        let node = bed.simulation.addNode("a")
        let ends = (0..<10_000).map { bed.call("b", from: node, $0, timeout: .seconds(1)) }
        _ = bed.simulation.run()
        let answered = ends.count { (try? $0.values.first?.result.get()) != nil }
        let timedOut = ends.count { $0.values.first?.result == .failure(.timedOut) }
        #expect(answered + timedOut == 10_000)
        #expect(isPlausible(arrivals.values.count, of: 10_000, 1 - loss))
        #expect(isPlausible(answered, of: arrivals.values.count, 1 - loss))
        #expect(bed.network.traffic.sent == 10_000 + arrivals.values.count)
        #expect(bed.network.traffic.lost == 10_000 - answered)
        #expect(bed.network.traffic.duplicated == 0)
    }

    @Test(arguments: [0.05, 0.3])
    func `as many messages arrive twice as the link says, and callers see one answer`(
        duplication: Double
    ) {
        let bed = Testbed(seed: 4, link: LinkSettings(duplication: duplication))
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        bed.addAnswering("b", arrivals: arrivals)
        let node = bed.simulation.addNode("a")
        let ends = (0..<10_000).map { bed.call("b", from: node, $0, timeout: .seconds(1)) }
        _ = bed.simulation.run()
        for (number, end) in ends.enumerated() {
            #expect(end.values.map(\.result) == [.success(number + 1)])
        }
        let twice = arrivals.values.count - 10_000
        #expect(isPlausible(twice, of: 10_000, duplication))
        // One answer each, whatever arrived twice.
        #expect(bed.network.traffic.sent == 20_000)
        #expect(isPlausible(bed.network.traffic.duplicated, of: 20_000, duplication))
    }

    @Test
    func `a node, a link or a fault elsewhere shifts no draw of a link`() {
        func arrivals(withOthers: Bool) -> [VirtualInstant] {
            let bed = Testbed(
                link: LinkSettings(latency: .exponential(mean: .milliseconds(5)), loss: 0.1)
            )
            if withOthers {
                bed.addAnswering("before")
                _ = bed.network.begin(.latency(.constant(.seconds(1)))) { source, destination in
                    source.name == "b" || destination.name == "before"
                }
            }
            let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
            bed.addAnswering("b", arrivals: arrivals)
            let node = bed.simulation.addNode("a")
            for number in 0..<500 {
                let start = Duration.milliseconds(number)
                bed.call("b", from: node, number, at: start, timeout: .seconds(9))
                guard withOthers else { continue }
                bed.call("before", from: node, number, at: start, timeout: .seconds(9))
            }
            _ = bed.simulation.run()
            return arrivals.values.map(\.instant)
        }
        let alone = arrivals(withOthers: false)
        #expect(alone.count > 400)
        #expect(arrivals(withOthers: true) == alone)
    }
}
