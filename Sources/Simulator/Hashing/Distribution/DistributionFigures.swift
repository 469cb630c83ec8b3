/// How evenly counts are spread over members, in every figure that the literature on placements
/// and balancers reports.
///
/// The mean alone says nothing: it is the total over the members whatever the placement does.
/// Figures that a distribution does not have, such as ratios to a mean of zero, are nothing.
public struct DistributionFigures: Equatable, Sendable {
    /// The members' names.
    public let names: [String]
    /// How many each member got, in the order of the names.
    public let counts: [Int]
    /// The part of all that each member should have got, in the order of the names, where given.
    public let expectedShares: [Double]?

    /// The figures of counts, and of the shares to test them against where these are known.
    public init(names: [String], counts: [Int], expectedShares: [Double]? = nil) {
        precondition(!names.isEmpty, "a distribution is over at least one member")
        precondition(names.count == counts.count, "every member has a count")
        precondition(
            expectedShares.map { $0.count == counts.count } ?? true,
            "every member has a share"
        )
        precondition(counts.allSatisfy { $0 >= 0 }, "counts are not negative")
        self.names = names
        self.counts = counts
        self.expectedShares = expectedShares
    }

    /// The figures of counts by member, tested against a placement's exact shares.
    public init(counts: [Int], shares: [PlacementShare]) {
        self.init(
            names: shares.map(\.name),
            counts: counts,
            expectedShares: shares.map(\.fraction)
        )
    }

    /// The sum of all counts.
    public var total: Int { counts.reduce(0, +) }

    /// The smallest count.
    public var minimum: Int { counts.min() ?? 0 }

    /// The greatest count.
    public var maximum: Int { counts.max() ?? 0 }

    /// The total divided by the number of members.
    public var mean: Double { Double(total) / Double(counts.count) }

    /// The smallest count over the mean: `Min%` of the SUPSI benchmarks of consistent hashing.
    public var minimumToMean: Double? { ratio(Double(minimum), to: mean) }

    /// The greatest count over the mean, the peak load: `Max%` of the SUPSI benchmarks.
    public var maximumToMean: Double? { ratio(Double(maximum), to: mean) }

    /// The greatest count over the smallest.
    public var maximumToMinimum: Double? { ratio(Double(maximum), to: Double(minimum)) }

    /// The mean squared distance from the mean, over all members (not a sample's estimate).
    public var variance: Double {
        let mean = mean
        let sum = counts.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        return sum / Double(counts.count)
    }

    /// The square root of the variance.
    public var standardDeviation: Double { variance.squareRoot() }

    /// The standard deviation over the mean.
    public var coefficientOfVariation: Double? { ratio(standardDeviation, to: mean) }

    /// Jain's fairness index: one when all are equal, one over the number of members when one has
    /// everything.
    ///
    /// Source: Jain, Chiu, Hawe, "A Quantitative Measure of Fairness", DEC-TR-301, 1984.
    public var jainIndex: Double? {
        let sum = Double(total)
        let squares = counts.reduce(0.0) { $0 + Double($1) * Double($1) }
        return ratio(sum * sum, to: Double(counts.count) * squares)
    }

    /// The Gini coefficient: zero when all are equal, near one when one of many has everything.
    public var giniCoefficient: Double? {
        let size = Double(counts.count)
        let weighted = counts.sorted().enumerated().reduce(0.0) { sum, item in
            sum + (2 * Double(item.offset + 1) - size - 1) * Double(item.element)
        }
        return ratio(weighted, to: size * Double(total))
    }

    /// The chi-square test against equal shares.
    public var chiSquareAgainstUniform: ChiSquareTest? {
        let share = 1 / Double(counts.count)
        return ChiSquareTest(counts: counts, shares: counts.map { _ in share })
    }

    /// The chi-square test against the expected shares, where there are any: whether a skewed
    /// placement does what it was computed to do.
    public var chiSquareAgainstExpected: ChiSquareTest? {
        expectedShares.flatMap { ChiSquareTest(counts: counts, shares: $0) }
    }

    private func ratio(_ numerator: Double, to denominator: Double) -> Double? {
        denominator > 0 ? numerator / denominator : nil
    }
}
