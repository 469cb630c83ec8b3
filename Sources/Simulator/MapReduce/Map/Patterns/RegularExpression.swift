import CRE2

/// A regular expression over bytes, of the RE2 library: its time is linear in the text.
///
/// What one costs is bounded, whoever wrote it: it takes at most ``memoryMaximum`` bytes, and one
/// that compiles to more than ``instructionMaximum`` instructions is refused: a search takes at
/// most so many steps for each byte of the text.
///
/// Bytes are taken as Latin-1, so that records in any encoding, and in none, can be searched; a
/// letter outside of ASCII is the bytes that it has in UTF-8, and cannot stand in brackets.
///
/// Soundness: the expression is never changed after it was compiled, and RE2 lets threads search
/// with one expression at the same time.
public final class RegularExpression: @unchecked Sendable {
    /// The most bytes that an expression takes, compiled and while it searches.
    public static let memoryMaximum = Int(CRE2_MEMORY_MAXIMUM)

    /// The most instructions that an expression is compiled to.
    public static let instructionMaximum = Int(CRE2_INSTRUCTION_MAXIMUM)

    private let expression: OpaquePointer
    /// Whether there is a group that captures.
    public let hasGroup: Bool

    /// Compiles an expression, in RE2's syntax.
    public init(_ text: String) throws(ExpressionError) {
        var error = cre2_error()
        let bytes = Array(text.utf8)
        let compiled = bytes.withUnsafeBufferPointer {
            cre2_compile($0.baseAddress, $0.count, &error)
        }
        guard let compiled else {
            let reason = withUnsafeBytes(of: &error.reason) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw ExpressionError(reason: reason, offset: Int(error.offset))
        }
        expression = compiled
        hasGroup = cre2_group_count(compiled) > 0
    }

    deinit {
        cre2_free(expression)
    }

    /// Whether the expression matches anywhere in `text`.
    public func matches(_ text: ByteView) -> Bool {
        cre2_search(expression, text.bytePointer, text.count, 0, nil, 0)
    }

    /// Calls `body` with the first group of every match, or with the match where there is no group.
    ///
    /// Matches do not overlap. Empty ones, and groups that took no part, are left out.
    public func forEachMatch(in text: ByteView, _ body: (ByteView) -> Void) {
        withUnsafeTemporaryAllocation(of: cre2_range.self, capacity: 2) { ranges in
            var offset = 0
            let count: Int32 = hasGroup ? 2 : 1
            while offset <= text.count,
                cre2_search(
                    expression,
                    text.bytePointer,
                    text.count,
                    offset,
                    ranges.baseAddress,
                    count
                )
            {
                let key = ranges[hasGroup ? 1 : 0]
                if key.start < key.end { body(text.slice(key.start..<key.end)) }
                // An empty match would be found again where it stands.
                offset = max(ranges[0].end, ranges[0].start + 1)
            }
        }
    }
}

extension ByteView {
    /// The first byte for a function of C.
    fileprivate var bytePointer: UnsafePointer<UInt8>? {
        count == 0 ? nil : buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
}
