import Simulator

/// How requests are spread over servers: a bar for each, with the share that the placement gives
/// it, and where chance may take that.
struct DistributionChart {
    /// A bar.
    struct Bar: Equatable, Sendable {
        var name: String
        var count: Int
        var share: Double
        var expected: Double?
    }

    /// How many of a thousand runs lie within the bands.
    private static let confidence = 0.999
    private static let left = 8.0
    private static let right = 76.0
    private static let rowHeight = 46.0
    private static let top = 8.0

    let title: String
    let bars: [Bar]
    /// Where the counts stand in `result.json`.
    let columns: [ChartTable.Column]
    let rows: [ChartTable.Row]
    let omitted: Int
    /// What the bars are of: `server`.
    let label: String

    /// The share within which the counts of so many runs of a thousand lie, where each request
    /// goes its own way: the normal approximation of the binomial distribution.
    static func band(_ share: Double, of total: Int) -> (low: Double, high: Double) {
        guard total > 0 else { return (share, share) }
        let deviations = Mathematics.normalQuantile(1 - (1 - confidence) / 2)
        let reach = deviations * (share * (1 - share) / Double(total)).squareRoot()
        return (max(0, share - reach), min(1, share + reach))
    }

    /// The chart.
    var chart: Chart {
        let total = bars.reduce(0) { $0 + $1.count }
        let bands = bars.map { bar in bar.expected.map { Self.band($0, of: total) } }
        let longest = (bars.map(\.share) + bands.compactMap { $0?.high }).max() ?? 1
        let end = Chart.width - Self.right
        let scale = Scale(from: 0, to: max(longest, 1e-9), start: Self.left, end: end)
        let height = Self.top + Double(bars.count) * Self.rowHeight
        var drawing: [SVGElement] = []
        let even = scale.place(1 / Double(max(1, bars.count)))
        drawing.append(
            SVGElement.line(from: Point(even, 0), to: Point(even, height), "even")
                .titled("equal shares: \(percent(1 / Double(max(1, bars.count))))")
        )
        for (index, bar) in bars.enumerated() {
            let y = Self.top + Double(index) * Self.rowHeight
            drawing += row(bar, bands[index], at: y, scale)
        }
        return Chart(
            title: title,
            caption: caption,
            summary: summary,
            height: height,
            drawing: drawing,
            legend: legend,
            tables: [table]
        )
    }

    private func row(
        _ bar: Bar,
        _ band: (low: Double, high: Double)?,
        at y: Double,
        _ scale: Scale
    ) -> [SVGElement] {
        let top = y + 20
        let end = scale.place(bar.share)
        var elements = [
            SVGElement.label(bar.name, at: Point(Self.left, y + 14)),
            SVGElement.rectangle(
                x: Self.left,
                y: top,
                width: end - Self.left,
                height: 18,
                "f0"
            ).titled("\(bar.name): \(NumberText.grouped(bar.count)), \(percent(bar.share))"),
        ]
        var labelled = end
        if let band, let expected = bar.expected {
            let (low, high) = (scale.place(band.low), scale.place(band.high))
            labelled = max(labelled, high)
            let place = scale.place(expected)
            let range = "\(percent(band.low)) to \(percent(band.high))"
            elements += [
                .rectangle(x: low, y: top - 3, width: high - low, height: 24, "band")
                    .titled("expected \(percent(expected)), by chance \(range)"),
                .line(from: Point(place, top - 3), to: Point(place, top + 21), "mark"),
            ]
        }
        let text = percent(bar.share)
        elements.append(.label(text, at: Point(labelled + 6, top + 14), .start, "strong"))
        return elements
    }

    private var hasExpected: Bool { bars.contains { $0.expected != nil } }

    private var caption: String {
        let even = "The dotted line marks equal shares."
        guard hasExpected else { return even }
        return "The upright marks are the shares that the placement gives by computation, and the "
            + "bands around them hold 999 of 1,000 runs with keys of their own. \(even)"
    }

    private var summary: String {
        let parts = bars.prefix(12).map { bar in
            let expected = bar.expected.map { ", expected \(percent($0))" } ?? ""
            return "\(bar.name) \(percent(bar.share))\(expected)"
        }
        let more = bars.count > 12 ? "; and \(bars.count - 12) more" : ""
        return "Bars: \(parts.joined(separator: "; "))\(more)."
    }

    private var legend: [Chart.LegendEntry] {
        var entries = [Chart.LegendEntry(name: "share of all", style: "f0")]
        if hasExpected {
            entries += [
                .init(name: "expected", style: "mark"), .init(name: "by chance", style: "band"),
            ]
        }
        entries.append(.init(name: "equal shares", style: "even"))
        return entries
    }

    private var table: ChartTable {
        ChartTable(columns: columns, rows: rows, omitted: omitted, place: "distribution.csv")
    }

    private func percent(_ value: Double) -> String { DecimalText.percent(value, decimals: 2) }
}

extension DistributionChart {
    /// The requests of a run by server; nothing where there are none.
    ///
    /// - Parameter maximum: How many servers are drawn, those with the most requests.
    init?(of cell: ResultDocument.Cell, at pointer: String, maximum: Int) {
        guard !cell.distribution.isEmpty else { return nil }
        let ranked = cell.distribution.indices.sorted {
            (cell.distribution[$1].count, $0) < (cell.distribution[$0].count, $1)
        }
        let shown = ranked.prefix(maximum).sorted()
        title = "Requests by server"
        label = "server"
        let base = "\(pointer)/distribution/*"
        let hasExpected = cell.distribution.contains { $0.expectedShare != nil }
        columns =
            [
                ChartTable.Column(header: "server", isNumeric: false),
                .init(header: "count", pointer: "\(base)/count"),
                .init(header: "share", pointer: "\(base)/share"),
            ]
            + (hasExpected ? [.init(header: "expected", pointer: "\(base)/expectedShare")] : [])
        rows = shown.map { index in
            let server = cell.distribution[index]
            let share = { (value: Double?) in
                ChartTable.Value(
                    value.map { DecimalText.percent($0, decimals: 2) } ?? "-",
                    json: value.map { JSONValue.decimal($0).written() }
                )
            }
            return ChartTable.Row(
                number: index,
                values: [
                    .init(server.name),
                    .init(NumberText.grouped(server.count), json: String(server.count)),
                    share(server.share),
                ] + (hasExpected ? [share(server.expectedShare)] : [])
            )
        }
        omitted = cell.distribution.count - shown.count
        bars = shown.map { index in
            let server = cell.distribution[index]
            return Bar(
                name: server.name,
                count: server.count,
                share: server.share ?? 0,
                expected: server.expectedShare
            )
        }
    }
}
