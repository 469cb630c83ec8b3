import Simulator

/// What there is to say about metrics and invariants, made from the catalogue that also checks
/// scenario files.
public enum MetricExplanation {
    /// The names of all metrics and invariants, in the order in which they are documented.
    public static let names =
        MetricCatalog.metrics.map(\.name) + MetricCatalog.invariants.map(\.name)

    // MARK: All of them

    /// A table of the metrics of each part, and one of the invariants.
    public static func table(style: TextReport.Style = .init()) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        let sections = MetricCatalog.parts.map(section) + [invariants, notes]
        let blocks = sections.map { section in
            if let table = section.table, width(of: table) > style.width {
                return [paint.bold(section.title)] + entries(of: table, style: style)
            }
            return SectionLayout(section: section, style: style, paint: paint).lines
        }
        return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// The columns that a table takes where nothing is left out.
    private static func width(of table: ReportTable) -> Int {
        table.columns.indices.reduce(0) { width, column in
            let cells = table.rows.map { TextWidth.of($0[column]) }
            return width + 2 + max(cells.max() ?? 0, TextWidth.of(table.columns[column].header))
        }
    }

    /// The rows of a table that is too wide: each name, and below it the rest in words.
    private static func entries(of table: ReportTable, style: TextReport.Style) -> [String] {
        table.rows.flatMap { row -> [String] in
            let rest = zip(table.columns, row).dropFirst().filter { !$0.1.isEmpty }
                .map { "\($0.0.header): \($0.1)" }
            let lines = TextWidth.wrapped(rest.joined(separator: "; "), width: style.width - 4)
            return ["  \(row[0])"] + lines.map { "    \($0)" }
        }
    }

    private static func section(_ part: MetricCatalog.Part) -> ReportSection {
        let words = ReportTable.Column(header: "statistics", isNumeric: false)
        let columns = [
            ReportTable.Column(header: "metric", isNumeric: false),
            .init(header: "unit", isNumeric: false), words,
            .init(header: "labels", isNumeric: false),
        ]
        let rows = part.metrics.map { metric in
            [
                metric.name, metric.unit.rawValue, statistics(of: metric),
                metric.labels.joined(separator: " "),
            ]
        }
        return ReportSection(title: part.title, table: ReportTable(columns: columns, rows: rows))
    }

    /// The statistics, the usual ones by a word for all.
    private static func statistics(of metric: MetricDefinition) -> String {
        let usual = MetricCatalog.quantiles
        switch metric.statistics {
        case usual: return "quantiles"
        case ["count"] + usual: return "count quantiles"
        default: return metric.statistics.joined(separator: " ")
        }
    }

    private static let invariants = ReportSection(
        title: "Invariants",
        table: ReportTable(
            columns: [
                .init(header: "invariant", isNumeric: false),
                .init(header: "demanded", isNumeric: false),
            ],
            rows: MetricCatalog.invariants.map {
                [$0.name, $0.isAlwaysDemanded ? "of every run" : "when asked"]
            }
        )
    )

    private static let notes = ReportSection(
        title: "How they are named",
        notes: [
            "A statistic follows its metric: latency.p99. The quantiles are "
                + MetricCatalog.quantiles.joined(separator: ", ") + ".",
            "Labels narrow a metric: requests.completed{server=\"Server 1\"}.",
            "bench explain --metric NAME says what one of them means.",
        ]
    )

    // MARK: One of them

    /// What a metric, one of its figures, or an invariant means: its documentation, unit,
    /// statistics, labels, what a scenario needs for it, and an expectation of it.
    public static func text(
        for name: String,
        style: TextReport.Style = .init()
    ) throws(UnknownMetric) -> String {
        if let metric = MetricCatalog.figure(named: name)?.metric
            ?? MetricCatalog.metric(named: name)
        {
            return text(metric.name, metric.documentation, rows(of: metric), style)
        }
        if let invariant = MetricCatalog.invariants.first(where: { $0.name == name }) {
            return text(invariant.name, invariant.documentation, rows(of: invariant), style)
        }
        let known = names + MetricCatalog.figureNames + MetricCatalog.shorthands.keys.sorted()
        throw UnknownMetric(name: name, suggestion: NearestWord.to(name, among: known))
    }

