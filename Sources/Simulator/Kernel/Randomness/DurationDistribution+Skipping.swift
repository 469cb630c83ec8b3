/// What can be said of samples without drawing them.
extension DurationDistribution {
    /// The longest sample there can be.
    ///
    /// Draws are multiples of 2^-53 below 1, so that no exponential sample is longer than 53 ln 2
    /// times its mean, and no normal one is further from it than (208 ln 2)^(1/2) deviations.
    var longestSample: Duration {
        switch self {
        case .constant(let duration): max(.zero, duration)
        case .uniform(_, let high): max(.zero, high)
        case .exponential(let mean): Self.rounded(mean, Self.exponentialMaximum)
        case .normal(let mean, let deviation):
            max(.zero, mean) + Self.rounded(deviation, Self.normalMaximum)
        case .lognormal(let median, let sigma):
            Self.rounded(median, Mathematics.exponential(sigma.magnitude * Self.normalMaximum))
        case .pareto(let minimum, let shape):
            Self.rounded(minimum, Mathematics.exponential(Self.exponentialMaximum / shape))
        case .empirical(let durations): max(.zero, durations.max() ?? .zero)
        }
    }

    /// 53 ln 2, and the root of 208 ln 2, with room for the rounding of what is compared with them.
    private static let exponentialMaximum = 36.74
    private static let normalMaximum = 12.01

    private static func rounded(_ duration: Duration, _ factor: Double) -> Duration {
        let nanoseconds = Double(duration.wholeNanoseconds) * factor
        guard nanoseconds > 0 else { return .zero }
        return Duration(wholeNanoseconds: UInt64(min(nanoseconds.rounded(.up), 0x1p63)))
    }

    /// How many draws each sample takes; nothing where that depends on the draws.
    var drawsPerSample: UInt64? {
        switch self {
        case .constant: 0
        case .exponential, .pareto: 1
        case .uniform(let low, let high): Self.draws(below: (high - low).wholeNanoseconds &+ 1)
        case .normal, .lognormal: nil
        case .empirical(let durations):
            durations.isEmpty ? 0 : Self.draws(below: UInt64(durations.count))
        }
    }

    /// One where every word gives a number below `bound`, which is so for powers of two, and for
    /// 2^64, which is 0 here.
    private static func draws(below bound: UInt64) -> UInt64? {
        bound & (bound &- 1) == 0 ? 1 : nil
    }

    /// Draws what a sample would.
    func skipSample(of generator: inout Xoshiro256) {
        switch self {
        case .constant: break
        case .exponential, .pareto: _ = generator.next()
        case .uniform(let low, let high):
            let span = (high - low).wholeNanoseconds
            _ = span == .max ? generator.next() : Draws.below(span + 1, &generator)
        case .normal, .lognormal: _ = Draws.inUnitDisc(&generator)
        case .empirical(let durations):
            if !durations.isEmpty { _ = Draws.below(UInt64(durations.count), &generator) }
        }
    }
}
