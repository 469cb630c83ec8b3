import Simulator

/// What compares the cells of a matrix: a row for each, and figures over an axis.
struct MatrixSections {
    private let result: ResultDocument
    private let columns: MatrixColumns

    init(of result: ResultDocument) {
        self.result = result
        columns = MatrixColumns(of: result)
    }

    /// The figures by which any two cells under requests can be compared, the most telling first.
    private static let standardFigures = ["cv", "max-to-mean", "jain", "p-value"].map {
        MetricReference(metric: "load", statistic: $0, labels: [], unit: .number)
    }

    /// A row for each cell: its parameters, the load of the servers, and figures.
    ///
    /// Beside the figures that `tables` of the report ask for stand those that say something about
    /// balance: the average alone is the total by the number of servers, whatever the placement
    /// does.
    func comparison(tables: [[MetricReference]]) -> ReportSection {
        let hasLoad = result.cells[0].figures.has("load")
        var figures = hasLoad ? Self.standardFigures : []
        for figure in tables.joined() where !figures.contains(figure) { figures.append(figure) }
        var table = ReportTable(columns: keyColumns, rows: [], keyCount: columns.columns.count)
        table.isGrouped = columns.columns.count > 1
        table.rows = result.cells.indices.map { index in columns.columns.map { $0.values[index] } }
        if hasLoad { addLoads(to: &table) }
        for figure in figures {
            table.columns.append(.init(header: FigureText.name(of: figure)))
            for (index, cell) in result.cells.enumerated() {
                let value = cell.figures.value(of: figure)
                table.rows[index].append(FigureText.value(value, of: figure))
            }
        }
        return ReportSection(title: "Comparison of \(result.cells.count) runs", table: table)
    }

    private var keyColumns: [ReportTable.Column] {
        columns.columns.map { column in
            let isNumeric = column.values.allSatisfy { Double($0.filter { $0 != "_" }) != nil }
            return .init(header: column.header, isNumeric: isNumeric)
        }
    }

    /// The counts of the servers, and in their place percentages where the width does not suffice.
    private func addLoads(to table: inout ReportTable) {
        let loads = result.cells.map(\.load)
        let counts = loads.map { $0.map { Self.joined($0.counts, of: $0) } ?? "-" }
        let shares = loads.map { load -> String in
            guard let load, load.total > 0 else { return "-" }
            let percents = load.counts.map {
                Int((Double($0) * 100 / Double(load.total)).rounded())
            }
            return Self.joined(percents, of: load)
        }
        table.columns.append(
            .init(header: "requests by server", isNumeric: false, shorter: ["in percent"] + shares)
        )
        for index in table.rows.indices { table.rows[index].append(counts[index]) }
    }

    private static func joined(_ values: [Int], of load: DistributionFigures) -> String {
        guard values.count > 8, let least = values.min(), let greatest = values.max() else {
            return values.map { String($0) }.joined(separator: "/")
        }
        return "\(least)...\(greatest)"
    }

    /// Figures over an axis: a row for each of its values, or where other axes vary too a table for
    /// each figure, with a row for each combination of the others.
    func series(axis: String, figures: [MetricReference]) -> [ReportSection] {
        guard let column = columns.column(of: axis) else { return [] }
        if columns.columns == [column] { return [simpleSeries(column, figures)] }
        return figures.map { pivot(column, $0) }
    }

    private func simpleSeries(
        _ column: MatrixColumns.Column,
        _ figures: [MetricReference]
    ) -> ReportSection {
        var table = ReportTable(columns: [.init(header: column.header)], rows: [])
        table.rows = column.values.map { [$0] } + [["trend"]]
        for figure in figures {
            table.columns.append(.init(header: FigureText.name(of: figure)))
            let values = result.cells.map { $0.figures.value(of: figure) }
            for (index, value) in values.enumerated() {
                table.rows[index].append(FigureText.value(value, of: figure))
            }
            table.rows[values.count].append(Sparkline.text(values.map { $0?.asNumber }))
        }
        return ReportSection(title: "By \(column.header)", table: table)
    }

    private func pivot(
        _ column: MatrixColumns.Column,
        _ figure: MetricReference
    ) -> ReportSection {
        var steps: [String] = []
        for value in column.values where !steps.contains(value) { steps.append(value) }
        var names: [String] = []
        var values: [[FigureValue?]] = []
        for (index, cell) in result.cells.enumerated() {
            let name = columns.name(of: index, without: column.path)
            if !names.contains(name) {
                names.append(name)
                values.append(Array(repeating: nil, count: steps.count))
            }
            if let row = names.firstIndex(of: name),
                let step = steps.firstIndex(of: column.values[index])
            {
                values[row][step] = cell.figures.value(of: figure)
            }
        }
        var table = ReportTable(columns: [.init(header: "", isNumeric: false)], rows: [])
        table.columns += steps.map { .init(header: $0) }
        table.rows = zip(names, values).map { name, values in
            [name] + values.map { FigureText.value($0, of: figure) }
        }
        if steps.count > 1 {
            table.columns.append(.init(header: "trend", isNumeric: false))
            for (row, values) in values.enumerated() {
                table.rows[row].append(Sparkline.text(values.map { $0?.asNumber }))
            }
        }
        let title = "\(FigureText.name(of: figure)) by \(column.header)"
        return ReportSection(title: title, table: table)
    }
}
