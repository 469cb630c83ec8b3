/// The SplitMix64 generator: 64 bits of state, one addition and two multiplications a draw.
///
/// Every seed gives a full-period sequence, so it also serves to spread a small seed over the state
/// of a larger generator. It is fixed by its reference implementation, and therefore the same on
/// every machine; it is not for cryptography.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
/// reference code `splitmix64.c` by Sebastiano Vigna.
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    /// The state; it advances by the golden ratio at each draw.
    public var state: UInt64

    /// Creates a generator whose first draw is the mix of `seed` plus the golden ratio.
    @inlinable
    public init(seed: UInt64) {
        state = seed
    }

    /// Draws the next 64 bits.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// The finaliser on its own: a bijection of 64 bits in which every input bit reaches every
    /// output bit.
    @inlinable
    public static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
