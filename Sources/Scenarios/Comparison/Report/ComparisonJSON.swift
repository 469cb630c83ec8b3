import OrderedCollections
import Simulator

/// Comparisons for programs: the format `cluster-simulator/comparison`.
///
/// Durations are whole nanoseconds; other numbers have twelve significant digits. What is not there
/// is left out, and a figure without a value is null.
enum ComparisonJSON {
    private static let version = 1

    /// What moved between two sets of results.
    static func value(_ comparison: ResultSetComparison) -> JSONValue {
        head([
            "changed": .boolean(comparison.isChanged),
            "missing": .array(comparison.missing.map { .string($0) }),
            "added": .array(comparison.added.map { .string($0) }),
            "scenarios": .array(
                comparison.entries.compactMap {
                    guard case .compared(let scenario) = $0 else { return nil }
                    return .members([
                        "scenario": .string(scenario.scenario),
                        "changes": .array(scenario.changes.map(value)),
                    ])
                }
            ),
        ])
    }

    /// How times compare.
    static func value(_ comparison: TimeComparison) -> JSONValue {
        head([
            "slower": .boolean(comparison.isSlower),
            "tolerance": .decimal(comparison.tolerance),
            "clock": .string(comparison.clock.rawValue),
            "missing": .array(comparison.missing.map { .string($0) }),
            "added": .array(comparison.added.map { .string($0) }),
            "notes": .array(comparison.notes.map { .string($0) }),
            "workloads": .array(
                comparison.rows.map { row in
                    .members([
                        "workload": .string(row.workload),
                        "base": .decimal(row.base),
                        "new": .decimal(row.new),
                        "ratio": .decimal(row.ratio.value),
                        "low": .decimal(row.ratio.low),
                        "high": .decimal(row.ratio.high),
                        "calibrated": .boolean(row.isCalibrated),
                        "finding": .string(row.finding.rawValue),
                    ])
                }
            ),
        ])
    }

    private static func head(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        var all: [JSONValue.Member] = [
            .init(key: "format", value: .string("cluster-simulator/comparison")),
            .init(key: "version", value: .integer(version)),
        ]
        all += members.map { .init(key: $0.key, value: $0.value) }
        return .object(all)
    }

    private static func value(_ change: Change) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(.init(key: key, value: value)) }
        }
        add("kind", .string(change.kind.rawValue))
        add("subject", .string(change.subject))
        add("cell", change.cell.isEmpty ? nil : .string(change.cell))
        add("unit", change.unit.map { .string(UnitText.symbol($0)) })
        add("base", side(change.old))
        add("new", side(change.new))
        add("difference", change.difference.map { .decimal($0) })
        add("relative", change.relativeDifference.map { .decimal($0) })
        add("trend", .string(change.trend.rawValue))
        return .object(members)
    }

    private static func side(_ value: Change.Value) -> JSONValue? {
        switch value {
        case .absent: nil
        case .none: .null
        case .figure(let value): JSONValue(value)
        case .text(let text): .string(text)
        }
    }
}
