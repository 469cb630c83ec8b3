/// One range of bytes that a request asks for.
///
/// Source: RFC 9110, 14.1.2 and 14.2.
public enum ByteRange: Hashable, Sendable {
    /// `bytes=first-last`, or `bytes=first-` up to the end. Both bytes are included.
    case span(first: Int, last: Int?)
    /// `bytes=-count`: the last bytes.
    case suffix(count: Int)

    /// Reads the header `Range`.
    ///
    /// - Returns: Nil for what is no valid range of bytes, or several, of which S3 has none: then
    ///   the whole object is meant.
    public init?(header: String) {
        let prefix = "bytes="
        guard header.lowercased().hasPrefix(prefix) else { return nil }
        let text = header.dropFirst(prefix.count)
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }) else {
            return nil
        }
        if ends[0].isEmpty {
            guard let count = Self.number(ends[1]) else { return nil }
            self = .suffix(count: count)
            return
        }
        guard let first = Self.number(ends[0]) else { return nil }
        if ends[1].isEmpty {
            self = .span(first: first, last: nil)
            return
        }
        guard let last = Self.number(ends[1]), first <= last else { return nil }
        self = .span(first: first, last: last)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// A number too large to hold is as good as the largest.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }

    /// The bytes of an object of `size` bytes that are meant.
    ///
    /// - Returns: Nil where there are none: 416.
    public func resolve(size: Int) -> Range<Int>? {
        switch self {
        case .span(let first, let last):
            guard first < size else { return nil }
            return first..<min(size, (last ?? size).addingClamped(1))
        case .suffix(let count):
            guard count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
    }
}

extension Int {
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
