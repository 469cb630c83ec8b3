import Simulator

/// JSON as nodes, which formats read and write, and back.
///
/// A scalar stands for a string where it is quoted, and for what it looks like where it is plain.
extension JSONValue {
    /// What a node says.
    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, let isPlain): self = isPlain ? Self.plain(text) : .string(text)
        case .sequence(let items): self = .array(items.map { JSONValue($0) })
        case .mapping(let entries):
            self = .object(entries.map { Member(key: $0.key, value: JSONValue($0.value)) })
        case .unreadable: self = .null
        }
    }

    private static func plain(_ text: String) -> JSONValue {
        switch text {
        case "null": return .null
        case "true", "false": return .boolean(text == "true")
        default: break
        }
        if let whole = try? NumberText.integer(text) { return .integer(whole) }
        if isNumber(text) { return .number(text) }
        if let number = try? NumberText.number(text) { return .decimal(number) }
        return .string(text)
    }

    /// Whether the text is a number as JSON writes it, but for whole ones.
    private static func isNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first)
        else { return false }
        return (try? JSONDocument(Array(text.utf8))).map { $0 == .number(text) } ?? false
    }

    /// A text read before.
    init(_ document: JSONDocument) {
        switch document {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let text): self = .number(text)
        case .string(let text): self = .string(text)
        case .array(let items): self = .array(items.map { JSONValue($0) })
        case .object(let members):
            self = .object(members.map { Member(key: $0.name, value: JSONValue($0.value)) })
        }
    }
}

extension YAMLNode {
    /// A value as a node that stands in no file.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .scalar("null")
        case .boolean(let value): self = .scalar(String(value))
        case .number(let text): self = .scalar(text)
        case .string(let text): self = .scalar(text, plain: false)
        case .array(let items): self = .sequence(items.map { YAMLNode($0) })
        case .object(let members): self = .mapping(members.map { ($0.key, YAMLNode($0.value)) })
        }
    }
}
