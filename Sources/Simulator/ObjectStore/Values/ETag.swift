/// What names the content of an object: the entity tag that S3 computes.
///
/// Of an object put whole it is the MD5 of its bytes; of a multipart upload the MD5 of the
/// concatenated MD5 digests of its parts, with a hyphen and their number behind it, which is the
/// MD5 of no object.
///
/// Source: the S3 API reference, *Object*, `ETag`; the form of multipart tags is not documented,
/// and taken from recorded answers.
public struct ETag: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes of the digest.
    let high: UInt64
    /// The last eight bytes of the digest.
    let low: UInt64
    /// How many parts the object was uploaded in; 0 for one put whole.
    public let partCount: UInt16

    init(high: UInt64, low: UInt64, partCount: UInt16) {
        self.high = high
        self.low = low
        self.partCount = partCount
    }

    /// A tag from the 16 bytes of an MD5 digest.
    init(digest: UnsafeRawBufferPointer, partCount: Int = 0) {
        high = UInt64(bigEndian: digest.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        self.partCount = UInt16(partCount)
    }

    /// Reads a tag from its text, with or without quotes.
    ///
    /// - Returns: Nil where the text is none that a store makes.
    public init?(_ text: some StringProtocol) {
        var rest = Substring(text).utf8
        if rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\""), rest.count > 1 {
            rest = rest.dropFirst().dropLast()
        }
        guard rest.count >= 32 else { return nil }
        var words: [UInt64] = [0, 0]
        for (index, byte) in rest.prefix(32).enumerated() {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(digit)
        }
        high = words[0]
        low = words[1]
        rest = rest.dropFirst(32)
        if rest.isEmpty {
            partCount = 0
            return
        }
        guard rest.first == UInt8(ascii: "-"),
            let parts = UInt16(String(decoding: rest.dropFirst(), as: UTF8.self)), parts > 0
        else { return nil }
        partCount = parts
    }

    /// The 16 bytes of the digest.
    var digest: [UInt8] {
        [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
    }

    /// The tag without quotes: 32 hexadecimal digits, and `-N` for a multipart upload of *N*
    /// parts.
    public var text: String {
        Hexadecimal.text(digest) + (partCount == 0 ? "" : "-\(partCount)")
    }

    /// The tag in quotes, as the header has it.
    public var description: String { "\"\(text)\"" }
}
