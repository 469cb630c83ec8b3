/// The identity of a multipart upload, opaque to clients.
public struct UploadID: Hashable, Sendable, CustomStringConvertible {
    /// Uploads of a store count up from 1.
    let number: UInt64

    private static let prefix = "upload-"

    init(number: UInt64) {
        self.number = number
    }

    /// Reads an identity from its text; any other text is that of an upload that never was.
    public init(_ text: String) {
        let number = text.hasPrefix(Self.prefix) ? UInt64(text.dropFirst(Self.prefix.count)) : nil
        self.number = number ?? 0
    }

    /// The text.
    public var description: String { Self.prefix + String(number) }
}

/// A part of a multipart upload.
struct UploadedPart {
    let content: ObjectContent
    let tag: ETag
    let checksum: ObjectChecksum?
    let lastModified: Timestamp
}

/// A multipart upload that was begun and neither completed nor aborted.
final class MultipartUpload {
    let id: UploadID
    let key: String
    let initiated: Timestamp
    let initiator: Principal
    let attributes: ObjectAttributes
    /// How the object will be encrypted: decided when the upload begins.
    let encryption: ServerSideEncryption
    let checksumAlgorithm: ChecksumAlgorithm?
    let checksumType: ChecksumType
    let ticket: WriteTicket
    private(set) var parts: [Int: UploadedPart] = [:]

    init(
        id: UploadID,
        key: String,
        initiated: Timestamp,
        initiator: Principal,
        attributes: ObjectAttributes,
        encryption: ServerSideEncryption,
        checksumAlgorithm: ChecksumAlgorithm?,
        checksumType: ChecksumType,
        ticket: WriteTicket
    ) {
        self.id = id
        self.key = key
        self.initiated = initiated
        self.initiator = initiator
        self.attributes = attributes
        self.encryption = encryption
        self.checksumAlgorithm = checksumAlgorithm
        self.checksumType = checksumType
        self.ticket = ticket
    }

    /// The class whose price the parts have: those of an archive wait in front of it.
    var stagingClass: StorageClass {
        attributes.storageClass.isArchive ? .standard : attributes.storageClass
    }

    /// The numbers of the parts that were uploaded, in order.
    var partNumbers: [Int] { parts.keys.sorted() }

    /// Sets a part; an earlier one of its number is gone.
    ///
    /// - Returns: The size of the earlier one.
    func set(_ part: UploadedPart, number: Int) -> Int? {
        parts.updateValue(part, forKey: number)?.content.count
    }
}
