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

    /// The checksum of the bytes.
    public func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        ReflectedCRC.iso.checksum(bytes, continuing: previous)
    }
}
