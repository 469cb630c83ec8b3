extension ObjectStore {
    /// Tells some of what is known of an object.
    ///
    /// Source: the S3 API reference, *GetObjectAttributes*.
    /// - Throws: As ``head(_:_:)``.
    public func attributes(
        _ request: GetObjectAttributesRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> GetObjectAttributesResult {
        let object = request.object
        let bucket = try bucket(object.bucket, for: .read, key: object.key, context)
        let version = try version(object.key, object.versionID, in: bucket, context)
        try check(customerKeyMD5: object.customerKeyMD5, version)
        let limit = try Self.limit(request.maxParts)
        bucket.meter.countRead(version.storageClass)
        let wanted = request.attributes
        return GetObjectAttributesResult(
            versionID: bucket.visibleID(version),
            lastModified: version.lastModified,
            tag: wanted.contains(.tag) ? version.tag : nil,
            checksum: wanted.contains(.checksum) ? version.checksum() : nil,
            parts: wanted.contains(.parts)
                ? Self.parts(of: version, after: request.partNumberMarker, limit: limit) : nil,
            storageClass: wanted.contains(.storageClass) ? version.storageClass : nil,
            size: wanted.contains(.size) ? version.size : nil
        )
    }

    /// The parts of an upload; nil for an object that was put whole.
    private static func parts(
        of version: ObjectVersion,
        after marker: Int,
        limit: Int
    ) -> GetObjectAttributesResult.Parts? {
        guard let extras = version.extras, !extras.partSizes.isEmpty else { return nil }
        var page: [GetObjectAttributesResult.Part] = []
        let first = max(marker, 0) + 1
        if let algorithm = extras.checksum?.algorithm, first <= extras.partSizes.count {
            for number in (first...extras.partSizes.count).prefix(limit) {
                guard let range = version.range(ofPart: number) else { continue }
                page.append(
                    GetObjectAttributesResult.Part(
                        number: number,
                        size: range.count,
                        checksum: ObjectChecksum(algorithm, of: version.content.slice(range))
                    )
                )
            }
        }
        let last = page.last?.number ?? extras.partSizes.count
        return GetObjectAttributesResult.Parts(
            count: extras.partSizes.count,
            partNumberMarker: marker,
            maxParts: limit,
            page: page,
            isTruncated: last < extras.partSizes.count
        )
    }
}
