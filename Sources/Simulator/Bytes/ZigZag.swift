/// Numbers in as many bytes as they need, small negative ones in few, as `sint64` of protocol
/// buffers.
enum ZigZag {
    /// Appends `number`.
    static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// How many bytes `number` needs.
    static func size(_ number: Int) -> Int {
        let zigzag = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
        return max(1, (UInt.bitWidth - zigzag.leadingZeroBitCount + 6) / 7)
    }

    /// Reads a number at `offset` and moves past it; nothing where the bytes end too soon, or the
    /// number is too large.
    static func read(_ bytes: ByteView, at offset: inout Int) -> Int? {
        var number: UInt = 0
        var shift: UInt = 0
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1) }
            shift += 7
        }
        return nil
    }
}

/// Numbers with their highest byte first.
enum BigEndian {
    /// Appends `number`.
    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// The number at `offset`.
    static func load<Number: FixedWidthInteger>(
        _ type: Number.Type,
        _ bytes: UnsafeRawBufferPointer,
        at offset: Int
    ) -> Number {
        Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
}
