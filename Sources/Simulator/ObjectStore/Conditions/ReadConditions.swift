/// Under which conditions an object is read, or copied from.
///
/// Of two conditions on tag and time the one on the tag decides: `If-Match` that holds makes
/// `If-Unmodified-Since` not count, and `If-None-Match` that holds `If-Modified-Since`.
///
/// Source: the S3 API reference, *GetObject*; RFC 9110, 13.2.2.
public struct ReadConditions: Hashable, Sendable {
    /// `If-Match`.
    public var ifMatch: ETagCondition?
    /// `If-None-Match`.
    public var ifNoneMatch: ETagCondition?
    /// `If-Modified-Since`, of which whole seconds count. A time to come does not count.
    public var ifModifiedSince: Timestamp?
    /// `If-Unmodified-Since`, of which whole seconds count.
    public var ifUnmodifiedSince: Timestamp?

    /// Conditions; without arguments, none.
    public init(
        ifMatch: ETagCondition? = nil,
        ifNoneMatch: ETagCondition? = nil,
        ifModifiedSince: Timestamp? = nil,
        ifUnmodifiedSince: Timestamp? = nil
    ) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.ifModifiedSince = ifModifiedSince
        self.ifUnmodifiedSince = ifUnmodifiedSince
    }

    /// The condition that does not hold, if there is one.
    func broken(
        by tag: ETag,
        lastModified: Timestamp,
        now: Timestamp
    ) -> ObjectStoreError.Precondition? {
        let modified = lastModified.wholeSecond
        if let ifMatch {
            if !ifMatch.matchesStrongly(tag) { return .ifMatch }
        } else if let since = ifUnmodifiedSince?.wholeSecond, modified > since {
            return .ifUnmodifiedSince
        }
        if let ifNoneMatch {
            if ifNoneMatch.matchesWeakly(tag) { return .ifNoneMatch }
        } else if let since = ifModifiedSince?.wholeSecond, since <= now, modified <= since {
            return .ifModifiedSince
        }
        return nil
    }

    /// - Throws: ``ObjectStoreError/notModified(_:)`` or
    ///   ``ObjectStoreError/preconditionFailed(_:)``.
    func check(reading version: ObjectVersion, now: Timestamp) throws(ObjectStoreError) {
        let broken = broken(by: version.tag, lastModified: version.lastModified, now: now)
        switch broken {
        case nil: return
        case .ifNoneMatch, .ifModifiedSince: throw .notModified(version.tag)
        case .ifMatch?, .ifUnmodifiedSince?: throw .preconditionFailed(broken ?? .ifMatch)
        }
    }

    /// - Throws: ``ObjectStoreError/preconditionFailed(_:)``: a copy has no answer of 304.
    func check(copying version: ObjectVersion, now: Timestamp) throws(ObjectStoreError) {
        if let broken = broken(by: version.tag, lastModified: version.lastModified, now: now) {
            throw .preconditionFailed(broken)
        }
    }
}
