/// MurmurHash3 x64_128: the 128-bit variant for 64-bit machines, the token hash of Cassandra.
///
/// Source: `MurmurHash3.cpp` by Austin Appleby, in the SMHasher repository.
public struct MurmurHash128: HashFunction {
    /// Where both halves of the state start.
    public let seed: UInt32

    /// Creates the function with a seed; zero is customary.
    public init(seed: UInt32) {
        self.seed = seed
    }

    /// See ``HashFunction/name``.
    public var name: String { "murmur3-128" }

    /// See ``HashFunction/width``.
    public var width: Int { 64 }

    /// The first half of the digest. See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        digest(bytes).first
    }

    /// Both halves of the digest; in memory each is little-endian, the first in front.
    public func digest(_ bytes: UnsafeRawBufferPointer) -> (first: UInt64, second: UInt64) {
        var first = UInt64(seed)
        var second = UInt64(seed)
        let blocksEnd = bytes.count & ~15
        var offset = 0
        while offset < blocksEnd {
            first ^= Self.scrambledFirst(bytes.littleEndian64(at: offset))
            first = (first.rotatedLeft(by: 27) &+ second) &* 5 &+ 0x52DC_E729
            second ^= Self.scrambledSecond(bytes.littleEndian64(at: offset + 8))
            second = (second.rotatedLeft(by: 31) &+ first) &* 5 &+ 0x3849_5AB5
            offset += 16
        }
        let remaining = bytes.count - offset
        if remaining > 8 {
            second ^= Self.scrambledSecond(bytes.littleEndianTail(from: offset + 8))
            first ^= Self.scrambledFirst(bytes.littleEndian64(at: offset))
        } else if remaining > 0 {
            first ^= Self.scrambledFirst(bytes.littleEndianTail(from: offset))
        }
        first ^= UInt64(bytes.count)
        second ^= UInt64(bytes.count)
        first &+= second
        second &+= first
        first = Self.finalised(first)
        second = Self.finalised(second)
        first &+= second
        second &+= first
        return (first, second)
    }

    @inline(__always)
    private static func scrambledFirst(_ block: UInt64) -> UInt64 {
        (block &* 0x87C3_7B91_1142_53D5).rotatedLeft(by: 31) &* 0x4CF5_AD43_2745_937F
    }

    @inline(__always)
    private static func scrambledSecond(_ block: UInt64) -> UInt64 {
        (block &* 0x4CF5_AD43_2745_937F).rotatedLeft(by: 33) &* 0x87C3_7B91_1142_53D5
    }

    @inline(__always)
    private static func finalised(_ value: UInt64) -> UInt64 {
        var mixed = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return mixed ^ (mixed >> 33)
    }
}
