/// One version of a key: an object as it was written, or a delete marker.
///
/// A class, and small, so that millions fit: what few objects have stands in ``VersionExtras``.
final class ObjectVersion {
    let id: VersionID
    let lastModified: Timestamp
    private(set) var extras: VersionExtras?
    let content: ObjectContent
    // The small fields fill the gap that the content leaves: 80 bytes in all.
    var storageClass: StorageClass
    let isDeleteMarker: Bool
    var replicationStatus: ReplicationStatus?
    private let tagPartCount: UInt16
    private let tagHigh: UInt64
    private let tagLow: UInt64

    init(
        id: VersionID,
        lastModified: Timestamp,
        tag: ETag,
        content: ObjectContent,
        storageClass: StorageClass
    ) {
        self.id = id
        self.lastModified = lastModified
        tagPartCount = tag.partCount
        tagHigh = tag.high
        tagLow = tag.low
        self.content = content
        self.storageClass = storageClass
        isDeleteMarker = false
    }

    /// A delete marker.
    init(markerWith id: VersionID, lastModified: Timestamp) {
        self.id = id
        self.lastModified = lastModified
        tagPartCount = 0
        tagHigh = 0
        tagLow = 0
        content = ObjectContent([])
        storageClass = .standard
        isDeleteMarker = true
    }

    var tag: ETag { ETag(high: tagHigh, low: tagLow, partCount: tagPartCount) }
    var size: Int { content.count }
    var metadata: ObjectMetadata { extras?.metadata ?? ObjectMetadata() }
    var tags: [ObjectTag] { extras?.tags ?? [] }
    var encryption: ServerSideEncryption { extras?.encryption ?? .s3 }
    var lock: ObjectLock { extras?.lock ?? ObjectLock() }
    /// When the object came into its storage class.
    var storedSince: Timestamp { extras?.storedSince ?? lastModified }

    /// Changes what few objects have.
    func change(_ body: (VersionExtras) -> Void) {
        let extras = self.extras ?? VersionExtras()
        body(extras)
        self.extras = extras.isEmpty ? nil : extras
    }

    /// What an answer says of the marker that the version is.
    var markerNote: ObjectStoreError.DeleteMarkerNote {
        ObjectStoreError.DeleteMarkerNote(versionID: id, lastModified: lastModified)
    }

    /// The checksum that was stored; without one, the CRC-64/NVME that the store computes itself.
    func checksum() -> ObjectChecksum {
        extras?.checksum ?? ObjectChecksum(.crc64NVME, of: content)
    }

    /// The bytes of a part of a multipart upload; of an object put whole, part 1 is all of it.
    func range(ofPart number: Int) -> Range<Int>? {
        guard let sizes = extras?.partSizes, !sizes.isEmpty else {
            return number == 1 ? 0..<size : nil
        }
        guard 1...sizes.count ~= number else { return nil }
        let start = sizes[..<(number - 1)].reduce(0, +)
        return start..<(start + sizes[number - 1])
    }

    /// Whether the bytes can be read at once.
    func isReadable(now: Timestamp) -> Bool {
        !storageClass.isArchive || extras?.restoration?.isReadable(now: now) == true
    }
}

/// What few objects have.
final class VersionExtras {
    var metadata = ObjectMetadata()
    var tags: [ObjectTag] = []
    /// Nil where it is SSE-S3.
    var encryption: ServerSideEncryption?
    var checksum: ObjectChecksum?
    var lock = ObjectLock()
    var partSizes: [Int] = []
    /// When the object came into its storage class, if that was later than its creation.
    var storedSince: Timestamp?
    var restoration: Restoration?

    var isEmpty: Bool {
        metadata.isEmpty && tags.isEmpty && encryption == nil && checksum == nil && lock.isEmpty
            && partSizes.isEmpty && storedSince == nil && restoration == nil
    }
}
