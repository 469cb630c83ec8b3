import Simulator

/// A store with one bucket and a clock that is set by hand.
final class StoreFixture {
    let store: ObjectStore
    var context = RequestContext(
        now: Timestamp(year: 2026, month: 11, day: 22, hour: 12),
        caller: "owner"
    )
    let bucket = "mapreduce-storage"

    init(
        settings: ObjectStore.Settings = ObjectStore.Settings(),
        hasObjectLock: Bool = false,
        versioning: BucketVersioning = .unversioned
    ) throws {
        store = ObjectStore(settings: settings)
        try store.createBucket(bucket, hasObjectLock: hasObjectLock, context)
        if versioning != .unversioned { try store.setVersioning(versioning, of: bucket, context) }
    }

    func advance(seconds: Int64) {
        context.now = context.now.adding(nanoseconds: seconds * 1_000_000_000)
    }

    func advance(days: Int) {
        context.now = context.now.adding(days: days)
    }

    @discardableResult
    func put(
        _ key: String,
        _ text: String = "x",
        _ attributes: ObjectAttributes = ObjectAttributes(),
        conditions: WriteConditions = WriteConditions()
    ) throws(ObjectStoreError) -> WriteResult {
        try store.put(
            PutObjectRequest(
                bucket: bucket,
                key: key,
                content: ObjectContent(text),
                attributes: attributes,
                conditions: conditions
            ),
            context
        )
    }

    func get(
        _ key: String,
        _ version: VersionID? = nil,
        range: String? = nil,
        conditions: ReadConditions = ReadConditions()
    ) throws(ObjectStoreError) -> GetObjectResult {
        try store.get(
            GetObjectRequest(
                bucket: bucket,
                key: key,
                versionID: version,
                range: range.flatMap(ByteRange.init(header:)),
                conditions: conditions
            ),
            context
        )
    }

    func head(_ key: String, _ version: VersionID? = nil) throws(ObjectStoreError)
        -> ObjectDescription
    {
        try store.head(
            GetObjectRequest(bucket: bucket, key: key, versionID: version, wantsChecksum: true),
            context
        )
    }

    @discardableResult
    func delete(_ key: String, _ version: VersionID? = nil) throws(ObjectStoreError)
        -> DeleteObjectResult
    {
        try store.delete(
            DeleteObjectRequest(bucket: bucket, key: key, versionID: version),
            context
        )
    }

    func text(_ key: String, _ version: VersionID? = nil) throws(ObjectStoreError) -> String {
        String(decoding: try get(key, version).body.bytes(), as: UTF8.self)
    }

    func list(_ request: (inout ListObjectsRequest) -> Void = { _ in }) throws(ObjectStoreError)
        -> ListObjectsResult
    {
        var wanted = ListObjectsRequest(bucket: bucket)
        request(&wanted)
        return try store.list(wanted, context)
    }

    func versions() throws(ObjectStoreError) -> [ListObjectVersionsResult.Entry] {
        try store.listVersions(ListObjectVersionsRequest(bucket: bucket), context).entries
    }
}

/// The error that something throws, or nil.
func storeError<Result>(_ body: () throws(ObjectStoreError) -> Result) -> ObjectStoreError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
