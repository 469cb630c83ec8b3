/// Anything that JSON can say: bodies of requests and the parts that answers must contain.
public indirect enum BodyValue: Sendable, Equatable {
    /// `null`, `~`, or nothing.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case number(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([BodyValue])
    /// A mapping, in the order of the file.
    case object([Member])

    /// A key of an object with its value.
    public struct Member: Sendable, Equatable {
        /// The key.
        public var key: String
        /// The value.
        public var value: BodyValue

        /// A key with its value.
        public init(_ key: String, _ value: BodyValue) {
            self.key = key
            self.value = value
        }
    }
}

extension BodyValue {
    /// The value of a node; quotes keep numbers, `true` and `null` text.
    init(_ node: YAMLNode) {
        switch node.content {
        case .unreadable: self = .null
        case .sequence(let items): self = .array(items.map { BodyValue($0) })
        case .mapping(let entries):
            self = .object(entries.map { Member($0.key, BodyValue($0.value)) })
        case .scalar(let text, plain: false): self = .string(text)
        case .scalar(let text, plain: true): self = Self.plain(text)
        }
    }

    private static func plain(_ text: String) -> BodyValue {
        switch text {
        case "", "~", "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            if let integer = try? NumberText.integer(text) { return .integer(integer) }
            if let number = try? NumberText.number(text) { return .number(number) }
            return .string(text)
        }
    }

    /// The node that says this value.
    var node: YAMLNode {
        switch self {
        case .null: .scalar("null")
        case .boolean(let value): .scalar(String(value))
        case .integer(let value): .scalar(String(value))
        case .number(let value):
            .scalar(
                value == value.rounded() && abs(value) < 1e15
                    ? "\(Int(value)).0" : NumberText.written(value)
            )
        case .string(let text): .scalar(text, plain: Self.plain(text) == .string(text))
        case .array(let items): .sequence(items.map(\.node))
        case .object(let members): .mapping(members.map { ($0.key, $0.value.node) })
        }
    }

    /// The texts of a list under a key, anywhere inside; empty when there is none.
    func texts(under key: String) -> [String] {
        switch self {
        case .array(let items): return items.flatMap { $0.texts(under: key) }
        case .object(let members):
            return members.flatMap { member -> [String] in
                guard member.key == key, case .array(let items) = member.value else {
                    return member.value.texts(under: key)
                }
                return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
            }
        default: return []
        }
    }
}

extension ValueFormat where Value == BodyValue {
    /// Anything that JSON can say.
    static var anything: ValueFormat {
        ValueFormat(
            shape: .anything("text, or anything that JSON can say"),
            read: { node, _ in BodyValue(node) },
            write: \.node
        )
    }
}
