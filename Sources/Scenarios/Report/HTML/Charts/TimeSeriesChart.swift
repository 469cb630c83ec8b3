import Simulator

/// Figures that go up and down: a line for each, over the faults that were on.
struct TimeSeriesChart {
    /// The series with their places in the file, all of one metric and of the same windows.
    let series: [(place: Int, series: TimeSeries)]
    /// What shades the background.
    let faults: [Activity]
    /// When the run ended, in nanoseconds.
    let end: Int
    let pointer: String
    let detail: CellCharts.Detail

    /// From which ratio of the greatest to the least value on the axis is logarithmic.
    private static let wideRange = 60.0

    /// The chart; nothing where there is no value at all.
    var chart: Chart? {
        let shown = busiest
        let values = shown.flatMap { $0.series.values.compactMap { $0 } }.filter(\.isFinite)
        guard let first = shown.first?.series, let greatest = values.max() else { return nil }
        let begin = first.begin
        let last = max(end, begin + first.window)
        let least = values.filter { $0 > 0 }.min() ?? 0
        let isWide =
            first.unit == .duration && least > 0 && greatest / least > Self.wideRange
            && (values.min() ?? 0) > 0
        let frame = PlotFrame(
            across: (Double(begin), Double(last)),
            upward: isWide ? (least, greatest) : (min(0, values.min() ?? 0), greatest),
            kinds: (.linear, isWide ? .logarithmic : .linear)
        )
        let quantity = Quantity(first.unit)
        let lines = shown.flatMap { line($0.series, number: $0.number, frame, quantity) }
        let shades = FaultShades(faults: faults, end: end).drawing(in: frame)
        return Chart(
            title: title,
            caption: caption(omitted: series.count - shown.count, isLogarithmic: isWide),
            summary: summary(shown.map(\.series), quantity),
            height: frame.height,
            drawing: frame.axes(across: .instant, upward: quantity)
                + [frame.area(shades + lines)],
            legend: legend(shown, hasShades: !shades.isEmpty),
            tables: [table(shown, quantity)],
            timeAxis: .init(
                begin: begin,
                end: last,
                left: frame.across.start,
                right: frame.across.end
            )
        )
    }

    /// A series with its number among all of the chart, by which it has its colour, and its place
    /// in the file.
    private typealias Numbered = (number: Int, place: Int, series: TimeSeries)

    /// The series with the greatest sums, in their order.
    private var busiest: [Numbered] {
        let all = series.enumerated().map { ($0.offset, $0.element.place, $0.element.series) }
        guard all.count > detail.series else { return all }
        let sums = series.map { $0.series.values.reduce(0.0) { $0 + ($1 ?? 0) } }
        let ranked = sums.indices.sorted { (sums[$1], $0) < (sums[$0], $1) }
        return ranked.prefix(detail.series).sorted().map { all[$0] }
    }

    private func legend(_ shown: [Numbered], hasShades: Bool) -> [Chart.LegendEntry] {
        let lines = shown.map { entry in
            Chart.LegendEntry(
                name: name(of: entry.series),
                style: "l\(entry.number % 8) d\(entry.number / 8)",
                series: entry.number
            )
        }
        let faults = Chart.LegendEntry(name: "a fault was on", style: "fault")
        let isTold = lines.count > 1 || shown.contains { !$0.series.labels.isEmpty }
        return (isTold ? lines : []) + (hasShades ? [faults] : [])
    }

    private func line(
        _ series: TimeSeries,
        number: Int,
        _ frame: PlotFrame,
        _ quantity: Quantity
    ) -> [SVGElement] {
        let points = series.values.enumerated().map { index, value -> Point? in
            guard let value, value.isFinite else { return nil }
            let middle = Double(series.begin) + (Double(index) + 0.5) * Double(series.window)
            return frame.point(min(middle, Double(end)), value)
        }
        let values = series.values.map { value in
            value.map { JSONValue.decimal($0).written() } ?? ""
        }
        let line = SVGElement.path(through: points, "line l\(number % 8) d\(number / 8)")
            .with("data-series", String(number))
            .with("data-name", name(of: series))
            .with("data-quantity", quantity.name)
            .with("data-begin", String(series.begin))
            .with("data-window", String(series.window))
            .with("data-values", values.joined(separator: ","))
        let single = Self.single(points)
        guard !single.isEmpty else { return [line] }
        let dots = SVGElement.path(through: single, "dots l\(number % 8)")
        return [line, dots.with("data-series", String(number))]
    }

