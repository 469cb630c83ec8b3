/// The objects of a bucket as they are, seen from outside of the simulation: for checks.
public protocol StoredObjects {
    /// The keys of the current objects that begin with `prefix`, in order.
    func keys(_ prefix: String) -> [String]
    /// The bytes of a current object; nil where there is none.
    func bytes(_ key: String) -> [UInt8]?
    /// How many versions there are of an object, delete markers aside.
    func versionCount(_ key: String) -> Int
}

/// The objects of a bucket of a store that is at hand.
public struct StoredBucket: StoredObjects {
    private let store: ObjectStore
    private let bucket: String

    /// The objects of `bucket` in `store`.
    public init(_ bucket: String, of store: ObjectStore) {
        self.bucket = bucket
        self.store = store
    }

    /// See ``StoredObjects/keys(_:)``.
    public func keys(_ prefix: String) -> [String] {
        guard let objects = store.buckets[bucket]?.objects else { return [] }
        var keys: [String] = []
        KeyScan(prefix: prefix, delimiter: "").visit(
            objects,
            from: [],
            isWanted: { $0.current != nil }
        ) { item in
            if case .key(let bytes, _) = item {
                keys.append(String(decoding: bytes, as: UTF8.self))
            }
            return true
        }
        return keys
    }

    /// See ``StoredObjects/bytes(_:)``.
    public func bytes(_ key: String) -> [UInt8]? {
        store.buckets[bucket]?.objects.value(for: key)?.current?.content.bytes()
    }

    /// See ``StoredObjects/versionCount(_:)``.
    public func versionCount(_ key: String) -> Int {
        let stack = store.buckets[bucket]?.objects.value(for: key)
        return stack?.versions.count { !$0.isDeleteMarker } ?? 0
    }
}
