/// Figures and their values as reports for people show them.
enum FigureText {
    /// The short name of a figure for the head of a column.
    static func name(of reference: MetricReference) -> String {
        guard reference.labels.isEmpty else { return reference.description }
        return loadNames[reference.figure] ?? reference.figure
    }

    /// The names that the literature on balance uses.
    private static let loadNames = [
        "load.mean": "mean", "load.min": "min", "load.max": "max", "load.variance": "variance",
        "load.stddev": "std dev", "load.cv": "CV", "load.max-to-mean": "max/mean",
        "load.max-to-min": "max/min", "load.jain": "Jain", "load.gini": "Gini",
        "load.chi-square": "chi-square", "load.p-value": "p",
        "load.expected-chi-square": "chi-square (exact)", "load.expected-p-value": "p (exact)",
    ]

    /// A value, rounded as suits its figure; `-` where there is none.
    static func value(_ value: FigureValue?, of reference: MetricReference) -> String {
        switch value {
        case nil: "-"
        case .count(let count): NumberText.grouped(count)
        case .duration(let duration): TimeText.rounded(duration)
        case .ratio(let ratio): DecimalText.percent(ratio, decimals: 2)
        case .number(let number): self.number(number, reference.statistic)
        }
    }

    /// A mean of values of several runs: that of whole numbers is none.
    static func mean(_ value: FigureValue?, of reference: MetricReference) -> String {
        guard case .number(let number)? = value, ["min", "max"].contains(reference.statistic) else {
            return self.value(value, of: reference)
        }
        return self.number(number, nil)
    }

    /// A value to more digits, for the side of a comparison: nothing that decides is rounded away
    /// in counts and durations.
    static func precise(_ value: FigureValue?) -> String {
        switch value {
        case nil: "-"
        case .count(let count): NumberText.grouped(count)
        case .duration(let duration): TimeText.exact(duration)
        case .ratio(let ratio): DecimalText.significant(ratio * 100, digits: 6) + "%"
        case .number(let number):
            Int(exactly: number).map { NumberText.grouped($0) }
                ?? DecimalText.significant(number, digits: 6)
        }
    }

    /// A probability with four decimals.
    static func probability(_ value: Double) -> String {
        value < 0.000_05 ? "<0.0001" : DecimalText.fixed(value, decimals: 4)
    }

    private static func number(_ value: Double, _ statistic: String?) -> String {
        switch statistic {
        case "cv", "max-to-mean", "max-to-min", "jain", "gini":
            return DecimalText.fixed(value, decimals: 3, isGrouped: true)
        case "p-value", "expected-p-value":
            return probability(value)
        case "mean", "stddev", "variance":
            return DecimalText.fixed(value, decimals: 1, isGrouped: true)
        case "min", "max":
            return DecimalText.fixed(value, decimals: 0, isGrouped: true)
        case "chi-square", "expected-chi-square":
            return DecimalText.fixed(value, decimals: value < 10 ? 2 : 1, isGrouped: true)
        default:
            return value < 1_000
                ? DecimalText.significant(value, digits: 6)
                : DecimalText.fixed(value, decimals: 1, isGrouped: true)
        }
    }
}
