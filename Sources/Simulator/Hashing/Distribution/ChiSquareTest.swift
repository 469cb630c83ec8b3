/// Pearson's chi-square test of counts against shares.
public struct ChiSquareTest: Equatable, Sendable {
    /// The sum of squared deviations, each over the expected count.
    public let statistic: Double
    /// One less than the number of members that expect anything.
    public let degreesOfFreedom: Int
    /// The probability of a statistic at least as great, were the shares true.
    public let pValue: Double

    /// Tests counts against shares that sum to one; nothing where no count or fewer than two
    /// positive shares leave nothing to test.
    ///
    /// A count where the share is zero refutes the shares: the statistic is infinite.
    public init?(counts: [Int], shares: [Double]) {
        precondition(counts.count == shares.count, "every count has a share")
        let total = Double(counts.reduce(0, +))
        let possible = shares.count { $0 > 0 }
        guard total > 0, possible > 1 else { return nil }
        var statistic = 0.0
        for (count, share) in zip(counts, shares) {
            if share > 0 {
                let expected = total * share
                let deviation = Double(count) - expected
                statistic += deviation * deviation / expected
            } else if count > 0 {
                statistic = .infinity
            }
        }
        self.statistic = statistic
        degreesOfFreedom = possible - 1
        pValue = Mathematics.chiSquarePValue(
            statistic: statistic,
            degreesOfFreedom: possible - 1
        )
    }
}
