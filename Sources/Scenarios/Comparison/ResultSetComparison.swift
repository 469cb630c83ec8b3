/// What moved between two sets of results.
public struct ResultSetComparison: Equatable, Sendable {
    /// A scenario of either set.
    public enum Entry: Equatable, Sendable {
        /// Both have it; what moved, if anything.
        case compared(ResultComparison)
        /// The base has it alone.
        case missing(String)
        /// The new set has it alone.
        case added(String)
    }

    /// The scenarios, in the order of their names.
    public let entries: [Entry]

    /// A comparison of these scenarios.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The scenarios that both sides have and in which something moved.
    public var changed: [ResultComparison] {
        compared.filter { !$0.changes.isEmpty }
    }

    /// The scenarios that the base has alone.
    public var missing: [String] {
        entries.compactMap { if case .missing(let name) = $0 { name } else { nil } }
    }

    /// The scenarios that the new set has alone.
    public var added: [String] {
        entries.compactMap { if case .added(let name) = $0 { name } else { nil } }
    }

    /// Whether the sets are not the same.
    public var isChanged: Bool { !changed.isEmpty || !missing.isEmpty || !added.isEmpty }

    private var compared: [ResultComparison] {
        entries.compactMap { if case .compared(let comparison) = $0 { comparison } else { nil } }
    }

    /// What there is to say of all of them, in a line.
    var summary: String {
        let number = compared.count
        let scenarios = number == 1 ? "1 scenario" : "\(number) scenarios"
        var parts: [String] = []
        if changed.isEmpty {
            parts.append("\(scenarios) compared, the same to the last digit")
        } else {
            let all = changed.reduce(0) { $0 + $1.changes.count }
            let worse = changed.reduce(0) { $0 + $1.count(of: .worse) }
            let better = changed.reduce(0) { $0 + $1.count(of: .better) }
            parts.append("\(changed.count) of \(scenarios) changed")
            parts.append(
                "\(NumberText.grouped(all)) \(all == 1 ? "change" : "changes") "
                    + "(\(NumberText.grouped(worse)) worse, \(NumberText.grouped(better)) better)"
            )
        }
        if !missing.isEmpty {
            parts.append("not in the new results: \(missing.joined(separator: ", "))")
        }
        if !added.isEmpty { parts.append("not in the base: \(added.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
