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
        for section in result.cells.map(section) {
            lines += [""] + SectionLayout(section: section, style: style, paint: paint).lines
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private func section(_ cell: CellBlame) -> ReportSection {
        ReportSection(
            title: cell.cell.isEmpty ? "Without each fault in turn" : cell.cell,
            table: ReportTable(
                columns: [
                    .init(header: "without", isNumeric: false),
                    .init(header: "figure", isNumeric: false), .init(header: "with all"),
                    .init(header: "without it"), .init(header: "difference"),
                ],
                rows: (cell.faults + [cell.withoutAny]).flatMap(rows),
                keyCount: 2,
                isGrouped: true
            ),
            notes: cell.notes
        )
    }

    private func rows(_ blame: FaultBlame) -> [[String]] {
        let conditions = blame.conditions.map { condition in
            [
                blame.fault, condition.text, Self.word(condition.isHeldWithAll),
                Self.word(condition.isHeldWithout), "",
            ]
        }
        let figures = blame.figures.filter { isFull || $0.old != $0.new }.map { change in
            let (old, new) = ChangeText.sides(of: change, isFull: true)
            return [blame.fault, change.subject, old, new, ChangeText.difference(of: change)]
        }
        let rows = conditions + figures
        return rows.isEmpty ? [[blame.fault, "nothing changes", "", "", ""]] : rows
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
