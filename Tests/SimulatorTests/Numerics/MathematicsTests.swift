import Glibc
import Simulator
import Testing

/// The distance of two numbers in units of the last place.
private func distance(_ left: Double, _ right: Double) -> UInt64 {
    if left == right || (left.isNaN && right.isNaN) { return 0 }
    func ordered(_ value: Double) -> Int64 {
        let bits = Int64(bitPattern: value.bitPattern)
        return bits < 0 ? Int64.min &- bits : bits
    }
    return ordered(left).subtractingReportingOverflow(ordered(right)).partialValue.magnitude
}

struct ElementaryFunctionTests {
    @Test
    func `the logarithm is within one unit in the last place of the platform's`() {
        var generator = SplitMix64(seed: 1)
        var worst: UInt64 = 0
        for _ in 0..<200_000 {
            let bits = generator.next() & 0x7FFF_FFFF_FFFF_FFFF
            let anywhere = Double(bitPattern: bits)
            let nearOne = 0.5 + Double(generator.next() >> 11) * 0x1p-53
            for value in [anywhere, nearOne] where value.isFinite {
                worst = max(worst, distance(Mathematics.logarithm(value), log(value)))
            }
        }
        #expect(worst <= 1)
    }

    @Test
    func `the logarithm of special values is that of IEEE 754`() {
        #expect(Mathematics.logarithm(1) == 0)
        #expect(Mathematics.logarithm(0) == -.infinity)
        #expect(Mathematics.logarithm(-0.0) == -.infinity)
        #expect(Mathematics.logarithm(.infinity) == .infinity)
        #expect(Mathematics.logarithm(-1).isNaN)
        #expect(Mathematics.logarithm(-.infinity).isNaN)
        #expect(Mathematics.logarithm(.nan).isNaN)
        #expect(Mathematics.logarithm(.leastNonzeroMagnitude) == -744.4400719213812)
    }

    @Test
    func `the exponential is within one unit in the last place of the platform's`() {
        var generator = SplitMix64(seed: 2)
        var worst: UInt64 = 0
        for _ in 0..<200_000 {
            let unit = Double(generator.next() >> 11) * 0x1p-53
            for value in [unit * 1454 - 744, unit * 2 - 1] {
                worst = max(worst, distance(Mathematics.exponential(value), exp(value)))
            }
        }
        #expect(worst <= 1)
    }

    @Test
    func `the exponential of special values is that of IEEE 754`() {
        #expect(Mathematics.exponential(0) == 1)
        #expect(Mathematics.exponential(710) == .infinity)
        #expect(Mathematics.exponential(-746) == 0)
        #expect(Mathematics.exponential(.infinity) == .infinity)
        #expect(Mathematics.exponential(-.infinity) == 0)
        #expect(Mathematics.exponential(.nan).isNaN)
        #expect(Mathematics.exponential(-745) == .leastNonzeroMagnitude)
    }

    @Test
    func `a power is within four units in the last place of the platform's`() {
        var generator = SplitMix64(seed: 3)
        var worst: UInt64 = 0
        for _ in 0..<100_000 {
            let base = Double(generator.next() >> 11) * 0x1p-53 * 100
            let exponent = Double(generator.next() >> 11) * 0x1p-53 * 40 - 20
            worst = max(worst, distance(Mathematics.power(base, exponent), pow(base, exponent)))
        }
        #expect(worst <= 4)
    }

    @Test(arguments: [0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 1e300, -1e-300, .infinity, -.infinity])
    func `a power of special values is that of IEEE 754`(base: Double) {
        let exponents: [Double] = [0, 1, -1, 2, 3, -3, 0.5, -0.5, 1e300, .infinity, -.infinity]
        for exponent in exponents {
            let expected = pow(base, exponent)
            let actual = Mathematics.power(base, exponent)
            #expect(distance(actual, expected) <= 2, "\(base) to the power \(exponent)")
            #expect(expected.isNaN || actual.sign == expected.sign)
        }
    }
}

struct SameBitsTests {
    /// The digests were taken in a debug build on x86-64; every other build and machine must agree.
    @Test
    func `every build computes the same bits`() {
        var generator = SplitMix64(seed: 5)
        var digests = [UInt64](repeating: 0, count: 5)
        func take(_ value: Double, into index: Int) {
            digests[index] = SplitMix64.mix(digests[index] ^ value.bitPattern)
        }
        for _ in 0..<20_000 {
            let unit = Double(generator.next() >> 11) * 0x1p-53
            take(Mathematics.logarithm(unit * 1e6), into: 0)
            take(Mathematics.exponential(unit * 1400 - 700), into: 1)
            take(Mathematics.power(unit * 100, unit * 30 - 15), into: 2)
            take(Mathematics.upperIncompleteGamma(shape: unit * 50 + 1, value: unit * 90), into: 3)
            take(Mathematics.normalQuantile(unit), into: 4)
        }
        #expect(
            digests == [
                0x63ECFDC2F12E9781, 0xF51DE818DBF4C93F,
                0x993B39FD23618CEC, 0x159E130EACE735ED,
                0x563D0F93578297E6,
            ]
        )
    }
}

