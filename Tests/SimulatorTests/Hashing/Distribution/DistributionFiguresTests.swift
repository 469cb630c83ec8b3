import Simulator
import Testing

struct DistributionFiguresTests {
    private func figures(_ counts: [Int], shares: [Double]? = nil) -> DistributionFigures {
        DistributionFigures(
            names: counts.indices.map { "Server \($0 + 1)" },
            counts: counts,
            expectedShares: shares
        )
    }

    private func expectClose(_ actual: Double?, _ expected: Double, relative: Double = 1e-12) {
        let difference = actual.map { ($0 - expected).magnitude } ?? .infinity
        let tolerance = max(relative * expected.magnitude, 1e-14)
        #expect(difference <= tolerance, "\(String(describing: actual)) is not \(expected)")
    }

    struct Expected: Sendable {
        let counts: [Int]
        let variance: Double
        let deviation: Double
        let variation: Double
        let jain: Double
        let gini: Double
        let statistic: Double
        let pValue: Double
    }

    /// Computed with NumPy and SciPy 1.17 (`var`, `std`, `stats.variation`, `stats.chisquare`);
    /// Jain and Gini from their definitions, the latter over all pairs.
    @Test(arguments: [
        Expected(
            counts: [8439, 484, 1077],
            variance: 13092524.222222222,
            deviation: 3618.359327405478,
            variation: 1.0855077982216432,
            jain: 0.45906786142199263,
            gini: 0.5303333333333333,
            statistic: 11783.271799999999,
            pValue: 0
        ),
        Expected(
            counts: [3333, 3333, 3334],
            variance: 0.22222222222222224,
            deviation: 0.4714045207910317,
            variation: 0.0001414213562373095,
            jain: 0.9999999800000005,
            gini: 6.666666666666667e-05,
            statistic: 0.00019999999999999998,
            pValue: 0.9999000049998333
        ),
        Expected(
            counts: [10, 0, 0, 0, 90],
            variance: 1240,
            deviation: 35.21363372331802,
            variation: 1.760681686165901,
            jain: 0.24390243902439024,
            gini: 0.76,
            statistic: 310,
            pValue: 7.541884955363287e-66
        ),
        Expected(
            counts: [7, 7, 7],
            variance: 0,
            deviation: 0,
            variation: 0,
            jain: 1,
            gini: 0,
            statistic: 0,
            pValue: 1
        ),
        Expected(
            counts: [4684, 3795, 1521],
            variance: 1773996.222222222,
            deviation: 1331.9144950867612,
            variation: 0.39957434852602836,
            jain: 0.8623219678090726,
            gini: 0.21086666666666667,
            statistic: 1596.5965999999999,
            pValue: 0
        ),
    ])
    func `the figures match NumPy and SciPy`(expected: Expected) throws {
        let figures = figures(expected.counts)
        expectClose(figures.variance, expected.variance)
        expectClose(figures.standardDeviation, expected.deviation)
        expectClose(figures.coefficientOfVariation, expected.variation)
        expectClose(figures.jainIndex, expected.jain)
        expectClose(figures.giniCoefficient, expected.gini)
        let test = try #require(figures.chiSquareAgainstUniform)
        expectClose(test.statistic, expected.statistic)
        expectClose(test.pValue, expected.pValue, relative: 1e-11)
        #expect(test.degreesOfFreedom == expected.counts.count - 1)
    }

    @Test
    func `the simple figures are what they say`() {
        let figures = figures([8439, 484, 1077])
        #expect(figures.total == 10_000)
        #expect(figures.minimum == 484 && figures.maximum == 8439)
        expectClose(figures.mean, 3333.3333333333335)
        expectClose(figures.minimumToMean, 0.1452)
        expectClose(figures.maximumToMean, 2.5317)
        expectClose(figures.maximumToMinimum, 17.43595041322314)
    }

    @Test(arguments: [1, 2, 10, 1_000])
    func `one member with everything is the extreme of every index`(count: Int) {
        let figures = figures([500] + [Int](repeating: 0, count: count - 1))
        expectClose(figures.jainIndex, 1 / Double(count))
        expectClose(figures.giniCoefficient, 1 - 1 / Double(count))
        expectClose(figures.coefficientOfVariation, Double(count - 1).squareRoot())
        expectClose(figures.maximumToMean, Double(count))
    }

