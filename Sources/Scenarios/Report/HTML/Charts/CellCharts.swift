/// The charts of a run.
struct CellCharts {
    /// How much is drawn of a run.
    struct Detail: Equatable, Sendable {
        /// Rows of a table at most.
        var rows: Int
        /// Lines of a chart at most.
        var series: Int
        /// Bars, lanes and arrows at most.
        var items: Int

        /// For a page of one run.
        static let full = Detail(rows: 40, series: 12, items: 600)
    }

    private let cell: ResultDocument.Cell
    private let detail: Detail
    private let pointer: String

    /// The charts of a run that stands in the file at its index.
    init(of cell: ResultDocument.Cell, detail: Detail) {
        self.cell = cell
        self.detail = detail
        pointer = "/cells/\(cell.index)"
    }

    /// Every chart that there is something to draw for.
    var all: [Chart] {
        var charts: [Chart] = []
        if let distribution = DistributionChart(of: cell, at: pointer, maximum: detail.rows) {
            charts.append(distribution.chart)
        }
        return charts
    }
}
