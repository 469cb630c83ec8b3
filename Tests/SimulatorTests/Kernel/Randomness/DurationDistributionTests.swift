import Foundation
import Testing

@testable import Simulator

/// Samples against closed formulas, which are computed with the platform's functions.
struct DurationDistributionTests {
    /// A distribution, its exact mean and standard deviation, and its distribution function, in
    /// seconds.
    struct Form: Sendable, CustomTestStringConvertible {
        var distribution: DurationDistribution
        var mean: Double
        var deviation: Double
        var below: @Sendable (Double) -> Double
        var testDescription: String { "\(distribution)" }
    }

    static let forms = [
        Form(
            distribution: .uniform(.seconds(2), .seconds(6)),
            mean: 4,
            deviation: 4 / 12.0.squareRoot(),
            below: { min(1, max(0, ($0 - 2) / 4)) }
        ),
        Form(
            distribution: .exponential(mean: .seconds(3)),
            mean: 3,
            deviation: 3,
            below: { 1 - exp(-$0 / 3) }
        ),
        Form(
            distribution: .normal(mean: .seconds(50), deviation: .seconds(4)),
            mean: 50,
            deviation: 4,
            below: { 0.5 * erfc(-($0 - 50) / 4 / 2.0.squareRoot()) }
        ),
        Form(
            distribution: .lognormal(median: .seconds(2), sigma: 0.5),
            mean: 2 * exp(0.125),
            deviation: 2 * exp(0.125) * (exp(0.25) - 1).squareRoot(),
            below: { 0.5 * erfc(-log($0 / 2) / 0.5 / 2.0.squareRoot()) }
        ),
        Form(
            distribution: .pareto(minimum: .seconds(1), shape: 4),
            mean: 4.0 / 3,
            deviation: (2.0 / 9).squareRoot(),
            below: { 1 - pow($0, -4) }
        ),
    ]

    private func samples(_ distribution: DurationDistribution, _ count: Int) -> [Double] {
        var random = Simulation(seed: 5).random("\(distribution)")
        return (0..<count).map { _ in
            Double(distribution.sample(using: &random).wholeNanoseconds) / 1e9
        }
    }

    @Test(arguments: forms)
    func `the mean is that of the formula`(_ form: Form) throws {
        let samples = samples(form.distribution, 10_000)
        let mean = samples.reduce(0, +) / 10_000
        #expect(abs(mean - form.mean) < 4 * form.deviation / 100)
        let stated = try #require(form.distribution.mean)
        #expect(abs(Double(stated.wholeNanoseconds) / 1e9 - form.mean) < 1e-6)
    }

    /// Kolmogorov's statistic; 1.95 is its 99.9 % quantile.
    @Test(arguments: forms)
    func `every quantile is that of the formula`(_ form: Form) {
        let samples = samples(form.distribution, 10_000).sorted()
        let distance = samples.enumerated().reduce(0.0) { worst, sample in
            let exact = form.below(sample.element)
            let rank = Double(sample.offset) / 10_000
            return max(worst, abs(exact - rank), abs(exact - rank - 1e-4))
        }
        #expect(distance * 100 < 1.95)
    }

    @Test func `a list is drawn from evenly`() {
        let list: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
        let samples = samples(.empirical(list), 9_000)
        for value in [1.0, 2, 4] {
            let count = Double(samples.count { $0 == value })
            #expect(abs(count - 3_000) < 179, "four standard deviations")
        }
        #expect(DurationDistribution.empirical(list).mean == .seconds(7) / 3)
    }

    static let extremes: [DurationDistribution] = [
        .constant(.seconds(-1)), .uniform(.seconds(-5), .seconds(-1)),
        .uniform(.seconds(5), .seconds(1)),
        .uniform(.seconds(-5), .seconds(5)), .uniform(.zero, Duration(wholeNanoseconds: .max)),
        .exponential(mean: .seconds(-3)), .exponential(mean: Duration(wholeNanoseconds: .max)),
        .normal(mean: .zero, deviation: .seconds(1)), .lognormal(median: .seconds(1), sigma: 1_000),
        .pareto(minimum: .zero, shape: 1e-12), .pareto(minimum: .seconds(1), shape: 0),
        .empirical([]), .empirical([.seconds(-1)]),
    ]

    @Test(arguments: extremes)
    func `a sample is never negative, whatever the parameters`(_ distribution: DurationDistribution)
    {
        var random = Simulation(seed: 5).random("extreme")
        for _ in 0..<1_000 {
            #expect(distribution.sample(using: &random) >= .zero)
        }
    }

    @Test func `a mean that does not exist is nil`() {
        #expect(DurationDistribution.pareto(minimum: .seconds(1), shape: 1).mean == nil)
        #expect(DurationDistribution.empirical([]).mean == .zero)
        #expect(DurationDistribution.constant(.seconds(3)).mean == .seconds(3))
    }

    // MARK: Without drawing

    static let all =
        forms.map(\.distribution) + [
            .constant(.seconds(1)), .uniform(.zero, .nanoseconds(1_023)),
            .empirical([.seconds(1), .seconds(2), .seconds(3)]),
            .empirical([.seconds(1), .seconds(2)]), .empirical([]),
        ]

    @Test(arguments: all)
    func `a stream goes on after skipped samples as after drawn ones`(
        _ distribution: DurationDistribution
    ) {
        let simulation = Simulation(seed: 3)
        for count: UInt64 in [0, 1, 2, 77, 5_000] {
            for others in [[], [DurationDistribution.exponential(mean: .seconds(1))]] {
                var drawn = simulation.random("\(count)")
                var skipped = drawn
                for _ in 0..<count {
                    for each in [distribution] + others { _ = each.sample(using: &drawn) }
                }
                skipped.skip(count, of: [distribution] + others)
                #expect(drawn.next() == skipped.next(), "after \(count)")
            }
        }
    }

    @Test(arguments: all)
    func `no sample is longer than the longest`(_ distribution: DurationDistribution) {
        var random = Simulation(seed: 5).random("samples")
        let longest = distribution.longestSample
        for _ in 0..<20_000 { #expect(distribution.sample(using: &random) <= longest) }
    }

    @Test func `the longest sample is that of the least draw`() {
        // What the distribution functions leave beyond it is a draw below 2^-53, of which there is
        // none but zero.
        let exponential = DurationDistribution.exponential(mean: .seconds(3)).longestSample
        #expect(abs(exponential / .seconds(1) + 3 * log(0x1p-53)) < 0.02)
        let pareto = DurationDistribution.pareto(minimum: .seconds(1), shape: 4).longestSample
        #expect(abs(pareto / .seconds(1) / pow(0x1p-53, -0.25) - 1) < 0.01)
        let normal = DurationDistribution.normal(mean: .zero, deviation: .seconds(1)).longestSample
        #expect(abs(normal / .seconds(1) - (2 * log(0x1p104)).squareRoot()) < 0.01)
    }
}
