/// The values of an axis, prepared for many questions.
struct AxisValues {
    private var texts: Set<String> = []
    private var others: [YAMLNode] = []

    /// Adds a value.
    mutating func add(_ node: YAMLNode) {
        if let text = node.text { texts.insert(Self.canonical(text)) } else { others.append(node) }
    }

    /// Whether a value says the same as one that was added; of lists and mappings only so many of
    /// the last are compared.
    func contains(_ node: YAMLNode, amongLast count: Int = .max) -> Bool {
        if let text = node.text { return texts.contains(Self.canonical(text)) }
        return others.suffix(count).contains { $0.says(node) }
    }

    private static func canonical(_ text: String) -> String {
        (try? NumberText.integer(text)).map { String($0) } ?? text
    }
}
