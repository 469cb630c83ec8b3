/// The level of a log line, in capitals: the first that stands there.
///
/// A level is one of fourteen customary names as a word of its own: in capitals, or in any letters
/// after `level=` or `"level":`, or at the end of brackets as in Apache's `[core:error]`.
public struct LogLevel: RecordPattern {
    /// Creates the pattern.
    public init() {}

    /// See ``RecordPattern/forEachMatch(in:_:)``.
    public func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) {
        var offset = 0
        let start = record.start
        while offset < record.count {
            guard Self.isWord(start[offset]) else {
                offset += 1
                continue
            }
            let first = offset
            repeat { offset += 1 } while offset < record.count && Self.isWord(start[offset])
            guard (3...8).contains(offset - first), stands(first..<offset, alone: record),
                let level = Self.level(record.slice(first..<offset))
            else { continue }
            let isCapital = record.slice(first..<offset).allSatisfy { $0 & 0x20 == 0 }
            if isCapital || isBracketed(first..<offset, in: record)
                || isNamed(first, in: record)
            {
                return body(level)
            }
        }
    }

    /// The levels, in memory that is never freed.
    private static let levels: [StaticString] = [
        "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "SEVERE", "CRIT",
        "CRITICAL", "ALERT", "EMERG", "FATAL",
    ]

    private static func level(_ word: ByteView) -> ByteView? {
        for level in levels where level.utf8CodeUnitCount == word.count {
            let name = ByteView(start: level.utf8Start, count: word.count)
            if zip(name, word).allSatisfy({ $0 == $1 & 0xDF }) { return name }
        }
        return nil
    }

    /// Whether no name, path or number goes on before or after.
    private func stands(_ range: Range<Int>, alone record: ByteView) -> Bool {
        if range.lowerBound > 0, Self.isJoint(record[range.lowerBound - 1]) { return false }
        guard range.upperBound + 1 < record.count else { return true }
        return !Self.isJoint(record[range.upperBound])
            || !Self.isWord(record[range.upperBound + 1])
    }

    private func isBracketed(_ range: Range<Int>, in record: ByteView) -> Bool {
        guard range.lowerBound > 0, range.upperBound < record.count else { return false }
        let before = record[range.lowerBound - 1]
        return record[range.upperBound] == UInt8(ascii: "]")
            && (before == UInt8(ascii: "[") || before == UInt8(ascii: ":"))
    }

    /// Whether `level`, a colon or an equals sign, and perhaps quotes and blanks stand before.
    private func isNamed(_ first: Int, in record: ByteView) -> Bool {
        var end = first
        var isGiven = false
        while end > 0, [0x20, 0x22, 0x27, 0x3A, 0x3D].contains(record[end - 1]) {
            end -= 1
            isGiven = isGiven || record[end] == 0x3A || record[end] == 0x3D
        }
        guard isGiven, end >= 5 else { return false }
        return zip(record.slice((end - 5)..<end), "LEVEL".utf8).allSatisfy { $0 & 0xDF == $1 }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "_")
    }

    private static func isJoint(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
    }
}
