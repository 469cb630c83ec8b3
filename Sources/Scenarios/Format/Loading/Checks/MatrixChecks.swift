import Simulator

/// Checks what the expectations, claims and reports of a scenario say of its matrix.
struct MatrixChecks {
    private let matrix: MatrixSpecification
    private let known: [String]
    private var given: [String: AxisValues] = [:]

    /// Prepares the checks of all cells of a matrix.
    init(_ matrix: MatrixSpecification) {
        self.matrix = matrix
        known = matrix.axes.map(\.path)
        for assignment in matrix.dimensions.lazy.flatMap({ $0.alternatives.joined() }) {
            given[assignment.path, default: AxisValues()].add(assignment.value)
        }
    }

    /// Whether a cell may say other things than the first.
    var cellsDiffer: Bool {
        known.contains { path in ["expect", "claims", "report"].contains { path.hasPrefix($0) } }
    }

    /// The problems of a cell, which is given with the expectations of every cell.
    func problems(of scenario: Scenario, _ tree: YAMLNode) -> [Diagnostic] {
        var reading = Reading()
        let conditions =
            scenario.expectations.flatMap(\.conditions) + scenario.claims.flatMap(\.conditions)
        for condition in conditions where !reading.isFull {
            if let problem = problem(of: condition, tree) { reading.add(problem) }
        }
        for (index, item) in scenario.report.enumerated() {
            guard case .series(let axis, _) = item else { continue }
            let place = tree.location(at: ["report", String(index), "series", "x"])
            if let problem = unknown(axis, at: place, "report", tree) { reading.add(problem) }
        }
        return reading.diagnostics
    }

    private func problem(of condition: CellCondition, _ tree: YAMLNode) -> Diagnostic? {
        guard let values = given[condition.axis] else {
            return unknown(condition.axis, at: condition.location, "when", tree)
        }
        guard !values.contains(condition.node) else { return nil }
        let axis = matrix.axes.first { $0.path == condition.axis }
        return Diagnostic(
            "\(Shortened.text(condition.axis)) never is \(Shortened.text(condition.value))",
            at: condition.node.location,
            path: "when",
            expected: Shape.oneOf(axis?.values ?? [])
        )
    }

    private func unknown(
        _ axis: String,
        at location: SourceLocation,
        _ path: String,
        _ tree: YAMLNode
    ) -> Diagnostic? {
        guard !known.contains(axis), !isPinned(axis, tree) else { return nil }
        return Diagnostic(
            "the matrix has no axis '\(Shortened.text(axis))'",
            at: location,
            path: path,
            expected: known.isEmpty ? "a matrix" : Shape.oneOf(known),
            suggestion: NearestWord.to(axis, among: known)
        )
    }

    /// Whether an axis of the file was given one value from outside.
    private func isPinned(_ axis: String, _ tree: YAMLNode) -> Bool {
        let steps = axis.split(separator: ".").map(String.init)
        let source = tree.node(at: steps)?.location.file
        return source == "--set" || source == "--seed"
    }
}
