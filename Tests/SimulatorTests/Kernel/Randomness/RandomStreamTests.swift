import Testing

@testable import Simulator

struct RandomStreamTests {
    private let simulation = Simulation(seed: 42)

    private func draws(_ stream: RandomStream, _ count: Int = 8) -> [UInt64] {
        var stream = stream
        return (0..<count).map { _ in stream.next() }
    }

    @Test func `a label names the same stream in every simulation of the seed`() {
        #expect(draws(simulation.random("disk a")) == draws(Simulation(seed: 42).random("disk a")))
        #expect(draws(simulation.random("disk a")) != draws(simulation.random("disk b")))
        #expect(draws(simulation.random("disk a")) != draws(Simulation(seed: 43).random("disk a")))
    }

    @Test func `a stream does not move when others are drawn from or its parent was`() {
        let alone = draws(simulation.random("links").split("a to b"))
        var parent = simulation.random("links")
        _ = draws(simulation.random("another"), 100)
        _ = parent.next()
        _ = draws(parent.split("b to a"), 3)
        #expect(draws(parent.split("a to b")) == alone)
    }

    @Test func `splitting is not the same as a longer label`() {
        let streams = [
            simulation.random("ab"), simulation.random("a").split("b"), simulation.random("a b"),
            simulation.random("a"), simulation.random(""),
        ]
        #expect(Set(streams.map { draws($0) }).count == streams.count)
    }

    @Test func `every draw enters the digest of the run`() {
        let before = simulation.digest
        var stream = simulation.random("x")
        #expect(simulation.digest == before)
        _ = stream.next()
        let after = simulation.digest
        #expect(after != before)
        _ = stream.unit()
        #expect(simulation.digest != after)
        let other = Simulation(seed: 42)
        _ = draws(other.random("y"), 1)
        #expect(other.digest != after)
    }

    /// Chi-square against uniform: the bound is the 99.9 % quantile, fixed by the seed of the test.
    @Test(
        arguments: [(2, 10.83), (3, 13.82), (7, 22.46), (10, 27.88), (100, 148.23)]
            as [(UInt64, Double)]
    )
    func `numbers below a bound are equally likely`(_ bound: UInt64, _ quantile: Double) {
        var stream = simulation.random("below \(bound)")
        var counts = [Double](repeating: 0, count: Int(bound))
        for _ in 0..<20_000 { counts[Int(stream.below(bound))] += 1 }
        let expected = 20_000 / Double(bound)
        let statistic = counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
        #expect(statistic < quantile)
    }

    /// For a bound of three quarters of 2^64, taking the remainder would fall into the first third
    /// of the range twice as often as it should.
    @Test func `a huge bound is not biased`() {
        let bound: UInt64 = 3 << 62
        var stream = simulation.random("huge")
        let low = (0..<10_000).count { _ in stream.below(bound) < bound / 3 }
        let deviation = (10_000 * 2.0 / 9).squareRoot()
        #expect(abs(Double(low) - 3_333) < 4 * deviation)
        #expect((0..<100).allSatisfy { _ in stream.below(1) == 0 })
    }

    @Test func `a unit is at least zero and below one`() {
        var stream = simulation.random("unit")
        let draws = (0..<10_000).map { _ in stream.unit() }
        #expect(draws.allSatisfy { (0..<1).contains($0) })
        let mean = draws.reduce(0, +) / 10_000
        #expect(abs(mean - 0.5) < 0.0116, "four standard deviations of the mean")
    }
}
