/// A scenario as YAML with every default filled in and every key explained in a comment.
enum Explanation {
    /// What the user's file says at a place.
    private enum Origin {
        /// This.
        case given(YAMLNode)
        /// Nothing: everything below is a default.
        case absent
        /// The same in a shorter form, which cannot be compared key by key.
        case shortened
    }

    /// The text for a scenario, with the tree from which it was read.
    static func text(of scenario: Scenario, tree: YAMLNode, shape: Shape) -> String {
        guard case .section(let section) = shape else { return "" }
        let node = ScenarioLoader.format.write(scenario)
        let head = "# \(section.documentation) What is marked as default is not in the file.\n"
        var original = tree
        if let entries = tree.entries, let matrix = node.entry("matrix") {
            original.content = .mapping(entries + [matrix])
        }
        let lines = section.fields.flatMap { field -> [String] in
            guard field.key != "matrix" || !scenario.matrix.dimensions.isEmpty else { return [] }
            return self.lines(field, in: node, .given(original))
        }
        return head + lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ field: FieldShape, in node: YAMLNode, _ origin: Origin) -> [String]
    {
        guard let value = node.entry(field.key)?.value else { return [] }
        var below = Origin.shortened
        var mark = ""
        switch origin {
        case .given(let original):
            if let given = original.entry(field.key)?.value {
                below = .given(given)
            } else if original.entries != nil {
                below = .absent
                mark = "(default) "
            }
        case .absent:
            below = .absent
            mark = "(default) "
        case .shortened: break
        }
        let comment = "  # \(mark)\(field.documentation)"
        return lines(field.key, value, field.shape, below, comment)
    }

    /// A key with its value: in one line where the value is short, else with the value below.
    private static func lines(
        _ key: String,
        _ value: YAMLNode,
        _ shape: Shape,
        _ origin: Origin,
        _ comment: String
    ) -> [String] {
        let name = YAMLWriter.scalar(key, plain: true)
        guard let block = block(value, shape, origin) else {
            return ["\(name): \(YAMLWriter.flow(value))\(comment)"]
        }
        return ["\(name):\(comment)"] + block.map { "  \($0)" }
    }

    /// A value over several lines; nil where one line is enough.
    private static func block(_ value: YAMLNode, _ shape: Shape, _ origin: Origin) -> [String]? {
        switch shape {
        case .section(let section):
            guard value.entries?.isEmpty == false else { return nil }
            let absent = section.fields.filter { value.entry($0.key) == nil }
            return section.fields.flatMap { lines($0, in: value, origin) }
                + absent.map { "# \($0.key): not set. \($0.documentation)" }
        case .union(let union):
            guard let entry = value.entries?.first,
                let found = union.cases.first(where: { $0.tag == entry.key }),
                block(entry.value, found.payload, .shortened) != nil
            else {
                return nil
            }
            let below = self.below(entry.key, origin)
            return lines(entry.key, entry.value, found.payload, below, "  # \(found.documentation)")
        case .list(_, let item, _):
            return list(value, item, origin)
        case .table, .either:
            return table(value)
        default:
            return nil
        }
    }

    /// What the user's file says below the tag of a union.
    private static func below(_ tag: String, _ origin: Origin) -> Origin {
        guard case .given(let original) = origin else { return origin }
        if original.text == tag { return .given(.mapping([])) }
        guard let payload = original.entry(tag)?.value else { return .shortened }
        return payload.isMissing ? .given(.mapping([])) : .given(payload)
    }

    private static func list(_ value: YAMLNode, _ item: Shape, _ origin: Origin) -> [String]? {
        guard let items = value.items, !items.isEmpty else { return nil }
        if case .scalar = item { return nil }
        if case .choice = item { return nil }
        return items.enumerated().flatMap { index, node -> [String] in
            var below = Origin.shortened
            if case .given(let original) = origin, let items = original.items, index < items.count {
                below = .given(items[index])
            }
            let lines = block(node, item, below) ?? [YAMLWriter.flow(node)]
            return lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
        }
    }

    /// A mapping with keys of the user's own, or a list of anything: one entry a line.
    private static func table(_ value: YAMLNode) -> [String]? {
        if let entries = value.entries, !entries.isEmpty {
            return entries.map {
                "\(YAMLWriter.scalar($0.key, plain: true)): \(YAMLWriter.flow($0.value))"
            }
        }
        if let items = value.items, items.contains(where: { $0.entries != nil }) {
            return items.map { "- \(YAMLWriter.flow($0))" }
        }
        return nil
    }
}
