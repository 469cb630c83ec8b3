/// Mean and variance of values that come one after the other.
///
/// Source: B. P. Welford, "Note on a method for calculating corrected sums of squares and
/// products", Technometrics 4 (1962).
struct SampleMoments: Sendable {
    /// How many values there were.
    private(set) var count = 0
    private(set) var mean = 0.0
    /// The least and the greatest of them.
    private(set) var range: ClosedRange<Double>?
    private var squares = 0.0

    /// The variance of the law that they come from; zero with less than two values.
    var variance: Double { count < 2 ? 0 : squares / Double(count - 1) }

    /// Adds a value, which is a finite number.
    mutating func add(_ value: Double) {
        count += 1
        let distance = value - mean
        mean += distance / Double(count)
        squares += distance * (value - mean)
        range = min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
    }

    /// Where the mean of the law lies; nothing with less than two values.
    func interval(confidence: Double) -> ConfidenceInterval? {
        guard count >= 2 else { return nil }
        return ConfidenceInterval(
            mean: mean,
            variance: variance,
            count: count,
            confidence: confidence
        )
    }
}
