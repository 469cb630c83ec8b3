/// A function from bytes to an integer of a fixed width, the same on every machine and in every
/// run.
///
/// The standard library's `Hasher` is seeded per process, so nothing that a simulation decides may
/// come from it; everything that places or partitions takes one of these instead.
public protocol HashFunction: Sendable {
    /// The name by which scenarios and reports call the function.
    var name: String { get }

    /// How many of the low bits of a hash carry information; the rest are zero.
    var width: Int { get }

    /// The hash of a run of bytes. A digest longer than 64 bits is cut to its first 64.
    ///
    /// - Complexity: O(*n*) in the number of bytes, without allocation unless documented.
    func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64
}

extension HashFunction {
    /// The hash of an array of bytes.
    public func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// The hash of a text's UTF-8.
    public func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }
}

extension UnsafeRawBufferPointer {
    /// The 32 bits at an offset, read as little-endian whatever the machine.
    @inline(__always)
    func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The 64 bits at an offset, read as little-endian whatever the machine.
    @inline(__always)
    func littleEndian64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The bytes from an offset to the end, at most eight, as the low bytes of an integer.
    @inline(__always)
    func littleEndianTail(from offset: Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for index in offset..<count {
            value |= UInt64(self[index]) << shift
            shift += 8
        }
        return value
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bits moved up by a distance below the width, those that fall out coming in below.
    @inline(__always)
    func rotatedLeft(by distance: Self) -> Self {
        (self &<< distance) | (self &>> (Self(Self.bitWidth) - distance))
    }
}
