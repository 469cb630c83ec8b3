extension Mathematics {
    /// The natural logarithm of the gamma function of a positive argument.
    ///
    /// The absolute error is below `1e-14` up to arguments of 20 and the relative error below
    /// `1e-15` beyond. Stirling's series is used from 12 on; smaller arguments are raised to it by
    /// the recurrence. Source: Abramowitz and Stegun, 6.1.41.
    public static func logGamma(_ value: Double) -> Double {
        precondition(value > 0, "the logarithm of gamma is offered for positive arguments only")
        guard value < .infinity else { return .infinity }
        var argument = value
        var product = 1.0
        while argument < 12 {
            product *= argument
            argument += 1
        }
        let inverse = 1 / argument
        let square = inverse * inverse
        var series = 0.0
        for coefficient in stirlingCoefficients {
            series = series * square + coefficient
        }
        let halfLogTwoPi = 0.91893853320467274178
        let main = (argument - 0.5) * logarithm(argument) - argument + halfLogTwoPi
        return main + series * inverse - logarithm(product)
    }

    /// Bernoulli numbers over `2n (2n - 1)`, highest power first.
    private static let stirlingCoefficients: [Double] = [
        1.0 / 156, -691.0 / 360_360, 1.0 / 1_188, -1.0 / 1_680, 1.0 / 1_260, -1.0 / 360, 1.0 / 12,
    ]

    /// The regularised lower incomplete gamma function `P(shape, value)`: the probability that a
    /// gamma variate of that shape and scale one is at most `value`.
    public static func lowerIncompleteGamma(shape: Double, value: Double) -> Double {
        precondition(shape > 0, "the shape of an incomplete gamma function is positive")
        guard value > 0 else { return 0 }
        guard value < .infinity else { return 1 }
        guard value < shape + 1 else {
            return 1 - upperByContinuedFraction(shape: shape, value: value)
        }
        return lowerBySeries(shape: shape, value: value)
    }

    /// The regularised upper incomplete gamma function `Q(shape, value) = 1 - P(shape, value)`,
    /// without cancellation where it is small.
    ///
    /// Source: Press et al., "Numerical Recipes", 6.2: the series below `shape + 1`, Lentz's
    /// continued fraction above; both end within some multiple of `sqrt(shape)` steps.
    public static func upperIncompleteGamma(shape: Double, value: Double) -> Double {
        precondition(shape > 0, "the shape of an incomplete gamma function is positive")
        guard value > 0 else { return 1 }
        guard value < .infinity else { return 0 }
        guard value >= shape + 1 else { return 1 - lowerBySeries(shape: shape, value: value) }
        return upperByContinuedFraction(shape: shape, value: value)
    }

    /// The probability that a chi-square variate reaches at least `statistic`: the p-value of
    /// a goodness-of-fit test.
    public static func chiSquarePValue(statistic: Double, degreesOfFreedom: Int) -> Double {
        precondition(degreesOfFreedom > 0, "a chi-square test needs a degree of freedom")
        return upperIncompleteGamma(shape: Double(degreesOfFreedom) / 2, value: statistic / 2)
    }

    private static func lowerBySeries(shape: Double, value: Double) -> Double {
        var term = 1 / shape
        var total = term
        var denominator = shape
        for _ in 0..<stepsMaximum(shape: shape) {
            denominator += 1
            term *= value / denominator
            total += term
            if term < total * 0x1p-54 { break }
        }
        return total * prefactor(shape: shape, value: value)
    }

    private static func upperByContinuedFraction(shape: Double, value: Double) -> Double {
        let tiny = 1e-300
        var offset = value + 1 - shape
        var upper = 1 / tiny
        var lower = 1 / offset
        var fraction = lower
        for step in 1...stepsMaximum(shape: shape) {
            let coefficient = -Double(step) * (Double(step) - shape)
            offset += 2
            lower = coefficient * lower + offset
            if lower.magnitude < tiny { lower = tiny }
            upper = offset + coefficient / upper
            if upper.magnitude < tiny { upper = tiny }
            lower = 1 / lower
            let change = lower * upper
            fraction *= change
            if (change - 1).magnitude < 0x1p-52 { break }
        }
        return fraction * prefactor(shape: shape, value: value)
    }

    /// `value^shape * exp(-value) / gamma(shape)`.
    private static func prefactor(shape: Double, value: Double) -> Double {
        exponential(shape * logarithm(value) - value - logGamma(shape))
    }

    private static func stepsMaximum(shape: Double) -> Int {
        500 + Int(20 * shape.squareRoot())
    }
}
