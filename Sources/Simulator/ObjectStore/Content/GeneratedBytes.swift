/// Bytes that follow from a seed: what a described object holds in place of stored ones.
///
/// Byte *i* is byte *i* mod 8 of draw *i* / 8 of a SplitMix64 generator, little-endian, so that any
/// range can be made without what stands before it.
enum GeneratedBytes {
    private static let goldenRatio: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Writes the bytes from `offset` on into `buffer`, as many as it holds.
    static func fill(_ buffer: UnsafeMutableRawBufferPointer, seed: UInt64, offset: Int) {
        var index = 0
        while index < buffer.count, (offset + index) % 8 != 0 {
            buffer[index] = byte(seed: seed, at: offset + index)
            index += 1
        }
        var state = seed &+ UInt64((offset + index) / 8) &* goldenRatio
        let wholeWords = UnsafeMutableRawBufferPointer(
            rebasing: buffer[index..<index + (buffer.count - index) / 8 * 8]
        )
        if var word = wholeWords.baseAddress {
            let end = word + wholeWords.count
            while word != end {
                state &+= goldenRatio
                word.storeBytes(of: SplitMix64.mix(state).littleEndian, as: UInt64.self)
                word += 8
            }
        }
        index += wholeWords.count
        while index < buffer.count {
            buffer[index] = byte(seed: seed, at: offset + index)
            index += 1
        }
    }

    private static func byte(seed: UInt64, at offset: Int) -> UInt8 {
        let word = SplitMix64.mix(seed &+ UInt64(offset / 8 + 1) &* goldenRatio)
        return UInt8(truncatingIfNeeded: word >> UInt64(offset % 8 * 8))
    }
}
