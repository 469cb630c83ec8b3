import Simulator

/// What compares the runs of a matrix: figures over its axes, a bar for each run.
struct MatrixCharts {
    private let result: ResultDocument
    private let columns: MatrixColumns

    /// Charts that compare runs at most.
    private static let chartsMaximum = 12

    init(of result: ResultDocument) {
        self.result = result
        columns = MatrixColumns(of: result)
    }

    /// The figures that tell the runs apart: those that the report asks for, then how even the
    /// load is.
    var figures: [MetricReference] {
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

    /// The first axis of three numbers at least.
    var numericAxis: MatrixColumns.Column? {
        columns.columns.first { column in
            column.path != "label"
                && column.values.allSatisfy { Double($0.filter { $0 != "_" }) != nil }
                && Set(column.values).count > 2
        }
    }

    private func axis(of figure: MetricReference) -> MatrixColumns.Column? {
        for case .series(let axis, let figures) in result.report where figures.contains(figure) {
            if let column = columns.column(of: axis) { return column }
        }
        return numericAxis
    }
}
