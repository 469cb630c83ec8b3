import Crypto

/// Digests of the bytes of a content, which is read once for each.
enum ContentDigests {
    /// The tag of a content that is put whole.
    static func tag(_ content: ObjectContent) -> ETag {
        var function = Insecure.MD5()
        content.forEachChunk { function.update(bufferPointer: $0) }
        return function.finalize().withUnsafeBytes { ETag(digest: $0) }
    }

    /// The tag of a multipart upload, from the tags of its parts in their order.
    static func tag(ofParts tags: [ETag]) -> ETag {
        var function = Insecure.MD5()
        for tag in tags { function.update(data: tag.digest) }
        return function.finalize().withUnsafeBytes { ETag(digest: $0, partCount: tags.count) }
    }

    /// A tag that tells one content from another but is the MD5 of none, as those of objects
    /// encrypted with keys of KMS or of the customer are.
    static func opaqueTag(_ tag: ETag, number: UInt64) -> ETag {
        var function = Insecure.MD5()
        function.update(data: tag.digest)
        withUnsafeBytes(of: number.littleEndian) { function.update(bufferPointer: $0) }
        return function.finalize().withUnsafeBytes {
            ETag(digest: $0, partCount: Int(tag.partCount))
        }
    }

    /// The bytes of a checksum.
    static func checksum(_ algorithm: ChecksumAlgorithm, of content: ObjectContent) -> [UInt8] {
        switch algorithm {
        case .crc32: return check(.iso, content)
        case .crc32C: return check(.castagnoli, content)
        case .crc64NVME: return check(ReflectedCRC<UInt64>.nvme, content)
        case .sha1: return digest(Insecure.SHA1(), content)
        case .sha256: return digest(SHA256(), content)
        }
    }

    private static func digest(
        _ function: some Crypto.HashFunction,
        _ content: ObjectContent
    ) -> [UInt8] {
        var function = function
        content.forEachChunk { function.update(bufferPointer: $0) }
        return Array(function.finalize())
    }

    private static func check<Word>(
        _ check: ReflectedCRC<Word>,
        _ content: ObjectContent
    ) -> [UInt8] {
        var value: Word = 0
        content.forEachChunk { value = check.checksum($0, continuing: value) }
        return withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
