/// Under which conditions an object is written.
///
/// Source: the S3 User Guide, *How to prevent object overwrites with conditional writes*.
public struct WriteConditions: Hashable, Sendable {
    /// `If-Match`: only over an object with the tag.
    public var ifMatch: ETagCondition?
    /// `If-None-Match`: only `*`, where there is no object yet.
    public var ifNoneMatch: ETagCondition?
    /// The write's own beginning, if it took time.
    public var ticket: WriteTicket?

    /// Conditions; without arguments, none.
    public init(
        ifMatch: ETagCondition? = nil,
        ifNoneMatch: ETagCondition? = nil,
        ticket: WriteTicket? = nil
    ) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.ticket = ticket
    }

    /// - Parameters:
    ///   - current: The object that would be written over.
    ///   - openWrites: What happened since the ticket was drawn.
    /// - Throws: ``ObjectStoreError/notImplemented`` for a tag in `If-None-Match`,
    ///   ``ObjectStoreError/noSuchKey(_:)`` for `If-Match` without an object,
    ///   ``ObjectStoreError/conditionalRequestConflict`` after a deletion since the ticket,
    ///   ``ObjectStoreError/preconditionFailed(_:)``.
    func check(
        writingOver current: ObjectVersion?,
        _ openWrites: OpenWrites
    ) throws(ObjectStoreError) {
        if ifMatch == nil, ifNoneMatch == nil { return }
        if let ifNoneMatch, ifNoneMatch != .any { throw .notImplemented }
        if ifMatch != nil, current == nil { throw .noSuchKey(nil) }
        if let ticket, openWrites.wasDeleted(since: ticket) { throw .conditionalRequestConflict }
        if ifNoneMatch != nil, current != nil { throw .preconditionFailed(.ifNoneMatch) }
        if let ifMatch, let current, !ifMatch.matchesStrongly(current.tag) {
            throw .preconditionFailed(.ifMatch)
        }
    }

    /// The same for a deletion, which meets a delete marker with a failed condition.
    ///
    /// Source: the S3 User Guide, *How to perform conditional deletes*.
    func check(
        deleting newest: ObjectVersion?,
        _ openWrites: OpenWrites
    ) throws(ObjectStoreError) {
        guard let ifMatch else { return }
        guard let newest else { throw .noSuchKey(nil) }
        if let ticket, openWrites.wasChanged(since: ticket) { throw .conditionalRequestConflict }
        if newest.isDeleteMarker || !ifMatch.matchesStrongly(newest.tag) {
            throw .preconditionFailed(.ifMatch)
        }
    }
}
