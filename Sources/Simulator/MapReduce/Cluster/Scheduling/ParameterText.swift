/// Names and values as one text for a column of a table: `gap=5&unit=s`, with everything but
/// letters, digits and `-._~` percent-encoded, and in the order of the names.
///
/// Source: RFC 3986, section 2.
enum ParameterText {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }
            .map { "\(encoded($0.key))=\(encoded($0.value))" }
            .joined(separator: "&")
    }

    /// The names and values; nothing where the text is none of `text(_:)`.
    static func parameters(_ text: String) -> [String: String]? {
        var parameters: [String: String] = [:]
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="),
                omittingEmptySubsequences: false
            )
            guard parts.count == 2, let name = decoded(parts[0]), let value = decoded(parts[1])
            else { return nil }
            parameters[name] = value
        }
        return parameters
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digits.firstIndex),
                let low = rest.popFirst().flatMap(digits.firstIndex)
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