    @Test
    func `nothing is said of what is not there`() {
        let empty = figures([0, 0])
        #expect(empty.mean == 0 && empty.variance == 0)
        #expect(empty.maximumToMean == nil && empty.coefficientOfVariation == nil)
        #expect(empty.jainIndex == nil && empty.giniCoefficient == nil)
        #expect(empty.chiSquareAgainstUniform == nil)
        #expect(figures([5, 0]).maximumToMinimum == nil)
        #expect(figures([5]).chiSquareAgainstUniform == nil)
        #expect(figures([5, 5]).chiSquareAgainstExpected == nil)
    }

    /// The published runs of the assignment, tested against the exact shares (SciPy's
    /// `chisquare`).
    @Test(
        arguments: [
            ([8439, 484, 1077], 0.7529142857142856, 0.6862885294220598),
            ([8435, 470, 1095], 0.005502645502645503, 0.9972524586683545),
            ([8396, 482, 1122], 1.3083089947089948, 0.5198814379454901),
            ([8401, 464, 1135], 1.7617439153439152, 0.4144213961755585),
        ] as [([Int], Double, Double)]
    )
    func `runs of the assignment agree with its exact shares`(
        counts: [Int],
        statistic: Double,
        pValue: Double
    ) throws {
        let shares = try #require(SlotRing.filled(3, .spec).shares())
        let figures = DistributionFigures(counts: counts, shares: shares)
        let test = try #require(figures.chiSquareAgainstExpected)
        expectClose(test.statistic, statistic)
        expectClose(test.pValue, pValue)
        #expect(test.degreesOfFreedom == 2)
    }

    @Test
    func `a published run with multiplicative hashes agrees with the exact shares`() throws {
        let settings = SlotRingSettings(
            requestHash: MultiplicativeRequestHash(),
            serverHash: MultiplicativeServerHash()
        )
        let shares = try #require(SlotRing.filled(3, settings).shares())
        let figures = DistributionFigures(counts: [2889, 3022, 4089], shares: shares)
        let test = try #require(figures.chiSquareAgainstExpected)
        #expect((test.statistic - 6.4).magnitude < 0.05)
    }

    @Test
    func `an impossible count refutes the shares`() throws {
        let impossible = figures([5, 5, 1], shares: [0.5, 0.5, 0])
        let test = try #require(impossible.chiSquareAgainstExpected)
        #expect(test.statistic == .infinity && test.pValue == 0 && test.degreesOfFreedom == 1)
        let possible = figures([5, 5, 0], shares: [0.5, 0.5, 0])
        #expect(possible.chiSquareAgainstExpected?.pValue == 1)
    }

    /// Standard deviation per 10,000 requests (linear probing) and coefficients of variation
    /// (linear, quadratic) of the assignment's exact shares, from an independent program.
    @Test(
        arguments: [
            (2, 4531.3, 0.906, 0.906), (3, 3618.2, 1.085, 1.085), (4, 3303.0, 1.321, 1.321),
            (5, 2993.2, 1.497, 1.498), (6, 2795.7, 1.677, 1.672),
        ] as [(Int, Double, Double, Double)]
    )
    func `the exact shares have this spread`(
        count: Int,
        deviation: Double,
        linear: Double,
        quadratic: Double
    ) throws {
        for (probing, variation) in [(.linear, linear), (.quadratic, quadratic)]
            as [(SlotRingSettings.Probing, Double)]
        {
            let ring = try SlotRing.filled(count, SlotRingSettings(probing: probing))
            let shares = try #require(ring.shares())
            let figures = DistributionFigures(
                names: shares.map(\.name),
                counts: shares.map(\.count)
            )
            let actual = try #require(figures.coefficientOfVariation)
            #expect((actual - variation).magnitude <= 0.0006)
            guard probing == .linear else { continue }
            let scaled = figures.standardDeviation * 10_000 / Double(shares[0].total)
            #expect((scaled - deviation).magnitude <= 0.06)
        }
    }
}
