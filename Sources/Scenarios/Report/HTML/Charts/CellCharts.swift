import Simulator

/// The charts of a run.
struct CellCharts {
    /// How much is drawn of a run.
    struct Detail: Equatable, Sendable {
        /// Rows of a table at most.
        var rows: Int
        /// Lines of a chart at most.
        var series: Int
        /// Bars of a chart of lanes at most.
        var items: Int
        /// Charts of figures over time at most.
        var timeCharts: Int
        /// Whether there is room for all kinds of charts.
        var isWhole = true

        /// For a page of one run.
        static let full = Detail(rows: 40, series: 8, items: 500, timeCharts: 24)

        /// For a page of several: the more there are, the less is shown of each.
        static func shared(by cells: Int) -> Detail {
            switch cells {
            case ...1: full
            case ...6: Detail(rows: 12, series: 8, items: 160, timeCharts: 6)
            case ...16: Detail(rows: 8, series: 4, items: 80, timeCharts: 3)
            default: Detail(rows: 6, series: 4, items: 30, timeCharts: 1, isWhole: false)
            }
        }
    }

    private let cell: ResultDocument.Cell
    private let detail: Detail
    private let pointer: String
    private var observations: RunObservations { cell.observations }

    /// The charts of a run that stands in the file at its index.
    init(of cell: ResultDocument.Cell, detail: Detail) {
        self.cell = cell
        self.detail = detail
        pointer = "/cells/\(cell.index)"
    }

    /// Every chart that there is something to draw for: what went wrong, who had what, what
    /// happened to whom, how long it took, and then everything over time.
    var all: [Chart] {
        guard detail.isWhole else {
            return [messages, distribution, ring].compactMap { $0 } + timeCharts
        }
        let first = [messages, distribution, ring, flows, lanes(.nodes), lanes(.work)]
        return first.compactMap { $0 } + ranges + curves + timeCharts
    }

    /// How requests are spread.
    var distribution: Chart? {
        DistributionChart(of: cell, at: pointer, maximum: detail.rows)?.chart
    }

    /// The ring at the start.
    var ring: Chart? {
        observations.ring.flatMap { RingChart(ring: $0, pointer: pointer, detail: detail).chart }
    }

    /// Which keys moved.
    var flows: Chart? {
        observations.flows.flatMap {
            FlowsChart(flows: $0, pointer: pointer, detail: detail).chart
        }
    }

    private var messages: Chart? {
        MessagesChart(
            messages: observations.messages,
            violation: cell.violations.first,
            pointer: pointer,
            detail: detail
        ).chart
    }

    /// The quantiles of every metric that has them by server or by the name of a workload.
    private var ranges: [Chart] {
        MetricCatalog.metrics.filter { $0.statistics.contains("p99") }.flatMap { metric in
            metric.labels.prefix(1).compactMap { label in
                RangesChart(
                    metric: metric,
                    label: label,
                    cell: cell,
                    pointer: pointer,
                    detail: detail
                ).chart
            }
        }
    }

    private func lanes(_ subject: LanesChart.Subject) -> Chart? {
        LanesChart(
            subject: subject,
            activities: observations.activities,
            omitted: observations.activitiesOmitted,
            events: cell.timeline,
            end: cell.duration,
            pointer: pointer,
            detail: detail
        ).chart
    }

    // MARK: Groups

    private typealias Placed = (place: Int, series: TimeSeries)

    /// Series that go together: those of a metric that are labelled alike, and the rates of a
    /// family of metrics, such as `requests`.
    private var groups: [[Placed]] {
        var groups: [(key: [String], series: [Placed])] = []
        for (place, series) in observations.series.enumerated() where series.statistic != "total" {
            let labels = series.labels.map(\.name).joined(separator: ",")
            let family = series.metric.prefix { $0 != "." }
            // Bytes would make everything beside them flat.
            let isRate =
                labels.isEmpty && series.statistic == "rate" && !series.metric.contains("bytes")
            let key = [
                isRate ? "\(family)." : series.metric, labels,
                labels.isEmpty ? "" : series.statistic ?? "", isRate ? "rate" : "",
                series.unit.rawValue, String(series.begin), String(series.window),
            ]
            if let group = groups.firstIndex(where: { $0.key == key }) {
                groups[group].series.append((place, series))
            } else {
                groups.append((key, [(place, series)]))
            }
        }
        return groups.map(\.series)
    }

    /// Times first, then what goes up and down for all together, then by server or the like.
    private static func rank(_ group: [Placed]) -> Int {
        let first = group[0].series
        if !first.labels.isEmpty { return 2 }
        return first.unit == .duration ? 0 : 1
    }

    /// The only value that a series has, where it never changes.
    private static func constant(_ series: TimeSeries) -> Double? {
        let values = series.values.compactMap { $0 }
        return values.first.flatMap { first in
            values.allSatisfy { $0 == first } ? first : nil
        }
    }

    /// A chart for each group of series in which anything changes, but for rates of zero.
    var timeCharts: [Chart] {
        let faults = observations.activities.filter { $0.kind == .fault }
        let changing = groups.compactMap { group -> [Placed]? in
            guard group.contains(where: { Self.constant($0.series) == nil }) else { return nil }
            let isLabelled = !group[0].series.labels.isEmpty
            return isLabelled ? group : group.filter { Self.constant($0.series) != 0 }
        }
        let charts = (0...2).flatMap { rank in
            changing.filter { Self.rank($0) == rank }.compactMap { group in
                TimeSeriesChart(
                    series: group,
                    faults: faults,
                    end: cell.duration,
                    pointer: pointer,
                    detail: detail
                ).chart
            }
        }
        return Array(charts.prefix(detail.timeCharts))
    }

    /// What never changed, in a sentence; nothing where everything did.
    var unchanged: String? {
        let texts = observations.series.compactMap { series -> String? in
            guard series.labels.isEmpty, series.statistic != "total",
                let value = Self.constant(series)
            else { return nil }
            let name = series.statistic.map { "\(series.metric).\($0)" } ?? series.metric
            return "\(name) \(Quantity(series.unit).text(value))"
        }
        guard !texts.isEmpty else { return nil }
        return "The same all the time, and not drawn: \(texts.joined(separator: ", "))."
    }

    /// A chart for the distribution of each metric.
    private var curves: [Chart] {
        var groups: [(metric: String, curves: [(place: Int, curve: DistributionCurve)])] = []
        for (place, curve) in observations.curves.enumerated() {
            if let group = groups.firstIndex(where: { $0.metric == curve.metric }) {
                groups[group].curves.append((place, curve))
            } else {
                groups.append((curve.metric, [(place, curve)]))
            }
        }
        return groups.compactMap {
            CurveChart(curves: $0.curves, pointer: pointer, detail: detail).chart
        }
    }
}
