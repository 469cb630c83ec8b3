import Crypto

/// The SHA-256 of the bytes of a file, which tells one content from another.
public struct ContentDigest: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 64 hexadecimal digits.
    public let description: String

    /// The digest of `bytes`.
    public init(of bytes: [UInt8]) {
        var function = SHA256()
        bytes.withUnsafeBytes { function.update(bufferPointer: $0) }
        description = Hexadecimal.text(Array(function.finalize()))
    }

    /// Reads a digest; nil where the text is none.
    init?(_ text: some StringProtocol) {
        let isDigest =
            text.utf8.count == 64
            && text.utf8.allSatisfy { Hexadecimal.value(of: $0) != nil }
        guard isDigest else { return nil }
        description = String(text)
    }

    /// The order of the digits.
    public static func < (left: ContentDigest, right: ContentDigest) -> Bool {
        left.description < right.description
    }
}
