/// Which version of a key: the null version of a bucket that keeps none, or one of those that
/// versioning numbers.
///
/// To clients it is an opaque text; here the text is the number in a fixed width, so that the same
/// run names the same versions.
///
/// Source: the S3 User Guide, *How S3 Versioning works*, "Version IDs".
public struct VersionID: Hashable, Sendable, CustomStringConvertible {
    /// 0 for the null version; the numbers of a store count up from 1.
    let number: UInt64

    /// The version with a number.
    init(number: UInt64) {
        self.number = number
    }

    /// The version that writes make while versioning is off or suspended.
    public static let null = VersionID(number: 0)

    private static let prefix = "v"
    private static let digits = 16

    /// Reads a version from its text.
    ///
    /// - Returns: Nil where the text is none that a store makes.
    public init?(_ text: String) {
        if text == "null" {
            self = .null
            return
        }
        guard text.utf8.count == Self.digits + 1, text.hasPrefix(Self.prefix) else { return nil }
        var number: UInt64 = 0
        for byte in text.utf8.dropFirst() {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            number = number << 4 | UInt64(digit)
        }
        guard number > 0 else { return nil }
        self.number = number
    }

    /// Whether it is the null version.
    public var isNull: Bool { number == 0 }

    /// `null`, or the opaque text of the version.
    public var description: String {
        if isNull { return "null" }
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
        return Self.prefix + Hexadecimal.text(bytes)
    }
}
