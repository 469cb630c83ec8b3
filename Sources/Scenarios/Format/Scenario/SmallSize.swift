/// What makes a scenario so small that thousands of runs take no time: values of paths, set where
/// somebody asks for it.
public struct SmallSize: Sendable, Equatable {
    /// The section as the file says it.
    var node = YAMLNode.mapping([])

    /// Nothing smaller.
    public init() {}

    /// Whether the file says anything smaller.
    public var isEmpty: Bool { node.entries?.isEmpty ?? true }

    /// Equal when they say the same.
    public static func == (left: SmallSize, right: SmallSize) -> Bool { left.node.says(right.node) }

    /// What it sets.
    var settings: [Setting] {
        (node.entries ?? []).compactMap { entry in
            guard let steps = try? NameText.steps(entry.key) else { return nil }
            return Setting(
                path: entry.key,
                steps: steps,
                value: entry.value,
                location: entry.keyLocation
            )
        }
    }
}

extension ValueFormat where Value == SmallSize {
    /// Paths, and what stands there.
    static var smallSize: ValueFormat {
        let name = "a mapping from paths to values"
        return ValueFormat(
            shape: .table(name, fields: [], values: .anything("a value")),
            read: { node, reading in
                guard let entries = node.entries else {
                    reading.reportKind(node, wanted: name)
                    return nil
                }
                for entry in entries { check(entry, &reading) }
                var small = SmallSize()
                small.node = node
                return small
            },
            write: \.node
        )
    }

    private static func check(_ entry: YAMLEntry, _ reading: inout Reading) {
        do throws(ValueProblem) {
            let steps = try NameText.steps(entry.key)
            guard ["small", "version", "name"].contains(steps[0]) else { return }
            reading.report("'\(steps[0])' cannot be smaller", at: entry.keyLocation)
        } catch {
            reading.report(
                "the path \"\(Shortened.text(entry.key))\" \(error.problem)",
                at: entry.keyLocation.advanced(by: error.offset),
                expected: "a path such as cluster.servers.count",
                hint: error.hint
            )
        }
    }
}
