extension Mathematics {
    /// The standard normal quantile: the value below which a standard normal variate falls with
    /// the given probability.
    ///
    /// Zero gives minus infinity and one gives infinity. The relative error is about `1e-16`.
    /// Source: M. J. Wichura, algorithm AS 241 (PPND16), Applied Statistics 37 (1988).
    public static func normalQuantile(_ probability: Double) -> Double {
        precondition(
            probability >= 0 && probability <= 1,
            "a probability lies between zero and one"
        )
        let centred = probability - 0.5
        if centred.magnitude <= 0.425 {
            let argument = 0.180625 - centred * centred
            return centred * ratio(argument, centralNumerator, centralDenominator)
        }
        let smaller = centred < 0 ? probability : 1 - probability
        guard smaller > 0 else { return centred < 0 ? -.infinity : .infinity }
        let depth = (-logarithm(smaller)).squareRoot()
        let magnitude =
            depth <= 5
            ? ratio(depth - 1.6, tailNumerator, tailDenominator)
            : ratio(depth - 5, farNumerator, farDenominator)
        return centred < 0 ? -magnitude : magnitude
    }

    private static func ratio(
        _ argument: Double,
        _ numerator: [Double],
        _ denominator: [Double]
    ) -> Double {
        var above = 0.0
        for coefficient in numerator { above = above * argument + coefficient }
        var below = 0.0
        for coefficient in denominator { below = below * argument + coefficient }
        return above / below
    }

    private static let centralNumerator: [Double] = [
        2509.0809287301226727, 33430.575583588128105, 67265.770927008700853,
        45921.953931549871457, 13731.693765509461125, 1971.5909503065514427,
        133.14166789178437745, 3.387132872796366608,
    ]
    private static let centralDenominator: [Double] = [
        5226.495278852854561, 28729.085735721942674, 39307.89580009271061,
        21213.794301586595867, 5394.1960214247511077, 687.1870074920579083,
        42.313330701600911252, 1.0,
    ]
    private static let tailNumerator: [Double] = [
        7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
        1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
        4.6303378461565452959, 1.42343711074968357734,
    ]
    private static let tailDenominator: [Double] = [
        1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
        0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
        2.05319162663775882187, 1.0,
    ]
    private static let farNumerator: [Double] = [
        2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
        0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358,
        5.4637849111641143699, 6.6579046435011037772,
    ]
    private static let farDenominator: [Double] = [
        2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
        7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
        0.59983220655588793769, 1.0,
    ]
}
