/// Reads the XML that requests have as their bodies.
///
/// Of XML 1.0 it reads what S3's clients write: a declaration, comments, elements with a namespace,
/// text, sections of character data, references to characters. There are no document types or
/// processing instructions, and elements stand in each other only so deep. The packages that this
/// one depends on bring no reader of XML, and Foundation's is a library of C of its own.
package struct XMLReader {
    private var rest: Substring.UTF8View
    private var depth = 0

    private static let depthMaximum = 16

    /// The outermost element of a document.
    ///
    /// - Throws: ``ObjectStoreError/malformedXML`` for anything but one element.
    package static func read(_ bytes: [UInt8]) throws(ObjectStoreError) -> XMLElement {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformedXML }
        var reader = XMLReader(rest: Substring(text).utf8)
        if reader.take("\u{FEFF}<?xml") || reader.take("<?xml") {
            guard reader.skip(past: "?>") else { throw .malformedXML }
        }
        try reader.skipSpaceAndComments()
        let element = try reader.element()
        try reader.skipSpaceAndComments()
        guard reader.rest.isEmpty else { throw .malformedXML }
        return element
    }

    private mutating func element() throws(ObjectStoreError) -> XMLElement {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthMaximum, take("<") else { throw .malformedXML }
        let name = try self.name()
        let isEmpty = try attributes()
        var element = XMLElement(name)
        if isEmpty { return element }
        var text: [UInt8] = []
        while !take("</") {
            guard let byte = rest.first else { throw .malformedXML }
            switch byte {
            case UInt8(ascii: "<"):
                if try skipComment() { continue }
                if take("<![CDATA[") {
                    text += try characterData()
                    continue
                }
                element.children.append(try self.element())
            case UInt8(ascii: "&"): text += try reference().utf8
            default:
                text.append(byte)
                rest.removeFirst()
            }
        }
        guard try self.name() == name else { throw .malformedXML }
        skipSpace()
        guard take(">") else { throw .malformedXML }
        if element.children.isEmpty {
            element.text = String(decoding: text, as: UTF8.self)
        } else if !text.allSatisfy(Self.isSpace) {
            throw .malformedXML
        }
        return element
    }

    /// What stands in a section of character data, as it stands there.
    private mutating func characterData() throws(ObjectStoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while !take("]]>") {
            guard let byte = rest.popFirst() else { throw .malformedXML }
            bytes.append(byte)
        }
        return bytes
    }

    /// Skips what stands behind the name of an element.
    ///
    /// - Returns: Whether it is empty.
    private mutating func attributes() throws(ObjectStoreError) -> Bool {
        while true {
            skipSpace()
            if take("/>") { return true }
            if take(">") { return false }
            _ = try name()
            skipSpace()
            guard take("=") else { throw .malformedXML }
            skipSpace()
            guard take("\"") ? skip(past: "\"") : take("'") && skip(past: "'") else {
                throw .malformedXML
            }
        }
    }

    /// A name; a prefix of a namespace before it means nothing here.
    private mutating func name() throws(ObjectStoreError) -> String {
        let bytes = rest.prefix { byte in
            !Self.isSpace(byte) && !"<>/='\"&".utf8.contains(byte)
        }
        guard let first = bytes.first, !"0123456789-.".utf8.contains(first) else {
            throw .malformedXML
        }
        rest = rest.dropFirst(bytes.count)
        let parts = Substring(bytes).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, !last.isEmpty else { throw .malformedXML }
        return String(last)
    }

    /// The character that a reference stands for.
    private mutating func reference() throws(ObjectStoreError) -> String {
        let bytes = rest.dropFirst().prefix { $0 != UInt8(ascii: ";") }
        guard bytes.count <= 8, bytes.endIndex < rest.endIndex else { throw .malformedXML }
        rest = rest[bytes.endIndex...].dropFirst()
        let name = String(Substring(bytes))
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
            guard name.hasPrefix("#"), digits.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }),
                let code = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
                let scalar = Unicode.Scalar(code), code > 0
            else { throw .malformedXML }
            return String(Character(scalar))
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    private mutating func skipSpace() { rest = rest.drop(while: Self.isSpace) }

    private mutating func skipSpaceAndComments() throws(ObjectStoreError) {
        repeat { skipSpace() } while try skipComment()
    }

    /// - Returns: Whether there was one.
    private mutating func skipComment() throws(ObjectStoreError) -> Bool {
        guard take("<!--") else { return false }
        guard skip(past: "-->") else { throw .malformedXML }
        return true
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func skip(past text: String) -> Bool {
        while !rest.isEmpty {
            if take(text) { return true }
            rest.removeFirst()
        }
        return false
    }
}
