import Simulator
import Testing

/// Quantiles of Student's t, beside published tables and closed forms.
struct StudentQuantileTests {
    /// Three decimals each, as in the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2,
    /// and for 0.9995 in R. A. Fisher and F. Yates, "Statistical Tables", table III.
    @Test(arguments: [
        (0.9, 1, 3.078), (0.95, 1, 6.314), (0.975, 1, 12.706), (0.99, 1, 31.821),
        (0.95, 2, 2.920), (0.999, 2, 22.327), (0.975, 10, 2.228), (0.99, 20, 2.528),
        (0.999, 29, 3.396), (0.9995, 4, 8.610), (0.9995, 10, 4.587), (0.9995, 29, 3.659),
        (0.9995, 30, 3.646), (0.975, 30, 2.042), (0.95, 100, 1.660), (0.9995, 120, 3.373),
    ])
    func `quantiles are those of the published tables`(
        probability: Double,
        freedom: Int,
        wanted: Double
    ) {
        let value = Mathematics.studentQuantile(probability, degreesOfFreedom: freedom)
        #expect((value - wanted).magnitude <= 0.000_51, "\(value)")
        let other = Mathematics.studentQuantile(1 - probability, degreesOfFreedom: freedom)
        #expect((other + value).magnitude <= 1e-9 * value)
    }

    /// With two degrees of freedom the quantile is algebraic, with four the distribution function
    /// (W. T. Shaw, "Sampling Student's T distribution", Journal of Computational Finance, 2006).
    @Test(arguments: [0.000_01, 0.01, 0.2, 0.499_999, 0.500_1, 0.6, 0.75, 0.9, 0.999, 0.999_99])
    func `quantiles are those of the closed forms`(probability: Double) {
        let product = 4 * probability * (1 - probability)
        let two = (2 * probability - 1) * (2 / product).squareRoot()
        #expect(isNear(Mathematics.studentQuantile(probability, degreesOfFreedom: 2), two))
        let four = Mathematics.studentQuantile(probability, degreesOfFreedom: 4)
        let part = four / (4 + four * four).squareRoot()
        let function = 0.5 + 0.75 * (part - part * part * part / 3)
        #expect((function - probability).magnitude <= 1e-14)
    }

    private func isNear(_ left: Double, _ right: Double) -> Bool {
        (left - right).magnitude <= 1e-11 * right.magnitude + 1e-15
    }

    @Test
    func `many degrees of freedom give the normal quantile, with the next terms of its expansion`()
    {
        for probability in [0.6, 0.9, 0.99, 0.9995] {
            let normal = Mathematics.normalQuantile(probability)
            let freedom = 10_000
            // Abramowitz and Stegun, 26.7.5.
            let square = normal * normal
            let first = normal * (square + 1) / 4
            let second = normal * (5 * square * square + 16 * square + 3) / 96
            let wanted = normal + (first + second / Double(freedom)) / Double(freedom)
            let value = Mathematics.studentQuantile(probability, degreesOfFreedom: freedom)
            #expect((value - wanted).magnitude <= 1e-9, "\(value) \(wanted)")
        }
    }

    @Test
    func `the ends are infinite and the middle is zero`() {
        #expect(Mathematics.studentQuantile(0, degreesOfFreedom: 3) == -.infinity)
        #expect(Mathematics.studentQuantile(1, degreesOfFreedom: 3) == .infinity)
        #expect(Mathematics.studentQuantile(0.5, degreesOfFreedom: 3) == 0)
    }
}
