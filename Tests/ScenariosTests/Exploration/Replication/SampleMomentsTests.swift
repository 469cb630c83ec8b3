import Simulator
import Testing

@testable import Scenarios

struct SampleMomentsTests {
    /// The ten values and the interval are the example of A. M. Law, "Simulation Modeling and
    /// Analysis", section 4.5: mean 1.34, half-width 0.24 at 90 %.
    @Test
    func `one after the other gives the interval of the textbook's example`() throws {
        var moments = SampleMoments()
        for value in [1.20, 1.50, 1.68, 1.89, 0.95, 1.49, 1.58, 1.55, 0.50, 1.09] {
            moments.add(value)
        }
        let interval = try #require(moments.interval(confidence: 0.9))
        #expect((interval.mean - 1.34).magnitude <= 0.005)
        #expect((interval.halfWidth - 0.24).magnitude <= 0.005)
        #expect(moments.range == 0.50...1.89)
    }

    @Test
    func `values far from zero lose no digits of their variance`() {
        // NIST's NumAcc4: mean 10000000.2, standard deviation 0.1.
        var moments = SampleMoments()
        moments.add(10_000_000.2)
        for _ in 0..<500 {
            moments.add(10_000_000.1)
            moments.add(10_000_000.3)
        }
        #expect((moments.mean - 10_000_000.2).magnitude < 1e-8)
        #expect((moments.variance.squareRoot() - 0.1).magnitude < 1e-8)
    }

    /// Of 2,000 intervals from ten normal values each, 1,900 are to hold the mean; a binomial
    /// variate is farther than 49 from that in one of a million cases.
    @Test
    func `as many intervals hold the mean as they say`() throws {
        var bits = SplitMix64(seed: 7)
        let uniform = { () -> Double in (Double(bits.next() >> 11) + 0.5) * 0x1p-53 }
        var holding = 0
        for _ in 0..<2_000 {
            var moments = SampleMoments()
            for _ in 0..<10 {
                // The sum of twelve uniform variates is near to normal: mean 6, deviation 1.
                moments.add((0..<12).reduce(0) { sum, _ in sum + uniform() })
            }
            let interval = try #require(moments.interval(confidence: 0.95))
            if interval.low <= 6, 6 <= interval.high { holding += 1 }
        }
        #expect((1_851...1_949).contains(holding))
    }

    @Test
    func `one value says nothing of where the mean lies`() {
        var moments = SampleMoments()
        #expect(moments.range == nil)
        moments.add(3)
        #expect(moments.interval(confidence: 0.9) == nil)
        #expect(moments.mean == 3)
    }
}
