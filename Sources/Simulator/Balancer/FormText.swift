/// Bodies of the type `application/x-www-form-urlencoded`.
///
/// Source: WHATWG URL standard, section 5.
enum FormText {
    /// The value of the first field called `name`; nil where there is none.
    static func value(of name: String, in body: [UInt8]) -> String? {
        for field in body.split(separator: UInt8(ascii: "&")) {
            let parts = field.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2, decoded(parts[0]) == name { return decoded(parts[1]) }
        }
        return nil
    }

    /// The text that `bytes` stand for: `+` is a space, `%41` an A; a lone `%` stands for itself.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var plain: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = escapedByte(rest) {
                plain.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                plain.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static func escapedByte(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        let digits = bytes.prefix(2).map { Character(UnicodeScalar($0)) }
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(String(digits), radix: 16)
    }
}
