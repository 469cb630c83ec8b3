import Simulator

/// How large a scenario is, and its run.
public struct ScenarioSize: Equatable, Sendable, CustomStringConvertible {
    /// Single values that the file says.
    public var values: Int
    /// Lines of the file, without comments.
    public var lines: Int
    /// Faults that the run injected, each node or link that it hit counted.
    public var faults: Int
    /// Events of the run.
    public var events: UInt64

    /// A size with these parts.
    public init(values: Int, lines: Int, faults: Int, events: UInt64) {
        self.values = values
        self.lines = lines
        self.faults = faults
        self.events = events
    }

    /// The size of what `tree` says, whose run is `record`.
    init(of tree: YAMLNode, _ record: RunRecord) {
        values = tree.scalarCount
        lines = ScenarioText.of(tree).utf8.count { $0 == UInt8(ascii: "\n") }
        faults = record.injections.reduce(0) { $0 + $1.subjects.count }
        events = record.outcome.events
    }

    /// What somebody has to take in who wants to understand it: what is said, and what goes wrong.
    var weight: Int { values + faults }

    /// `38 values in 17 lines, 2 faults, 1,234 events`.
    public var description: String {
        "\(ReportSections.counted(values, "value")) in \(ReportSections.counted(lines, "line")), "
            + "\(ReportSections.counted(faults, "fault")), "
            + ReportSections.counted(Int(clamping: events), "event")
    }
}
