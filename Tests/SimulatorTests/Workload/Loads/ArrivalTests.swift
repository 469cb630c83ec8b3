import Glibc
import Testing

@testable import Simulator

struct ArrivalTests {
    private let simulation = Simulation(seed: 5)

    private func due(_ arrival: Arrival, _ count: Int) -> [Duration] {
        var schedule = ArrivalSchedule(arrival, random: simulation.random("arrivals"))
        return (0..<count).compactMap { _ in schedule.next() }
    }

    @Test
    func `all come at the instant named`() {
        #expect(due(.allAt(.seconds(3)), 3) == [.seconds(3), .seconds(3), .seconds(3)])
    }

    /// Request k is due at the nanosecond nearest to k / 300 s, and every 300th exactly on a
    /// second.
    @Test
    func `a constant rate does not drift`() {
        let instants = due(.constant(perSecond: 300), 300_001)
        for number in stride(from: 0, through: 300_000, by: 300) {
            #expect(instants[number] == .seconds(number / 300))
        }
        for number in [1, 2, 7, 299, 123_457] {
            let nearest = (2 * number * 1_000_000_000 + 300) / 600
            #expect(instants[number] == .nanoseconds(nearest))
        }
    }

    @Test
    func `gaps of a Poisson process are exponential and independent`() {
        let instants = due(.poisson(perSecond: 50), 20_000)
        let gaps = zip([.zero] + instants, instants).map {
            Double(($1 - $0).wholeNanoseconds) / 1e9
        }
        #expect(kolmogorovStatistic(gaps) { 1 - exp(-50 * $0) } < 1.95)
        // Counts in disjoint windows have variance and mean alike, and neighbours no correlation.
        let centred = gaps.map { $0 - 0.02 }
        let products = zip(centred, centred.dropFirst()).map { $0 * $1 }
        let correlation = products.reduce(0, +) / centred.map { $0 * $0 }.reduce(0, +)
        #expect(abs(correlation) < 5 / 20_000.0.squareRoot())
    }

    /// The number of requests before t is the integral of the rate to t.
    @Test(arguments: [(10.0, 100.0), (100, 10), (50, 50), (0, 80), (80, 0)])
    func `a ramp follows the integral of its rate`(from: Double, to: Double) {
        let over = 20.0
        let instants = due(.ramp(from: from, to: to, over: .seconds(20)), 1_500)
        for (number, instant) in instants.enumerated() {
            let time = Double(instant.wholeNanoseconds) / 1e9
            let inside = min(time, over)
            let area =
                from * inside + (to - from) * inside * inside / (2 * over) + to
                * max(0, time - over)
            // A rate near zero makes the instant, not the area, uncertain by a nanosecond's
            // rounding.
            #expect(abs(area - Double(number)) < 1e-6)
        }
        #expect(instants == instants.sorted())
        #expect(instants.count == (to == 0 ? 800 : 1_500))
    }

    @Test
    func `a ramp down to nothing ends, and one of nothing never begins twice`() {
        // The area below the rate is 400.
        #expect(due(.ramp(from: 80, to: 0, over: .seconds(10)), 1_000).count == 400)
        #expect(due(.ramp(from: 0, to: 0, over: .seconds(10)), 1_000).count <= 1)
    }

    @Test
    func `rates beyond all time do not overflow`() {
        let slow = due(.constant(perSecond: 1e-12), 3)
        #expect(slow[0] == .zero && slow[2] > .seconds(1_000_000_000))
        #expect(due(.poisson(perSecond: 1e-12), 10).count == 10)
        #expect(due(.ramp(from: 1e-12, to: 1e-12, over: .seconds(1)), 3).count == 3)
    }
}
