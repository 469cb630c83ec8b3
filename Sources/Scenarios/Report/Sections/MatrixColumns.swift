import OrderedCollections

/// The columns that tell the cells of a matrix apart.
struct MatrixColumns {
    /// A column: a short name, and its value in each cell.
    struct Column: Equatable {
        /// The path, or `label`.
        var path: String
        /// What stands above it.
        var header: String
        /// The value in each cell.
        var values: [String]
    }

    /// The label, where cells have one, and the axes that the label does not stand for.
    let columns: [Column]
    /// Every axis.
    private var axes: [Column] = []

    /// The columns of the cells of a result.
    init(of result: ResultDocument) {
        let cells = result.cells
        let labels = cells.map { $0.label ?? "" }
        let isLabelled = labels.contains { !$0.isEmpty }
        let paths = result.axes.map(\.path).filter { $0 != MatrixAssignment.label }
        var columns: [Column] = []
        if isLabelled { columns.append(Column(path: "label", header: "label", values: labels)) }
        for path in paths {
            let values = cells.map { $0.parameters[path] ?? "" }
            let column = Column(path: path, header: Self.header(path, paths), values: values)
            axes.append(column)
            if !isLabelled || !Self.isDetermined(values, by: labels) { columns.append(column) }
        }
        if columns.isEmpty, let first = axes.first { columns = [first] }
        self.columns = columns
    }

    /// The column of an axis, also of one that the label stands for.
    func column(of path: String) -> Column? {
        columns.first { $0.path == path } ?? axes.first { $0.path == path }
    }

    /// What a cell is called beside the value of one column.
    func name(of index: Int, without path: String) -> String {
        columns.filter { $0.path != path }.map { column in
            column.path == "label"
                ? column.values[index] : "\(column.header) \(column.values[index])"
        }
        .joined(separator: ", ")
    }

    private static func isDetermined(_ values: [String], by labels: [String]) -> Bool {
        var known: [String: String] = [:]
        for (label, value) in zip(labels, values) {
            if known[label, default: value] != value { return false }
            known[label] = value
        }
        return true
    }

    /// The last word of the path, or the one before `count`; the whole path where that is not
    /// unique.
    private static func header(_ path: String, _ paths: [String]) -> String {
        let short = short(path)
        return paths.count { Self.short($0) == short } == 1 ? short : path
    }

    private static func short(_ path: String) -> String {
        var words = path.split(separator: ".").map(String.init)
        if words.count > 1, words.last == "count" { words.removeLast() }
        return words.last ?? path
    }
}
