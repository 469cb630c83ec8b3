import Simulator

/// A figure of the runs of a matrix over one of its axes: a line for each combination of the
/// others.
struct AxisChart {
    let result: ResultDocument
    let column: MatrixColumns.Column
    let columns: MatrixColumns
    let figure: MetricReference

    private static let linesMaximum = 12

    private struct Line {
        var name: String
        /// The cell at each step of the axis.
        var cells: [Int?]
    }

    /// The chart; nothing where the axis is not of three numbers at least, or nothing is known.
    var chart: Chart? {
        let steps = steps
        guard let numbers = Self.numbers(steps), numbers.count > 2 else { return nil }
        let lines = lines(steps)
        let values = lines.flatMap { $0.cells.compactMap { value(of: $0)?.value.asNumber } }
            .filter(\.isFinite)
        guard let greatest = values.max(), let least = values.min(), let first = numbers.min(),
            let last = numbers.max(), last > first
        else { return nil }
        let isWide = first > 0 && last / first > 40
        let isSteep = least > 0 && greatest / least > 100
        let frame = PlotFrame(
            across: (first, last),
            upward: isSteep ? (least, greatest) : (min(0, least), greatest),
            kinds: (isWide ? .logarithmic : .linear, isSteep ? .logarithmic : .linear)
        )
        let quantity = Quantity(figure.unit)
        let shown = lines.prefix(Self.linesMaximum)
        let drawn = shown.enumerated().flatMap { number, line in
            draw(line, number: number, numbers, frame, quantity)
        }
        let more = lines.count - shown.count
        return Chart(
            title: "\(FigureText.name(of: figure)) by \(column.header)",
            caption: caption + (isSteep ? " The axis is logarithmic." : "")
                + (more > 0 ? " Not drawn: \(ReportSections.counted(more, "further line"))." : ""),
            summary: summary(Array(shown), steps, quantity),
            height: frame.height,
            drawing: frame.axes(across: .number, upward: quantity) + drawn,
            legend: lines.count < 2
                ? []
                : shown.enumerated().map { number, line in
                    .init(
                        name: line.name,
                        style: "l\(number % 8) d\(number / 8)",
                        series: number
                    )
                },
            tables: [table(lines, steps)]
        )
    }

    private static func numbers(_ steps: [String]) -> [Double]? {
        let numbers = steps.compactMap { Double($0.filter { $0 != "_" }) }
        return numbers.count == steps.count ? numbers : nil
    }

    private var steps: [String] {
        var steps: [String] = []
        for value in column.values where !steps.contains(value) { steps.append(value) }
        return steps
    }

    private func lines(_ steps: [String]) -> [Line] {
        var lines: [Line] = []
        for index in result.cells.indices {
            let name = columns.name(of: index, without: column.path)
            guard let step = steps.firstIndex(of: column.values[index]) else { continue }
            if let line = lines.firstIndex(where: { $0.name == name }) {
                lines[line].cells[step] = index
            } else {
                var cells = [Int?](repeating: nil, count: steps.count)
                cells[step] = index
                lines.append(Line(name: name, cells: cells))
            }
        }
        return lines
    }

    private func value(of cell: Int?) -> (place: Int, value: FigureValue)? {
        guard let cell else { return nil }
        let figures = result.cells[cell].figures.all
        guard let place = figures.firstIndex(where: { $0.reference == figure }),
            let value = figures[place].value
        else { return nil }
        return (place, value)
    }

    private func draw(
        _ line: Line,
        number: Int,
        _ numbers: [Double],
        _ frame: PlotFrame,
        _ quantity: Quantity
    ) -> [SVGElement] {
        let known = zip(numbers, line.cells).compactMap { step, cell in
            value(of: cell).map { (step, $0.value.asNumber) }
        }.filter(\.1.isFinite).sorted { $0.0 < $1.0 }
        let points = known.map { frame.point($0.0, $0.1) }
        let path = SVGElement.path(through: points, "line l\(number % 8) d\(number / 8)")
            .with("data-series", String(number))
        let dots = zip(known, points).map { values, point in
            SVGElement(
                "circle",
                [
                    "cx": SVGElement.coordinate(point.x), "cy": SVGElement.coordinate(point.y),
                    "r": "4", "class": "dot f\(number % 8)", "data-series": String(number),
                ]
            ).titled(
                "\(line.name.isEmpty ? "" : "\(line.name): ")\(column.header) "
                    + "\(Quantity.number.text(values.0)): \(quantity.text(values.1))"
            )
        }
        return [path] + dots
    }

    private var caption: String {
        MetricCatalog.metric(named: figure.metric)?.documentation ?? ""
    }

    private func summary(_ lines: [Line], _ steps: [String], _ quantity: Quantity) -> String {
        let parts = lines.prefix(6).map { line in
            let values = zip(steps, line.cells).map { step, cell in
                let text = value(of: cell).map { quantity.text($0.value.asNumber) } ?? "none"
                return "\(step): \(text)"
            }
            return "\(line.name.isEmpty ? "" : "\(line.name): ")\(values.joined(separator: ", "))"
        }
        return "Lines over \(column.header). \(parts.joined(separator: "; "))."
    }

    private func table(_ lines: [Line], _ steps: [String]) -> ChartTable {
        let header = FigureText.name(of: figure)
        let columns =
            [ChartTable.Column(header: column.header)]
            + lines.map { ChartTable.Column(header: $0.name.isEmpty ? header : $0.name) }
        let rows = steps.enumerated().map { number, step in
            ChartTable.Row(
                number: number,
                values: [.init(step)]
                    + lines.map { line in
                        guard let cell = line.cells[number], let found = value(of: cell) else {
                            return .init("-")
                        }
                        return .init(
                            FigureText.value(found.value, of: figure),
                            json: JSONValue(found.value).written(),
                            pointer: "/cells/\(cell)/figures/\(found.place)/value"
                        )
                    }
            )
        }
        return ChartTable(columns: columns, rows: rows, place: "figures.csv")
    }
}
