/// What those who check a run read: without rights, limits or prices.
extension ObjectStore {
    /// The tag of the current version of a key; nothing where there is no object.
    public func currentTag(of key: String, in bucket: String) -> ETag? {
        buckets[bucket]?.objects.value(for: key)?.current?.tag
    }

    /// Objects whose bytes are not those that their tags say, in sentences.
    ///
    /// - Complexity: Reads every byte of the versions that were put whole and have a digest as tag.
    public func findAlteredObjects(of name: String) -> [String] {
        guard let bucket = buckets[name] else { return [] }
        var findings: [String] = []
        bucket.objects.visit(from: []) { bytes, stack in
            for version in stack.versions
            where !version.isDeleteMarker && version.tag.partCount == 0
                && version.encryption.hasDigestAsTag
                && ContentDigests.tag(version.content) != version.tag
            {
                findings.append("\"\(String(decoding: bytes, as: UTF8.self))\" was altered")
            }
            return true
        }
        return findings
    }
}
