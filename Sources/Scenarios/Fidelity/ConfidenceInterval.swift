import Simulator

/// Where the mean of a law lies, by the means of independent replications.
public struct ConfidenceInterval: Equatable, Sendable {
    /// The mean of the values.
    public let mean: Double
    /// How far the interval reaches to either side of the mean.
    public let halfWidth: Double

    /// The least value of the interval.
    public var low: Double { mean - halfWidth }
    /// The greatest value of the interval.
    public var high: Double { mean + halfWidth }

    /// The two-sided interval by Student's t, which holds for values that are near to normal, as
    /// means over long runs are.
    ///
    /// Source: A. M. Law, "Simulation Modeling and Analysis", 5th edition, 2015, section 9.4.1
    /// (replications) and 9.5.2 (deletion of the warm-up).
    ///
    /// - Parameters:
    ///   - values: At least two; of independent replications.
    ///   - confidence: Between 0 and 1.
    public init(of values: [Double], confidence: Double) {
        precondition(values.count >= 2, "a variance needs two values")
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        self.init(
            mean: mean,
            variance: squares / (count - 1),
            count: values.count,
            confidence: confidence
        )
    }

    /// The same interval from what is known of the values.
    ///
    /// - Parameters:
    ///   - mean: Their mean.
    ///   - variance: The variance of the law that they come from, estimated without bias.
    ///   - count: How many there are, at least two.
    ///   - confidence: Between 0 and 1.
    init(mean: Double, variance: Double, count: Int, confidence: Double) {
        precondition(confidence > 0 && confidence < 1, "a confidence lies between zero and one")
        let factor = Mathematics.studentQuantile(
            1 - (1 - confidence) / 2,
            degreesOfFreedom: count - 1
        )
        self.mean = mean
        halfWidth = factor * (variance / Double(count)).squareRoot()
    }
}
