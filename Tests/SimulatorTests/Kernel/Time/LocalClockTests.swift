import Testing

@testable import Simulator

struct LocalClockTests {
    private func reading(_ offset: Duration, _ drift: Double, after seconds: UInt64) -> Int64 {
        var clock = LocalClock()
        let start = VirtualInstant(nanoseconds: 1_000_000_000)
        clock.skew(offset: offset, drift: drift, at: start)
        let instant = start.advanced(by: .seconds(Int64(seconds)))
        let deviation = instant.duration(to: clock.reading(at: instant))
        return deviation.components.seconds * 1_000_000
            + deviation.components.attoseconds / 1_000_000_000_000
    }

    @Test func `offset and drift add up, in microseconds`() {
        #expect(reading(.zero, 0, after: 10) == 0)
        #expect(reading(.milliseconds(5), 0, after: 10) == 5_000)
        #expect(reading(.zero, 100e-6, after: 10) == 1_000)
        #expect(reading(.milliseconds(5), -100e-6, after: 10) == 4_000)
        #expect(reading(.milliseconds(-500), 0, after: 10) == -500_000)
    }

    @Test func `a clock is never before its zero and holds at the ends of time`() {
        var clock = LocalClock()
        clock.skew(offset: .seconds(-10), drift: 0, at: .zero)
        #expect(clock.reading(at: VirtualInstant(nanoseconds: 5)) == .zero)
        clock.skew(offset: .zero, drift: 0.999, at: .zero)
        #expect(clock.reading(at: .distantFuture) == .distantFuture)
        clock.skew(offset: .zero, drift: -0.999, at: .zero)
        #expect(clock.reading(at: .distantFuture) < .distantFuture)
    }

    @Test func `a node reads its own clock, and a crash does not set it right`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("a")
        let other = simulation.addNode("b")
        node.skewClock(offset: .seconds(2), drift: 0.5)
        _ = simulation.run(until: .instant(VirtualInstant(nanoseconds: 4_000_000_000)))
        #expect(node.localTime.nanoseconds == 8_000_000_000)
        #expect(other.localTime == simulation.now)
        #expect(node.restart().localTime.nanoseconds == 8_000_000_000)
    }
}