    private static func rows(of metric: MetricDefinition) -> [(String, String)] {
        let shorthands = MetricCatalog.shorthands.filter { $0.value == metric.name }.keys.sorted()
        let labels = metric.labels.map { label -> String in
            let values =
                MetricCatalog.labelValues["\(metric.name) \(label)"]
                ?? MetricCatalog.labelValues[label]
            let needed = metric.requiredLabels.contains(label) ? ", must be given" : ""
            return label + (values.map { " (\($0.joined(separator: ", ")))" } ?? "") + needed
        }
        return [
            ("unit", unit(metric.unit)), ("statistics", metric.statistics.joined(separator: ", ")),
            ("labels", labels.joined(separator: "; ")), ("needs", needs(metric.source)),
            ("also called", shorthands.joined(separator: ", ")), ("example", example(of: metric)),
        ]
    }

    private static func rows(of invariant: InvariantDefinition) -> [(String, String)] {
        let demanded = "of every run that can break it, without being asked"
        return [
            ("needs", needs(invariant.source)),
            ("demanded", invariant.isAlwaysDemanded ? demanded : "when the scenario says so"),
            ("example", "invariant: \(invariant.name)"),
        ]
    }

    /// What a scenario must have, in words.
    private static func needs(_ source: MetricDefinition.Source) -> String {
        source.missing(from: Scenario()) ?? ""
    }

    private static func unit(_ unit: MetricDefinition.Unit) -> String {
        switch unit {
        case .count: "count (a whole number)"
        case .duration: "duration (virtual time, such as 100ms)"
        case .ratio: "ratio (such as 99.9% or 0.999)"
        case .number: "number"
        }
    }

    /// A condition that a scenario may expect of the metric.
    static func example(of metric: MetricDefinition) -> String {
        let statistic = ["p99", "mean"].first(where: metric.statistics.contains)
        let figure = statistic.map { "\(metric.name).\($0)" } ?? metric.figures[0]
        let labels = metric.requiredLabels.map { label -> String in
            let values =
                MetricCatalog.labelValues["\(metric.name) \(label)"]
                ?? MetricCatalog.labelValues[label]
            return "\(label)=\"\(values?[0] ?? "NAME")\""
        }
        let narrowed = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
        let condition =
            switch metric.unit(of: statistic ?? metric.statistics.first) {
            case .count: ">= 1"
            case .duration: "< 100ms"
            case .ratio: ">= 0.9"
            case .number: "<= 10"
            }
        return "\(figure)\(narrowed) \(condition)"
    }

    private static func text(
        _ name: String,
        _ documentation: String,
        _ rows: [(String, String)],
        _ style: TextReport.Style
    ) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        let shown = rows.filter { !$0.1.isEmpty }
        let width = shown.map { $0.0.count }.max() ?? 0
        var lines = [paint.bold(name)]
        lines += TextWidth.wrapped(documentation, width: style.width - 2).map { "  \($0)" }
        lines.append("")
        for (title, text) in shown {
            let wrapped = TextWidth.wrapped(text, width: style.width - width - 4)
            for (index, line) in wrapped.enumerated() {
                let head = TextWidth.padded(index == 0 ? title : "", to: width, isRight: false)
                lines.append("  \(paint.dim(head))  \(line)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// A name that no metric and no invariant has.
public struct UnknownMetric: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name.
    public var name: String
    /// The nearest of the known names, for a misspelt one.
    public var suggestion: String?

    /// The message for the terminal.
    public var description: String {
        let hint = suggestion.map { "Did you mean '\($0)'?" }
        return "There is no metric '\(Shortened.text(name))'. "
            + (hint ?? "'bench explain --metrics' lists all of them.")
    }
}
