/// MurmurHash3 x86_32: the 32-bit hash of many ring implementations and of Cassandra's ancestors.
///
/// Source: `MurmurHash3.cpp` by Austin Appleby, in the SMHasher repository.
public struct MurmurHash32: HashFunction {
    /// Where the state starts.
    public let seed: UInt32

    /// Creates the function with a seed; zero is customary.
    public init(seed: UInt32) {
        self.seed = seed
    }

    /// See ``HashFunction/name``.
    public var name: String { "murmur3" }

    /// See ``HashFunction/width``.
    public var width: Int { 32 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = seed
        let blocksEnd = bytes.count & ~3
        var offset = 0
        while offset < blocksEnd {
            state ^= Self.scrambled(bytes.littleEndian32(at: offset))
            state = state.rotatedLeft(by: 13) &* 5 &+ 0xE654_6B64
            offset += 4
        }
        if offset < bytes.count {
            let tail = bytes.littleEndianTail(from: offset)
            state ^= Self.scrambled(UInt32(truncatingIfNeeded: tail))
        }
        state ^= UInt32(truncatingIfNeeded: bytes.count)
        state = (state ^ (state >> 16)) &* 0x85EB_CA6B
        state = (state ^ (state >> 13)) &* 0xC2B2_AE35
        return UInt64(state ^ (state >> 16))
    }

    @inline(__always)
    private static func scrambled(_ block: UInt32) -> UInt32 {
        (block &* 0xCC9E_2D51).rotatedLeft(by: 15) &* 0x1B87_3593
    }
}
