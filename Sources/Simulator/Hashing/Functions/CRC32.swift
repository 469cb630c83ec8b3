/// CRC-32 with the IEEE 802.3 polynomial: the checksum of zip, PNG and Ethernet, and the hash of
/// nginx's `hash` directive.
///
/// Source: ISO 3309, as in zlib's `crc32`.
public struct CRC32: HashFunction {
    /// The checksum of whatever stands in front of the bytes; zero for nothing.
    public let previous: UInt32

    /// Creates the function, optionally continuing the checksum of earlier bytes.
    public init(continuing previous: UInt32 = 0) {
        self.previous = previous
    }

    /// See ``HashFunction/name``.
    public var name: String { "crc32" }

    /// See ``HashFunction/width``.
    public var width: Int { 32 }

    /// See ``HashFunction/hash(_:)``.
    public func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        UInt64(checksum(bytes))
    }

    /// The checksum of the bytes, eight at a time through eight tables.
    public func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var state = ~previous
        Self.tables.withUnsafeBufferPointer { tables in
            let blocksEnd = bytes.count & ~7
            var offset = 0
            while offset < blocksEnd {
                let block = bytes.littleEndian64(at: offset) ^ UInt64(state)
                state = 0
                for position in 0..<8 {
                    let byte = Int(truncatingIfNeeded: (block >> UInt64(position * 8)) & 0xFF)
                    state ^= tables[(7 - position) * 256 + byte]
                }
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

    /// Table `k`, at `256 * k`, holds the checksum of each byte followed by `k` zero bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var state = UInt32(byte)
            for _ in 0..<8 {
                state = (state >> 1) ^ (state & 1 == 1 ? 0xEDB8_8320 : 0)
            }
            tables[byte] = state
        }
        for index in 256..<tables.count {
            let shorter = tables[index - 256]
            tables[index] = (shorter >> 8) ^ tables[Int(shorter & 0xFF)]
        }
        return tables
    }()
}
