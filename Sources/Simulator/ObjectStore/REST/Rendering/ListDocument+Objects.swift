extension ListDocument {
    /// What became of many objects that were to be deleted.
    func deletions(_ result: DeleteObjectsResult) -> XMLElement {
        let deleted = result.deleted.map { outcome in
            var parts = [XMLElement("Key", outcome.key)]
            if let version = outcome.versionID {
                parts.append(XMLElement("VersionId", version.description))
            }
            if let marker = outcome.deleteMarkerVersionID {
                parts.append(XMLElement("DeleteMarker", "true"))
                parts.append(XMLElement("DeleteMarkerVersionId", marker.description))
            }
            return XMLElement("Deleted", parts)
        }
        var unknown = call.unknownVersions[...]
        let failures = result.failures.map { failure in
            var parts = [XMLElement("Key", failure.key)]
            if let version = failure.versionID {
                let text = version == .unknown ? unknown.popFirst() : nil
                parts.append(XMLElement("VersionId", text ?? version.description))
            }
            parts.append(XMLElement("Code", failure.error.code))
            parts.append(XMLElement("Message", failure.error.message))
            return XMLElement("Error", parts)
        }
        return XMLElement("DeleteResult", deleted + failures)
    }

    /// What is known of an object; its tag stands without quotes here.
    static func element(_ result: GetObjectAttributesResult) -> XMLElement {
        var elements: [XMLElement] = []
        if let tag = result.tag { elements.append(XMLElement("ETag", tag.text)) }
        if let checksum = result.checksum {
            elements.append(XMLElement("Checksum", Self.elements(checksum)))
        }
        if let parts = result.parts { elements.append(element(parts)) }
        if let storageClass = result.storageClass {
            elements.append(XMLElement("StorageClass", storageClass.rawValue))
        }
        if let size = result.size { elements.append(XMLElement("ObjectSize", String(size))) }
        return XMLElement("GetObjectAttributesResponse", elements)
    }

    private static func element(_ parts: GetObjectAttributesResult.Parts) -> XMLElement {
        let count = XMLElement("PartsCount", String(parts.count))
        guard !parts.page.isEmpty || parts.isTruncated else {
            return XMLElement("ObjectParts", [count])
        }
        let page = parts.page.map { part in
            XMLElement(
                "Part",
                [
                    XMLElement("PartNumber", String(part.number)),
                    XMLElement("Size", String(part.size)),
                    XMLElement("Checksum\(part.checksum.algorithm)", part.checksum.text),
                ]
            )
        }
        let next = parts.page.last?.number ?? parts.partNumberMarker
        return XMLElement(
            "ObjectParts",
            [
                count, XMLElement("PartNumberMarker", String(parts.partNumberMarker)),
                XMLElement("NextPartNumberMarker", String(next)),
                XMLElement("MaxParts", String(parts.maxParts)),
                XMLElement("IsTruncated", parts.isTruncated ? "true" : "false"),
            ] + page
        )
    }
}
