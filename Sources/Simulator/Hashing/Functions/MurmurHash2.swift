/// MurmurHash2 of 32 bits, by which Kafka's clients choose the partition of a key.
///
/// Source: Appleby, `MurmurHash2.cpp`; Apache Kafka, `Utils.murmur2`, whose seed is the standard
/// one here.
public struct MurmurHash2: HashFunction {
    /// Kafka's seed.
    public static let kafkaSeed: UInt32 = 0x9747_B28C

    /// The seed.
    public let seed: UInt32

    /// Creates the function.
    public init(seed: UInt32 = kafkaSeed) {
        self.seed = seed
    }

    /// See ``HashFunction/name``.
    public var name: String { "murmur2" }

    /// See ``HashFunction/width``.
    public var width: Int { 32 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let multiplier: UInt32 = 0x5BD1_E995
        var hash = seed ^ UInt32(truncatingIfNeeded: bytes.count)
        let blocksEnd = bytes.count & ~3
        var offset = 0
        while offset < blocksEnd {
            var block = bytes.littleEndian32(at: offset)
            block &*= multiplier
            block ^= block >> 24
            block &*= multiplier
            hash = (hash &* multiplier) ^ block
            offset += 4
        }
        if offset < bytes.count {
            for position in (offset..<bytes.count).reversed() {
                hash ^= UInt32(bytes[position]) << UInt32((position - offset) * 8)
            }
            hash &*= multiplier
        }
        hash ^= hash >> 13
        hash &*= multiplier
        hash ^= hash >> 15
        return UInt64(hash)
    }
}
