import Simulator

/// The runs of a matrix beside each other: a card for each, or for those that differ only in one
/// axis of numbers; and what is shown of each when it is asked for.
struct MatrixRuns {
    private let result: ResultDocument
    private let columns: MatrixColumns
    private let charts: MatrixCharts
    /// How many runs have charts of their own.
    private let shown: Int

    private static let cardsMaximum = 64
    private static let tilesMaximum = 6
    private static let runsMaximum = 24

    /// The runs of a matrix.
    ///
    /// - Parameter isFull: Whether every run has charts of its own, however many there are.
    init(of result: ResultDocument, isFull: Bool) {
        self.result = result
        columns = MatrixColumns(of: result)
        charts = MatrixCharts(of: result)
        shown = isFull ? result.cells.count : min(result.cells.count, Self.runsMaximum)
    }

    // MARK: Cards

    /// The cards.
    var cards: [HTMLTemplates.Model] {
        if let axis = charts.numericAxis, columns.columns.count > 1 {
            return groups(over: axis).prefix(Self.cardsMaximum).map { card($0, over: axis) }
        }
        return result.cells.indices.prefix(Self.cardsMaximum).map { card([$0], over: nil) }
    }

    /// The runs that differ only in `axis`.
    private func groups(over axis: MatrixColumns.Column) -> [[Int]] {
        var groups: [(name: String, cells: [Int])] = []
        for index in result.cells.indices {
            let name = columns.name(of: index, without: axis.path)
            if let group = groups.firstIndex(where: { $0.name == name }) {
                groups[group].cells.append(index)
            } else {
                groups.append((name, [index]))
            }
        }
        return groups.map(\.cells)
    }

    private func card(
        _ cells: [Int],
        over axis: MatrixColumns.Column?
    ) -> HTMLTemplates.Model {
        let runs = cells.map { result.cells[$0] }
        let verdict = runs.map(\.verdict).max { Self.weight($0) < Self.weight($1) } ?? .held
        let drawing = CardDrawing(
            of: runs,
            steps: axis.map { axis in cells.map { axis.values[$0] } } ?? [],
            among: result.cells.count
        )
        return [
            "heading": columns.name(of: cells[0], without: axis?.path ?? ""),
            "id": cells[0] < shown ? "run-\(cells[0])" : false,
            "verdict": verdict.rawValue,
            "sign": PageModel.sign(of: verdict),
            "drawing": drawing.written,
            "tiles": Array(
                (axis.map { tiles(cells, over: $0) } ?? tiles(runs[0]))
                    .prefix(Self.tilesMaximum)
            ),
        ]
    }

    private static func weight(_ verdict: Verdict) -> Int {
        switch verdict {
        case .held: 0
        case .undecided: 1
        case .failed: 2
        }
    }

    private func tiles(_ cell: ResultDocument.Cell) -> [HTMLTemplates.Model] {
        let figures = KeyFigures(of: cell, at: "/cells/\(cell.index)")
        let asked = figures.tiles(of: charts.figures)
        return asked.isEmpty ? figures.tiles : asked
    }

    /// Each figure at the first and at the last step of an axis.
    private func tiles(
        _ cells: [Int],
        over axis: MatrixColumns.Column
    ) -> [HTMLTemplates.Model] {
        guard let first = cells.first, let last = cells.last else { return [] }
        return charts.figures.compactMap { figure in
            let values = [first, last].map { result.cells[$0].figures.value(of: figure) }
            guard values.contains(where: { $0 != nil }) else { return nil }
            let texts = values.map { FigureText.value($0, of: figure) }
            let text = texts[0] == texts[1] ? texts[0] : "\(texts[0]) \u{2192} \(texts[1])"
            return PageModel.value(FigureText.name(of: figure), text)
        }
    }

    // MARK: Each run

    /// How many runs have no charts of their own.
    var omitted: Int { result.cells.count - shown }

    /// What is shown of each run when it is asked for.
    var folded: [HTMLTemplates.Model] {
        let detail = CellCharts.Detail.shared(by: shown)
        return result.cells.prefix(shown).map { cell in
            let charts = CellCharts(of: cell, detail: detail).all
            return [
                "heading": cell.name.isEmpty ? "run \(cell.index + 1)" : cell.name,
                "id": "run-\(cell.index)",
                "verdict": cell.verdict.rawValue,
                "sign": PageModel.sign(of: cell.verdict),
                "figures": charts.enumerated().map { index, chart in
                    FigureModel.model(of: chart, identifier: "run-\(cell.index)-\(index)")
                },
                "blocks": [checks(of: cell).model(below: "")],
            ]
        }
    }

    /// Seed and digest of a run, and what failed in it.
    private func checks(of cell: ResultDocument.Cell) -> BlockModel {
        var section = ReportSection(title: "")
        section.checks = cell.expectations.filter { !$0.isHeld }.map {
            CheckLine(
                isHeld: false,
                text: $0.text,
                actual: $0.actual == nil ? $0.detail ?? "" : FigureText.precise($0.actual)
            )
        }
        let time = TimeText.rounded(.nanoseconds(cell.duration))
        let events = NumberText.grouped(Int(clamping: cell.events))
        section.notes = [
            "seed \(cell.seed), digest \(cell.digest), \(time) of virtual time, \(events) events"
        ]
        return BlockModel(section)
    }
}