/// Expected values computed with SciPy 1.17 (`scipy.special`, `scipy.stats`).
struct SpecialFunctionTests {
    private func expectClose(_ actual: Double, _ expected: Double, relative: Double) {
        let tolerance = relative * max(expected.magnitude, .leastNormalMagnitude)
        #expect((actual - expected).magnitude <= tolerance, "\(actual) is not \(expected)")
    }

    @Test(
        arguments: [
            (0.001, 6.907178885383853),
            (0.1, 2.252712651734206),
            (0.5, 0.5723649429247),
            (1, 0.0),
            (1.5, -0.12078223763524526),
            (2, 0.0),
            (2.5, 0.2846828704729192),
            (3.7, 1.428072326665388),
            (7.25, 7.0521854507385395),
            (11.999, 17.499865227646108),
            (12, 17.502307845873887),
            (30.5, 72.9534711841694),
            (171, 706.5730622457875),
            (1000.5, 5908.674175848678),
            (1000000.0, 12815504.569147611),
            (10000000000.0, 220258509288.81058),
        ] as [(Double, Double)]
    )
    func `log gamma matches SciPy`(value: Double, expected: Double) {
        let tolerance = max(1e-14, 1e-15 * expected.magnitude)
        #expect((Mathematics.logGamma(value) - expected).magnitude <= tolerance)
    }

    @Test(
        arguments: [
            (0.5, 0.1, 0.34527915398142317, 0.6547208460185768),
            (0.5, 2, 0.9544997361036415, 0.04550026389635857),
            (1, 1, 0.6321205588285577, 0.36787944117144245),
            (1, 0.001, 0.0009995001666250082, 0.999000499833375),
            (2.5, 2.4, 0.5592270319133369, 0.4407729680866631),
            (2.5, 20, 0.99999985066321, 1.493367900050393e-07),
            (10, 3, 0.0011024881301154815, 0.9988975118698845),
            (10, 10, 0.5420702855281478, 0.4579297144718523),
            (10, 40, 0.9999999960740678, 3.925932226286184e-09),
            (50, 49, 0.46210439360094024, 0.5378956063990598),
            (50, 90, 0.9999983505014983, 1.6494985017178526e-06),
            (255.5, 200, 9.2039797547962e-05, 0.999907960202452),
            (255.5, 300, 0.9960647519618269, 0.003935248038173155),
            (4999.5, 5000, 0.5047016054613165, 0.4952983945386835),
            (4999.5, 5300, 0.9999849251624534, 1.5074837546621746e-05),
        ] as [(Double, Double, Double, Double)]
    )
    func `the incomplete gamma functions match SciPy`(
        shape: Double,
        value: Double,
        lower: Double,
        upper: Double
    ) {
        let actualLower = Mathematics.lowerIncompleteGamma(shape: shape, value: value)
        expectClose(actualLower, lower, relative: 1e-11)
        let actualUpper = Mathematics.upperIncompleteGamma(shape: shape, value: value)
        expectClose(actualUpper, upper, relative: 1e-11)
    }

    @Test(
        arguments: [
            (0.005, 2, 0.9975031223974601),
            (1.3, 2, 0.5220457767610162),
            (1.8, 2, 0.4065696597405992),
            (6.4, 2, 0.04076220397836622),
            (0, 3, 1.0),
            (3.841458820694124, 1, 0.04999999999999989),
            (10, 5, 0.07523524614651217),
            (120.5, 99, 0.06995556459600587),
            (600, 511, 0.003935248038173155),
            (400, 511, 0.999907960202452),
            (1500, 511, 6.92035519465561e-98),
        ] as [(Double, Int, Double)]
    )
    func `chi-square p-values match SciPy`(statistic: Double, degrees: Int, expected: Double) {
        let actual = Mathematics.chiSquarePValue(statistic: statistic, degreesOfFreedom: degrees)
        expectClose(actual, expected, relative: 1e-11)
    }

    @Test
    func `two degrees of freedom have the closed form`() {
        for statistic in stride(from: 0.0, to: 60, by: 0.5) {
            let actual = Mathematics.chiSquarePValue(statistic: statistic, degreesOfFreedom: 2)
            expectClose(actual, exp(-statistic / 2), relative: 1e-13)
        }
    }

    @Test(
        arguments: [
            (1e-300, -37.0470962993612),
            (1e-20, -9.262340089798409),
            (1e-09, -5.9978070150076865),
            (0.001, -3.090232306167813),
            (0.025, -1.9599639845400545),
            (0.0749, -1.4402382675279635),
            (0.0751, -1.4388253927525403),
            (0.2, -0.8416212335729142),
            (0.5, 0.0),
            (0.6, 0.2533471031357997),
            (0.9, 1.2815515655446004),
            (0.975, 1.959963984540054),
            (0.999999, 4.753424308817087),
        ] as [(Double, Double)]
    )
    func `normal quantiles match SciPy`(probability: Double, expected: Double) {
        expectClose(Mathematics.normalQuantile(probability), expected, relative: 4e-15)
    }

    @Test
    func `the normal quantile of certainty is infinite`() {
        #expect(Mathematics.normalQuantile(0) == -.infinity)
        #expect(Mathematics.normalQuantile(1) == .infinity)
    }
}
