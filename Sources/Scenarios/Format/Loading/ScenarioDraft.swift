/// A file on its way to checked cells: its tree, the changes of the command line, and its matrix.
struct ScenarioDraft {
    /// The tree without the matrix.
    private var tree: YAMLNode
    /// What varies.
    private(set) var matrix = MatrixSpecification()
    private var settings: [Setting]
    private let folder: String?
    private var problems: [Diagnostic] = []
    /// Cells with problems after which no more are checked.
    private static let patience = 50

    /// A cell with the tree from which it was read.
    struct CheckedCell {
        /// The cell; its scenario holds what concerns it.
        var cell: ScenarioCell
        /// The scenario with the expectations of every cell.
        var whole: Scenario
        /// The tree.
        var tree: YAMLNode
    }

    /// Reads the tree and the matrix; throws only when there is no tree.
    init(
        bytes: [UInt8],
        name: String,
        folder: String?,
        overrides: ScenarioOverrides
    ) throws(ScenarioLoadingError) {
        self.folder = folder
        (settings, problems) = Setting.read(overrides)
        let source: SourceText
        do throws(Diagnostic) {
            source = try TextDecoding.decode(bytes, name: name)
        } catch {
            throw .invalid(Diagnostics(problems + [error]))
        }
        let (root, found) = YAMLReader.read(source)
        problems += found
        guard let root else { throw .invalid(Diagnostics(problems)) }
        tree = root
        if overrides.isSmall { shrink() }
        splitMatrix()
    }

    /// Sets what the file says of its small size; the command line has the last word.
    private mutating func shrink() {
        guard let entry = tree.entry("small") else {
            problems.append(
                Diagnostic(
                    "the scenario has no small size",
                    at: tree.location,
                    expected: "a section small, such as small: {cluster.servers.count: 2}"
                )
            )
            return
        }
        var small = SmallSize()
        small.node = entry.value
        settings = small.settings + settings
    }

    private mutating func splitMatrix() {
        guard let entries = tree.entries, let entry = tree.entry("matrix") else { return }
        tree.content = .mapping(entries.filter { $0.key != "matrix" })
        guard !entry.value.isMissing else {
            problems.append(
                Diagnostic("has no value", at: entry.keyLocation, path: "matrix", expected: "axes")
            )
            return
        }
        var reading = Reading()
        let read = reading.within("matrix") { ValueFormat.matrix.read(entry.value, &$0) }
        problems += reading.diagnostics
        guard let read else { return }
        matrix = read.pinned(at: settings.map(\.path))
        let values = tree.count * matrix.cellCount
        guard values > YAMLLimits.nodesOfAllCells else { return }
        let most = NumberText.grouped(YAMLLimits.nodesOfAllCells)
        problems.append(
            Diagnostic(
                "\(NumberText.grouped(matrix.cellCount)) cells of this file are too much",
                at: entry.value.location,
                path: "matrix",
                expected: "at most \(most) values over all cells"
            )
        )
        matrix = MatrixSpecification()
    }

    /// Every cell, checked; throws when any has a problem.
    func cells() throws(ScenarioLoadingError) -> [CheckedCell] {
        var checked: [CheckedCell] = []
        var findings = CellFindings()
        let matrixChecks = MatrixChecks(matrix)
        var all = problems
        for (index, cell) in matrix.cells.enumerated() {
            let (result, diagnostics) = check(cell, index)
            if let result {
                checked.append(result)
                if index == 0 || matrixChecks.cellsDiffer {
                    all += matrixChecks.problems(of: result.whole, result.tree)
                }
            }
            findings.add(
                diagnostics,
                of: cell,
                label: cell.label.map { Shortened.text($0) } ?? Self.title(cell)
            )
            let isHopeless = all.count >= YAMLLimits.problems
            if findings.failedCells == Self.patience || isHopeless { break }
        }
        all += findings.diagnostics
        guard all.isEmpty else { throw .invalid(Diagnostics(all.map(placedInFile))) }
        return checked
    }

    /// What the file says beside its matrix, where that alone is right.
    var base: CheckedCell? {
        let (result, diagnostics) = check(MatrixCell(assignments: []), 0)
        return diagnostics.isEmpty ? result : nil
    }

    /// A problem of a value that only the defaults say stands at the beginning of the file.
    private func placedInFile(_ problem: Diagnostic) -> Diagnostic {
        guard problem.location.source === SourceLocation.builtIn.source else { return problem }
        var placed = problem
        placed.location = tree.location
        return placed
    }

    private static func title(_ cell: MatrixCell) -> String {
        Shortened.text(cell.parameters.map(\.description).joined(separator: ", "))
    }

    private func check(_ cell: MatrixCell, _ index: Int) -> (CheckedCell?, [Diagnostic]) {
        var reading = Reading()
        let tree = filled(cell, &reading)
        guard var whole = ScenarioLoader.format.read(tree, &reading) else {
            return (nil, reading.diagnostics)
        }
        whole.matrix = matrix
        var scenario = whole
        scenario.expectations.removeAll { !$0.conditions.allSatisfy { cell.meets($0, tree) } }
        scenario.claims.removeAll { !$0.conditions.allSatisfy { cell.meets($0, tree) } }
        ScenarioChecks(scenario: scenario, tree: tree).run(&reading)
        let result = ScenarioCell(
            index: index,
            label: cell.label,
            parameters: cell.parameters,
            scenario: scenario,
            folder: folder
        )
        return (CheckedCell(cell: result, whole: whole, tree: tree), reading.diagnostics)
    }

    /// The tree with the values of a cell, then those of the command line.
    private func filled(_ cell: MatrixCell, _ reading: inout Reading) -> YAMLNode {
        var filled = tree
        guard tree.entries != nil else { return tree }
        let changes =
            cell.assignments.map { ($0.path, $0.value, $0.location) }
            + settings.map { ($0.path, $0.value, $0.location) }
        for (path, value, location) in changes {
            do throws(ValueProblem) {
                let steps = try NameText.steps(path)
                filled = try filled.setting(value, at: steps[...], location)
            } catch {
                reading.report(
                    "the path \"\(Shortened.text(path))\" \(error.problem)",
                    at: location,
                    expected: error.expected,
                    hint: error.hint
                )
            }
        }
        return filled
    }
}

/// The problems of all cells, each once, with the first cell that has it where not all do.
private struct CellFindings {
    private var order: [Diagnostic] = []
    private var counts: [String: Int] = [:]
    private var firstCell: [String: String] = [:]
    private var cells = 0
    private(set) var failedCells = 0

    mutating func add(_ diagnostics: [Diagnostic], of cell: MatrixCell, label: String) {
        cells += 1
        if !diagnostics.isEmpty { failedCells += 1 }
        var seen: [String: Bool] = [:]
        for diagnostic in diagnostics {
            let key = "\(diagnostic.location) \(diagnostic.message)"
            guard seen.updateValue(true, forKey: key) == nil else { continue }
            counts[key, default: 0] += 1
            if firstCell.updateValue(firstCell[key] ?? label, forKey: key) == nil {
                order.append(diagnostic)
            }
        }
    }

    var diagnostics: [Diagnostic] {
        order.map { diagnostic in
            let key = "\(diagnostic.location) \(diagnostic.message)"
            guard let label = firstCell[key], counts[key] != cells else { return diagnostic }
            var marked = diagnostic
            let hint = "in the cell \(label)"
            marked.hint = diagnostic.hint.map { "\($0); \(hint)" } ?? hint
            return marked
        }
    }
}
