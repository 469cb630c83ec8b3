/// A copy of an archived object that can be read for a time.
///
/// Source: the S3 User Guide, *Restoring an archived object*.
struct Restoration: Hashable, Sendable {
    /// When the copy is there.
    let readableFrom: Timestamp
    /// When it goes again: a midnight.
    let expires: Timestamp

    func isReadable(now: Timestamp) -> Bool { readableFrom <= now && now < expires }

    /// The header of a response, while the copy is being made or is there.
    func header(now: Timestamp) -> ResponseHeader? {
        if now < readableFrom { return ResponseHeader("x-amz-restore", "ongoing-request=\"true\"") }
        if now >= expires { return nil }
        let date = expires.httpDate
        return ResponseHeader(
            "x-amz-restore",
            "ongoing-request=\"false\", expiry-date=\"\(date)\""
        )
    }
}

/// How soon an archived object is to be readable.
///
/// Source: the S3 User Guide, *Understanding archive retrieval options*.
public enum RestoreTier: String, CaseIterable, Hashable, Sendable {
    /// 1 to 5 minutes; not for the deep archive.
    case expedited = "Expedited"
    /// 3 to 5 hours; from the deep archive, 12.
    case standard = "Standard"
    /// 5 to 12 hours; from the deep archive, 48.
    case bulk = "Bulk"

    /// The longest time that the documentation names, in nanoseconds.
    ///
    /// - Returns: Nil where the tier does not serve the class.
    public func duration(from storageClass: StorageClass) -> Int64? {
        let minute = 60 * Timestamp.nanosecondsInSecond
        switch (self, storageClass) {
        case (.expedited, .glacier): return 5 * minute
        case (.standard, .glacier): return 5 * 60 * minute
        case (.bulk, .glacier): return 12 * 60 * minute
        case (.standard, .deepArchive): return 12 * 60 * minute
        case (.bulk, .deepArchive): return 48 * 60 * minute
        default: return nil
        }
    }
}
