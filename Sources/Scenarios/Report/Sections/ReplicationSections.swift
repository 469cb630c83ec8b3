import OrderedCollections
import Simulator

/// What runs with several seeds gave: the means of figures, and where they lie.
struct ReplicationSections {
    private let result: ResultDocument
    private let isFull: Bool

    init(of result: ResultDocument, isFull: Bool) {
        self.result = result
        self.isFull = isFull
    }

    /// A table of a single run; of a matrix one with a row for each cell, and each cell's own where
    /// everything is shown.
    var all: [ReportSection] {
        let replicated = result.cells.filter { $0.replications != nil }
        guard !replicated.isEmpty else { return [] }
        let sections = replicated.compactMap { cell in
            cell.replications.map { section($0, cell) }
        }
        guard result.isMatrix else { return sections }
        return [comparison] + (isFull ? sections : [])
    }

    // MARK: A matrix

    private var comparison: ReportSection {
        let columns = MatrixColumns(of: result).columns
        let references = OrderedDictionary(
            result.cells.flatMap { $0.replications?.figures ?? [] }
                .map { ($0.reference.description, $0.reference) },
            uniquingKeysWith: { first, _ in first }
        )
        var table = ReportTable(
            columns: columns.map { .init(header: $0.header, isNumeric: false) },
            rows: [],
            keyCount: columns.count + 1
        )
        table.columns.append(.init(header: "seeds"))
        table.columns += references.keys.map { .init(header: $0) }
        table.isGrouped = columns.count > 1
        table.rows = result.cells.enumerated().map { place, cell in
            let figures = cell.replications?.figures ?? []
            let values = references.values.map { reference in
                figures.first { $0.reference == reference }.map(Self.interval) ?? "-"
            }
            let count = NumberText.grouped(cell.replications?.count ?? 1)
            return columns.map { $0.values[place] } + [count] + values
        }
        let notes = result.cells.flatMap { cell in
            (cell.replications.map(Self.notes) ?? []).map { (cell.shortName, $0) }
        }
        // What is so in all cells is said once.
        let counts = notes.reduce(into: [:]) { $0[$1.1, default: 0] += 1 }
        let common = OrderedSet(notes.map(\.1)).filter { counts[$0] == result.cells.count }
        let single = notes.filter { !common.contains($0.1) }.map { "\($0): \($1)" }
        return ReportSection(title: "Means over seeds", table: table, notes: common + single)
    }

    private static func interval(_ figure: ReplicatedFigure) -> String {
        let text = { FigureText.mean(figure.value($0), of: figure.reference) }
        return figure.halfWidth == nil
            ? text(figure.mean) : "\(text(figure.mean)) ± \(text(figure.halfWidth))"
    }

    // MARK: A single run

    private func section(
        _ replications: Replications,
        _ cell: ResultDocument.Cell
    ) -> ReportSection {
        let isWhole = replications.figures.allSatisfy { $0.count == replications.count }
        let confidence = DecimalText.significant(replications.confidence * 100, digits: 4)
        var table = ReportTable(
            columns: [
                .init(header: "figure", isNumeric: false), .init(header: "mean"),
                .init(header: "± (\(confidence)%)"), .init(header: "of mean"),
                .init(header: "least"), .init(header: "greatest"),
            ],
            rows: replications.figures.map(Self.row),
            keyCount: 3
        )
        if !isWhole {
            table.columns.append(.init(header: "runs"))
            for (place, figure) in replications.figures.enumerated() {
                table.rows[place].append(NumberText.grouped(figure.count))
            }
        }
        let place = result.isMatrix ? ": \(cell.shortName)" : ""
        return ReportSection(
            title: "Over \(ReportSections.counted(replications.count, "seed"))\(place)",
            table: replications.figures.isEmpty ? nil : table,
            notes: Self.notes(replications)
        )
    }

    private static func row(_ figure: ReplicatedFigure) -> [String] {
        let text = { (number: Double?) in
            FigureText.mean(figure.value(number), of: figure.reference)
        }
        var part = "-"
        if let mean = figure.mean, let halfWidth = figure.halfWidth, mean != 0 {
            part = DecimalText.percent(halfWidth / mean.magnitude, decimals: 2)
        }
        return [
            figure.reference.description, text(figure.mean), text(figure.halfWidth), part,
            text(figure.least), text(figure.greatest),
        ]
    }

    private static func notes(_ replications: Replications) -> [String] {
        var notes: [String] = []
        if let wanted = replications.halfWidth {
            let width = DecimalText.significant(wanted * 100, digits: 4)
            notes.append(
                replications.ending == .narrow
                    ? "The intervals that were to reach no farther than \(width)% of their mean do."
                    : "So many runs do not suffice for intervals of \(width)% of their mean."
            )
        }
        if replications.undecided > 0 {
            let runs = ReportSections.counted(replications.undecided, "run")
            notes.append("\(runs) used up the budget of events.")
        }
        if replications.failed > 0, let seed = replications.failedSeeds.first {
            let runs = ReportSections.counted(replications.failed, "run")
            notes.append(
                "Something did not hold in \(runs); one alone: "
                    + "--seed \(seed) --set replicate=1."
            )
        }
        return notes
    }
}
