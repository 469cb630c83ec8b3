import Simulator

/// A ratio with an interval that holds the true one with a known confidence.
public struct RatioEstimate: Equatable, Sendable {
    /// The ratio of the samples.
    public var value: Double
    /// The lower end of the interval.
    public var low: Double
    /// The upper end.
    public var high: Double
}

/// Intervals by drawing from samples again and again: the percentile bootstrap of two independent
/// samples.
///
/// It assumes nothing of how times are distributed, which are skewed: a run can be late by any
/// amount, and early by none. The draws come from a fixed seed, so that the same samples give the
/// same interval.
///
/// Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 8 and 13.
public struct Bootstrap: Equatable, Sendable {
    /// What stands for a sample.
    public enum Statistic: String, Sendable, CaseIterable {
        /// The middle one; the mean of the two in the middle of an even number.
        case median
        /// The sum by the number.
        case mean
    }

    /// What stands for a sample.
    public var statistic: Statistic
    /// How likely the interval holds the true ratio, between 0 and 1.
    public var confidence: Double
    /// How often it is drawn.
    public var resamples: Int
    /// Of what the draws come.
    public var seed: UInt64

    /// A bootstrap; without arguments an interval of 95 % for the ratio of medians.
    public init(
        of statistic: Statistic = .median,
        confidence: Double = 0.95,
        resamples: Int = 10_000,
        seed: UInt64 = 1
    ) {
        self.statistic = statistic
        self.confidence = confidence
        self.resamples = resamples
        self.seed = seed
    }

    /// How many times `base` the values of `new` are.
    ///
    /// - Parameters:
    ///   - base: At least one value, all above zero.
    ///   - new: The same of the other side.
    /// - Complexity: O(*k n* log *n*) for *k* resamples of *n* values.
    public func ratio(of new: [Double], to base: [Double]) -> RatioEstimate {
        precondition(!new.isEmpty && !base.isEmpty, "a sample of nothing has no ratio")
        let (base, new) = (base.sorted(), new.sorted())
        var random = SplitMix64(seed: seed)
        var ratios: [Double] = []
        ratios.reserveCapacity(resamples)
        for _ in 0..<resamples {
            let below = value(of: draw(base, &random))
            ratios.append(value(of: draw(new, &random)) / below)
        }
        ratios.sort()
        let outside = (1 - confidence) / 2
        return RatioEstimate(
            value: value(of: new) / value(of: base),
            low: Self.quantile(outside, of: ratios),
            high: Self.quantile(1 - outside, of: ratios)
        )
    }

    /// What stands for values in ascending order.
    func value(of sorted: [Double]) -> Double {
        switch statistic {
        case .mean: return sorted.reduce(0, +) / Double(sorted.count)
        case .median:
            let middle = sorted.count / 2
            guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
            return (sorted[middle - 1] + sorted[middle]) / 2
        }
    }

    /// As many values as there are, each drawn from all of them, in ascending order.
    private func draw(_ sorted: [Double], _ random: inout SplitMix64) -> [Double] {
        let count = UInt64(sorted.count)
        var counts = [Int](repeating: 0, count: sorted.count)
        for _ in sorted { counts[Int(random.next().multipliedFullWidth(by: count).high)] += 1 }
        var drawn: [Double] = []
        drawn.reserveCapacity(sorted.count)
        for (value, count) in zip(sorted, counts) {
            for _ in 0..<count { drawn.append(value) }
        }
        return drawn
    }

    /// The value below which a part of all lies, between neighbours on the line that joins them.
    static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        let place = part * Double(sorted.count - 1)
        let below = Int(place)
        guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - Double(below))
    }
}
