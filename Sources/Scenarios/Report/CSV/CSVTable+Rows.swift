import Simulator

/// The columns and the rows of each table, after those that every table begins with.
extension CSVTable {
    /// The labels that have columns: of servers and requests always where figures are concerned,
    /// others where runs have them.
    func labels(of result: ResultDocument) -> [String] {
        var labels: [String] = []
        func add(_ names: [String]) { labels += names.filter { !labels.contains($0) } }
        switch self {
        case .figures:
            labels = ["server", "status"]
            for metric in MetricCatalog.metrics
            where result.cells.contains(where: { $0.figures.has(metric.name) }) {
                add(metric.labels)
            }
        case .series:
            for series in result.cells.flatMap(\.observations.series) {
                add(series.labels.map(\.name))
            }
        case .curves:
            for curve in result.cells.flatMap(\.observations.curves) {
                add(curve.labels.map(\.name))
            }
        case .replications:
            for figure in result.cells.flatMap({ $0.replications?.figures ?? [] }) {
                add(figure.reference.labels.map(\.name))
            }
        case .distribution, .checks, .violations, .timeline, .activities, .messages, .jobs,
            .results:
            break
        }
        return labels
    }

    /// The names of the columns.
    func columns(_ labels: [String]) -> [String] {
        switch self {
        case .figures: ["metric", "statistic"] + labels + ["value", "unit"]
        case .distribution: ["server", "count", "share", "expected-share"]
        case .checks:
            [
                "check", "kind", "source", "says", "condition", "held", "actual", "unit", "detail",
            ]
        case .violations: ["property", "instant", "event", "seed", "message"]
        case .timeline: ["instant", "subject", "event"]
        case .series: ["metric", "statistic"] + labels + ["begin", "end", "value", "unit"]
        case .curves: ["metric"] + labels + ["duration", "fraction"]
        case .activities: ["kind", "subject", "name", "group", "begin", "end", "outcome"]
        case .messages: ["source", "destination", "name", "sent", "received"]
        case .jobs: ["job", "status", "error", "duration", "results", "digest"]
        case .results: ["job", "key", "value"]
        case .replications:
            ["metric", "statistic"] + labels
                + ["runs", "mean", "half-width", "confidence", "least", "greatest", "unit"]
        }
    }

    /// The rows of a run.
    func rows(of cell: ResultDocument.Cell, _ labels: [String]) -> [[String]] {
        let observations = cell.observations
        return switch self {
        case .figures: cell.figures.all.map { Self.row(of: $0, labels) }
        case .distribution: cell.distribution.map(Self.row)
        case .checks:
            cell.expectations.map { Self.row(of: $0, "expectation") }
                + cell.claims.map { Self.row(of: $0, "claim") }
        case .violations: cell.violations.map(Self.row)
        case .timeline:
            cell.timeline.map { [String($0.instant), $0.subject, $0.event] }
        case .series:
            observations.series.flatMap { Self.rows(of: $0, labels, until: cell.duration) }
        case .curves: observations.curves.flatMap { Self.rows(of: $0, labels) }
        case .activities: observations.activities.map(Self.row)
        case .messages: observations.messages.map(Self.row)
        case .jobs: cell.jobs.map(Self.row)
        case .results:
            cell.jobs.flatMap { job in job.results.map { [job.identifier, $0.key, $0.value] } }
        case .replications: cell.replications.map { Self.rows(of: $0, labels) } ?? []
        }
    }

    // MARK: Rows

    private static func row(of figure: Figure, _ labels: [String]) -> [String] {
        let reference = figure.reference
        return [reference.metric, reference.statistic ?? ""]
            + values(of: labels, in: reference.labels)
            + [text(figure.value), UnitText.symbol(reference.unit)]
    }

    private static func row(of server: ResultDocument.Server) -> [String] {
        [
            server.name, String(server.count), text(server.share.map { .ratio($0) }),
            text(server.expectedShare.map { .ratio($0) }),
        ]
    }

    private static func row(of check: ResultDocument.Check, _ kind: String) -> [String] {
        [
            kind, check.kind.rawValue, check.source ?? "", check.says ?? "", check.text,
            String(check.isHeld), text(check.actual), check.unit.map(UnitText.symbol) ?? "",
            check.detail ?? "",
        ]
    }

    private static func row(of violation: ResultDocument.Violation) -> [String] {
        [
            violation.property, String(violation.instant), String(violation.event),
            String(violation.seed), violation.message,
        ]
    }

    private static func rows(
        of series: TimeSeries,
        _ labels: [String],
        until end: Int
    ) -> [[String]] {
        let start = [series.metric, series.statistic ?? ""] + values(of: labels, in: series.labels)
        let unit = UnitText.symbol(series.unit)
        return series.values.enumerated().map { place, value in
            let begin = series.begin + place * series.window
            let text = value.map { DecimalText.significant($0, digits: 12) } ?? ""
            return start + [String(begin), String(min(end, begin + series.window)), text, unit]
        }
    }

    private static func rows(of curve: DistributionCurve, _ labels: [String]) -> [[String]] {
        let start = [curve.metric] + values(of: labels, in: curve.labels)
        return curve.points.map { point in
            start + [String(point.duration), text(.ratio(point.fraction))]
        }
    }

    private static func rows(of replications: Replications, _ labels: [String]) -> [[String]] {
        replications.figures.map { figure in
            let reference = figure.reference
            let number = { (value: Double?) in text(value.map { .number($0) }) }
            return [reference.metric, reference.statistic ?? ""]
                + values(of: labels, in: reference.labels)
                + [
                    String(figure.count), number(figure.mean), number(figure.halfWidth),
                    number(replications.confidence), number(figure.least),
                    number(figure.greatest), UnitText.symbol(reference.unit),
                ]
        }
    }

    private static func row(of activity: Activity) -> [String] {
        [
            activity.kind.rawValue, activity.subject, activity.name, activity.group ?? "",
            String(activity.begin), activity.end.map { String($0) } ?? "", activity.outcome ?? "",
        ]
    }

    private static func row(of message: ObservedMessage) -> [String] {
        [
            message.source, message.destination, message.name, String(message.sent),
            message.received.map { String($0) } ?? "",
        ]
    }

    private static func row(of job: ResultDocument.Job) -> [String] {
        [
            job.identifier, job.status, job.error ?? "", job.duration.map { String($0) } ?? "",
            String(job.rows), job.digest ?? "",
        ]
    }

    // MARK: Fields

    private static func values(
        of names: [String],
        in labels: [MetricReference.Label]
    ) -> [String] {
        names.map { name in labels.first { $0.name == name }?.value ?? "" }
    }

    private static func text(_ value: FigureValue?) -> String {
        switch value {
        case nil: ""
        case .count(let count): String(count)
        case .duration(let duration): String(duration.attoseconds / 1_000_000_000)
        case .ratio(let number), .number(let number):
            DecimalText.significant(number, digits: 12)
        }
    }
}
