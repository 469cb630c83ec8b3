/// Numbers in as many bytes as they need: seven bits a byte, the lowest first (LEB128, as in
/// protocol buffers).
enum VariableLengthInteger {
    /// Appends `number`.
    static func append(_ number: Int, to bytes: inout [UInt8]) {
        precondition(number >= 0, "lengths and counts are not negative")
        var rest = UInt(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads a number at `offset` and moves past it; nothing where the bytes end too soon, or
    /// the number is too large.
    static func read(_ bytes: ByteView, at offset: inout Int) -> Int? {
        var number: UInt = 0
        var shift: UInt = 0
        while offset < bytes.count, shift < 63 {
            let byte = bytes[offset]
            offset += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(number) }
            shift += 7
        }
        return nil
    }
}
