import CZlib

/// Compresses with gzip so that the same bytes give the same result on every machine.
///
/// Builds of zlib differ in what they find to compress, so that nothing in a simulation may depend
/// on the length of their output. This one finds less: one block of fixed codes, and of all earlier
/// places with the same three bytes only the last.
///
/// Source: RFC 1951, 3.2.5 and 3.2.6; RFC 1952.
public enum PortableGzip {
    /// Magic, method deflate, no flags, no time, no hint, unknown system.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    private static let matchLengths = 3...258
    private static let distanceMaximum = 32_768
    private static let tableBits: UInt32 = 12

    /// Compresses `bytes` into one member.
    ///
    /// - Complexity: O(n).
    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output = BitOutput(bytes: header)
        output.append(0b011, count: 3)  // The last block, of fixed codes.
        bytes.withUnsafeBufferPointer { compress($0, into: &output) }
        output.appendLiteral(256)
        output.flush()
        let checksum = bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count))
        }
        output.appendWord(checksum)
        output.appendWord(UInt32(truncatingIfNeeded: bytes.count))
        return output.bytes
    }

    private static func compress(_ input: UnsafeBufferPointer<UInt8>, into output: inout BitOutput)
    {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 1 << Int(tableBits)) { places in
            places.initialize(repeating: -1 - distanceMaximum)
            var place = 0
            while place < input.count {
                guard place + matchLengths.lowerBound <= input.count else {
                    output.appendLiteral(UInt32(input[place]))
                    place += 1
                    continue
                }
                let slot = hash(input, place)
                let earlier = places[slot]
                places[slot] = place
                let length =
                    place - earlier <= distanceMaximum ? match(input, earlier, place) : 0
                if length < matchLengths.lowerBound {
                    output.appendLiteral(UInt32(input[place]))
                    place += 1
                } else {
                    output.appendMatch(length: UInt32(length), distance: UInt32(place - earlier))
                    place += length
                }
            }
        }
    }

    private static func hash(_ input: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        let word =
            UInt32(input[place]) | UInt32(input[place + 1]) << 8 | UInt32(input[place + 2]) << 16
        return Int((word &* 0x9E37_79B1) >> (32 - tableBits))
    }

    /// How many bytes from `earlier` on are those from `place` on.
    private static func match(
        _ input: UnsafeBufferPointer<UInt8>,
        _ earlier: Int,
        _ place: Int
    ) -> Int {
        let maximum = min(matchLengths.upperBound, input.count - place)
        var length = 0
        while length < maximum, input[earlier + length] == input[place + length] { length += 1 }
        return length
    }
}

/// Bits that are put together to bytes, the first one lowest.
private struct BitOutput {
    private(set) var bytes: [UInt8]
    private var pending: UInt64 = 0
    private var count: UInt32 = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func append(_ value: UInt32, count more: UInt32) {
        pending |= UInt64(value) << UInt64(count)
        count += more
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Fills the last byte up with zeros.
    mutating func flush() {
        if count > 0 { append(0, count: 8 - count) }
    }

    mutating func appendWord(_ word: UInt32) {
        append(word, count: 32)
    }

    /// A code of Huffman's, which begins with its highest bit.
    private mutating func appendCode(_ code: UInt32, count: UInt32) {
        var (reversed, rest) = (UInt32(0), code)
        for _ in 0..<count {
            reversed = reversed << 1 | rest & 1
            rest >>= 1
        }
        append(reversed, count: count)
    }

    /// A byte, 256 for the end, or the code of a length: RFC 1951, 3.2.6.
    mutating func appendLiteral(_ symbol: UInt32) {
        switch symbol {
        case 0...143: appendCode(0x30 + symbol, count: 8)
        case 144...255: appendCode(0x190 + symbol - 144, count: 9)
        case 256...279: appendCode(symbol - 256, count: 7)
        default: appendCode(0xC0 + symbol - 280, count: 8)
        }
    }

    /// As many bytes as `length`, from `distance` bytes before: RFC 1951, 3.2.5.
    mutating func appendMatch(length: UInt32, distance: UInt32) {
        if length == 258 {
            appendLiteral(285)
        } else {
            let (code, extra, rest) = Self.code(for: length - 3, step: 4)
            appendLiteral(257 + code)
            append(rest, count: extra)
        }
        let (code, extra, rest) = Self.code(for: distance - 1, step: 2)
        appendCode(code, count: 5)
        append(rest, count: extra)
    }

    /// The code of a number from zero on: there are `2 * step` codes of their own, and then `step`
    /// for each further bit that stands behind the code.
    private static func code(
        for value: UInt32,
        step: UInt32
    ) -> (code: UInt32, extra: UInt32, rest: UInt32) {
        guard value >= 2 * step else { return (value, 0, 0) }
        let stepBits = UInt32(step.trailingZeroBitCount)
        let top = UInt32(31 - value.leadingZeroBitCount)
        let extra = top - stepBits
        let code = (extra + 1) * step + (value >> extra) - step
        return (code, extra, value & (1 << extra - 1))
    }
}
