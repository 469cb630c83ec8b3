import Simulator

/// How durations are spread: for each, the part of all that do not exceed it.
struct CurveChart {
    /// The curves of a metric with their places in the file.
    let curves: [(place: Int, curve: DistributionCurve)]
    let pointer: String
    let detail: CellCharts.Detail

    /// The chart; nothing where there is no point.
    var chart: Chart? {
        let shown = largest
        let durations = shown.flatMap { $0.curve.points.map { Double($0.duration) } }
        guard let greatest = durations.max(), let first = shown.first?.curve else { return nil }
        let least = durations.filter { $0 > 0 }.min() ?? 0
        let isWide = least > 0 && greatest / least > 20
        let frame = PlotFrame(
            across: isWide ? (least, greatest) : (0, greatest),
            upward: (0, 1),
            kinds: (isWide ? .logarithmic : .linear, .linear)
        )
        let lines = shown.enumerated().map { number, entry in
            SVGElement.path(
                through: Self.steps(of: entry.curve, in: frame),
                "line l\(number % 8) d\(number / 8)"
            ).with("data-series", String(number)).with("data-name", name(of: entry.curve))
        }
        return Chart(
            title: "\(first.metric): distribution",
            caption: caption(isLogarithmic: isWide, omitted: curves.count - shown.count),
            summary: summary(shown.map(\.curve)),
            height: frame.height,
            drawing: frame.axes(across: .duration, upward: .ratio) + [frame.area(lines)],
            legend: shown.enumerated().map { number, entry in
                .init(name: name(of: entry.curve), style: "l\(number % 8)", series: number)
            },
            tables: shown.map { table($0.curve, place: $0.place, of: shown.count) }
        )
    }

    private var largest: [(place: Int, curve: DistributionCurve)] {
        guard curves.count > detail.series else { return curves }
        let counts = curves.map(\.curve.count)
        let ranked = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
        return ranked.prefix(detail.series).sorted().map { curves[$0] }
    }

    /// The corners of the stairs of a curve.
    private static func steps(of curve: DistributionCurve, in frame: PlotFrame) -> [Point?] {
        var corners: [Point?] = []
        var height = frame.floor
        for point in curve.points {
            let place = frame.point(Double(point.duration), point.fraction)
            corners += [Point(place.x, height), place]
            height = place.y
        }
        return corners
    }

    private func name(of curve: DistributionCurve) -> String {
        let labels = curve.labels.map(\.value).joined(separator: ", ")
        return labels.isEmpty ? "all" : labels
    }

    private func caption(isLogarithmic: Bool, omitted: Int) -> String {
        var text = "The part of all that took no longer: the empirical distribution function."
        if isLogarithmic { text += " The axis of durations is logarithmic." }
        if omitted > 0 { text += " Not drawn: \(ReportSections.counted(omitted, "smaller one"))." }
        return text
    }

    private func summary(_ shown: [DistributionCurve]) -> String {
        let parts = shown.prefix(8).compactMap { curve -> String? in
            guard let median = curve.points.first(where: { $0.fraction >= 0.5 }),
                let last = curve.points.last
            else { return nil }
            let (half, all) = (Double(median.duration), Double(last.duration))
            return "\(name(of: curve)): half within \(Quantity.duration.text(half)), all within "
                + Quantity.duration.text(all)
        }
        return "Rising lines. \(parts.joined(separator: "; "))."
    }

    private func table(_ curve: DistributionCurve, place: Int, of count: Int) -> ChartTable {
        let base = "\(pointer)/observations/curves/\(place)"
        let rows = curve.points.enumerated().map { index, point -> ChartTable.Row in
            let duration = ChartTable.Value(
                Quantity.duration.text(Double(point.duration)),
                json: String(point.duration)
            )
            let fraction = ChartTable.Value(
                DecimalText.percent(point.fraction, decimals: 2),
                json: JSONValue.decimal(point.fraction).written()
            )
            return .init(number: index, values: [duration, fraction])
        }
        return ChartTable(
            title: "\(name(of: curve)): \(ReportSections.counted(curve.count, "value"))",
            columns: [
                .init(header: "within", pointer: "\(base)/durations/*"),
                .init(header: "part of all", pointer: "\(base)/fractions/*"),
            ],
            rows: rows,
            place: "result.json"
        ).sampled(max(5, detail.rows / max(1, count)))
    }
}
