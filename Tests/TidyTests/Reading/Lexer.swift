/// A word, number, literal or symbol of a Swift source.
struct Token: Equatable {
    /// What was written; `""` stands for a string literal, whatever it holds.
    let text: String
    /// The line it begins on, from 1.
    let line: Int
    /// Whether it follows a blank, a comment or a line break.
    let isSeparated: Bool
}

/// Splits Swift source into tokens, without comments and the text of string literals.
///
/// Code interpolated into strings is kept. Not a compiler: regular expression literals are read as
/// operators, which no rule here minds.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var isSeparated = true
    /// The tokens, in their order.
    private(set) var tokens: [Token] = []
    /// Lines inside literals of several lines.
    private(set) var literalLines: Set<Int> = []

    /// Reads `source` from its start to its end.
    init(reading source: String) {
        bytes = Array(source.utf8)
        readCode(insideInterpolation: false)
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private func follows(_ text: StaticString, at offset: Int = 0) -> Bool {
        let start = position + offset
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }

    private mutating func append(_ text: String, line: Int) {
        tokens.append(Token(text: text, line: line, isSeparated: isSeparated))
        isSeparated = false
    }

    private mutating func readCode(insideInterpolation: Bool) {
        var depth = 0
        while position < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
                isSeparated = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
                isSeparated = true
            case UInt8(ascii: "/") where follows("//") || follows("/*"):
                skipComment()
            case UInt8(ascii: "\""): readString(hashes: 0)
            case UInt8(ascii: "#"): readHash()
            case UInt8(ascii: "`"): readRawIdentifier()
            case let first where isWord(first) || first == UInt8(ascii: "@"): readWord()
            case let symbol:
                if symbol == UInt8(ascii: "(") { depth += 1 }
                if symbol == UInt8(ascii: ")") {
                    if insideInterpolation && depth == 0 { return }
                    depth -= 1
                }
                append(String(UnicodeScalar(symbol)), line: line)
                position += 1
            }
        }
    }

    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// Reads a name, keyword, attribute, directive or number.
    private mutating func readWord() {
        let start = position
        position += 1
        while isWord(byte()) { position += 1 }
        append(String(decoding: bytes[start..<position], as: UTF8.self), line: line)
    }

    private mutating func readRawIdentifier() {
        let start = position
        position += 1
        while position < bytes.count, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") {
            position += 1
        }
        position += 1
        let end = min(position, bytes.count)
        append(String(decoding: bytes[start..<end], as: UTF8.self), line: line)
    }

    /// Reads a raw string or a directive such as `#if`.
    private mutating func readHash() {
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if byte(hashes) == UInt8(ascii: "\"") {
            position += hashes
            readString(hashes: hashes)
        } else {
            readWord()
        }
    }

    private mutating func skipComment() {
        isSeparated = true
        if follows("//") {
            while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
            return
        }
        var depth = 0
        repeat {
            if follows("/*") {
                depth += 1
                position += 2
            } else if follows("*/") {
                depth -= 1
                position += 2
            } else {
                if byte() == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    /// Reads a string literal from its first quote; the code in its interpolations becomes tokens.
    private mutating func readString(hashes: Int) {
        append("\"\"", line: line)
        let isMultiline = follows("\"\"\"")
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while position < bytes.count {
            switch byte() {
            case UInt8(ascii: "\"") where closes(quotes: quotes, hashes: hashes):
                position += quotes + hashes
                return
            case UInt8(ascii: "\\") where hasHashes(hashes, at: 1):
                position += 1 + hashes
                if byte() == UInt8(ascii: "(") {
                    position += 1
                    isSeparated = true
                    readCode(insideInterpolation: true)
                    isSeparated = false
                }
                if byte() == UInt8(ascii: "\n") { line += 1 }
                position += 1
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
                if !isMultiline { return }
                literalLines.insert(line)
            default: position += 1
            }
        }
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }

    private func closes(quotes: Int, hashes: Int) -> Bool {
        (quotes == 1 || follows("\"\"\"")) && hasHashes(hashes, at: quotes)
    }
}
