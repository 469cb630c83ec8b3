/// The rules for names of buckets.
///
/// Source: the S3 User Guide, *General purpose bucket naming rules*.
package enum BucketName {
    private static let lengths = 3...63
    private static let reservedPrefixes = ["xn--", "sthree-", "amzn-s3-demo-"]
    private static let reservedSuffixes = ["-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3"]

    /// Whether a bucket may have the name.
    package static func isValid(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard lengths.contains(bytes.count), bytes.allSatisfy(isAllowed),
            let first = bytes.first, let last = bytes.last, isAlphanumeric(first),
            isAlphanumeric(last)
        else { return false }
        let dots = zip(bytes, bytes.dropFirst()).contains { $0 == dot && $1 == dot }
        return !dots && !isAddress(bytes)
            && !reservedPrefixes.contains(where: name.hasPrefix)
            && !reservedSuffixes.contains(where: name.hasSuffix)
    }

    private static let dot = UInt8(ascii: ".")

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == dot || byte == UInt8(ascii: "-")
    }

    /// Whether the name looks like an address of IPv4.
    private static func isAddress(_ bytes: [UInt8]) -> Bool {
        let numbers = bytes.split(separator: dot, omittingEmptySubsequences: false)
        return numbers.count == 4
            && numbers.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isDigit) }
    }
}
