/// What each fault cost, in one format.
public struct BlameReport: Sendable {
    /// The formats.
    public enum Format: Sendable {
        /// Aligned columns for a terminal.
        case text(TextReport.Style)
        /// For programs, always with every figure.
        case json
    }

    /// The format.
    public var format: Format
    /// Whether figures are shown that a fault does not change.
    public var isFull: Bool

    /// A report in a format.
    public init(format: Format, isFull: Bool = false) {
        self.format = format
        self.isFull = isFull
    }

    /// The whole report, ending with a line feed.
    public func render(_ result: BlameResult) -> String {
        switch format {
        case .text(let style): text(result, style)
        case .json: Self.json(result).written() + "\n"
        }
    }

    // MARK: For people

    private func text(_ result: BlameResult, _ style: TextReport.Style) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        let faults = result.cells.reduce(0) { $0 + $1.faults.count }
        var lines = TextWidth.wrapped(
            "\(result.name), seed \(result.seed): "
                + "what \(ReportSections.counted(faults, "fault")) cost",
            width: style.width
        )
        for section in result.cells.flatMap(sections) {
            lines += [""] + SectionLayout(section: section, style: style, paint: paint).lines
        }
        return lines.map { "\($0)\n" }.joined()
    }

    /// A section for each fault that changes anything, one for those that do not, and one for all.
    private func sections(of cell: CellBlame) -> [ReportSection] {
        let shown = cell.faults.filter { isFull || !$0.isWithoutEffect }
        let idle = cell.faults.filter { !isFull && $0.isWithoutEffect }
        var sections = shown.map { section(of: $0, in: cell) }
        if !idle.isEmpty {
            sections.append(
                ReportSection(
                    title: title("Nothing changes without any one of these", cell),
                    notes: idle.map(\.fault)
                )
            )
        }
        var last = section(of: cell.withoutAny, in: cell)
        last.notes += cell.notes
        return sections + [last]
    }

    private func title(_ text: String, _ cell: CellBlame) -> String {
        cell.cell.isEmpty ? text : "\(cell.cell): \(text)"
    }

    private func section(of blame: FaultBlame, in cell: CellBlame) -> ReportSection {
        let title = title("Without \(blame.fault)", cell)
        let rows = rows(of: blame)
        if rows.isEmpty { return ReportSection(title: title, notes: ["Nothing changes."]) }
        let figures = shownFigures(of: blame)
        let words = blame.conditions.count
        let short = { (column: Int, side: (Change) -> Change.Value) in
            [rows.prefix(words).map { $0[column] }, figures.map { Self.short(side($0)) }]
                .flatMap(\.self)
        }
        return ReportSection(
            title: title,
            table: ReportTable(
                columns: [
                    .init(header: "", isNumeric: false),
                    .init(header: "with all", shorter: ["with all"] + short(1, \.old)),
                    .init(header: "without", shorter: ["without"] + short(2, \.new)),
                    .init(header: "difference"),
                ],
                rows: rows
            )
        )
    }

    private func shownFigures(of blame: FaultBlame) -> [Change] {
        blame.figures.filter { isFull || $0.old != $0.new }
    }

    private func rows(of blame: FaultBlame) -> [[String]] {
        let conditions = blame.conditions.map { condition in
            [
                condition.text, Self.word(condition.isHeldWithAll),
                Self.word(condition.isHeldWithout), "",
            ]
        }
        let figures = shownFigures(of: blame).map { change in
            if change.old == change.new {
                return [change.subject, Self.side(change.old), Self.side(change.new), ""]
            }
            let (old, new) = ChangeText.sides(of: change, isFull: true)
            return [change.subject, old, new, ChangeText.difference(of: change)]
        }
        return conditions + figures
    }

    private static func side(_ value: Change.Value) -> String {
        ChangeText.side(value, isFull: true)
    }

    private static func short(_ value: Change.Value) -> String {
        if case .figure(.duration(let duration)) = value { return TimeText.rounded(duration) }
        return side(value)
    }

    private static func word(_ isHeld: Bool) -> String { isHeld ? "holds" : "fails" }

    // MARK: For programs

    private static func json(_ result: BlameResult) -> JSONValue {
        .members([
            "format": .string("cluster-simulator/blame"),
            "version": .integer(1),
            "scenario": .string(result.name),
            "seed": .integer(result.seed),
            "cells": .array(
                result.cells.map { cell in
                    .members([
                        "cell": .string(cell.cell),
                        "faults": .array(cell.faults.map(json)),
                        "without-any": json(cell.withoutAny),
                        "notes": .array(cell.notes.map { .string($0) }),
                    ])
                }
            ),
        ])
    }

    private static func json(_ blame: FaultBlame) -> JSONValue {
        .members([
            "fault": .string(blame.fault),
            "conditions": .array(
                blame.conditions.map { condition in
                    .members([
                        "condition": .string(condition.text),
                        "with-all": .boolean(condition.isHeldWithAll),
                        "without": .boolean(condition.isHeldWithout),
                    ])
                }
            ),
            "figures": .array(
                blame.figures.map { change in
                    .members([
                        "figure": .string(change.subject),
                        "unit": change.unit.map { .string(UnitText.symbol($0)) } ?? .null,
                        "with-all": value(change.old),
                        "without": value(change.new),
                        "difference": change.difference.map { .decimal($0) } ?? .null,
                    ])
                }
            ),
        ])
    }

    private static func value(_ side: Change.Value) -> JSONValue {
        if case .figure(let value) = side { JSONValue(value) } else { .null }
    }
}
