import Simulator

/// A figure of all runs of a matrix, a bar for each.
struct ComparisonChart {
    let result: ResultDocument
    let columns: MatrixColumns
    let figure: MetricReference

    /// A name and a bar below each other, also in the larger letters of narrow pages.
    private static let rowHeight = 38.0
    private static let barsMaximum = 24

    /// The chart; nothing where fewer than two runs have the figure, or all have the same.
    var chart: Chart? {
        let found = result.cells.indices.map { value(of: $0) }
        let values = found.compactMap { $0?.value.asNumber }.filter(\.isFinite)
        guard values.count > 1, let greatest = values.max(), let least = values.min(),
            greatest > least, least >= 0
        else { return nil }
        let shown = result.cells.indices.prefix(Self.barsMaximum)
        let scale = Scale(from: 0, to: greatest, start: 8, end: Chart.width - 92)
        let quantity = Quantity(figure.unit)
        let bars = shown.flatMap { index -> [SVGElement] in
            let top = Double(index) * Self.rowHeight
            let name = TextWidth.shortened(name(of: index), to: 52, isASCII: false)
            let label = SVGElement.label(name, at: Point(8, top + 14), .start, "small")
            guard let value = found[index]?.value.asNumber, value.isFinite else {
                return [label, .label("–", at: Point(8, top + 31), .start, "axis")]
            }
            let end = scale.place(value)
            let text = FigureText.value(found[index]?.value, of: figure)
            let style = result.cells[index].verdict == .failed ? "f1" : "f0"
            return [
                label,
                .rectangle(x: 8, y: top + 20, width: end - 8, height: 11, style)
                    .titled("\(self.name(of: index)): \(text)"),
                .label(text, at: Point(end + 6, top + 31), .start, "strong"),
            ]
        }
        let more = result.cells.count - shown.count
        let documentation = MetricCatalog.metric(named: figure.metric)?.documentation ?? ""
        return Chart(
            title: FigureText.name(of: figure),
            caption: documentation
                + (more > 0 ? " Not drawn: \(ReportSections.counted(more, "further run"))." : ""),
            summary: "Bars from \(quantity.text(least)) to \(quantity.text(greatest)).",
            height: Double(shown.count) * Self.rowHeight + 6,
            drawing: bars,
            tables: [table(found)]
        )
    }

    private func name(of index: Int) -> String { columns.name(of: index, without: "") }

    private func value(of cell: Int) -> (place: Int, value: FigureValue)? {
        let figures = result.cells[cell].figures.all
        guard let place = figures.firstIndex(where: { $0.reference == figure }),
            let value = figures[place].value
        else { return nil }
        return (place, value)
    }

    private func table(_ found: [(place: Int, value: FigureValue)?]) -> ChartTable {
        let rows = found.enumerated().map { index, found in
            let value =
                found.map { found in
                    ChartTable.Value(
                        FigureText.value(found.value, of: figure),
                        json: JSONValue(found.value).written(),
                        pointer: "/cells/\(index)/figures/\(found.place)/value"
                    )
                } ?? .init("-")
            return ChartTable.Row(number: index, values: [.init(name(of: index)), value])
        }
        return ChartTable(
            columns: [
                .init(header: "run", isNumeric: false),
                .init(header: FigureText.name(of: figure)),
            ],
            rows: rows,
            place: "figures.csv"
        ).cut(TableModel.rowsMaximum)
    }
}
