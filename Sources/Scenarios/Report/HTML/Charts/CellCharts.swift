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
            case ...6: Detail(rows: 16, series: 8, items: 200, timeCharts: 8)
            case ...20: Detail(rows: 10, series: 6, items: 80, timeCharts: 4)
            default: Detail(rows: 6, series: 4, items: 30, timeCharts: 2, isWhole: false)
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

    /// Every chart that there is something to draw for.
    var all: [Chart] {
        guard detail.isWhole else {
            return [messages, distribution, ring].compactMap { $0 } + timeCharts
        }
        return [messages, distribution, ring].compactMap { $0 } + ranges + timeCharts + curves
            + [lanes(.nodes), lanes(.work), flows].compactMap { $0 }
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

    /// A chart for each metric over time: series that are labelled alike stand in one.
    var timeCharts: [Chart] {
        var groups: [(key: String, series: [(place: Int, series: TimeSeries)])] = []
        for (place, series) in observations.series.enumerated() where series.statistic != "total" {
            let labels = series.labels.map(\.name).joined(separator: ",")
            let statistic = labels.isEmpty ? "" : series.statistic ?? ""
            let key = [
                series.metric, labels, statistic, series.unit.rawValue, String(series.begin),
                String(series.window),
            ].joined(separator: "\n")
            if let group = groups.firstIndex(where: { $0.key == key }) {
                groups[group].series.append((place, series))
            } else {
                groups.append((key, [(place, series)]))
            }
        }
        let faults = observations.activities.filter { $0.kind == .fault }
        let charts = groups.compactMap { group in
            TimeSeriesChart(
                series: group.series,
                faults: faults,
                end: cell.duration,
                pointer: pointer,
                detail: detail
            ).chart
        }
        return Array(charts.prefix(detail.timeCharts))
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
