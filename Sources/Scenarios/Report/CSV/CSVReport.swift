import OrderedCollections
import Simulator

/// A result as a tidy table of comma-separated values: one observation a row.
///
/// Times and durations are whole nanoseconds; other numbers have twelve significant digits. What
/// the run does not have is an empty field. Every row begins with the scenario, the number of the
/// cell, and what the matrix sets in it.
public struct CSVReport: ReportRenderer {
    /// What the rows are.
    public var table: CSVTable

    /// A table of figures, or another one.
    public init(table: CSVTable = .figures) {
        self.table = table
    }

    /// The whole table of `result`, ending with a line end.
    public func render(_ result: ResultDocument) -> String {
        let paths = result.axes.map(\.path).filter { $0 != MatrixAssignment.label }
        let isLabelled = result.cells.contains { $0.label != nil }
        let head = ["scenario", "cell"] + (isLabelled ? ["label"] : []) + paths
        let labels = table.labels(of: result)
        var rows = [head + table.columns(labels)]
        for cell in result.cells {
            let parameters = paths.map { path in
                cell.parameters[path] ?? ""
            }
            let label = isLabelled ? [cell.label ?? ""] : []
            let start = [result.scenario, String(cell.index)] + label + parameters
            rows += table.rows(of: cell, labels).map { start + $0 }
        }
        return CSVText.written(rows)
    }
}

/// What the rows of a table are.
public enum CSVTable: String, Sendable, CaseIterable {
    /// A figure of a run: its metric, statistic, labels, value and unit.
    case figures
    /// A server: its requests, their share and the share that was expected.
    case distribution
    /// An expectation or a claim: whether it held, and what was found.
    case checks
    /// A broken property: which, when, and what is wrong.
    case violations
    /// Something that happened: when, to what, and what.
    case timeline
    /// A window of a series: its metric, labels, begin, end and value.
    case series
    /// A point of an empirical distribution function: a duration, and the part that it covers.
    case curves
    /// Something that lasted: a fault, a node that was down, a job, a task.
    case activities
    /// A message around the first violation: who sent it to whom, and when.
    case messages
    /// A job: how it ended, how long it took, and how many results it has.
    case jobs
    /// A result of a job that the report shows: its key and its value.
    case results
    /// A figure over runs with several seeds: its mean, and where that lies.
    case replications
}
