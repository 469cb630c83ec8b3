/// What moved, as sections of a report for people.
struct ComparisonSections {
    /// How many figures are shown where nothing asks for all.
    private static let shownFigures = 12
    /// How many changes of another kind are.
    private static let shownOfKind = 6

    private let isFull: Bool

    /// The sections; all changes are shown where `isFull`.
    init(isFull: Bool) {
        self.isFull = isFull
    }

    /// The sections of a scenario: its figures in a table, everything else in sentences.
    func sections(of comparison: ResultComparison) -> [ReportSection] {
        var sections: [ReportSection] = []
        let others = comparison.changes.filter { $0.kind != .figure }
        let figures = comparison.changes.filter { $0.kind == .figure }
        if !others.isEmpty {
            sections.append(ReportSection(title: comparison.scenario, notes: lines(of: others)))
        }
        if !figures.isEmpty {
            let shown = isFull ? figures : Array(figures.prefix(Self.shownFigures))
            sections.append(
                ReportSection(
                    title: "\(comparison.scenario): figures",
                    table: table(of: shown),
                    notes: omission(of: figures.count - shown.count)
                )
            )
        }
        return sections
    }

    /// A line for each change, or for the first of each kind.
    private func lines(of changes: [Change]) -> [String] {
        let limit = isFull ? changes.count : Self.shownOfKind
        let shown = Change.Kind.allCases.flatMap { kind in
            changes.filter { $0.kind == kind }.prefix(limit)
        }
        return shown.map(sentence) + omission(of: changes.count - shown.count)
    }

    private func omission(of count: Int) -> [String] {
        count > 0 ? ["and \(NumberText.grouped(count)) more; --full shows them"] : []
    }

    private func sentence(_ change: Change) -> String {
        let (old, new) = ChangeText.sides(of: change, isFull: isFull)
        let cell = change.cell.isEmpty || change.kind == .cell ? "" : "\(change.cell): "
        let trend = change.trend == .changed ? "" : ", \(change.trend.rawValue)"
        let kind = change.kind.rawValue
        let subject = change.subject.hasPrefix(kind) ? change.subject : "\(kind) \(change.subject)"
        return "\(cell)\(subject): \(old) -> \(new)\(trend)"
    }

    private func short(_ value: Change.Value) -> String {
        if case .figure(.duration(let duration)) = value { return TimeText.rounded(duration) }
        return ChangeText.side(value, isFull: true)
    }

    private func table(of changes: [Change]) -> ReportTable {
        let hasCells = changes.contains { !$0.cell.isEmpty }
        var columns = [ReportTable.Column(header: "figure", isNumeric: false)]
        if hasCells { columns.append(.init(header: "run", isNumeric: false)) }
        columns.append(.init(header: "base", shorter: ["base"] + changes.map(\.old).map(short)))
        columns.append(.init(header: "new", shorter: ["new"] + changes.map(\.new).map(short)))
        columns.append(.init(header: "difference"))
        columns.append(.init(header: "", isNumeric: false))
        let rows = changes.map { change in
            let (old, new) = ChangeText.sides(of: change, isFull: true)
            return [change.subject] + (hasCells ? [change.cell] : [])
                + [old, new, ChangeText.difference(of: change)]
                + [change.trend == .changed ? "" : change.trend.rawValue]
        }
        return ReportTable(columns: columns, rows: rows, keyCount: hasCells ? 2 : 1)
    }
}
