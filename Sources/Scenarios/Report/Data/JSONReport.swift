/// A result as JSON: everything in it, with units, in the format `cluster-simulator/result`.
///
/// Durations and instants are whole nanoseconds; other numbers have twelve significant digits. A
/// figure that the run does not have, or that is infinite, is null. Keys come in a fixed order.
/// ``ResultSchema`` describes the format, and ``ResultDocument/init(json:name:)`` reads it.
public struct JSONReport: ReportRenderer {
    /// A report in JSON.
    public init() {}

    /// The whole report of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        JSONValue(ResultDocument.format.write(result)).written() + "\n"
    }

    /// The part of the report on one run.
    public func render(_ cell: ResultDocument.Cell) -> String {
        JSONValue(ValueFormat<ResultDocument.Cell>.section.write(cell)).written() + "\n"
    }
}

/// The units of figures in files for programs.
package enum UnitText {
    /// `count`, `ns`, `ratio` or `number`.
    package static func symbol(_ unit: MetricDefinition.Unit) -> String {
        unit == .duration ? "ns" : unit.rawValue
    }
}
