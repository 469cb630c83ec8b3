import OrderedCollections

/// What depends on the order of simultaneous events, for a terminal.
public struct TieReport: Sendable {
    private let style: TextReport.Style

    /// A report that looks like `style`.
    public init(style: TextReport.Style) {
        self.style = style
    }

    /// The whole report, ending with a line feed.
    public func render(_ dependence: TieDependence) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        var lines: [String] = []
        let summary = TextWidth.wrapped(summary(of: dependence), width: style.width - 5)
        for (index, line) in summary.enumerated() {
            let sign = paint.sign(isHeld: !dependence.changesOutcome)
            lines.append("\(index == 0 ? sign : paint.noSign) \(line)")
        }
        for section in sections(of: dependence) {
            lines += [""] + SectionLayout(section: section, style: style, paint: paint).lines
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func summary(of dependence: TieDependence) -> String {
        let count = dependence.orders.count
        let orders =
            count == 1
            ? "ties \(dependence.orders[0])" : "\(count) random orders of ties"
        let figures = dependence.figures.count
        let number =
            figures == 0
            ? "no figure depends"
            : figures == 1 ? "1 figure depends" : "\(NumberText.grouped(figures)) figures depend"
        var parts = ["\(number) on the order of simultaneous events"]
        if dependence.changesOutcome {
            parts.append("what is expected holds in one order and not in another")
        } else if figures > 0 {
            parts.append("what is expected comes out the same")
        }
        return "\(dependence.scenario), \(orders): \(parts.joined(separator: "; "))"
    }

    private func sections(of dependence: TieDependence) -> [ReportSection] {
        var sections: [ReportSection] = []
        let outcomes = dependence.outcomes
        if !outcomes.isEmpty {
            let notes = outcomes.map { sentence($0, dependence) }
            sections.append(ReportSection(title: "Outcomes", notes: notes))
        }
        if !dependence.figures.isEmpty {
            let table =
                dependence.orders.count == 1
                ? pairs(of: dependence) : ranges(of: dependence)
            sections.append(ReportSection(title: "Figures", table: table))
        }
        return sections
    }

    private func sentence(_ outcome: TieDependence.Outcome, _ dependence: TieDependence) -> String {
        let change = outcome.change
        let (old, new) = ChangeText.sides(of: change, isFull: true)
        let cell = change.cell.isEmpty ? "" : "\(change.cell): "
        let kind = change.kind.rawValue
        let subject = change.subject.hasPrefix(kind) ? change.subject : "\(kind) \(change.subject)"
        return "\(cell)\(subject): \(old) with ties \(dependence.base), "
            + "\(new) with \(dependence.orders[outcome.place])"
    }

    /// A row for each figure with its value in both orders.
    private func pairs(of dependence: TieDependence) -> ReportTable {
        let changes = dependence.figures.compactMap { $0.others[0] }
        let hasCells = changes.contains { !$0.cell.isEmpty }
        let columns =
            names(hasCells: hasCells) + [
                .init(header: "\(dependence.base)"), .init(header: "\(dependence.orders[0])"),
                .init(header: "difference"),
            ]
        let rows = changes.map { change in
            let (old, new) = ChangeText.sides(of: change, isFull: true)
            return [change.subject] + (hasCells ? [change.cell] : [])
                + [old, new, ChangeText.difference(of: change)]
        }
        return ReportTable(columns: columns, rows: rows, keyCount: hasCells ? 2 : 1)
    }

    /// A row for each figure with its value in the first order, the range of the others, and in how
    /// many of them it is another one.
    private func ranges(of dependence: TieDependence) -> ReportTable {
        let hasCells = dependence.figures.contains { !$0.cell.isEmpty }
        let columns =
            names(hasCells: hasCells) + [
                .init(header: "\(dependence.base)"), .init(header: "least"),
                .init(header: "greatest"), .init(header: "differs in"),
            ]
        let count = dependence.orders.count
        let rows = dependence.figures.map { figure in
            let values = (0..<count).map { figure.value(at: $0) }
            let sorted = values.sorted { ($0.asNumber ?? -1) < ($1.asNumber ?? -1) }
            let texts = [figure.base, sorted[0], sorted[count - 1]].map {
                ChangeText.side($0, isFull: true)
            }
            return [figure.name] + (hasCells ? [figure.cell] : []) + texts
                + ["\(figure.others.count) of \(count)"]
        }
        return ReportTable(columns: columns, rows: rows, keyCount: hasCells ? 2 : 1)
    }

    private func names(hasCells: Bool) -> [ReportTable.Column] {
        [.init(header: "figure", isNumeric: false)]
            + (hasCells ? [.init(header: "run", isNumeric: false)] : [])
    }
}
