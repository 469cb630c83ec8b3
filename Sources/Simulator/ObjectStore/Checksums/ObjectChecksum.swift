/// A checksum of an object or a part.
public struct ObjectChecksum: Hashable, Sendable, CustomStringConvertible {
    /// By which algorithm.
    public let algorithm: ChecksumAlgorithm
    /// Of what.
    public let type: ChecksumType
    /// Its bytes, those of an integer with the highest first.
    public let bytes: [UInt8]
    /// How many parts a composite checksum is made of; 0 for a full-object checksum.
    public let partCount: Int

    init(
        _ algorithm: ChecksumAlgorithm,
        bytes: [UInt8],
        type: ChecksumType = .fullObject,
        partCount: Int = 0
    ) {
        self.algorithm = algorithm
        self.type = type
        self.bytes = bytes
        self.partCount = partCount
    }

    /// The checksum of all bytes of a content.
    public init(_ algorithm: ChecksumAlgorithm, of content: ObjectContent) {
        self.init(algorithm, bytes: ContentDigests.checksum(algorithm, of: content))
    }

    /// Reads a full-object checksum from the text of its header.
    ///
    /// - Throws: ``ObjectStoreError/invalidRequest(_:)`` where it is not Base64 or of another
    ///   length.
    public init(_ algorithm: ChecksumAlgorithm, text: String) throws(ObjectStoreError) {
        guard let bytes = Base64.bytes(text), bytes.count == algorithm.byteCount else {
            throw .invalidRequest("Value for \(algorithm.headerName) header is invalid.")
        }
        self.init(algorithm, bytes: bytes)
    }

    /// Reads the checksum of a whole upload, which may be a composite one: then it may say of how
    /// many parts.
    ///
    /// - Throws: As ``init(_:text:)``.
    init(_ algorithm: ChecksumAlgorithm, ofUpload text: String) throws(ObjectStoreError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[1]), count > 0 else {
            try self.init(algorithm, text: text)
            return
        }
        let bytes = try ObjectChecksum(algorithm, text: String(parts[0])).bytes
        self.init(algorithm, bytes: bytes, type: .composite, partCount: count)
    }

    /// The text of the header: Base64, and `-N` for a composite of *N* parts.
    public var text: String {
        Base64.text(bytes) + (type == .composite ? "-\(partCount)" : "")
    }

    /// The headers of a response, in the order of their names.
    var headers: [ResponseHeader] {
        [
            ResponseHeader(algorithm.headerName, text),
            ResponseHeader("x-amz-checksum-type", type.rawValue),
        ]
    }

    /// The name of the algorithm and the text.
    public var description: String { "\(algorithm) \(text)" }

    /// The composite checksum of parts: the checksum of their checksums.
    static func composite(_ parts: [ObjectChecksum], _ algorithm: ChecksumAlgorithm) -> Self {
        let bytes = ObjectContent(parts.flatMap(\.bytes))
        return ObjectChecksum(
            algorithm,
            bytes: ContentDigests.checksum(algorithm, of: bytes),
            type: .composite,
            partCount: parts.count
        )
    }

    /// The full-object checksum of parts with these sizes, from theirs alone.
    ///
    /// - Returns: Nil for SHA-1 and SHA-256, whose checksums cannot be put together.
    static func combined(
        _ parts: [(checksum: ObjectChecksum, size: Int)],
        _ algorithm: ChecksumAlgorithm
    ) -> Self? {
        var whole: UInt64 = 0
        for part in parts {
            let next = part.checksum.bytes.reduce(0) { $0 << 8 | UInt64($1) }
            switch algorithm {
            case .crc32:
                whole = Self.combined(.iso, whole, next, part.size)
            case .crc32C:
                whole = Self.combined(.castagnoli, whole, next, part.size)
            case .crc64NVME:
                let check = ReflectedCRC<UInt64>.nvme
                whole = check.combined(whole, next, secondCount: part.size)
            case .sha1, .sha256: return nil
            }
        }
        let width = algorithm.byteCount * 8
        let bytes = stride(from: width - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: whole >> UInt64($0))
        }
        return ObjectChecksum(algorithm, bytes: bytes)
    }

    private static func combined(
        _ check: ReflectedCRC<UInt32>,
        _ first: UInt64,
        _ second: UInt64,
        _ count: Int
    ) -> UInt64 {
        UInt64(check.combined(UInt32(first), UInt32(second), secondCount: count))
    }
}
