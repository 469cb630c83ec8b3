/// The versions of one key; there is at least one.
struct VersionStack {
    /// The current version: an object or a delete marker.
    private(set) var newest: ObjectVersion
    /// The others, the oldest first.
    private(set) var older: [ObjectVersion] = []

    init(_ version: ObjectVersion) {
        newest = version
    }

    var count: Int { older.count + 1 }

    /// All versions, the newest first.
    var versions: [ObjectVersion] {
        older.isEmpty ? [newest] : [newest] + older.reversed()
    }

    /// The object that a request without a version means.
    var current: ObjectVersion? { newest.isDeleteMarker ? nil : newest }

    func version(_ id: VersionID) -> ObjectVersion? {
        newest.id == id ? newest : older.first { $0.id == id }
    }

    /// Puts a version on top.
    mutating func push(_ version: ObjectVersion) {
        older.append(newest)
        newest = version
    }

    /// Puts a version at its place by the time at which it was made, as it came from elsewhere.
    mutating func insert(_ version: ObjectVersion) {
        func isLater(_ other: ObjectVersion) -> Bool {
            other.lastModified == version.lastModified
                ? other.id.number > version.id.number : other.lastModified > version.lastModified
        }
        guard isLater(newest) else {
            push(version)
            return
        }
        older.insert(version, at: older.firstIndex(where: isLater) ?? older.count)
    }

    /// Puts a version on top in the place of all.
    mutating func replaceAll(with version: ObjectVersion) {
        newest = version
        older = []
    }

    /// Takes a version out.
    ///
    /// - Returns: Whether any is left; if none, the stack stays as it is.
    mutating func remove(_ id: VersionID) -> Bool {
        if newest.id == id {
            guard let next = older.popLast() else { return false }
            newest = next
            return true
        }
        older.removeAll { $0.id == id }
        return true
    }

    /// Since when a version has not been the current one: the creation of its successor.
    ///
    /// - Parameter index: The place among ``versions``; the newest has none.
    static func noncurrentSince(_ index: Int, of versions: [ObjectVersion]) -> Timestamp? {
        index == 0 ? nil : versions[index - 1].lastModified
    }
}
