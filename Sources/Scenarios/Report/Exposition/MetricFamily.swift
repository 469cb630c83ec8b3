/// Metrics of one name, as a monitoring system takes them in.
struct MetricFamily {
    /// How values are to be understood.
    enum Kind: String {
        /// A running total, which never goes down but when it begins again.
        case counter
        /// What goes up and down.
        case gauge
        /// Quantiles, with the number and the sum of what was observed.
        case summary
    }

    /// The name, without the suffix of a counter.
    var name: String
    /// How values are to be understood.
    let kind: Kind
    /// What it says, in a sentence.
    let help: String
    /// The unit with which the name ends; nothing where there is none.
    var unit: String?
    /// The series, in their order.
    var series: [Series] = []

    /// The values of one set of labels over time.
    struct Series {
        /// What stands after the name: `_count`, or nothing.
        var suffix = ""
        /// Names and values, in their order.
        var labels: [(name: String, value: String)]
        /// The values in ascending order of time.
        var samples: [Sample]
    }

    /// A value, and when it was so, in nanoseconds since the start of the run.
    struct Sample {
        /// When.
        var instant: Int
        /// The value as it is written.
        var value: String
    }
}

/// Names and numbers as monitoring systems want them.
enum ExpositionText {
    /// A name of letters, digits and underscores: `max-to-mean` is `max_to_mean`.
    static func name(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            if isDigit && name.isEmpty { name.append("_") }
            name.unicodeScalars.append(isDigit || isLetter ? scalar : "_")
        }
        return name
    }

    /// Nanoseconds as seconds, exactly.
    static func seconds(_ nanoseconds: Int128) -> String {
        let sign = nanoseconds < 0 ? "-" : ""
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    /// The value of a figure in base units: seconds for durations.
    static func value(_ value: FigureValue) -> String {
        switch value {
        case .count(let count): String(count)
        case .duration(let duration): seconds(duration.attoseconds / 1_000_000_000)
        case .ratio(let number), .number(let number): number.description
        }
    }

    /// The value of a label between its quotes.
    static func label(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }

    /// A help text in one line.
    ///
    /// - Parameter quotes: Whether quotes are escaped too, as OpenMetrics has it.
    static func help(_ text: String, quotes: Bool) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? escaped.replacing("\"", with: "\\\"") : escaped
    }
}
