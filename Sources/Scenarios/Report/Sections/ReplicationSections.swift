import Simulator

/// What runs with other seeds gave: the means of figures, and where they lie.
struct ReplicationSections {
    private let result: ResultDocument

    init(of result: ResultDocument) {
        self.result = result
    }

    /// A table for each cell that was run with several seeds.
    var all: [ReportSection] {
        result.cells.compactMap { cell in cell.replications.map { section($0, cell) } }
    }

    private func section(
        _ replications: Replications,
        _ cell: ResultDocument.Cell
    ) -> ReportSection {
        let isWhole = replications.figures.allSatisfy { $0.count == replications.count }
        var table = ReportTable(
            columns: [
                .init(header: "figure", isNumeric: false), .init(header: "mean"),
                .init(header: Self.header(replications)), .init(header: "of mean"),
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
            title: "Over \(NumberText.grouped(replications.count)) seeds\(place)",
            table: replications.figures.isEmpty ? nil : table,
            notes: notes(replications)
        )
    }

    private static func header(_ replications: Replications) -> String {
        "± (\(DecimalText.significant(replications.confidence * 100, digits: 4))%)"
    }

    private static func row(_ figure: ReplicatedFigure) -> [String] {
        let text = { (number: Double?) in
            FigureText.value(figure.value(number), of: figure.reference)
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

    private func notes(_ replications: Replications) -> [String] {
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
        if let seed = replications.failedSeeds.first {
            let runs = ReportSections.counted(replications.failed, "run")
            notes.append(
                "Something did not hold in \(runs); one alone: "
                    + "--seed \(seed) --set replicate=1."
            )
        }
        return notes
    }
}
