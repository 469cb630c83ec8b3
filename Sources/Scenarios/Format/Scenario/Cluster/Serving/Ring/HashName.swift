/// The hash functions of rings, by the names of scenario files.
public enum HashName: String, Sendable, CaseIterable {
    /// `i² + 2i + 17` for requests, `i² + j² + 2j + 25` for virtual nodes.
    case quadratic
    /// The quadratic pair with the exponents lost, `i + 2i + 17` and `i + j + 2j + 25`; for a ring
    /// only.
    case seedAsCoded = "seed-as-coded"
    /// Multiplicative: `i * 2654435761 mod 2^32` (Knuth) for requests,
    /// `(i * 1315423911) ^ (j * 2654435761)` for virtual nodes.
    case knuth
    /// The first eight bytes of MD5, big-endian.
    case md5
    /// The first eight bytes of SHA-256, big-endian.
    case sha256
    /// MurmurHash3, x86, 32 bits.
    case murmur3
    /// MurmurHash3, x64, 128 bits.
    case murmur3x64 = "murmur3-x64-128"
    /// xxHash, 64 bits.
    case xxhash64
    /// FNV-1a, 32 bits.
    case fnv1a32 = "fnv-1a-32"
    /// FNV-1a, 64 bits.
    case fnv1a64 = "fnv-1a-64"
    /// SipHash-2-4.
    case sipHash24 = "siphash-2-4"
    /// CRC-32 (IEEE 802.3).
    case crc32
}

extension ValueFormat where Value == HashName {
    /// Any hash function of a ring.
    static var hash: ValueFormat { .choice("hash function", HashName.self) }
}
