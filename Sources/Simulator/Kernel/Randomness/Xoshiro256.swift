/// xoshiro256++ 1.0, the generator behind every random stream.
///
/// Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021,
/// <https://prng.di.unimi.it/xoshiro256plusplus.c>.
public struct Xoshiro256: RandomNumberGenerator, Equatable, Sendable {
    var state: (UInt64, UInt64, UInt64, UInt64)

    /// A generator with the given 256 bits of state, not all zero.
    public init(state: (UInt64, UInt64, UInt64, UInt64)) {
        precondition(state != (0, 0, 0, 0), "the state of xoshiro256 must not be zero")
        self.state = state
    }

    /// A generator whose state is drawn from SplitMix64, as its authors advise.
    public init(seed: UInt64) {
        var source = SplitMix64(seed: seed)
        self.init(state: (source.next(), source.next(), source.next(), source.next()))
    }

    /// The next 64 bits.
    @inline(__always)
    public mutating func next() -> UInt64 {
        let result = rotated(state.0 &+ state.3, by: 23) &+ state.0
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, by: 45)
        return result
    }

    @inline(__always)
    private func rotated(_ word: UInt64, by count: UInt64) -> UInt64 {
        (word << count) | (word >> (64 - count))
    }

    /// Whether both have the same state.
    public static func == (left: Xoshiro256, right: Xoshiro256) -> Bool {
        left.state == right.state
    }
}
