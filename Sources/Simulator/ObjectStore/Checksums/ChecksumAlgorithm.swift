/// An algorithm by which S3 checks the bytes of an object.
///
/// Source: the S3 User Guide, *Checking object integrity in Amazon S3*.
public enum ChecksumAlgorithm: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// CRC-32 of ISO 3309.
    case crc32 = "CRC32"
    /// CRC-32C, Castagnoli's.
    case crc32C = "CRC32C"
    /// SHA-1.
    case sha1 = "SHA1"
    /// SHA-256.
    case sha256 = "SHA256"
    /// CRC-64/NVME: what the store computes where nothing was asked for.
    case crc64NVME = "CRC64NVME"

    /// How many bytes a checksum has.
    public var byteCount: Int {
        switch self {
        case .crc32, .crc32C: 4
        case .sha1: 20
        case .sha256: 32
        case .crc64NVME: 8
        }
    }

    /// The header that carries a checksum: `x-amz-checksum-crc32` and so on.
    public var headerName: String { "x-amz-checksum-" + rawValue.lowercased() }

    /// How the checksums of parts may become that of the object, the usual way first.
    public var types: [ChecksumType] {
        switch self {
        case .crc32, .crc32C: [.composite, .fullObject]
        case .sha1, .sha256: [.composite]
        case .crc64NVME: [.fullObject]
        }
    }

    /// The name that S3 gives it.
    public var description: String { rawValue }
}

/// What the checksum of a multipart upload is the checksum of.
public enum ChecksumType: String, Hashable, Sendable, CustomStringConvertible {
    /// The checksums of the parts, one behind the other.
    case composite = "COMPOSITE"
    /// All bytes, as if they had been put whole.
    case fullObject = "FULL_OBJECT"

    /// The name that S3 gives it.
    public var description: String { rawValue }
}
