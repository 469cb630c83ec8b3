/// Writes the documents of lists, and other documents with which the store answers.
struct ListDocument {
    let call: RESTCall

    init(_ call: RESTCall) {
        self.call = call
    }

    /// A key as the call wants it.
    private func text(_ key: String) -> String {
        call.encodesKeys ? PercentEncoding.encoded(key) : key
    }

    /// An element with a key, unless there is none.
    private func optional(_ name: String, _ key: String) -> [XMLElement] {
        key.isEmpty ? [] : [XMLElement(name, text(key))]
    }

    private var encoding: [XMLElement] {
        call.encodesKeys ? [XMLElement("EncodingType", "url")] : []
    }

    private static func flag(_ name: String, _ value: Bool) -> XMLElement {
        XMLElement(name, value ? "true" : "false")
    }

    private func commonPrefixes(_ prefixes: [String]) -> [XMLElement] {
        prefixes.map { XMLElement("CommonPrefixes", [XMLElement("Prefix", text($0))]) }
    }

    /// `ChecksumCRC32` and so on, and the type.
    static func elements(_ checksum: ObjectChecksum?) -> [XMLElement] {
        guard let checksum else { return [] }
        return [
            XMLElement("Checksum\(checksum.algorithm)", checksum.text),
            XMLElement("ChecksumType", checksum.type.rawValue),
        ]
    }

    // MARK: Lists

    func list(_ result: ListObjectsResult) -> XMLElement {
        guard case .list(let request) = call.operation else {
            preconditionFailure("another operation has this answer")
        }
        let contents = result.contents.map { entry in
            XMLElement(
                "Contents",
                [
                    XMLElement("Key", text(entry.key)),
                    XMLElement("LastModified", entry.lastModified.description),
                    XMLElement("ETag", entry.tag.description),
                    XMLElement("Size", String(entry.size)),
                    XMLElement("StorageClass", entry.storageClass.rawValue),
                ] + (call.fetchesOwner ? [Self.owner(result.owner)] : [])
            )
        }
        return XMLElement(
            "ListBucketResult",
            [
                XMLElement("Name", request.bucket), XMLElement("Prefix", text(request.prefix)),
                XMLElement("MaxKeys", String(result.maxKeys)),
                Self.flag("IsTruncated", result.isTruncated),
            ] + optional("Delimiter", request.delimiter) + encoding
                + (call.marker.map { markers($0, request, result) } ?? tokens(request, result))
                + contents + commonPrefixes(result.commonPrefixes)
        )
    }

    /// What only the second version of lists has.
    private func tokens(
        _ request: ListObjectsRequest,
        _ result: ListObjectsResult
    ) -> [XMLElement] {
        let token = request.continuationToken.map { [XMLElement("ContinuationToken", $0)] }
        let next = result.nextContinuationToken.map { [XMLElement("NextContinuationToken", $0)] }
        return [XMLElement("KeyCount", String(result.keyCount))]
            + optional("StartAfter", request.startAfter) + (token ?? []) + (next ?? [])
    }

    /// What only the first version of lists has: a marker for the next page, where keys may have
    /// been rolled up; without, that is the last key.
    private func markers(
        _ start: String,
        _ request: ListObjectsRequest,
        _ result: ListObjectsResult
    ) -> [XMLElement] {
        let marker = XMLElement("Marker", text(start))
        guard result.isTruncated, !request.delimiter.isEmpty else { return [marker] }
        let last = [result.contents.last?.key, result.commonPrefixes.last].compactMap(\.self)
            .max { ObjectKeyOrder.isLess($0, $1) }
        return [marker] + optional("NextMarker", last ?? "")
    }

    func versions(_ result: ListObjectVersionsResult) -> XMLElement {
        guard case .listVersions(let request) = call.operation else {
            preconditionFailure("another operation has this answer")
        }
        let next =
            result.nextKeyMarker.map { [XMLElement("NextKeyMarker", text($0))] } ?? []
        let nextVersion = result.nextVersionIDMarker.map {
            [XMLElement("NextVersionIdMarker", $0.description)]
        }
        return XMLElement(
            "ListVersionsResult",
            [
                XMLElement("Name", request.bucket), XMLElement("Prefix", text(request.prefix)),
                XMLElement("KeyMarker", text(request.keyMarker)),
                XMLElement("VersionIdMarker", request.versionIDMarker?.description ?? ""),
                XMLElement(
                    "MaxKeys",
                    String(min(request.maxKeys, ListObjectsRequest.maxKeysMaximum))
                ),
                Self.flag("IsTruncated", result.isTruncated),
            ] + optional("Delimiter", request.delimiter) + encoding + next + (nextVersion ?? [])
                + result.entries.map { version($0, result.owner) }
                + commonPrefixes(result.commonPrefixes)
        )
    }

