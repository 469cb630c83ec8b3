/// SipHash-2-4: a keyed hash that withstands chosen keys.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF", Indocrypt 2012.
public struct SipHash24: HashFunction {
    /// The first and the second half of the key, each as a little-endian integer.
    public let key: (UInt64, UInt64)

    /// Creates the function with a key of 128 bits.
    public init(key: (UInt64, UInt64)) {
        self.key = key
    }

    /// See ``HashFunction/name``.
    public var name: String { "siphash-2-4" }

    /// See ``HashFunction/width``.
    public var width: Int { 64 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = State(key: key)
        let blocksEnd = bytes.count & ~7
        var offset = 0
        while offset < blocksEnd {
            state.absorb(bytes.littleEndian64(at: offset))
            offset += 8
        }
        let length = UInt64(truncatingIfNeeded: bytes.count) << 56
        state.absorb(bytes.littleEndianTail(from: offset) | length)
        return state.finish()
    }

    private struct State {
        var v0: UInt64
        var v1: UInt64
        var v2: UInt64
        var v3: UInt64

        @inline(__always)
        init(key: (UInt64, UInt64)) {
            v0 = key.0 ^ 0x736F_6D65_7073_6575
            v1 = key.1 ^ 0x646F_7261_6E64_6F6D
            v2 = key.0 ^ 0x6C79_6765_6E65_7261
            v3 = key.1 ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func round() {
            v0 &+= v1
            v1 = v1.rotatedLeft(by: 13) ^ v0
            v0 = v0.rotatedLeft(by: 32)
            v2 &+= v3
            v3 = v3.rotatedLeft(by: 16) ^ v2
            v0 &+= v3
            v3 = v3.rotatedLeft(by: 21) ^ v0
            v2 &+= v1
            v1 = v1.rotatedLeft(by: 17) ^ v2
            v2 = v2.rotatedLeft(by: 32)
        }

        @inline(__always)
        mutating func absorb(_ block: UInt64) {
            v3 ^= block
            round()
            round()
            v0 ^= block
        }

        @inline(__always)
        mutating func finish() -> UInt64 {
            v2 ^= 0xFF
            for _ in 0..<4 { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }
    }
}
