/// IPv4 addresses: four numbers of 0 to 255 with points between, that belong to nothing longer.
///
/// Letters, digits, `_` and points before or after make something longer, but for points at its
/// ends, as at the end of a sentence. A number has no zeros before it, as `inet_pton` wants it.
public struct IPv4Address: RecordPattern {
    /// Creates the pattern.
    public init() {}

    /// See ``RecordPattern/forEachMatch(in:_:)``.
    public func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) {
        var offset = 0
        while offset < record.count {
            guard Self.belongs(record[offset]) else {
                offset += 1
                continue
            }
            var first = offset
            repeat { offset += 1 } while offset < record.count && Self.belongs(record[offset])
            var end = offset
            while first < end, record[first] == UInt8(ascii: ".") { first += 1 }
            while first < end, record[end - 1] == UInt8(ascii: ".") { end -= 1 }
            let candidate = record.slice(first..<end)
            if Self.isAddress(candidate) { body(candidate) }
        }
    }

    private static func isAddress(_ text: ByteView) -> Bool {
        guard (7...15).contains(text.count) else { return false }
        var numbers = 1
        var number = 0
        var digits = 0
        for byte in text {
            if byte == UInt8(ascii: ".") {
                guard digits > 0 else { return false }
                numbers += 1
                number = 0
                digits = 0
                continue
            }
            guard byte &- 48 < 10, digits == 0 || number > 0 else { return false }
            number = number * 10 + Int(byte - 48)
            digits += 1
            if number > 255 { return false }
        }
        return numbers == 4 && digits > 0
    }

    private static func belongs(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || byte == UInt8(ascii: ".") || (byte | 0x20) &- 97 < 26
            || byte == UInt8(ascii: "_")
    }
}
