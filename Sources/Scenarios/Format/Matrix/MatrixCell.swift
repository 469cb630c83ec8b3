/// One combination of a matrix: what it sets, before it is checked.
struct MatrixCell: Sendable {
    /// What it sets, in the order of the file; the label is none of it.
    var assignments: [MatrixAssignment]
    /// Its name, where the file gives one.
    var label: String?

    /// The parameters as text, for reports and messages.
    var parameters: [CellParameter] {
        assignments.map { CellParameter(path: $0.path, value: YAMLWriter.flow($0.value)) }
    }

    /// Whether the cell, whose filled tree is given, has the value that a condition wants.
    func meets(_ condition: CellCondition, _ tree: YAMLNode) -> Bool {
        if condition.axis == MatrixAssignment.label { return label == condition.node.text }
        let steps = condition.axis.split(separator: ".").map(String.init)
        return tree.node(at: steps)?.says(condition.node) ?? false
    }
}

extension MatrixSpecification {
    /// Every combination; the last dimension varies fastest.
    var cells: [MatrixCell] {
        var combinations: [[MatrixAssignment]] = [[]]
        for dimension in dimensions {
            combinations = combinations.flatMap { start in dimension.alternatives.map { start + $0 }
            }
        }
        return combinations.map { assignments in
            MatrixCell(
                assignments: assignments.filter { $0.path != MatrixAssignment.label },
                label: assignments.first { $0.path == MatrixAssignment.label }?.value.text
            )
        }
    }

    /// The same without the axes that were given one value from outside.
    func pinned(at paths: [String]) -> MatrixSpecification {
        var matrix = self
        matrix.axes.removeAll { paths.contains($0.path) }
        matrix.dimensions = dimensions.compactMap { dimension in
            let isAxis = dimension.alternatives.allSatisfy {
                $0.count == 1 && paths.contains($0[0].path)
            }
            return isAxis ? nil : dimension
        }
        if let entries = node.entries {
            matrix.node.content = .mapping(entries.filter { !paths.contains($0.key) })
        }
        return matrix
    }
}

extension YAMLNode {
    /// The tree with another value at a path; keys that are not there are added.
    func setting(
        _ value: YAMLNode,
        at steps: ArraySlice<String>,
        _ location: SourceLocation
    ) throws(ValueProblem) -> YAMLNode {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        let below = location.advanced(by: step.unicodeScalars.count + 1)
        var changed = self
        switch content {
        case .mapping(var entries):
            if let index = entries.firstIndex(where: { $0.key == step }) {
                entries[index].value = try entries[index].value.setting(value, at: rest, below)
            } else {
                if let index = rest.first, Int(index) != nil {
                    throw ValueProblem("leads to no item '\(index)' of '\(Shortened.text(step))'")
                }
                let empty = YAMLNode(content: .mapping([]), location: below)
                let inner = try empty.setting(value, at: rest, below)
                entries.append(YAMLEntry(key: step, keyLocation: location, value: inner))
            }
            changed.content = .mapping(entries)
        case .sequence(var items):
            guard let index = Int(step), items.indices.contains(index) else {
                let most = items.count - 1
                throw ValueProblem(
                    "leads to no item '\(Shortened.text(step))' of a list",
                    expected: items.isEmpty
                        ? "no step into an empty list" : "an index from 0 to \(most)"
                )
            }
            items[index] = try items[index].setting(value, at: rest, below)
            changed.content = .sequence(items)
        case .unreadable:
            return self
        case .scalar(let text, _):
            guard isMissing || text == step else {
                throw ValueProblem(
                    "leads into \(Shortened.node(self)), which has no keys",
                    hint: "at \(self.location)"
                )
            }
            let empty = YAMLNode(content: .mapping([]), location: self.location)
            return try empty.setting(value, at: steps, location)
        }
        return changed
    }
}
