import Simulator
import Testing

struct DurationHistogramTests {
    private static let laws: [DurationDistribution] = [
        .constant(.milliseconds(7)), .uniform(.nanoseconds(1), .nanoseconds(900)),
        .uniform(.milliseconds(1), .seconds(3)), .exponential(mean: .milliseconds(40)),
        .lognormal(median: .milliseconds(5), sigma: 2),
        .pareto(minimum: .microseconds(3), shape: 0.9),
    ]

    /// The smallest sample that at least a fraction `quantile` does not exceed.
    private func exact(_ sorted: [Duration], _ quantile: Double) -> Duration {
        let needed = sorted.indices.first {
            Double($0 + 1) >= quantile * Double(sorted.count) - 1e-6
        }
        return sorted[needed ?? sorted.count - 1]
    }

    @Test(arguments: laws, [1, 2, 10, 999, 20_000])
    func `quantiles are at most a thousandth above those of the sorted samples`(
        law: DurationDistribution,
        count: Int
    ) {
        let simulation = Simulation(seed: 9)
        var random = simulation.random("samples")
        var histogram = DurationHistogram()
        var samples: [Duration] = []
        for _ in 0..<count {
            let sample = law.sample(using: &random)
            samples.append(sample)
            histogram.record(sample)
        }
        samples.sort()
        for quantile in [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1] {
            let expected = exact(samples, quantile)
            let found = histogram.value(at: quantile)
            #expect(found >= expected, "quantile \(quantile)")
            #expect(found <= expected * 1_001 / 1_000 + .nanoseconds(1), "quantile \(quantile)")
        }
        let sum = samples.reduce(UInt128(0)) { $0 + UInt128($1.wholeNanoseconds) }
        #expect(histogram.mean.wholeNanoseconds == UInt64(sum / UInt128(count)))
        #expect(histogram.minimum == samples.first && histogram.maximum == samples.last)
        #expect(histogram.count == count)
        let points = histogram.cumulative
        #expect(points.last?.fraction == 1)
        #expect(points.map(\.duration) == points.map(\.duration).sorted())
    }

    @Test
    func `a histogram of nothing is all zero`() {
        let histogram = DurationHistogram()
        #expect(
            histogram.count == 0 && histogram.mean == .zero && histogram.value(at: 0.5) == .zero
        )
        #expect(histogram.minimum == .zero && histogram.maximum == .zero)
        #expect(histogram.cumulative.isEmpty)
    }

    @Test
    func `zero, negative and the longest durations are taken`() {
        var histogram = DurationHistogram()
        histogram.record(.zero)
        histogram.record(.seconds(-5))
        #expect(
            histogram.count == 2 && histogram.maximum == .zero && histogram.value(at: 1) == .zero
        )
        let longest = Duration(wholeNanoseconds: .max)
        histogram.record(longest)
        histogram.record(.seconds(400 * 366 * 86_400))
        #expect(histogram.maximum == longest && histogram.count == 4)
        #expect(histogram.value(at: 1) == longest)
        #expect(histogram.value(at: 0.5) == .zero)
        #expect(histogram.mean.wholeNanoseconds > .max / 4)
    }

    @Test
    func `a quantile out of bounds is held within`() {
        var histogram = DurationHistogram()
        histogram.record(.seconds(1))
        histogram.record(.seconds(2))
        #expect(histogram.value(at: -1) == .seconds(1) && histogram.value(at: 7) == .seconds(2))
    }
}
