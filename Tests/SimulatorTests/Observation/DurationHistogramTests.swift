import Testing

@testable import Simulator

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

    @Test(arguments: laws, [1, 2, 3, 10, 999, 1_024])
    func `a few durations are read as those of a histogram are`(
        law: DurationDistribution,
        count: Int
    ) {
        let simulation = Simulation(seed: 10)
        var random = simulation.random("samples")
        var few = DurationHistogram()
        for _ in 0..<count { few.record(law.sample(using: &random)) }
        var counted = few
        counted.makeHistogram()
        for step in 0...2_000 {
            let quantile = Double(step) / 2_000
            #expect(few.value(at: quantile) == counted.value(at: quantile), "quantile \(quantile)")
        }
        #expect(few.cumulative.map(\.duration) == counted.cumulative.map(\.duration))
        #expect(few.cumulative.map(\.fraction) == counted.cumulative.map(\.fraction))
    }

    @Test(arguments: [(10, 10), (600, 600), (600, 2_000), (2_000, 600), (2_000, 2_000)])
    func `histograms are added whether they are of few durations or of many`(
        first: Int,
        second: Int
    ) {
        var (left, right, all) = (DurationHistogram(), DurationHistogram(), DurationHistogram())
        for number in 0..<first + second {
            let duration = Duration.microseconds(number * 7_919 % 10_007)
            if number < first { left.record(duration) } else { right.record(duration) }
            all.record(duration)
        }
        left.add(right)
        #expect(left.count == all.count && left.mean == all.mean)
        #expect(left.minimum == all.minimum && left.maximum == all.maximum)
        #expect(left.cumulative.map(\.duration) == all.cumulative.map(\.duration))
        #expect(left.cumulative.map(\.fraction) == all.cumulative.map(\.fraction))
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
