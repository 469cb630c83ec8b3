extension HyperLogLog {
    /// The size of the set, about.
    ///
    /// Source: Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches"
    /// (arXiv:1702.01284, 2017), algorithm 6: without tables and thresholds, and without the bias
    /// of the original between small and large sets.
    var estimate: Double {
        let ranks = self.ranks
        let registers = Double(Self.registerCount)
        var sum = registers * Self.tau(1 - Double(ranks[Self.largestRank]) / registers)
        for rank in stride(from: Self.largestRank - 1, through: 1, by: -1) {
            sum = 0.5 * (sum + Double(ranks[rank]))
        }
        sum += registers * Self.sigma(Double(ranks[0]) / registers)
        return Self.alpha * registers * registers / sum
    }

    /// 1 / (2 ln 2).
    private static let alpha = 0.721_347_520_444_481_7

    /// x + Σ x^(2ᵏ) · 2ᵏ⁻¹: what the registers at zero contribute.
    private static func sigma(_ value: Double) -> Double {
        guard value < 1 else { return .infinity }
        var power = value
        var weight = 1.0
        var sum = value
        while true {
            power *= power
            let next = sum + power * weight
            if next == sum { return sum }
            sum = next
            weight += weight
        }
    }

    /// ⅓ (1 − x − Σ (1 − x^(2⁻ᵏ))² · 2⁻ᵏ): what the registers at the largest rank contribute.
    private static func tau(_ value: Double) -> Double {
        guard value > 0, value < 1 else { return 0 }
        var root = value
        var weight = 1.0
        var sum = 1 - value
        while true {
            root = root.squareRoot()
            weight *= 0.5
            let next = sum - (1 - root) * (1 - root) * weight
            if next == sum { return sum / 3 }
            sum = next
        }
    }
}
