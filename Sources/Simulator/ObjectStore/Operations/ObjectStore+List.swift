extension ObjectStore {
    /// Lists the current objects of a bucket, in the order of the UTF-8 of their keys.
    ///
    /// Source: the S3 API reference, *ListObjectsV2*.
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for a negative number of keys and for a
    ///   token that no list gave out, ``ObjectStoreError/noSuchBucket``,
    ///   ``ObjectStoreError/accessDenied``.
    /// - Complexity: O(*r* log *n*) for *r* results of *n* keys.
    public func list(
        _ request: ListObjectsRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ListObjectsResult {
        let bucket = try bucket(request.bucket, for: .list, key: request.prefix, context)
        let limit = try Self.limit(request.maxKeys)
        bucket.meter.countWrite(.standard)
        var result = ListObjectsResult()
        result.maxKeys = limit
        result.owner = bucket.owner
        guard let start = try start(of: request), limit > 0 else { return result }
        let scan = KeyScan(prefix: request.prefix, delimiter: request.delimiter)
        var last: ContinuationToken?
        scan.visit(bucket.objects, from: start, isWanted: { $0.current != nil }) { item in
            guard result.keyCount < limit else {
                result.isTruncated = true
                return false
            }
            switch item {
            case .key(let key, let stack):
                result.contents.append(Self.entry(key, stack.newest))
                last = ContinuationToken(position: key, isPrefix: false)
            case .commonPrefix(let prefix):
                // A prefix of which `start-after` has passed some keys still has others.
                result.commonPrefixes.append(String(decoding: prefix, as: UTF8.self))
                last = ContinuationToken(position: prefix, isPrefix: true)
            }
            return true
        }
        if result.isTruncated { result.nextContinuationToken = last?.text }
        return result
    }

    /// How many results a list has at most.
    ///
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for a negative number.
    static func limit(_ wanted: Int) throws(ObjectStoreError) -> Int {
        guard wanted >= 0 else {
            throw .invalidArgument("Argument maxKeys must be an integer between 0 and 2147483647")
        }
        return min(wanted, ListObjectsRequest.maxKeysMaximum)
    }

    /// - Returns: Nil where nothing can come later.
    private func start(of request: ListObjectsRequest) throws(ObjectStoreError) -> [UInt8]? {
        if let text = request.continuationToken { return try ContinuationToken(text: text).next }
        return request.startAfter.isEmpty ? [] : Array(request.startAfter.utf8) + [0]
    }

    private static func entry(_ key: [UInt8], _ version: ObjectVersion) -> ListObjectsResult.Entry {
        ListObjectsResult.Entry(
            key: String(decoding: key, as: UTF8.self),
            lastModified: version.lastModified,
            tag: version.tag,
            size: version.size,
            storageClass: version.storageClass
        )
    }

    /// Lists all versions and delete markers of a bucket, those of a key from the newest on.
    ///
    /// Source: the S3 API reference, *ListObjectVersions*.
    /// - Throws: As ``list(_:_:)``.
    public func listVersions(
        _ request: ListObjectVersionsRequest,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ListObjectVersionsResult {
        let bucket = try bucket(request.bucket, for: .list, key: request.prefix, context)
        let limit = try Self.limit(request.maxKeys)
        guard request.versionIDMarker == nil || !request.keyMarker.isEmpty else {
            throw .invalidArgument("A version-id marker cannot be specified without a key marker.")
        }
        bucket.meter.countWrite(.standard)
        var page = VersionPage(request, limit: limit, owner: bucket.owner)
        if limit == 0 { return page.result }
        let scan = KeyScan(prefix: request.prefix, delimiter: request.delimiter)
        scan.visit(bucket.objects, from: page.start, isWanted: { _ in true }) { item in
            switch item {
            case .key(let key, let stack): page.add(key, stack)
            case .commonPrefix(let prefix): page.hasPassed(prefix) || page.add(prefix)
            }
        }
        page.finish()
        return page.result
    }

    /// A page of versions as it fills.
    private struct VersionPage {
        private(set) var result = ListObjectVersionsResult()
        private let limit: Int
        private let keyMarker: [UInt8]
        private let versionIDMarker: VersionID?

        init(_ request: ListObjectVersionsRequest, limit: Int, owner: Principal) {
            result.owner = owner
            self.limit = limit
            keyMarker = Array(request.keyMarker.utf8)
            versionIDMarker = request.versionIDMarker
        }

        /// With a version marker the marked key has more to come.
        var start: [UInt8] {
            keyMarker.isEmpty || versionIDMarker != nil ? keyMarker : keyMarker + [0]
        }

        private var isFull: Bool { result.entries.count + result.commonPrefixes.count >= limit }

        /// Whether the page before ended with this common prefix.
        func hasPassed(_ prefix: [UInt8]) -> Bool { keyMarker == prefix }

        /// The markers of a page that is the last mean nothing.
        mutating func finish() {
            if result.isTruncated { return }
            result.nextKeyMarker = nil
            result.nextVersionIDMarker = nil
        }

        mutating func add(_ prefix: [UInt8]) -> Bool {
            guard !isFull else {
                result.isTruncated = true
                return false
            }
            result.commonPrefixes.append(String(decoding: prefix, as: UTF8.self))
            result.nextKeyMarker = result.commonPrefixes.last
            result.nextVersionIDMarker = nil
            return true
        }

        mutating func add(_ key: [UInt8], _ stack: VersionStack) -> Bool {
            for version in remaining(of: stack, key) {
                guard !isFull else {
                    result.isTruncated = true
                    return false
                }
                append(String(decoding: key, as: UTF8.self), version, stack)
            }
            return true
        }

        /// The versions of a key behind the marker, also where the marked one is gone by now:
        /// whoever deletes what a page had, and asks for the next one, misses none.
        private func remaining(
            of stack: VersionStack,
            _ key: [UInt8]
        ) -> ArraySlice<ObjectVersion> {
            let versions = stack.versions[...]
            guard key == keyMarker, let marker = versionIDMarker else { return versions }
            if let place = versions.firstIndex(where: { $0.id == marker }) {
                return versions[(place + 1)...]
            }
            if marker.isNull { return versions }
            return versions.drop { !$0.id.isNull && $0.id.number > marker.number }
        }

        private mutating func append(
            _ key: String,
            _ version: ObjectVersion,
            _ stack: VersionStack
        ) {
            result.entries.append(
                ListObjectVersionsResult.Entry(
                    key: key,
                    versionID: version.id,
                    isLatest: version === stack.newest,
                    isDeleteMarker: version.isDeleteMarker,
                    lastModified: version.lastModified,
                    tag: version.tag,
                    size: version.size,
                    storageClass: version.storageClass
                )
            )
            result.nextKeyMarker = key
            result.nextVersionIDMarker = version.id
        }
    }
}
