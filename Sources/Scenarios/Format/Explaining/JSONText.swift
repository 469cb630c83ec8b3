/// JSON as text, with the keys in the order in which they were given.
indirect enum JSONText {
    case string(String)
    case integer(Int128)
    case number(Double)
    case boolean(Bool)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The text over several lines, with two blanks a level.
    func written(indentation: Int = 0) -> String {
        let blanks = String(repeating: "  ", count: indentation + 1)
        let end = String(repeating: "  ", count: indentation)
        switch self {
        case .string(let text): return Self.quoted(text)
        case .integer(let value): return String(value)
        case .number(let value): return NumberText.written(value)
        case .boolean(let value): return String(value)
        case .array(let items):
            guard !items.isEmpty else { return "[]" }
            let lines = items.map { blanks + $0.written(indentation: indentation + 1) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(end)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map {
                "\(blanks)\(Self.quoted($0.0)): \($0.1.written(indentation: indentation + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(end)}"
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            default:
                if scalar.value < 0x20 {
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
