/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Bytes in the alphabet of RFC 4648, section 4, in which S3's headers carry digests.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")

    /// The value of every byte of the alphabet; 255 for the others.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    static func text(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(bits, letters: 4, to: &text)
                (bits, count) = (0, 0)
            }
        }
        if count > 0 {
            append(bits << UInt32(8 * (3 - count)), letters: count + 1, to: &text)
            text += [UInt8](repeating: padding, count: 3 - count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ bits: UInt32, letters: Int, to text: inout [UInt8]) {
        for index in 0..<letters {
            text.append(alphabet[Int(bits >> UInt32(18 - 6 * index)) & 63])
        }
    }

    /// The bytes that a text stands for, or nil where it is not canonical.
    static func bytes(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.count % 4 == 0 else { return nil }
        let content = letters.prefix { $0 != padding }
        guard letters.count - content.count <= 2,
            letters[content.count...].allSatisfy({ $0 == padding })
        else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for letter in content {
            let value = values[Int(letter)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        guard bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }
}
