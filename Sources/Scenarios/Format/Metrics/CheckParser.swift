import Simulator

/// Reads conditions such as `requests.completed{server="Server 1"} == 8_439`.
///
/// ```
/// check     = "invariant:" name | figure operator value [ "+-" value ]
/// figure    = name [ "{" label "=" '"' text '"' { "," … } "}" ]
/// ```
struct CheckParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The condition that a text says.
    static func check(_ text: String) throws(ValueProblem) -> Check {
        var parser = CheckParser(text)
        parser.skipBlanks()
        if parser.take("invariant:") { return .invariant(try parser.invariant()) }
        let start = parser.position
        let figure = try parser.figure()
        if figure.figure == "invariant" { throw ValueProblem("is incomplete", offset: start) }
        let comparison = try parser.comparison()
        let value = try parser.value(of: figure)
        var tolerance: Double?
        parser.skipBlanks()
        let sign = parser.position
        if parser.take("+-") {
            guard comparison == .equal || comparison == .notEqual else {
                throw ValueProblem("has a tolerance beside '\(comparison.rawValue)'", offset: sign)
            }
            tolerance = try parser.value(of: figure).asNumber
        }
        try parser.expectEnd()
        return .comparison(figure, comparison, value, tolerance: tolerance)
    }

    /// The figure that a text says, with nothing after it.
    static func reference(_ text: String) throws(ValueProblem) -> MetricReference {
        var parser = CheckParser(text)
        let figure = try parser.figure()
        try parser.expectEnd()
        return figure
    }

    private mutating func invariant() throws(ValueProblem) -> String {
        skipBlanks()
        let start = position
        let name = word()
        let known = MetricCatalog.invariants.map(\.name)
        guard known.contains(name) else {
            throw ValueProblem(
                "names no invariant",
                expected: Shape.oneOf(known),
                suggestion: NearestWord.to(name, among: known),
                offset: start
            )
        }
        try expectEnd()
        return name
    }

    private mutating func figure() throws(ValueProblem) -> MetricReference {
        skipBlanks()
        let start = position
        let name = word()
        guard !name.isEmpty else {
            throw ValueProblem(
                "names no metric",
                expected: "a metric such as latency.p99",
                offset: start
            )
        }
        guard let (metric, statistic) = MetricCatalog.figure(named: name) else {
            throw unknownFigure(name, start)
        }
        var labels: [MetricReference.Label] = []
        if take("{") {
            repeat {
                labels.append(try label(of: metric, after: labels))
                skipBlanks()
            } while take(",")
            guard take("}") else { throw ValueProblem("lacks a '}'", offset: position) }
        }
        for required in metric.requiredLabels where !labels.contains(where: { $0.name == required })
        {
            throw ValueProblem(
                "lacks the label '\(required)'",
                expected: "\(name){\(required)=\"Server 1\"}",
                offset: start
            )
        }
        return MetricReference(
            metric: metric.name,
            statistic: statistic,
            labels: labels,
            unit: metric.unit(of: statistic)
        )
    }

    private func unknownFigure(_ name: String, _ start: Int) -> ValueProblem {
        if let metric = MetricCatalog.metric(named: name) {
            return ValueProblem(
                "lacks a statistic",
                expected: Shape.oneOf(metric.figures),
                offset: start
            )
        }
        let owner = MetricCatalog.metrics.first {
            !$0.statistics.isEmpty && name.hasPrefix("\($0.name).")
        }
        if let owner {
            let statistic = String(name.dropFirst(owner.name.count + 1))
            return ValueProblem(
                "names the unknown statistic '\(Shortened.text(statistic))' of \(owner.name)",
                expected: Shape.oneOf(owner.statistics),
                suggestion: NearestWord.to(statistic, among: owner.statistics),
                offset: start + owner.name.count + 1
            )
        }
        return ValueProblem(
            "names the unknown metric '\(Shortened.text(name))'",
            expected: "a metric of the format's documentation, such as requests.completed",
            suggestion: NearestWord.to(name, among: MetricCatalog.figureNames),
            offset: start
        )
    }

    private mutating func label(
        of metric: MetricDefinition,
        after labels: [MetricReference.Label]
    ) throws(ValueProblem) -> MetricReference.Label {
        skipBlanks()
        let start = position
        let name = word()
        guard metric.labels.contains(name) else {
            let known = metric.labels.isEmpty ? ["no labels"] : metric.labels
            throw ValueProblem(
                "has the unknown label '\(Shortened.text(name))'",
                expected: Shape.oneOf(known),
                suggestion: NearestWord.to(name, among: metric.labels),
                offset: start
            )
        }
        guard !labels.contains(where: { $0.name == name }) else {
            throw ValueProblem("has the label '\(name)' twice", offset: start)
        }
        skipBlanks()
        guard take("=") else { throw ValueProblem("lacks a '='", offset: position) }
        skipBlanks()
        let opening = position
        guard take("\"") else {
            throw ValueProblem("lacks quotes", expected: "\(name)=\"Server 1\"", offset: position)
        }
        var value = String.UnicodeScalarView()
        while position < scalars.count, scalars[position] != "\"" {
            value.append(scalars[position])
            position += 1
        }
        guard take("\"") else { throw ValueProblem("lacks the closing quote", offset: opening) }
        return MetricReference.Label(name: name, value: String(value))
    }

    private mutating func comparison() throws(ValueProblem) -> Comparison {
        skipBlanks()
        for comparison in Comparison.allCases where take(comparison.rawValue) { return comparison }
        let problem = position == scalars.count ? "compares with nothing" : "has no operator here"
        var suggestion: String?
        if peek("=") { suggestion = "==" }
        throw ValueProblem(
            problem,
            expected: Shape.oneOf(Comparison.allCases.map(\.rawValue)),
            suggestion: suggestion,
            offset: position
        )
    }

    private mutating func value(of figure: MetricReference) throws(ValueProblem) -> MetricValue {
        skipBlanks()
        let start = position
        var text = String.UnicodeScalarView()
        while position < scalars.count, scalars[position] != " ", !peek("+-") {
            text.append(scalars[position])
            position += 1
        }
        guard !text.isEmpty else {
            throw ValueProblem(
                "compares with nothing",
                expected: Self.wanted(figure.unit),
                offset: start
            )
        }
        do throws(ValueProblem) {
            return try Self.value(String(text), figure.unit)
        } catch {
            throw ValueProblem(
                "compares with \"\(Shortened.text(String(text)))\", which \(error.problem)",
                expected: Self.wanted(figure.unit),
                suggestion: error.suggestion,
                hint: "\(figure.figure) is a \(figure.unit.rawValue)",
                offset: start
            )
        }
    }

    private static func value(
        _ text: String,
        _ unit: MetricDefinition.Unit
    ) throws(ValueProblem) -> MetricValue {
        switch unit {
        case .duration: .duration(try DurationText.parse(text))
        case .ratio: .number(try QuantityText.proportion(text))
        case .count, .number: .number(try NumberText.number(text))
        }
    }

    private static func wanted(_ unit: MetricDefinition.Unit) -> String {
        switch unit {
        case .duration: "a duration such as 120s"
        case .ratio: "a ratio such as 10%"
        case .count: "a number such as 10_000"
        case .number: "a number such as 1.5"
        }
    }

    private mutating func expectEnd() throws(ValueProblem) {
        skipBlanks()
        guard position == scalars.count else {
            throw ValueProblem("goes on too long", offset: position)
        }
    }

    private mutating func skipBlanks() {
        while position < scalars.count, scalars[position] == " " { position += 1 }
    }

    private func peek(_ text: String) -> Bool {
        scalars[position...].starts(with: text.unicodeScalars)
    }

    private mutating func take(_ text: String) -> Bool {
        guard peek(text) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    /// The letters, digits, `.`, `-` and `_` that follow.
    private mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            let isFit =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || ".-_".unicodeScalars.contains(scalar)
            guard isFit else { break }
            word.append(scalar)
            position += 1
        }
        return String(word)
    }
}
