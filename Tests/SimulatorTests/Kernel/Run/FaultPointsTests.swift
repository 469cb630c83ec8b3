import Testing

@testable import Simulator

struct FaultPointsTests {
    private static let passes = 8

    /// How often the point called `label` fires in a run of `seed`.
    private func fires(_ label: String, seed: UInt64) -> [Bool] {
        var points = FaultPoints(random: Simulation(seed: seed).random("fault points"))
        return (0..<Self.passes).map { _ in points.fires(label) }
    }

    /// Each bound is four standard deviations of a binomial count.
    @Test func `a quarter of the points are active and fire a quarter of the times`() {
        let runs = (0..<10_000 as Range<UInt64>).map {
            fires("coordinator/after-persist", seed: $0)
        }
        let total = runs.reduce(0) { $0 + $1.count { $0 } }
        let first = runs.count { $0[0] }
        let deviation = (10_000.0 / 16 * 15 / 16).squareRoot()
        #expect(abs(Double(first) - 625) < 4 * deviation)
        // An active point is seen to fire at least once in all but (3/4)^8 of the runs.
        let seen = runs.count { $0.contains(true) }
        let probability = 0.25 * (1 - 0.100_112_915_039_062_5)
        let spread = (10_000 * probability * (1 - probability)).squareRoot()
        #expect(abs(Double(seen) - 10_000 * probability) < 4 * spread)
        let firesWhereSeen = Double(total) / Double(seen)
        #expect(abs(firesWhereSeen - 2 / (1 - 0.100_112_915)) < 0.1)
    }

    @Test func `a point depends on its label and the seed alone`() {
        var points = FaultPoints(random: Simulation(seed: 3).random("fault points"))
        let labels = (0..<50).map { "point \($0)" }
        let together = labels.map { label in (0..<Self.passes).map { _ in points.fires(label) } }
        #expect(together == labels.map { fires($0, seed: 3) })
        #expect(together != labels.map { fires($0, seed: 4) })
    }

    @Test func `no point fires unless the settings say so`() {
        let labels = (0..<100).map { "point \($0)" }
        let quiet = Simulation(seed: 1)
        let loud = Simulation(seed: 1, settings: .init(firesFaultPoints: true))
        #expect(!labels.contains { quiet.faultPoint($0) })
        #expect((0..<8).contains { _ in labels.contains { loud.faultPoint($0) } })
    }
}
