/// xxHash64: the hash of Envoy's ring and Maglev balancers.
///
/// Source: the xxHash fast digest algorithm, specification 0.1.1, by Yann Collet.
public struct XXHash64: HashFunction {
    /// What the four lanes start from.
    public let seed: UInt64

    /// Creates the function with a seed; zero is customary.
    public init(seed: UInt64) {
        self.seed = seed
    }

    /// See ``HashFunction/name``.
    public var name: String { "xxhash64" }

    /// See ``HashFunction/width``.
    public var width: Int { 64 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var offset = 0
        var state = seed &+ Self.prime5
        if bytes.count >= 32 {
            (state, offset) = stripes(bytes)
        }
        state &+= UInt64(bytes.count)
        while offset + 8 <= bytes.count {
            state ^= Self.round(0, bytes.littleEndian64(at: offset))
            state = state.rotatedLeft(by: 27) &* Self.prime1 &+ Self.prime4
            offset += 8
        }
        if offset + 4 <= bytes.count {
            state ^= UInt64(bytes.littleEndian32(at: offset)) &* Self.prime1
            state = state.rotatedLeft(by: 23) &* Self.prime2 &+ Self.prime3
            offset += 4
        }
        while offset < bytes.count {
            state ^= UInt64(bytes[offset]) &* Self.prime5
            state = state.rotatedLeft(by: 11) &* Self.prime1
            offset += 1
        }
        state = (state ^ (state >> 33)) &* Self.prime2
        state = (state ^ (state >> 29)) &* Self.prime3
        return state ^ (state >> 32)
    }

    /// Consumes the whole stripes of 32 bytes and merges the four lanes.
    private func stripes(_ bytes: UnsafeRawBufferPointer) -> (state: UInt64, offset: Int) {
        var lane1 = seed &+ Self.prime1 &+ Self.prime2
        var lane2 = seed &+ Self.prime2
        var lane3 = seed
        var lane4 = seed &- Self.prime1
        var offset = 0
        while offset + 32 <= bytes.count {
            lane1 = Self.round(lane1, bytes.littleEndian64(at: offset))
            lane2 = Self.round(lane2, bytes.littleEndian64(at: offset + 8))
            lane3 = Self.round(lane3, bytes.littleEndian64(at: offset + 16))
            lane4 = Self.round(lane4, bytes.littleEndian64(at: offset + 24))
            offset += 32
        }
        var state =
            lane1.rotatedLeft(by: 1) &+ lane2.rotatedLeft(by: 7) &+ lane3.rotatedLeft(by: 12)
            &+ lane4.rotatedLeft(by: 18)
        for lane in [lane1, lane2, lane3, lane4] {
            state = (state ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
        }
        return (state, offset)
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        (lane &+ input &* prime2).rotatedLeft(by: 31) &* prime1
    }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
}
