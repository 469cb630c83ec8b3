import Simulator

/// What compares the runs of a matrix: figures over its axes, a card for each run.
struct MatrixCharts {
    private let result: ResultDocument
    private let columns: MatrixColumns

    /// Charts that compare runs at most, and cards.
    private static let chartsMaximum = 12
    private static let cardsMaximum = 64
    private static let tilesMaximum = 6

    init(of result: ResultDocument) {
        self.result = result
        columns = MatrixColumns(of: result)
    }

    /// The figures that tell the runs apart: those that the report asks for, then how even the
    /// load is.
    private var figures: [MetricReference] {
        var figures: [MetricReference] = []
        for item in result.report {
            switch item {
            case .table(let found), .series(_, let found):
                figures += found.filter { !figures.contains($0) }
            case .quantiles(let metric):
                let definition = MetricCatalog.metric(named: metric)
                let all = ["p50", "p99"].filter { definition?.statistics.contains($0) ?? false }
                figures += all.map {
                    MetricReference(
                        metric: metric,
                        statistic: $0,
                        labels: [],
                        unit: definition?.unit(of: $0) ?? .number
                    )
                }.filter { !figures.contains($0) }
            case .distribution, .results: break
            }
        }
        let load = MetricReference(metric: "load", statistic: "cv", labels: [], unit: .number)
        let isLoaded = result.cells.contains { $0.figures.value(of: load) != nil }
        if isLoaded, !figures.contains(load) { figures.append(load) }
        return figures
    }

    /// A chart for each figure: over the axis that the report names or the first one of numbers,
    /// else a bar for each run.
    var charts: [Chart] {
        let charts = figures.compactMap { figure in
            axis(of: figure).flatMap {
                AxisChart(result: result, column: $0, columns: columns, figure: figure).chart
            } ?? ComparisonChart(result: result, columns: columns, figure: figure).chart
        }
        return Array(charts.prefix(Self.chartsMaximum))
    }

    private func axis(of figure: MetricReference) -> MatrixColumns.Column? {
        for case .series(let axis, let figures) in result.report where figures.contains(figure) {
            if let column = columns.column(of: axis) { return column }
        }
        return columns.columns.first { column in
            column.path != "label"
                && column.values.allSatisfy { Double($0.filter { $0 != "_" }) != nil }
                && Set(column.values).count > 2
        }
    }

    // MARK: Cards

    /// A card for each run.
    var cards: [HTMLTemplates.Model] {
        result.cells.prefix(Self.cardsMaximum).map { cell in
            let figures = KeyFigures(of: cell, at: "/cells/\(cell.index)")
            let asked = figures.tiles(of: self.figures)
            return [
                "heading": name(of: cell),
                "id": "run-\(cell.index)",
                "verdict": cell.verdict.rawValue,
                "sign": PageModel.sign(of: cell.verdict),
                "drawing": CardDrawing(of: cell, among: result.cells.count).written,
                "tiles": Array((asked.isEmpty ? figures.tiles : asked).prefix(Self.tilesMaximum)),
            ]
        }
    }

    /// What is shown of each run when it is asked for.
    var folded: [HTMLTemplates.Model] {
        let detail = CellCharts.Detail.shared(by: result.cells.count)
        return result.cells.prefix(Self.cardsMaximum).map { cell in
            let charts = CellCharts(of: cell, detail: detail).all
            let blocks = [checks(of: cell)].compactMap { $0 }
            return [
                "heading": name(of: cell),
                "id": "run-\(cell.index)",
                "verdict": cell.verdict.rawValue,
                "sign": PageModel.sign(of: cell.verdict),
                "figures": charts.enumerated().map { index, chart in
                    FigureModel.model(of: chart, identifier: "run-\(cell.index)-\(index)")
                },
                "blocks": blocks.map { $0.model(below: "") },
            ]
        }
    }

    private func name(of cell: ResultDocument.Cell) -> String {
        let name = cell.name
        return name.isEmpty ? "run \(cell.index + 1)" : name
    }

    /// Seed and digest of a run, and what failed in it.
    private func checks(of cell: ResultDocument.Cell) -> BlockModel? {
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
