import Simulator

/// The quantiles of a metric by a label: a line from the least to the greatest, with marks.
struct RangesChart {
    let metric: MetricDefinition
    let label: String
    let cell: ResultDocument.Cell
    let pointer: String
    let detail: CellCharts.Detail

    private static let rowHeight = 40.0
    private static let statistics = ["min", "p50", "p90", "p99", "max"]

    private struct Row {
        var name: String
        /// A value for each statistic, with its place among the figures.
        var values: [(place: Int, value: FigureValue)?]
    }

    /// The chart; nothing where there are not two rows to compare.
    var chart: Chart? {
        let rows = rows
        let values = rows.flatMap { $0.values.compactMap { $0?.value.asNumber } }
        // A single value is no range.
        let hasRanges = rows.contains { $0.values[0]?.value != $0.values[4]?.value }
        guard rows.count > 1, hasRanges, let greatest = values.max(), greatest > 0 else {
            return nil
        }
        let least = values.filter { $0 > 0 }.min() ?? 0
        let isWide = least > 0 && greatest / least > 30
        let height = Double(rows.count) * Self.rowHeight + PlotFrame.top + PlotFrame.bottom
        let frame = PlotFrame(
            across: isWide ? (least, greatest) : (0, greatest),
            upward: (0, 1),
            kinds: (isWide ? .logarithmic : .linear, .linear),
            left: 12,
            height: height
        )
        let quantity = Quantity(metric.unit)
        let drawing = rows.enumerated().flatMap { index, row in
            marks(of: row, top: PlotFrame.top + Double(index) * Self.rowHeight, frame, quantity)
        }
        return Chart(
            title: "\(metric.name) by \(label)",
            caption: "From the least to the greatest value, with the median, p90 and p99."
                + (isWide ? " The axis is logarithmic." : ""),
            summary: summary(rows, quantity),
            height: height,
            drawing: frame.acrossAxis(quantity) + drawing,
            legend: [
                .init(name: "p50", style: "f0"), .init(name: "p90", style: "f4"),
                .init(name: "p99", style: "f1"),
            ],
            tables: [table(rows)]
        )
    }

    private var rows: [Row] {
        let names = cell.figures.values(of: label, in: metric.name)
        return names.prefix(detail.rows).map { name in
            let values = Self.statistics.map { statistic -> (place: Int, value: FigureValue)? in
                let wanted = MetricReference(
                    metric: metric.name,
                    statistic: statistic,
                    labels: [.init(name: label, value: name)],
                    unit: metric.unit(of: statistic)
                )
                let place = cell.figures.all.firstIndex { $0.reference == wanted }
                guard let place, let value = cell.figures.all[place].value else { return nil }
                return (place, value)
            }
            return Row(name: name, values: values)
        }
    }

    private func marks(
        of row: Row,
        top: Double,
        _ frame: PlotFrame,
        _ quantity: Quantity
    ) -> [SVGElement] {
        let y = top + 27
        let values = row.values.map { $0?.value.asNumber }
        let name = TextWidth.shortened(row.name, to: 44, isASCII: false)
        var elements = [SVGElement.label(name, at: Point(frame.across.start, top + 14))]
        if let least = values[0], let greatest = values[4] {
            let (from, to) = (frame.across.place(least), frame.across.place(greatest))
            elements.append(
                SVGElement.line(from: Point(from, y), to: Point(to, y), "range").titled(
                    "\(row.name): \(quantity.text(least)) to \(quantity.text(greatest))"
                )
            )
        }
        for (index, style) in [(1, "f0"), (2, "f4"), (3, "f1")] {
            guard let value = values[index] else { continue }
            let text = "\(row.name): \(Self.statistics[index]) \(quantity.text(value))"
            elements.append(
                SVGElement(
                    "circle",
                    [
                        "cx": SVGElement.coordinate(frame.across.place(value)),
                        "cy": SVGElement.coordinate(y), "r": "5.5", "class": "dot \(style)",
                    ]
                ).titled(text)
            )
        }
        return elements
    }

    private func summary(_ rows: [Row], _ quantity: Quantity) -> String {
        let parts = rows.prefix(10).map { row in
            let values = [(1, "p50"), (3, "p99")].compactMap { index, name in
                row.values[index].map { "\(name) \(quantity.text($0.value.asNumber))" }
            }
            return "\(row.name) \(values.joined(separator: ", "))"
        }
        return "Ranges: \(parts.joined(separator: "; "))."
    }

    private func table(_ rows: [Row]) -> ChartTable {
        let columns =
            [ChartTable.Column(header: label, isNumeric: false)]
            + Self.statistics.map { ChartTable.Column(header: $0) }
        let lines = rows.enumerated().map { number, row in
            ChartTable.Row(
                number: number,
                values: [.init(row.name)]
                    + row.values.enumerated().map { index, found in
                        guard let (place, value) = found else { return .init("-") }
                        return .init(
                            Quantity(metric.unit(of: Self.statistics[index]))
                                .text(value.asNumber),
                            json: JSONValue(value).written(),
                            pointer: "\(pointer)/figures/\(place)/value"
                        )
                    }
            )
        }
        return ChartTable(columns: columns, rows: lines, place: "figures.csv")
    }
}
