/// IPv4 addresses: four numbers of 0 to 255 with points between, that belong to nothing longer.
///
/// Letters, digits, `_` and points before or after make something longer, but for points at its
/// ends, as at the end of a sentence. A number has no zeros before it, as `inet_pton` wants it.
public struct IPv4Address: RecordPattern {
    /// Creates the pattern.
    public init() {}

    /// See ``RecordPattern/forEachMatch(in:_:)``.
    ///
    /// Looks for points between digits, eight bytes at a time, and at what is around them then.
    public func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) {
        let start = record.start
        var offset = 1
        while let point = Self.point(in: record, from: offset), point + 1 < record.count {
            offset = point + 1
            guard start[point - 1] &- 48 < 10, start[offset] &- 48 < 10 else { continue }
            var first = point
            while first > 0, Self.belongs(start[first - 1]) { first -= 1 }
            while offset < record.count, Self.belongs(start[offset]) { offset += 1 }
            var end = offset
            while start[first] == UInt8(ascii: ".") { first += 1 }
            while start[end - 1] == UInt8(ascii: ".") { end -= 1 }
            let candidate = ByteView(start: start + first, count: end - first)
            if Self.isAddress(candidate) { body(candidate) }
        }
    }

    /// Where the next point stands.
    @inline(__always)
    private static func point(in record: ByteView, from start: Int) -> Int? {
        let pattern: UInt64 = 0x2E2E_2E2E_2E2E_2E2E
        var offset = start
        while offset + 8 <= record.count {
            let word = Bytes.word(record, at: offset) ^ pattern
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return offset + zeros.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < record.count {
            if record.start[offset] == UInt8(ascii: ".") { return offset }
            offset += 1
        }
        return nil
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
