/// A value that can cross the shuffle, as bytes: what map functions emit, and what combiners make.
///
/// The same value always gives the same bytes, on every machine.
public protocol ShuffleValue {
    /// Appends the bytes of this value. Their number is kept beside them: they need no end mark.
    func encode(into bytes: inout [UInt8])

    /// The value of `bytes`, which ``encode(into:)`` wrote; nothing where they are no such value.
    static func decode(_ bytes: ByteView) -> Self?
}

extension Int: ShuffleValue {
    /// Writes the number with as few bytes as it needs.
    public func encode(into bytes: inout [UInt8]) { encodeCompactly(into: &bytes) }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> Int? { decodeCompactly(bytes) }
}

extension Int128: ShuffleValue {
    /// Writes the number with as few bytes as it needs.
    public func encode(into bytes: inout [UInt8]) { encodeCompactly(into: &bytes) }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> Int128? { decodeCompactly(bytes) }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// Appends the number, the sign folded into the lowest bit, and the lowest byte first.
    fileprivate func encodeCompactly(into bytes: inout [UInt8]) {
        var rest = Magnitude(truncatingIfNeeded: self << 1 ^ self >> (Self.bitWidth - 1))
        repeat {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while rest != 0
    }

    fileprivate static func decodeCompactly(_ bytes: ByteView) -> Self? {
        guard (1...(bitWidth / 8)).contains(bytes.count) else { return nil }
        var folded: Magnitude = 0
        for (place, byte) in bytes.enumerated() { folded |= Magnitude(byte) << (8 * place) }
        return Self(truncatingIfNeeded: folded >> 1) ^ -Self(truncatingIfNeeded: folded & 1)
    }
}

extension ByteView: ShuffleValue {
    /// Writes the bytes as they are.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: buffer)
    }

    /// The bytes themselves, where they stand.
    public static func decode(_ bytes: ByteView) -> ByteView? { bytes }
}
