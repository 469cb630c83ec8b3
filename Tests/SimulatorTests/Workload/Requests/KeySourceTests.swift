import Glibc
import Testing

@testable import Simulator

struct KeySourceTests {
    private func keys(_ source: KeySource, _ count: Int) -> [UInt64] {
        let simulation = Simulation(seed: 11)
        var generator = KeyGenerator(source, random: simulation.random("keys"))
        return (0..<count).compactMap { _ in generator.next().identifier }
    }

    /// Computed by an independent program.
    @Test(
        arguments: [
            (1, [522_465, 128_519, 890_590]), (42, [975_413, 692_291, 763_858]),
            (2_024, [273_461, 215_442, 493_471]),
        ] as [(UInt64, [UInt64])]
    )
    func `six-digit identifiers are those of the published generator`(
        seed: UInt64,
        expected: [UInt64]
    ) {
        #expect(keys(.sixDigits(seed: seed), 3) == expected)
        #expect(
            keys(.sixDigits(seed: seed), 10_000).allSatisfy { (100_000...999_999).contains($0) }
        )
    }

    @Test
    func `a sequence counts`() {
        #expect(keys(.sequence(first: 998), 4) == [998, 999, 1_000, 1_001])
    }

    /// The p-value of Pearson's statistic, by the approximation of Wilson and Hilferty.
    private func pValue(_ counts: [Int], _ shares: [Double]) -> Double {
        let total = Double(counts.reduce(0, +))
        let statistic = zip(counts, shares).map { count, share in
            let difference = Double(count) - total * share
            return difference * difference / (total * share)
        }.reduce(0, +)
        let degrees = Double(counts.count - 1)
        let cube = pow(statistic / degrees, 1.0 / 3)
        let normal = (cube - (1 - 2 / (9 * degrees))) / (2 / (9 * degrees)).squareRoot()
        return 0.5 * erfc(normal / 2.0.squareRoot())
    }

    @Test
    func `uniform keys are all as likely`() {
        var counts = [Int](repeating: 0, count: 50)
        for key in keys(.uniform(population: 50), 50_000) { counts[Int(key)] += 1 }
        #expect(pValue(counts, [Double](repeating: 0.02, count: 50)) > 0.001)
        #expect(keys(.uniform(population: 1), 10) == [UInt64](repeating: 0, count: 10))
    }

    @Test(arguments: [0, 0.5, 1, 1.1, 3])
    func `ranks follow the law of Zipf`(exponent: Double) {
        var counts = [Int](repeating: 0, count: 30)
        for key in keys(.zipf(exponent: exponent, population: 30), 60_000) {
            counts[Int(key) - 1] += 1
        }
        let weights = (1...30).map { pow(Double($0), -exponent) }
        let sum = weights.reduce(0, +)
        #expect(pValue(counts, weights.map { $0 / sum }) > 0.001)
    }

    @Test
    func `a population of one has one key`() {
        #expect(keys(.zipf(exponent: 1, population: 1), 5) == [1, 1, 1, 1, 1])
    }
}
