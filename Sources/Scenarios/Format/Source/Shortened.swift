/// Offending values as messages show them: short, in one line, and harmless to a terminal.
enum Shortened {
    /// A text with control characters replaced and its end cut off after so many characters.
    static func text(_ text: String, maximum: Int = 40) -> String {
        var shown = String.UnicodeScalarView()
        for (offset, scalar) in text.unicodeScalars.enumerated() {
            if offset == maximum {
                shown.append("…")
                break
            }
            let control = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            shown.append(control ? " " : scalar)
        }
        return String(shown)
    }

    /// What stands at a node, for "found …".
    static func node(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar where node.isMissing: "nothing"
        case .scalar(let text, _): "\"\(Self.text(text))\""
        case .sequence(let items): items.isEmpty ? "an empty list" : "a list"
        case .mapping(let entries): entries.isEmpty ? "an empty mapping" : "a mapping"
        case .unreadable: "nothing readable"
        }
    }
}
