import OrderedCollections
import Simulator

/// A result as a tidy table of comma-separated values: one observation a row.
///
/// Durations are whole nanoseconds; other numbers have twelve significant digits. A figure that the
/// run does not have is an empty field.
public struct CSVReport: ReportRenderer {
    /// What the rows are.
    public enum Table: Sendable, CaseIterable {
        /// A figure of a cell: its parameters, metric, statistic, labels, value and unit.
        case figures
        /// A server of a cell: its parameters, count, share and expected share.
        case distribution
    }

    /// What the rows are.
    public var table: Table

    /// A table of figures, or another one.
    public init(table: Table = .figures) {
        self.table = table
    }

    /// The whole table of `result`, ending with a line end.
    public func render(_ result: ResultDocument) -> String {
        let paths = result.axes.map(\.path).filter { $0 != MatrixAssignment.label }
        let isLabelled = result.cells.contains { $0.label != nil }
        let head = ["scenario", "cell"] + (isLabelled ? ["label"] : []) + paths
        let labels = Self.labels(of: result)
        var rows = [head + header(labels)]
        for cell in result.cells {
            let parameters = paths.map { path in
                cell.parameters[path] ?? ""
            }
            let label = isLabelled ? [cell.label ?? ""] : []
            let start = [result.scenario, String(cell.index)] + label + parameters
            rows += self.rows(of: cell, labels).map { start + $0 }
        }
        return CSVText.written(rows)
    }

    /// The labels that figures have: of servers and requests always, others where runs have them.
    private static func labels(of result: ResultDocument) -> [String] {
        var labels = ["server", "status"]
        for metric in MetricCatalog.metrics
        where result.cells.contains(where: { $0.figures.has(metric.name) }) {
            labels += metric.labels.filter { !labels.contains($0) }
        }
        return labels
    }

    private func header(_ labels: [String]) -> [String] {
        switch table {
        case .figures: ["metric", "statistic"] + labels + ["value", "unit"]
        case .distribution: ["server", "count", "share", "expected-share"]
        }
    }

    private func rows(of cell: ResultDocument.Cell, _ labels: [String]) -> [[String]] {
        switch table {
        case .figures: cell.figures.all.map { row($0, labels) }
        case .distribution: distribution(of: cell)
        }
    }

    private func row(_ figure: Figure, _ labels: [String]) -> [String] {
        let reference = figure.reference
        let values = labels.map { name in
            reference.labels.first { $0.name == name }?.value ?? ""
        }
        return [reference.metric, reference.statistic ?? ""] + values
            + [Self.text(figure.value), UnitText.symbol(reference.unit)]
    }

    private func distribution(of cell: ResultDocument.Cell) -> [[String]] {
        cell.distribution.map { server in
            [
                server.name, String(server.count), Self.text(server.share.map { .ratio($0) }),
                Self.text(server.expectedShare.map { .ratio($0) }),
            ]
        }
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
