/// Something that a lifecycle did.
public struct LifecycleAction: Hashable, Sendable {
    /// What was done.
    public enum Kind: Hashable, Sendable {
        /// A version was deleted for good.
        case deleted
        /// A delete marker was put on top.
        case deleteMarkerCreated
        /// A delete marker with nothing behind it went.
        case expiredDeleteMarkerRemoved
        /// An object moved to another class.
        case transitioned(from: StorageClass, to: StorageClass)
        /// An upload that was not completed was aborted.
        case uploadAborted(UploadID)
    }

    /// What was done.
    public let kind: Kind
    /// To which key.
    public let key: String
    /// To which version.
    public let versionID: VersionID?
    /// By which rule.
    public let ruleID: String
}

extension LifecycleConfiguration {
    /// What is due for a version.
    struct Due: Hashable {
        let kind: LifecycleAction.Kind
        let ruleID: String

        /// Deletion for good comes before a move, and a move before a delete marker.
        var rank: Int {
            switch kind {
            case .deleted, .expiredDeleteMarkerRemoved, .uploadAborted: 0
            case .transitioned: 1
            case .deleteMarkerCreated: 2
            }
        }
    }

    /// What is due for one of the versions of a key, if anything.
    ///
    /// - Parameters:
    ///   - index: Its place among `versions`.
    ///   - versions: All of them, the newest first.
    func due(
        _ index: Int,
        of versions: [ObjectVersion],
        key: String,
        versioning: BucketVersioning,
        now: Timestamp
    ) -> Due? {
        let version = versions[index]
        // What waits to be replicated must not change before.
        if version.replicationStatus == .pending || version.replicationStatus == .failed {
            return nil
        }
        var best: Due?
        for rule in rules where rule.isEnabled && rule.filter.matches(key: key, version) {
            let kind =
                index == 0
                ? current(rule, version, isAlone: versions.count == 1, versioning, now)
                : noncurrent(
                    rule,
                    version,
                    index: index,
                    since: VersionStack.noncurrentSince(index, of: versions),
                    now
                )
            guard let kind else { continue }
            let due = Due(kind: kind, ruleID: rule.id)
            if best.map({ isBefore(due, $0) }) ?? true { best = due }
        }
        return best
    }

    /// Of two moves the one to the lower class comes first.
    private func isBefore(_ left: Due, _ right: Due) -> Bool {
        if case .transitioned(_, let first) = left.kind,
            case .transitioned(_, let second) = right.kind
        {
            return first.transitionRank > second.transitionRank
        }
        return left.rank < right.rank
    }

    private func current(
        _ rule: LifecycleRule,
        _ version: ObjectVersion,
        isAlone: Bool,
        _ versioning: BucketVersioning,
        _ now: Timestamp
    ) -> LifecycleAction.Kind? {
        let creation = version.lastModified
        if version.isDeleteMarker {
            guard isAlone else { return nil }
            switch rule.expiration {
            case .expiredObjectDeleteMarker: return .expiredDeleteMarkerRemoved
            case .objects(let when) where when.due(creation: creation) <= now:
                return .expiredDeleteMarkerRemoved
            case .objects, nil: return nil
            }
        }
        let isExpired =
            if case .objects(let when) = rule.expiration {
                when.due(creation: creation) <= now
            } else { false }
        if isExpired, versioning == .unversioned { return .deleted }
        let due = rule.transitions.filter { $0.when.due(creation: creation) <= now }
        if let move = move(version, to: due.map(\.storageClass), rule) { return move }
        return isExpired ? .deleteMarkerCreated : nil
    }

    private func noncurrent(
        _ rule: LifecycleRule,
        _ version: ObjectVersion,
        index: Int,
        since: Timestamp?,
        _ now: Timestamp
    ) -> LifecycleAction.Kind? {
        guard let since else { return nil }
        func isDue(_ noncurrent: LifecycleRule.Noncurrent) -> Bool {
            index > noncurrent.newerVersions
                && LifecycleRule.When.days(noncurrent.days).due(creation: since) <= now
        }
        if let expiration = rule.noncurrentExpiration, isDue(expiration) { return .deleted }
        if version.isDeleteMarker { return nil }
        let due = rule.noncurrentTransitions.filter { isDue($0.noncurrent) }
        return move(version, to: due.map(\.storageClass), rule)
    }

    /// The move to the lowest of some classes that the version can go to.
    private func move(
        _ version: ObjectVersion,
        to classes: [StorageClass],
        _ rule: LifecycleRule
    ) -> LifecycleAction.Kind? {
        guard version.size >= transitionSizeMinimum || rule.filter.hasSize else { return nil }
        let targets = classes.filter { version.storageClass.canTransition(to: $0) }
        return targets.max { $0.transitionRank < $1.transitionRank }.map {
            .transitioned(from: version.storageClass, to: $0)
        }
    }
}
