/// Writes trees as YAML that reads back the same.
enum YAMLWriter {
    /// A node in one line.
    static func flow(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let text, let plain):
            return scalar(text, plain: plain)
        case .sequence(let items):
            return "[\(items.map(flow).joined(separator: ", "))]"
        case .mapping(let entries):
            let pairs = entries.map { "\(scalar($0.key, plain: true)): \(flow($0.value))" }
            return "{\(pairs.joined(separator: ", "))}"
        case .unreadable:
            return "null"
        }
    }

    /// A scalar: without quotes where it may stand so anywhere, even inside a flow mapping.
    static func scalar(_ text: String, plain: Bool) -> String {
        if plain, isPlain(text) { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default:
                if scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
                    || scalar.value == 0x2028
                    || scalar.value == 0x2029 || scalar.value == 0xFEFF
                {
                    let digits = String(scalar.value, radix: 16)
                    quoted += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first,
            isWordy(first) || "/.+-".unicodeScalars.contains(first),
            text.last != " ", text.last != ":"
        else {
            return false
        }
        if text.hasPrefix("- ") || text == "-" || text.hasPrefix("---") || text.hasPrefix("...") {
            return false
        }
        if text.contains(": ") || text.contains(" #") { return false }
        return text.unicodeScalars.allSatisfy {
            isWordy($0) || " /.+-_%:=<>()@;!'".unicodeScalars.contains($0)
        }
    }

    private static func isWordy(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
