import Simulator

/// Something that a report shows.
public enum ReportItem: Sendable, Equatable {
    /// A metric by a label, with figures of balance.
    case distribution(metric: String, label: String)
    /// The quantiles of a metric that has them.
    case quantiles(String)
    /// Figures over an axis of the matrix.
    case series(axis: String, figures: [MetricReference])
    /// A row of figures for each cell.
    case table([MetricReference])
    /// The results of jobs with the largest values, so many of each job.
    case results(Int)
}

extension ValueFormat where Value == ReportItem {
    /// Any item of a report.
    static var reportItem: ValueFormat {
        .union(
            "report-item",
            "a report item",
            [
                .of(
                    "distribution",
                    "A metric by a label, with figures of balance.",
                    .distributionText
                ) {
                    .distribution(metric: $0.metric, label: $0.label)
                } unwrap: {
                    guard case .distribution(let metric, let label) = $0 else { return nil }
                    return DistributionItem(metric: metric, label: label)
                },
                .of("quantiles", "The quantiles of a metric.", .quantilesText) {
                    .quantiles($0)
                } unwrap: {
                    if case .quantiles(let metric) = $0 { metric } else { nil }
                },
                .of("series", "Figures over an axis of the matrix.", .section) {
                    (item: SeriesItem) in
                    .series(axis: item.axis, figures: item.figures)
                } unwrap: {
                    guard case .series(let axis, let figures) = $0 else { return nil }
                    return SeriesItem(axis: axis, figures: figures)
                },
                .of("table", "A row of figures for each cell.", .figures) {
                    .table($0)
                } unwrap: {
                    if case .table(let figures) = $0 { figures } else { nil }
                },
                .of(
                    "results",
                    "The results of jobs with the largest values, so many of each.",
                    .integer(in: 1...JobRecord.resultsMaximum, example: 10)
                ) {
                    .results($0)
                } unwrap: {
                    if case .results(let count) = $0 { count } else { nil }
                },
            ]
        )
    }
}

/// `METRIC by LABEL`.
private struct DistributionItem: Sendable {
    var metric: String
    var label: String
}

/// What stands below `series`.
private struct SeriesItem: Section {
    var axis = ""
    var figures: [MetricReference] = []

    static let name = "series"
    static let documentation = "Figures over an axis of the matrix."
    static var fields: [Field<Self>] {
        [
            .key("x", \.axis, .name, required: true, "The path of the axis."),
            .key("y", \.figures, .figures, required: true, "The figures."),
        ]
    }
}

extension ValueFormat where Value == DistributionItem {
    fileprivate static var distributionText: ValueFormat {
        .scalar(
            ScalarShape(
                name: "METRIC by LABEL",
                example: "requests by server",
                form: .pattern("^[a-z.-]+ by [a-z]+$")
            ),
            parse: { text throws(ValueProblem) in
                let words = text.split(separator: " ").map(String.init)
                guard words.count == 3, words[1] == "by" else {
                    throw ValueProblem("does not say METRIC by LABEL")
                }
                let known = MetricCatalog.metrics.filter {
                    !$0.labels.isEmpty && $0.statistics.isEmpty
                }
                let names = known.map(\.name) + MetricCatalog.shorthands.keys.sorted()
                guard let metric = MetricCatalog.metric(named: words[0]), metric.statistics.isEmpty
                else {
                    throw ValueProblem(
                        "names the unknown metric '\(Shortened.text(words[0]))'",
                        expected: Shape.oneOf(names),
                        suggestion: NearestWord.to(words[0], among: names)
                    )
                }
                guard metric.labels.contains(words[2]) else {
                    throw ValueProblem(
                        "names the unknown label '\(Shortened.text(words[2]))'",
                        expected: Shape.oneOf(metric.labels.isEmpty ? ["no label"] : metric.labels),
                        suggestion: NearestWord.to(words[2], among: metric.labels)
                    )
                }
                return DistributionItem(metric: metric.name, label: words[2])
            },
            write: { "\($0.metric) by \($0.label)" }
        )
    }
}

extension ValueFormat where Value == String {
    /// A metric that has quantiles.
    fileprivate static var quantilesText: ValueFormat {
        let names = MetricCatalog.metrics.filter { $0.statistics.contains("p50") }.map(\.name)
        return .scalar(
            ScalarShape(
                name: "a metric with quantiles",
                example: "latency",
                form: .pattern("^[a-z.-]+$")
            ),
            parse: { text throws(ValueProblem) in
                guard names.contains(text) else {
                    throw ValueProblem(
                        "names no metric with quantiles",
                        expected: Shape.oneOf(names),
                        suggestion: NearestWord.to(text, among: names)
                    )
                }
                return text
            },
            write: { $0 }
        )
    }
}

extension ValueFormat where Value == MetricReference {
    /// A figure.
    static var figure: ValueFormat {
        .scalar(
            ScalarShape(name: "a figure", example: "latency.p99", form: .text),
            parse: CheckParser.reference,
            write: \.description
        )
    }
}

extension ValueFormat where Value == [MetricReference] {
    /// A list of figures.
    fileprivate static var figures: ValueFormat {
        .oneOrMore("a figure such as latency.p99, or a list of figures", of: .figure)
    }
}