    private func version(
        _ entry: ListObjectVersionsResult.Entry,
        _ owner: Principal
    ) -> XMLElement {
        let common = [
            XMLElement("Key", text(entry.key)),
            XMLElement("VersionId", entry.versionID.description),
            Self.flag("IsLatest", entry.isLatest),
            XMLElement("LastModified", entry.lastModified.description), Self.owner(owner),
        ]
        if entry.isDeleteMarker { return XMLElement("DeleteMarker", common) }
        return XMLElement(
            "Version",
            common + [
                XMLElement("ETag", entry.tag.description), XMLElement("Size", String(entry.size)),
                XMLElement("StorageClass", entry.storageClass.rawValue),
            ]
        )
    }

    func uploads(_ result: ListMultipartUploadsResult) -> XMLElement {
        guard case .listUploads(let request) = call.operation else {
            preconditionFailure("another operation has this answer")
        }
        let next = result.nextKeyMarker.map { [XMLElement("NextKeyMarker", text($0))] } ?? []
        let nextUpload = result.nextUploadIDMarker.map {
            [XMLElement("NextUploadIdMarker", $0.description)]
        }
        let uploads = result.uploads.map { upload in
            XMLElement(
                "Upload",
                [
                    XMLElement("Key", text(upload.key)),
                    XMLElement("UploadId", upload.uploadID.description),
                    Self.owner(upload.initiator, "Initiator"), Self.owner(result.owner),
                    XMLElement("StorageClass", upload.storageClass.rawValue),
                    XMLElement("Initiated", upload.initiated.description),
                ]
            )
        }
        return XMLElement(
            "ListMultipartUploadsResult",
            [
                XMLElement("Bucket", request.bucket),
                XMLElement("KeyMarker", text(request.keyMarker)),
                XMLElement("UploadIdMarker", request.uploadIDMarker?.description ?? ""),
            ] + next + (nextUpload ?? []) + optional("Prefix", request.prefix)
                + optional("Delimiter", request.delimiter) + encoding
                + [
                    XMLElement("MaxUploads", String(min(request.maxUploads, 1_000))),
                    Self.flag("IsTruncated", result.isTruncated),
                ] + uploads + commonPrefixes(result.commonPrefixes)
        )
    }

    func parts(_ result: ListPartsResult) -> XMLElement {
        guard case .listParts(let request) = call.operation else {
            preconditionFailure("another operation has this answer")
        }
        let parts = result.parts.map { part in
            let checksum = part.checksum.map {
                [XMLElement("Checksum\($0.algorithm)", $0.text)]
            }
            return XMLElement(
                "Part",
                [
                    XMLElement("PartNumber", String(part.number)),
                    XMLElement("LastModified", part.lastModified.description),
                    XMLElement("ETag", part.tag.description),
                    XMLElement("Size", String(part.size)),
                ] + (checksum ?? [])
            )
        }
        let algorithm =
            result.checksumAlgorithm.map {
                [
                    XMLElement("ChecksumAlgorithm", $0.rawValue),
                    XMLElement("ChecksumType", result.checksumType.rawValue),
                ]
            } ?? []
        return XMLElement(
            "ListPartsResult",
            [
                XMLElement("Bucket", request.upload.bucket),
                XMLElement("Key", text(request.upload.key)),
                XMLElement("UploadId", request.upload.uploadID.description),
                Self.owner(result.initiator, "Initiator"), Self.owner(result.owner),
                XMLElement("StorageClass", result.storageClass.rawValue),
                XMLElement("PartNumberMarker", String(request.partNumberMarker)),
                XMLElement("NextPartNumberMarker", String(result.nextPartNumberMarker)),
                XMLElement("MaxParts", String(min(request.maxParts, 1_000))),
                Self.flag("IsTruncated", result.isTruncated),
            ] + algorithm + parts
        )
    }

    func created(_ id: UploadID) -> XMLElement {
        guard case .createUpload(let request) = call.operation else {
            preconditionFailure("another operation has this answer")
        }
        return XMLElement(
            "InitiateMultipartUploadResult",
            [
                XMLElement("Bucket", request.bucket), XMLElement("Key", request.key),
                XMLElement("UploadId", id.description),
            ]
        )
    }
}
