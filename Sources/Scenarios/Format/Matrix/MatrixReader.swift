/// Reads the section `matrix`, which is written in the paths of the rest of the file.
struct MatrixReader {
    private var matrix = MatrixSpecification()
    private var takenPaths: Set<String> = []

    private static let name = "a mapping from paths to lists of values"

    /// What the section looks like.
    static var shape: Shape {
        let values = Shape.list("a list of values", of: .anything("a value"), length: 1...10_000)
        let cell = Shape.table(
            "a mapping from paths to values",
            fields: [
                FieldShape(
                    key: MatrixAssignment.label,
                    documentation: "What reports and when call the cell.",
                    shape: ValueFormat<String>.name.shape,
                    isRequired: false,
                    standard: nil
                )
            ],
            values: .anything("a value")
        )
        return .table(
            name,
            fields: [
                FieldShape(
                    key: "zip",
                    documentation: "Lists of one length that are paired instead of crossed.",
                    shape: .table(name, fields: [], values: values),
                    isRequired: false,
                    standard: nil
                ),
                FieldShape(
                    key: "cells",
                    documentation: "Combinations one by one.",
                    shape: .list("a list of cells", of: cell, length: 1...10_000),
                    isRequired: false,
                    standard: nil
                ),
            ],
            values: values
        )
    }

    /// The variations; nil after problems were reported.
    mutating func read(_ node: YAMLNode, _ reading: inout Reading) -> MatrixSpecification? {
        guard let entries = node.entries else {
            reading.reportKind(node, wanted: Self.name)
            return nil
        }
        let before = reading.diagnostics.count
        matrix.node = node
        for entry in entries {
            reading.within(entry.key) { reading in
                switch entry.key {
                case "zip": readZip(entry, &reading)
                case "cells": readCells(entry, &reading)
                default: readAxis(entry, &reading)
                }
            }
        }
        guard reading.diagnostics.count == before else { return nil }
        checkSize(node, &reading)
        collectAxes()
        return reading.diagnostics.count == before ? matrix : nil
    }

    private mutating func readAxis(_ entry: YAMLEntry, _ reading: inout Reading) {
        guard let values = values(entry, &reading) else { return }
        add(values.map { [assignment(entry, $0)] })
    }

    private mutating func readZip(_ entry: YAMLEntry, _ reading: inout Reading) {
        guard let entries = entry.value.entries, !entries.isEmpty else {
            reading.reportKind(entry.value, wanted: Self.name)
            return
        }
        var alternatives: [[MatrixAssignment]] = []
        for inner in entries {
            let values = reading.within(inner.key) { self.values(inner, &$0) }
            guard let values else { continue }
            if alternatives.isEmpty { alternatives = Array(repeating: [], count: values.count) }
            guard values.count == alternatives.count else {
                reading.report(
                    "'\(Shortened.text(inner.key))' has \(values.count) values",
                    at: inner.keyLocation,
                    expected:
                        "\(alternatives.count), as many as '\(Shortened.text(entries[0].key))'"
                )
                continue
            }
            for (index, value) in values.enumerated() {
                alternatives[index].append(assignment(inner, value))
            }
        }
        add(alternatives)
    }

    private mutating func readCells(_ entry: YAMLEntry, _ reading: inout Reading) {
        guard let items = entry.value.items, !items.isEmpty else {
            reading.reportKind(entry.value, wanted: "a list of cells")
            return
        }
        reading.reportRepeated(items.map { $0.entry(MatrixAssignment.label)?.value }, of: "cell")
        var alternatives: [[MatrixAssignment]] = []
        for (index, item) in items.enumerated() {
            reading.within(String(index)) { reading in
                guard let entries = item.entries, !entries.isEmpty else {
                    reading.reportKind(item, wanted: "a mapping from paths to values")
                    return
                }
                for inner in entries where inner.key != MatrixAssignment.label {
                    checkPath(inner, &reading)
                }
                if let label = item.entry(MatrixAssignment.label)?.value {
                    _ = reading.within(MatrixAssignment.label) {
                        ValueFormat<String>.name.read(label, &$0)
                    }
                }
                alternatives.append(entries.map { assignment($0, $0.value) })
            }
        }
        add(alternatives)
    }

    private func assignment(_ entry: YAMLEntry, _ value: YAMLNode) -> MatrixAssignment {
        MatrixAssignment(path: entry.key, location: entry.keyLocation, value: value)
    }

    private mutating func add(_ alternatives: [[MatrixAssignment]]) {
        for assignment in alternatives.joined() { takenPaths.insert(assignment.path) }
        if !alternatives.isEmpty {
            matrix.dimensions.append(MatrixDimension(alternatives: alternatives))
        }
    }

    /// The values of an axis; nil after problems were reported.
    private func values(_ entry: YAMLEntry, _ reading: inout Reading) -> [YAMLNode]? {
        checkPath(entry, &reading)
        guard let items = entry.value.items, !items.isEmpty else {
            reading.reportKind(entry.value, wanted: "a list of values such as [2, 3]")
            return nil
        }
        var seen = AxisValues()
        for item in items {
            if seen.contains(item, amongLast: 200) {
                let shown = Shortened.text(YAMLWriter.flow(item))
                reading.report("\(shown) stands twice", at: item.location)
            }
            seen.add(item)
        }
        return items
    }

    private func checkPath(_ entry: YAMLEntry, _ reading: inout Reading) {
        if takenPaths.contains(entry.key) {
            reading.report("'\(Shortened.text(entry.key))' varies twice", at: entry.keyLocation)
        }
        do throws(ValueProblem) {
            let steps = try NameText.steps(entry.key)
            let fixed = ["matrix", "matrix-seeds", "version", "name"]
            if fixed.contains(steps[0]) {
                reading.report("'\(steps[0])' cannot vary", at: entry.keyLocation)
            }
        } catch {
            reading.report(
                "the path \"\(Shortened.text(entry.key))\" \(error.problem)",
                at: entry.keyLocation.advanced(by: error.offset),
                expected: "a path such as cluster.servers.count",
                hint: error.hint
            )
        }
    }

    private func checkSize(_ node: YAMLNode, _ reading: inout Reading) {
        guard takenPaths.count <= MatrixSpecification.pathLimit else {
            reading.report(
                "\(NumberText.grouped(takenPaths.count)) paths vary",
                at: node.location,
                expected: "at most \(MatrixSpecification.pathLimit)"
            )
            return
        }
        var count = 1
        for dimension in matrix.dimensions {
            count *= dimension.alternatives.count
            guard count > MatrixSpecification.cellLimit else { continue }
            let most = NumberText.grouped(MatrixSpecification.cellLimit)
            reading.report(
                "the matrix has \(NumberText.grouped(count)) cells or more",
                at: node.location,
                expected: "at most \(most)"
            )
            return
        }
    }

    /// Lists each path with its different values.
    private mutating func collectAxes() {
        var axes: [MatrixAxis] = []
        var places: [String: Int] = [:]
        var seen: Set<[String]> = []
        for dimension in matrix.dimensions {
            for assignment in dimension.alternatives.joined() {
                let value = YAMLWriter.flow(assignment.value)
                guard seen.insert([assignment.path, value]).inserted else { continue }
                if let index = places[assignment.path] {
                    axes[index].values.append(value)
                } else {
                    places[assignment.path] = axes.count
                    axes.append(MatrixAxis(path: assignment.path, values: [value]))
                }
            }
        }
        matrix.axes = axes
    }
}
