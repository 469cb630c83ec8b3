/// A JSON value whose members keep their order.
indirect enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    /// A number, written already.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A key with its value.
    struct Member: Equatable, Sendable {
        var key: String
        var value: JSONValue
    }

    /// An object of these members.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// A whole number.
    static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

    /// A number with twelve significant digits; null for what JSON cannot say.
    static func decimal(_ value: Double) -> JSONValue {
        value.isFinite ? .number(DecimalText.significant(value, digits: 12)) : .null
    }

    /// The value over several lines; what holds only single values stands in one.
    func written(indentation: Int = 0) -> String {
        let blanks = String(repeating: "  ", count: indentation + 1)
        let end = String(repeating: "  ", count: indentation)
        switch self {
        case .null: return "null"
        case .boolean(let value): return String(value)
        case .number(let text): return text
        case .string(let text): return Self.quoted(text)
        case .array(let items):
            if isFlat { return "[\(items.map { $0.written() }.joined(separator: ", "))]" }
            let lines = items.map { blanks + $0.written(indentation: indentation + 1) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(end)]"
        case .object(let members):
            let pairs = members.map {
                "\(Self.quoted($0.key)): \($0.value.written(indentation: indentation + 1))"
            }
            if isFlat { return "{\(pairs.joined(separator: ", "))}" }
            return "{\n\(pairs.map { blanks + $0 }.joined(separator: ",\n"))\n\(end)}"
        }
    }

    /// The value in one line.
    var inOneLine: String {
        switch self {
        case .array(let items): "[\(items.map(\.inOneLine).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.map { "\(Self.quoted($0.key)): \($0.value.inOneLine)" }
                .joined(separator: ", ") + "}"
        default: written()
        }
    }

    private var isSingle: Bool {
        switch self {
        case .array(let items): items.isEmpty
        case .object(let members):
            // Labels of a figure stand beside it.
            members.count <= 2 && members.allSatisfy { !$0.value.isContainer }
        default: true
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    private var isFlat: Bool {
        switch self {
        case .array(let items): items.allSatisfy { !$0.isContainer }
        case .object(let members): members.count <= 8 && members.allSatisfy(\.value.isSingle)
        default: true
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    let digits = String(scalar.value, radix: 16)
                    quoted += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}
