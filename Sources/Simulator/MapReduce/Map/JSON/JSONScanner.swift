/// Reads one JSON text byte by byte, strictly by RFC 8259, and looks only at what is asked for.
///
/// Bytes above 7F may stand in strings as they are, in any encoding.
struct JSONScanner {
    /// Nesting beyond this is refused, so that no record can use up the stack.
    static let maximumDepth = 256

    private let text: ByteView
    private var offset = 0

    init(_ text: ByteView) {
        self.text = text
    }

    /// The values of fields of the object that is the whole text; of fields that occur twice, the
    /// last.
    mutating func fields(_ paths: [JSONPath]) throws(BadRecord) -> [JSONValue?] {
        var found = [JSONValue?](repeating: nil, count: paths.count)
        let wanted = paths.indices.map { JSONPath.Place(path: $0, offset: 0) }
        skipBlanks()
        guard peek == UInt8(ascii: "{") else { throw problem("an object") }
        try object(paths, wanted, &found, depth: 1)
        skipBlanks()
        guard offset == text.count else { throw problem("the end") }
        return found
    }

    /// Moves past an object. `wanted` says which paths lead into it, and how much of each is left.
    private mutating func object(
        _ paths: [JSONPath],
        _ wanted: [JSONPath.Place],
        _ found: inout [JSONValue?],
        depth: Int
    ) throws(BadRecord) {
        offset += 1
        skipBlanks()
        if skip("}") { return }
        repeat {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw problem("a name in quotes") }
            let name = try string()
            skipBlanks()
            guard skip(":") else { throw problem("a colon") }
            skipBlanks()
            var inner: [JSONPath.Place] = []
            if !wanted.isEmpty, peek == UInt8(ascii: "{") {
                inner = wanted.compactMap { paths[$0.path].next(after: name, from: $0) }
            }
            let value = try value(paths, inner, &found, depth: depth)
            for place in wanted where paths[place.path].ends(with: name, from: place) {
                found[place.path] = value
            }
            skipBlanks()
        } while skip(",")
        guard skip("}") else { throw problem("a comma or '}'") }
    }

    private mutating func value(
        _ paths: [JSONPath],
        _ wanted: [JSONPath.Place],
        _ found: inout [JSONValue?],
        depth: Int
    ) throws(BadRecord) -> JSONValue {
        let start = offset
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            guard depth < Self.maximumDepth else { throw problem("less nesting") }
            try object(paths, wanted, &found, depth: depth + 1)
            return .other
        case UInt8(ascii: "["):
            guard depth < Self.maximumDepth else { throw problem("less nesting") }
            try array(depth: depth + 1)
            return .other
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        default:
            try number()
            return .number(text.slice(start..<offset))
        }
        return .literal(text.slice(start..<offset))
    }

    private mutating func array(depth: Int) throws(BadRecord) {
        offset += 1
        skipBlanks()
        if skip("]") { return }
        var nothing: [JSONValue?] = []
        repeat {
            skipBlanks()
            _ = try value([], [], &nothing, depth: depth)
            skipBlanks()
        } while skip(",")
        guard skip("]") else { throw problem("a comma or ']'") }
    }

    /// Moves past a string.
    private mutating func string() throws(BadRecord) -> JSONString {
        offset += 1
        let start = offset
        var hasEscapes = false
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                return JSONString(raw: text.slice(start..<(offset - 1)), hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
            case ..<0x20:
                offset -= 1
                throw problem("no control character in a string")
            default: break
            }
        }
        throw problem("a quote")
    }

    private mutating func escape() throws(BadRecord) {
        guard let byte = peek else { throw problem("an escape") }
        offset += 1
        if byte == UInt8(ascii: "u") {
            for _ in 0..<4 {
                guard let digit = peek, JSONString.hexadecimal(digit) != nil else {
                    throw problem("four hexadecimal digits")
                }
                offset += 1
            }
        } else if JSONString.unescaped(byte) == nil {
            offset -= 1
            throw problem("an escape")
        }
    }

    private mutating func number() throws(BadRecord) {
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits()
        }
    }

    private mutating func digits() throws(BadRecord) {
        let start = offset
        while let byte = peek, byte &- 48 < 10 { offset += 1 }
        guard offset > start else { throw problem("a value") }
    }

    private mutating func literal(_ word: StaticString) throws(BadRecord) {
        let length = word.utf8CodeUnitCount
        guard offset + length <= text.count,
            text.slice(offset..<(offset + length)) == ByteView(start: word.utf8Start, count: length)
        else { throw problem("a value") }
        offset += length
    }

    private var peek: UInt8? { offset < text.count ? text[offset] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            offset += 1
        }
    }

    private func problem(_ expected: String) -> BadRecord {
        BadRecord("bad JSON at byte \(offset): expected \(expected)")
    }
}
