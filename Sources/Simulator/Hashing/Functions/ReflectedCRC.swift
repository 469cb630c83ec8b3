/// A cyclic redundancy check of 32 or 64 bits in its reflected form, with all ones before and
/// after.
///
/// The checksum of two pieces follows from the checksums of each and the length of the second,
/// so that the full-object checksum of a multipart upload needs no byte of it again.
///
/// Source: Williams, "A painless guide to CRC error detection algorithms", 1993; the combination
/// is that of zlib's `crc32_combine`: to append a zero is to multiply by *x* modulo the polynomial.
struct ReflectedCRC<Word: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    private let polynomial: Word
    /// Table `k`, at `256 * k`, holds the checksum of each byte followed by `k` zero bytes.
    private let tables: [Word]

    private static var tableCount: Int { 8 }

    /// Creates the check of a polynomial, given with its least power in the highest bit.
    init(reflectedPolynomial polynomial: Word) {
        self.polynomial = polynomial
        var tables = [Word](repeating: 0, count: Self.tableCount * 256)
        for byte in 0..<256 {
            var state = Word(byte)
            for _ in 0..<8 {
                state = (state >> 1) ^ (state & 1 == 1 ? polynomial : 0)
            }
            tables[byte] = state
        }
        for index in 256..<tables.count {
            let shorter = tables[index - 256]
            tables[index] = (shorter >> 8) ^ tables[Int(shorter & 0xFF)]
        }
        self.tables = tables
    }

    /// The checksum of what `previous` is the checksum of, followed by `bytes`.
    ///
    /// Eight bytes at a time through eight tables.
    func checksum(_ bytes: UnsafeRawBufferPointer, continuing previous: Word = 0) -> Word {
        var state = ~previous
        tables.withUnsafeBufferPointer { tables in
            let blocksEnd = bytes.count & ~7
            var offset = 0
            while offset < blocksEnd {
                let block = bytes.littleEndian64(at: offset) ^ UInt64(state)
                var next: Word = 0
                for position in 0..<8 {
                    let byte = Int(truncatingIfNeeded: (block >> UInt64(position * 8)) & 0xFF)
                    next ^= tables[(7 - position) * 256 + byte]
                }
                state = next
                offset += 8
            }
            while offset < bytes.count {
                let byte = UInt8(truncatingIfNeeded: state) ^ bytes[offset]
                state = (state >> 8) ^ tables[Int(byte)]
                offset += 1
            }
        }
        return ~state
    }

    /// The checksum of two pieces one behind the other, the second of `count` bytes.
    ///
    /// - Complexity: O(log `count`).
    func combined(_ first: Word, _ second: Word, secondCount count: Int) -> Word {
        product(power(ofXTo: count * 8), first) ^ second
    }

    /// The product of two polynomials modulo that of the check, all reflected.
    private func product(_ left: Word, _ right: Word) -> Word {
        var sum: Word = 0
        var left = left
        var shifted = right
        let highest: Word = 1 << Word(Word.bitWidth - 1)
        while left != 0 {
            if left & highest != 0 { sum ^= shifted }
            left <<= 1
            shifted = (shifted >> 1) ^ (shifted & 1 == 1 ? polynomial : 0)
        }
        return sum
    }

    /// *x* to a power, modulo the polynomial, by squaring.
    private func power(ofXTo exponent: Int) -> Word {
        var result: Word = 1 << Word(Word.bitWidth - 1)
        var square: Word = 1 << Word(Word.bitWidth - 2)
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = product(square, result) }
            square = product(square, square)
            rest >>= 1
        }
        return result
    }
}

extension ReflectedCRC<UInt32> {
    /// CRC-32 of ISO 3309, as in zip and PNG.
    static let iso = ReflectedCRC(reflectedPolynomial: 0xEDB8_8320)
    /// CRC-32C, Castagnoli's, as in iSCSI (RFC 3720, appendix B.4).
    static let castagnoli = ReflectedCRC(reflectedPolynomial: 0x82F6_3B78)
}

extension ReflectedCRC<UInt64> {
    /// CRC-64/NVME: the check of the NVM Express specification, "64b CRC".
    static let nvme = ReflectedCRC(reflectedPolynomial: 0x9A6C_9329_AC4B_C9B5)
}
