/// A string as it stands in a JSON text.
struct JSONString {
    /// What stands between the quotes.
    let raw: ByteView
    /// Whether it has backslashes.
    let hasEscapes: Bool

    /// Appends the string itself, in UTF-8 where it was escaped; half a surrogate pair alone
    /// becomes U+FFFD.
    func append(to bytes: inout [UInt8]) {
        var offset = 0
        while offset < raw.count {
            guard raw[offset] == UInt8(ascii: "\\"), offset + 1 < raw.count else {
                bytes.append(raw[offset])
                offset += 1
                continue
            }
            if let byte = Self.unescaped(raw[offset + 1]) {
                bytes.append(byte)
                offset += 2
                continue
            }
            let first = unit(at: offset)
            offset += 6
            var scalar = Unicode.Scalar(first)
            if first & 0xFC00 == 0xD800, let second = lowSurrogate(at: offset) {
                scalar = Unicode.Scalar(0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF)
                offset += 6
            }
            bytes.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? .init())
        }
    }

    /// Whether the string is `other`.
    func equals(_ other: ByteView) -> Bool {
        guard hasEscapes else { return raw == other }
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes.withUnsafeBytes { ByteView($0) == other }
    }

    private func lowSurrogate(at offset: Int) -> UInt32? {
        guard offset + 6 <= raw.count, raw[offset] == UInt8(ascii: "\\"),
            raw[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        let unit = unit(at: offset)
        return unit & 0xFC00 == 0xDC00 ? unit : nil
    }

    /// The four digits of `\uXXXX`.
    private func unit(at offset: Int) -> UInt32 {
        (2..<6).reduce(0) { unit, place in
            guard offset + place < raw.count else { return unit }
            return unit << 4 | (Self.hexadecimal(raw[offset + place]) ?? 0)
        }
    }

    /// What a backslash and `byte` stand for.
    static func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The number that a hexadecimal digit stands for.
    static func hexadecimal(_ byte: UInt8) -> UInt32? {
        if byte &- 48 < 10 { return UInt32(byte - 48) }
        let letter = byte | 0x20
        return letter &- 97 < 6 ? UInt32(letter - 87) : nil
    }
}
