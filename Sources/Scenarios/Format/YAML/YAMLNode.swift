/// A value of a YAML document with the place where it stands.
///
/// Scalars stay text: the key at which they stand decides what they mean.
struct YAMLNode: Sendable {
    /// What a node holds.
    indirect enum Content: Sendable {
        /// A single value; `plain` when it stands without quotes.
        case scalar(String, plain: Bool)
        /// A list.
        case sequence([YAMLNode])
        /// Keys and values in the order of the file.
        case mapping([YAMLEntry])
        /// Something that could not be read; a problem was reported, and no check adds another.
        case unreadable
    }

    /// The value.
    var content: Content
    /// The place of its first character.
    var location: SourceLocation
}

/// A key of a mapping with its value.
struct YAMLEntry: Sendable {
    /// The key's text.
    var key: String
    /// The place of the key.
    var keyLocation: SourceLocation
    /// The value.
    var value: YAMLNode
}

extension YAMLNode {
    /// A scalar that no file says.
    static func scalar(_ text: String, plain: Bool = true) -> YAMLNode {
        YAMLNode(content: .scalar(text, plain: plain), location: .builtIn)
    }

    /// A list that no file says.
    static func sequence(_ items: [YAMLNode]) -> YAMLNode {
        YAMLNode(content: .sequence(items), location: .builtIn)
    }

    /// A mapping that no file says.
    static func mapping(_ entries: [(String, YAMLNode)]) -> YAMLNode {
        let entries = entries.map { YAMLEntry(key: $0.0, keyLocation: .builtIn, value: $0.1) }
        return YAMLNode(content: .mapping(entries), location: .builtIn)
    }

    /// Whether nothing stands here: `key:` alone, `~` or `null` without quotes.
    var isMissing: Bool {
        if case .scalar(let text, plain: true) = content {
            return text.isEmpty || text == "~" || text == "null"
        }
        return false
    }

    /// How many values there are, keys aside.
    var count: Int {
        switch content {
        case .scalar, .unreadable: 1
        case .sequence(let items): items.reduce(1) { $0 + $1.count }
        case .mapping(let entries): entries.reduce(1) { $0 + $1.value.count }
        }
    }

    /// Whether a problem was reported already instead of a value.
    var isUnreadable: Bool {
        if case .unreadable = content { true } else { false }
    }

    /// The entries of a mapping; nil for anything else.
    var entries: [YAMLEntry]? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    /// The items of a list; nil for anything else.
    var items: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// The text of a scalar; nil for anything else.
    var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The entry of a mapping with this key.
    func entry(_ key: String) -> YAMLEntry? {
        entries?.first { $0.key == key }
    }

    /// The node at a path of keys and list indices; nil when there is none.
    func node(at path: [String]) -> YAMLNode? {
        var current = self
        for step in path {
            if let value = current.entry(step)?.value {
                current = value
            } else if let items = current.items, let index = Int(step),
                items.indices.contains(index)
            {
                current = items[index]
            } else {
                return nil
            }
        }
        return current
    }

    /// The place of the deepest existing node on a path.
    func location(at path: [String]) -> SourceLocation {
        for length in stride(from: path.count, through: 0, by: -1) {
            if let node = node(at: Array(path.prefix(length))) { return node.location }
        }
        return location
    }

    /// Whether two nodes say the same, wherever they stand and whether or not they are quoted.
    func says(_ other: YAMLNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let left, _), .scalar(let right, _)):
            if left == right { return true }
            let (first, second) = (try? NumberText.integer(left), try? NumberText.integer(right))
            return first != nil && first == second
        case (.sequence(let left), .sequence(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.says($1) }
        case (.mapping(let left), .mapping(let right)):
            return left.count == right.count
                && left.allSatisfy { entry in
                    right.contains { $0.key == entry.key && $0.value.says(entry.value) }
                }
        default:
            return false
        }
    }
}
