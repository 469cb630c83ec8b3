import Simulator

/// Keys by the server that they left and the one that they came to, as a map of squares.
struct FlowsChart {
    let flows: KeyFlows
    let pointer: String
    let detail: CellCharts.Detail

    private static let left = 132.0
    private static let top = 34.0
    /// Squares of fewer units have no room for a number.
    private static let numberSize = 44.0

    /// The chart; nothing where there is no server.
    var chart: Chart? {
        let count = flows.servers.count
        guard count > 0 else { return nil }
        let size = min(56, (Chart.width - Self.left - 8) / Double(count))
        let height = Self.top + size * Double(count) + 26
        var drawing: [SVGElement] = []
        let moved = flows.counts.enumerated().flatMap { row, counts in
            counts.enumerated().filter { $0.offset != row }.map(\.element)
        }
        let greatest = max(1, moved.max() ?? 1)
        for (row, counts) in flows.counts.enumerated() {
            for (column, value) in counts.enumerated() {
                drawing += square(row: row, column: column, value, greatest: greatest, size)
            }
        }
        return Chart(
            title: "Keys that moved",
            caption: "Each row is a server that had keys, each column the server that has them "
                + "now. Keys that stayed are outlined on the diagonal; the darker a square, the "
                + "more keys went that way.",
            summary: summary(moved.reduce(0, +)),
            height: height,
            drawing: drawing + names(size),
            legend: [
                .init(name: "stayed", style: "stayed"), .init(name: "moved", style: "f0"),
            ],
            tables: [table]
        )
    }

    private func square(
        row: Int,
        column: Int,
        _ value: Int,
        greatest: Int,
        _ size: Double
    ) -> [SVGElement] {
        let x = Self.left + Double(column) * size
        let y = Self.top + Double(row) * size
        let isDiagonal = row == column
        let gap = size > 12 ? 1.5 : 0.5
        let (from, to) = (flows.servers[row], flows.servers[column])
        let keys = ReportSections.counted(value, "key")
        let title = isDiagonal ? "\(keys) stayed at \(from)" : "\(keys) from \(from) to \(to)"
        var square = SVGElement.rectangle(
            x: x + gap,
            y: y + gap,
            width: size - 2 * gap,
            height: size - 2 * gap,
            isDiagonal ? "stayed" : value == 0 ? "none" : "moved"
        )
        let part = Double(value) / Double(greatest)
        if !isDiagonal, value > 0 {
            let opacity = DecimalText.significant(0.15 + 0.85 * part, digits: 2)
            square = square.with("fill-opacity", opacity)
        }
        guard size >= Self.numberSize, value > 0 else { return [square.titled(title)] }
        let style = isDiagonal || part < 0.45 ? "cell" : "cell over"
        let place = Point(x + size / 2, y + size / 2 + 4)
        let text =
            value < 100_000
            ? NumberText.grouped(value) : Quantity.number.tick(Double(value))
        return [square.titled(title), .label(text, at: place, .middle, style)]
    }

    private func names(_ size: Double) -> [SVGElement] {
        let stride = max(1, Int((14 / size).rounded(.up)))
        return flows.servers.indices.filter { $0.isMultiple(of: stride) }.flatMap { index in
            let middle = (Double(index) + 0.5) * size
            let name = TextWidth.shortened(flows.servers[index], to: 13, isASCII: false)
            let below = Self.top + size * Double(flows.servers.count) + 16
            let number = size < 16 && !index.isMultiple(of: 5) ? "" : String(index + 1)
            return [
                SVGElement.label(
                    "\(index + 1) \(name)",
                    at: Point(Self.left - 6, Self.top + middle + 4),
                    .end
                ),
                .label(number, at: Point(Self.left + middle, Self.top - 8), .middle, "axis"),
                .label(number, at: Point(Self.left + middle, below), .middle, "axis"),
            ]
        }
    }

    private func summary(_ moved: Int) -> String {
        let total = flows.counts.joined().reduce(0, +)
        return "A map of \(flows.servers.count) by \(flows.servers.count) squares: "
            + "\(NumberText.grouped(moved)) of \(ReportSections.counted(total, "key")) moved."
    }

    private var table: ChartTable {
        let base = "\(pointer)/observations/flows/counts/*"
        let columns =
            [ChartTable.Column(header: "from \\ to", isNumeric: false)]
            + flows.servers.enumerated().map { index, name in
                ChartTable.Column(header: name, pointer: "\(base)/\(index)")
            }
        let rows = flows.counts.enumerated().map { row, counts in
            ChartTable.Row(
                number: row,
                values: [.init(flows.servers[row])]
                    + counts.map { .init(NumberText.grouped($0), json: String($0)) }
            )
        }
        return ChartTable(columns: columns, rows: rows, place: "result.json").cut(detail.rows)
    }
}
