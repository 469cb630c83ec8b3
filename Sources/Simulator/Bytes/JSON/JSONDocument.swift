/// A whole JSON text: for small bodies, of which every field is looked at.
///
/// Records of jobs go through ``JSONScanner`` instead, which keeps nothing.
package enum JSONDocument: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number as it is written.
    case number(String)
    case string(String)
    case array([JSONDocument])
    /// Names and values in their order; a name may occur twice.
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONDocument
    }

    /// What a value is, in words.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// An object of these members.
    static func object(_ members: KeyValuePairs<String, JSONDocument>) -> JSONDocument {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// A whole number.
    static func integer(_ number: Int) -> JSONDocument { .number(String(number)) }

    // MARK: Writing

    /// The text in UTF-8, without blanks.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += value ? "true".utf8 : "false".utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (place, value) in values.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case ..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Why a text is no JSON.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    /// Where, in bytes.
    package let offset: Int
    /// What should stand there.
    package let expected: String

    package var description: String { "bad JSON at byte \(offset): expected \(expected)" }
}

extension JSONDocument {
    /// Nesting beyond this is refused.
    private static let maximumDepth = 32

    /// Reads a whole text, strictly by RFC 8259.
    package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        var reader = Reader(text: bytes)
        self = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.offset == bytes.count else { throw reader.problem("the end") }
    }

    /// Reads one value after the other.
    private struct Reader {
        let text: [UInt8]
        var offset = 0

        var peek: UInt8? { offset < text.count ? text[offset] : nil }

        func problem(_ expected: String) -> JSONSyntaxError {
            JSONSyntaxError(offset: offset, expected: expected)
        }

        mutating func skipBlanks() {
            while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard peek == UInt8(ascii: character) else { return false }
            offset += 1
            return true
        }

        mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONDocument {
            guard depth < JSONDocument.maximumDepth else { throw problem("less nesting") }
            skipBlanks()
            switch peek {
            case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
            case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
            case UInt8(ascii: "\""): return .string(try string())
            default: break
            }
            for (word, value) in Self.literals where text[offset...].starts(with: word.utf8) {
                offset += word.utf8.count
                return value
            }
            return .number(try number())
        }

        private static let literals: [(String, JSONDocument)] = [
            ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
        ]

        private mutating func members(depth: Int) throws(JSONSyntaxError) -> [Member] {
            offset += 1
            skipBlanks()
            if skip("}") { return [] }
            var members: [Member] = []
            repeat {
                skipBlanks()
                guard peek == UInt8(ascii: "\"") else { throw problem("a name in quotes") }
                let name = try string()
                skipBlanks()
                guard skip(":") else { throw problem("a colon") }
                members.append(Member(name: name, value: try value(depth: depth)))
                skipBlanks()
            } while skip(",")
            guard skip("}") else { throw problem("a comma or '}'") }
            return members
        }

        private mutating func elements(depth: Int) throws(JSONSyntaxError) -> [JSONDocument] {
            offset += 1
            skipBlanks()
            if skip("]") { return [] }
            var elements: [JSONDocument] = []
            repeat {
                elements.append(try value(depth: depth))
                skipBlanks()
            } while skip(",")
            guard skip("]") else { throw problem("a comma or ']'") }
            return elements
        }

        private mutating func string() throws(JSONSyntaxError) -> String {
            offset += 1
            let start = offset
            while let byte = peek, byte != UInt8(ascii: "\"") {
                guard byte >= 0x20 else { throw problem("no control character in a string") }
                offset += 1
                guard byte == UInt8(ascii: "\\") else { continue }
                guard let escape = peek else { throw problem("an escape") }
                if escape == UInt8(ascii: "u") {
                    let digits = text[(offset + 1)...].prefix(4)
                    guard digits.count == 4,
                        digits.allSatisfy({ JSONString.hexadecimal($0) != nil })
                    else { throw problem("four hexadecimal digits") }
                } else if JSONString.unescaped(escape) == nil {
                    throw problem("an escape")
                }
                offset += 1
            }
            let end = offset
            guard skip("\"") else { throw problem("a quote") }
            return text[start..<end].withUnsafeBytes { raw in
                var plain: [UInt8] = []
                JSONString(raw: ByteView(raw), hasEscapes: true).append(to: &plain)
                return String(decoding: plain, as: UTF8.self)
            }
        }

        private mutating func number() throws(JSONSyntaxError) -> String {
            let start = offset
            _ = skip("-")
            if !skip("0") { try digits() }
            if skip(".") { try digits() }
            if skip("e") || skip("E") {
                if !skip("+") { _ = skip("-") }
                try digits()
            }
            return String(decoding: text[start..<offset], as: UTF8.self)
        }

        private mutating func digits() throws(JSONSyntaxError) {
            let start = offset
            while let byte = peek, byte &- 48 < 10 { offset += 1 }
            guard offset > start else { throw problem("a value") }
        }
    }
}
