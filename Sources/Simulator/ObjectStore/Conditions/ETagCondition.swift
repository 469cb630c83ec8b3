/// The value of `If-Match` or `If-None-Match`: any object, or those with one of some tags.
///
/// Source: RFC 9110, 13.1.1 and 13.1.2.
public enum ETagCondition: Hashable, Sendable {
    /// `*`: whatever exists.
    case any
    /// Tags as they stand in the header, without their quotes; a weak one keeps its `W/`.
    case tags([String])

    /// Reads the value of a header: `*`, or tags with commas between them, quoted or not.
    public init(_ header: String) {
        let items = header.split(separator: ",").map { item in
            String(item.drop { $0 == " " }).trimmingSpacesAtEnd()
        }
        self = items == ["*"] ? .any : .tags(items.map(Self.unquoted))
    }

    /// The condition for one tag.
    public init(_ tag: ETag) {
        self = .tags([tag.text])
    }

    /// The tag, where the condition is for one.
    var onlyTag: ETag? {
        if case .tags(let texts) = self, texts.count == 1 { ETag(texts[0]) } else { nil }
    }

    private static func unquoted(_ text: String) -> String {
        let isWeak = text.hasPrefix("W/")
        let rest = isWeak ? text.dropFirst(2) : text[...]
        guard rest.count > 1, rest.hasPrefix("\""), rest.hasSuffix("\"") else { return text }
        return (isWeak ? "W/" : "") + rest.dropFirst().dropLast()
    }

    /// Whether an object with this tag is meant, weak tags being no match.
    func matchesStrongly(_ tag: ETag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains(tag.text)
        }
    }

    /// Whether an object with this tag is meant, weak tags counting as strong ones.
    func matchesWeakly(_ tag: ETag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags):
            tags.contains { ($0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0) == tag.text }
        }
    }
}

extension String {
    fileprivate func trimmingSpacesAtEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
