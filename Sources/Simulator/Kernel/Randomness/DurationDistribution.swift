/// How long something takes, as a distribution.
///
/// Every form is sampled with arithmetic of this package, so the same draw is the same duration on
/// every machine. A sample is never negative.
public enum DurationDistribution: Equatable, Sendable {
    /// Always the same.
    case constant(Duration)
    /// Every duration from the first to the second as likely.
    case uniform(Duration, Duration)
    /// Memoryless, with this mean.
    case exponential(mean: Duration)
    /// The normal distribution; what falls below zero counts as zero.
    case normal(mean: Duration, deviation: Duration)
    /// The logarithm is normal: `median`, and the deviation `sigma` of the logarithm.
    case lognormal(median: Duration, sigma: Double)
    /// Heavy-tailed: at least `minimum`, beyond x with probability (minimum / x) to the power
    /// `shape`.
    case pareto(minimum: Duration, shape: Double)
    /// One of these, each as likely.
    case empirical([Duration])

    /// A duration drawn from `random`.
    public func sample(using random: inout RandomStream) -> Duration {
        switch self {
        case .constant(let duration):
            return max(.zero, duration)
        case .uniform(let low, let high):
            let span = (high - low).wholeNanoseconds
            let offset = span == .max ? random.next() : random.below(span + 1)
            return max(.zero, low + Duration(wholeNanoseconds: offset))
        case .exponential(let mean):
            return Self.scaled(mean, -Mathematics.logarithm(1 - random.unit()))
        case .normal(let mean, let deviation):
            let value =
                Double(mean.wholeNanoseconds)
                + Self.standardNormal(&random) * Double(deviation.wholeNanoseconds)
            return Self.duration(value)
        case .lognormal(let median, let sigma):
            return Self.scaled(
                median,
                Mathematics.exponential(sigma * Self.standardNormal(&random))
            )
        case .pareto(let minimum, let shape):
            let exponent = -Mathematics.logarithm(1 - random.unit()) / shape
            return Self.scaled(minimum, Mathematics.exponential(exponent))
        case .empirical(let durations):
            if durations.isEmpty { return .zero }
            return max(.zero, durations[Int(random.below(UInt64(durations.count)))])
        }
    }

    /// The mean; nil where it is infinite.
    public var mean: Duration? {
        switch self {
        case .constant(let duration), .exponential(let duration), .normal(let duration, _):
            return duration
        case .uniform(let low, let high):
            return (low + high) / 2
        case .lognormal(let median, let sigma):
            return Self.scaled(median, Mathematics.exponential(sigma * sigma / 2))
        case .pareto(let minimum, let shape):
            return shape > 1 ? Self.scaled(minimum, shape / (shape - 1)) : nil
        case .empirical(let durations):
            return durations.isEmpty ? .zero : durations.reduce(.zero, +) / durations.count
        }
    }

    private static func scaled(_ duration: Duration, _ factor: Double) -> Duration {
        Self.duration(Double(duration.wholeNanoseconds) * factor)
    }

    private static func duration(_ nanoseconds: Double) -> Duration {
        // Written so that what is not a number, such as zero times infinity, counts as zero.
        guard nanoseconds > 0 else { return .zero }
        return Duration(wholeNanoseconds: UInt64(min(nanoseconds.rounded(), 0x1p63)))
    }

    /// Marsaglia's polar method: two draws or more, no trigonometry.
    private static func standardNormal(_ random: inout RandomStream) -> Double {
        let (x, square) = Draws.inUnitDisc(&random)
        return x * (-2 * Mathematics.logarithm(square) / square).squareRoot()
    }
}
