/// The verification procedure of SMHasher: it hashes the keys `{}`, `{0}`, `{0, 1}` and so on up to
/// 255 bytes with the seeds 256 down to 1, concatenates the hashes, hashes them with seed zero, and
/// takes the first four bytes as a little-endian integer.
///
/// Source: `KeysetTest.cpp`, `VerificationTest`, in rurban/smhasher; the codes are those of its
/// `main.cpp`.
func verificationCode(hash: (_ key: [UInt8], _ seed: UInt32) -> [UInt8]) -> UInt32 {
    var hashes: [UInt8] = []
    for length in 0..<256 {
        let key = (0..<length).map { UInt8($0) }
        hashes += hash(key, UInt32(256 - length))
    }
    return hash(hashes, 0).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
}

/// The low bytes of an integer, the lowest first.
func littleEndianBytes(_ value: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
}
