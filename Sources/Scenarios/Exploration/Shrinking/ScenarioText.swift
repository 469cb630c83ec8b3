/// Trees as scenario files are written by hand: the outermost levels in lines of their own, what is
/// small below them in one.
enum ScenarioText {
    private static let width = 100

    /// The lines of a whole file, each ended by a line feed.
    static func of(_ tree: YAMLNode) -> String {
        let lines = (tree.entries ?? []).flatMap { Self.lines(of: $0, isOutermost: true) }
        return lines.map { "\($0)\n" }.joined()
    }

    private static func lines(of entry: YAMLEntry, isOutermost: Bool = false) -> [String] {
        let key = YAMLWriter.scalar(entry.key, plain: true)
        let line = "\(key): \(YAMLWriter.flow(entry.value))"
        if isInOneLine(entry.value, line, isOutermost) { return [line] }
        return ["\(key):"] + block(entry.value).map { "  \($0)" }
    }

    /// Whether a value stands behind its key. Of the outermost ones only mappings of nothing but
    /// single values do.
    private static func isInOneLine(_ value: YAMLNode, _ line: String, _ isOutermost: Bool) -> Bool
    {
        let children = value.children
        if children.isEmpty { return true }
        let isFlat = value.entries != nil && children.allSatisfy { $0.children.isEmpty }
        return line.count <= width && (isFlat || !isOutermost)
    }

    private static func block(_ value: YAMLNode) -> [String] {
        if let entries = value.entries { return entries.flatMap { lines(of: $0) } }
        return (value.items ?? []).flatMap { item -> [String] in
            let line = YAMLWriter.flow(item)
            let lines = line.count <= width || item.children.isEmpty ? [line] : block(item)
            return lines.enumerated().map { "\($0.offset == 0 ? "- " : "  ")\($0.element)" }
        }
    }
}
