/// The hash functions by name: what a scenario may choose from.
public enum HashAlgorithm: String, CaseIterable, Sendable {
    /// ``MurmurHash32``.
    case murmur3 = "murmur3"
    /// ``MurmurHash128``.
    case murmur3Long = "murmur3-128"
    /// ``XXHash64``.
    case xxHash64 = "xxhash64"
    /// ``FNV1a32``.
    case fnv1a32 = "fnv1a-32"
    /// ``FNV1a64``.
    case fnv1a64 = "fnv1a-64"
    /// ``SipHash24``.
    case sipHash24 = "siphash-2-4"
    /// ``CRC32``.
    case crc32 = "crc32"
    /// ``MD5Hash``.
    case md5 = "md5"
    /// ``SHA256Hash``.
    case sha256 = "sha256"

    /// The function, seeded where it takes a seed: murmur3 by the low 32 bits, SipHash in the first
    /// half of its key. FNV, CRC-32, MD5 and SHA-256 take none.
    public func function(seed: UInt64) -> any HashFunction {
        switch self {
        case .murmur3: MurmurHash32(seed: UInt32(truncatingIfNeeded: seed))
        case .murmur3Long: MurmurHash128(seed: UInt32(truncatingIfNeeded: seed))
        case .xxHash64: XXHash64(seed: seed)
        case .fnv1a32: FNV1a32()
        case .fnv1a64: FNV1a64()
        case .sipHash24: SipHash24(key: (seed, 0))
        case .crc32: CRC32()
        case .md5: MD5Hash()
        case .sha256: SHA256Hash()
        }
    }
}
