/// FNV-1a in 32 bits: one exclusive-or and one multiplication a byte.
///
/// Source: Fowler, Noll, Vo; RFC 9923.
public struct FNV1a32: HashFunction {
    /// The state before the first byte.
    public let basis: UInt32

    /// Creates the function with the standard offset basis, or with another to seed it.
    public init(basis: UInt32 = 0x811C_9DC5) {
        self.basis = basis
    }

    /// See ``HashFunction/name``.
    public var name: String { "fnv1a-32" }

    /// See ``HashFunction/width``.
    public var width: Int { 32 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = basis
        for byte in bytes {
            state = (state ^ UInt32(byte)) &* 0x0100_0193
        }
        return UInt64(state)
    }
}

/// FNV-1a in 64 bits.
///
/// Source: Fowler, Noll, Vo; RFC 9923.
public struct FNV1a64: HashFunction {
    /// The state before the first byte.
    public let basis: UInt64

    /// Creates the function with the standard offset basis, or with another to seed it.
    public init(basis: UInt64 = 0xCBF2_9CE4_8422_2325) {
        self.basis = basis
    }

    /// See ``HashFunction/name``.
    public var name: String { "fnv1a-64" }

    /// See ``HashFunction/width``.
    public var width: Int { 64 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = basis
        for byte in bytes {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return state
    }
}