    /// The points between two gaps, which no line goes through.
    private static func single(_ points: [Point?]) -> [Point?] {
        points.indices.flatMap { index -> [Point?] in
            guard let point = points[index] else { return [] }
            let isAfterGap = index == 0 || points[index - 1] == nil
            let isBeforeGap = index == points.count - 1 || points[index + 1] == nil
            return isAfterGap && isBeforeGap ? [point, nil] : []
        }
    }

    // MARK: Words

    private var statistics: [String] {
        var found: [String] = []
        for entry in series {
            let name = entry.series.statistic ?? ""
            if !found.contains(name) { found.append(name) }
        }
        return found
    }

    /// Whether it is of several metrics, such as the rates of everything about requests.
    private var isMixed: Bool {
        series.contains { $0.series.metric != series[0].series.metric }
    }

    private var title: String {
        let first = series[0].series
        if isMixed {
            let family = first.metric.prefix { $0 != "." }
            return "\(family): \(first.statistic ?? "values") over time"
        }
        let statistic = statistics.count == 1 ? first.statistic.map { ", \($0)" } ?? "" : ""
        let labels = first.labels.map(\.name).joined(separator: " and ")
        let suffix = labels.isEmpty ? " over time" : " by \(labels) over time"
        return "\(first.metric)\(statistic)\(suffix)"
    }

    /// What tells a series from the others: its labels, its statistic where they differ.
    private func name(of series: TimeSeries) -> String {
        if isMixed { return series.metric }
        var parts = series.labels.map(\.value)
        if statistics.count > 1 || parts.isEmpty {
            parts.append(series.statistic ?? series.metric)
        }
        return parts.joined(separator: ", ")
    }

    private func caption(omitted: Int, isLogarithmic: Bool) -> String {
        let first = series[0].series
        let documentation = MetricCatalog.metric(named: first.metric)?.documentation ?? ""
        var text = isMixed ? "How many a second." : documentation
        let window = TimeText.exact(.nanoseconds(first.window))
        text += "\(text.isEmpty ? "" : " ")Windows of \(window)."
        if isLogarithmic { text += " The axis is logarithmic." }
        if omitted > 0 { text += " Not drawn: \(ReportSections.counted(omitted, "smaller one"))." }
        return text
    }

    private func summary(_ shown: [TimeSeries], _ quantity: Quantity) -> String {
        let parts = shown.prefix(8).compactMap { series -> String? in
            let values = series.values.compactMap { $0 }
            guard let least = values.min(), let greatest = values.max() else { return nil }
            let range = "\(quantity.text(least)) to \(quantity.text(greatest))"
            return "\(name(of: series)) \(range)"
        }
        return "Lines over time: \(parts.joined(separator: "; "))."
    }

    private func table(
        _ shown: [Numbered],
        _ quantity: Quantity
    ) -> ChartTable {
        let first = shown[0].series
        let columns =
            [ChartTable.Column(header: "from")]
            + shown.map { entry in
                ChartTable.Column(
                    header: name(of: entry.series),
                    pointer: "\(pointer)/observations/series/\(entry.place)/values/*"
                )
            }
        let count = shown.map(\.series.values.count).max() ?? 0
        let rows = (0..<count).map { index -> ChartTable.Row in
            let instant = Double(first.begin) + Double(index) * Double(first.window)
            let values = shown.map { entry -> ChartTable.Value in
                let values = entry.series.values
                guard index < values.count, let value = values[index] else { return .init("-") }
                let json = JSONValue.decimal(value).written()
                return .init(quantity.text(value), json: json)
            }
            return .init(number: index, values: [.init(Quantity.instant.text(instant))] + values)
        }
        return ChartTable(columns: columns, rows: rows, place: "result.json").sampled(detail.rows)
    }
}
