/// The lifecycle of the objects of a bucket.
///
/// Source: the S3 API reference, *PutBucketLifecycleConfiguration*; the S3 User Guide,
/// *Transitioning objects using Amazon S3 Lifecycle*.
public struct LifecycleConfiguration: Hashable, Sendable {
    /// The rules: 1 to 1,000.
    public let rules: [LifecycleRule]
    /// Objects with fewer bytes do not change their class, unless a filter speaks of sizes.
    public let transitionSizeMinimum: Int

    /// How many rules there are at most.
    public static let ruleCountMaximum = 1_000
    private static let idLengthMaximum = 255
    private static let infrequentAccessDaysMinimum = 30
    private static let newerVersionsMaximum = 100

    /// A configuration.
    ///
    /// - Throws: ``ObjectStoreError/malformedXML``, ``ObjectStoreError/invalidArgument(_:)`` or
    ///   ``ObjectStoreError/invalidRequest(_:)`` for rules that S3 refuses.
    public init(
        rules: [LifecycleRule],
        transitionSizeMinimum: Int = 128 << 10
    ) throws(ObjectStoreError) {
        guard 1...Self.ruleCountMaximum ~= rules.count else { throw .malformedXML }
        for (index, rule) in rules.enumerated() {
            guard rule.id.count <= Self.idLengthMaximum else {
                throw .invalidArgument("ID length should not exceed allowed limit of 255")
            }
            guard !rules[..<index].contains(where: { $0.id == rule.id }) else {
                throw .invalidArgument(
                    "Rule ID must be unique. Found same ID for more than one rule"
                )
            }
            try Self.validate(rule)
        }
        self.rules = rules
        self.transitionSizeMinimum = transitionSizeMinimum
    }

    private static func validate(_ rule: LifecycleRule) throws(ObjectStoreError) {
        guard
            !rule.transitions.isEmpty || rule.expiration != nil
                || !rule.noncurrentTransitions.isEmpty || rule.noncurrentExpiration != nil
                || rule.abortIncompleteUploadDays != nil
        else { throw .invalidRequest("At least one action needs to be specified in a rule.") }
        try validateTransitions(of: rule)
        try validateExpiration(of: rule)
        try validateNoncurrent(of: rule)
        if let days = rule.abortIncompleteUploadDays {
            guard days > 0 else { throw positive("AbortIncompleteMultipartUpload") }
            guard rule.filter.tags.isEmpty, !rule.filter.hasSize else {
                throw .invalidRequest(
                    "AbortIncompleteMultipartUpload cannot be specified with Tags or Object Size."
                )
            }
        }
    }

    private static func positive(_ action: String) -> ObjectStoreError {
        .invalidArgument("'Days' for \(action) action must be a positive integer")
    }

    private static func validateTransitions(of rule: LifecycleRule) throws(ObjectStoreError) {
        for transition in rule.transitions {
            switch transition.when {
            case .days(let days): try check(days: days, of: transition.storageClass)
            case .date(let date): try check(date: date)
            }
            guard transition.storageClass.isTransitionTarget else { throw .malformedXML }
        }
        try checkOrder(rule.transitions.map { ($0.when, $0.storageClass) })
        try checkOrder(
            rule.noncurrentTransitions.map { (.days($0.noncurrent.days), $0.storageClass) }
        )
    }

    private static func check(
        days: Int,
        of storageClass: StorageClass
    ) throws(ObjectStoreError) {
        let isInfrequent = storageClass == .standardIA || storageClass == .onezoneIA
        guard days >= (isInfrequent ? infrequentAccessDaysMinimum : 0) else {
            throw .invalidArgument(
                "'Days' in Transition action must be greater than or equal to 30 for storageClass"
                    + " '\(storageClass)'"
            )
        }
        guard storageClass.isTransitionTarget else { throw .malformedXML }
    }

    private static func check(date: Timestamp) throws(ObjectStoreError) {
        guard date.isMidnight else { throw .invalidArgument("'Date' must be at midnight GMT") }
    }

    /// Moves follow each other down the ladder; into an archive 30 days after infrequent access.
    private static func checkOrder(
        _ moves: [(when: LifecycleRule.When, storageClass: StorageClass)]
    ) throws(ObjectStoreError) {
        for (earlier, later) in moves.pairs {
            guard case .days(let first) = earlier.when, case .days(let second) = later.when else {
                continue
            }
            let isDown = earlier.storageClass.canTransition(to: later.storageClass)
            let isUp = later.storageClass.canTransition(to: earlier.storageClass)
            guard isDown ? first < second : isUp && second < first else {
                throw .invalidArgument(
                    "'Days' in the Transition action for StorageClass '\(later.storageClass)' must"
                        + " follow those for '\(earlier.storageClass)'"
                )
            }
            let upper = isDown ? earlier.storageClass : later.storageClass
            let lower = isDown ? later.storageClass : earlier.storageClass
            let isInfrequent = upper == .standardIA || upper == .onezoneIA
            let isGlacier = lower.isArchive || lower == .glacierInstantRetrieval
            let isTooSoon = abs(second - first) < infrequentAccessDaysMinimum
            guard !(isInfrequent && isGlacier && isTooSoon) else {
                throw .invalidArgument("'Days' must be 30 more for '\(lower)' than for '\(upper)'")
            }
        }
    }

    private static func validateExpiration(of rule: LifecycleRule) throws(ObjectStoreError) {
        switch rule.expiration {
        case nil: return
        case .expiredObjectDeleteMarker:
            guard rule.filter.tags.isEmpty, !rule.filter.hasSize else {
                throw .invalidRequest(
                    "ExpiredObjectDeleteMarker cannot be specified with Tags or Object Size."
                )
            }
        case .objects(.date(let date)): try check(date: date)
        case .objects(.days(let days)):
            guard days > 0 else { throw positive("Expiration") }
            for transition in rule.transitions {
                guard case .days(let moved) = transition.when, moved >= days else { continue }
                throw .invalidArgument(
                    "'Days' in the Expiration action must be greater than 'Days' in the Transition"
                        + " action"
                )
            }
        }
    }

    private static func validateNoncurrent(of rule: LifecycleRule) throws(ObjectStoreError) {
        let all = rule.noncurrentTransitions.map(\.noncurrent)
        for noncurrent in all + [rule.noncurrentExpiration].compactMap(\.self) {
            guard 0...newerVersionsMaximum ~= noncurrent.newerVersions else {
                throw .invalidArgument("'NewerNoncurrentVersions' must be 1 to 100")
            }
        }
        for transition in rule.noncurrentTransitions {
            try check(days: transition.noncurrent.days, of: transition.storageClass)
        }
        guard let expiration = rule.noncurrentExpiration else { return }
        guard expiration.days > 0 else { throw positive("NoncurrentVersionExpiration") }
        guard all.allSatisfy({ $0.days < expiration.days }) else {
            throw .invalidArgument(
                "'NoncurrentDays' in the NoncurrentVersionExpiration action must be greater than"
                    + " those in the NoncurrentVersionTransition action"
            )
        }
    }

    /// When a rule will abort an upload: that which does so first.
    func abortion(of upload: MultipartUpload) -> UploadAbortion? {
        var first: UploadAbortion?
        for rule in rules where rule.isEnabled && rule.filter.matches(key: upload.key) {
            guard let days = rule.abortIncompleteUploadDays else { continue }
            let date = LifecycleRule.When.days(days).due(creation: upload.initiated)
            if first.map({ date < $0.date }) ?? true {
                first = UploadAbortion(date: date, ruleID: rule.id)
            }
        }
        return first
    }

    /// When a rule will delete an object that is current.
    func expiration(of version: ObjectVersion, key: String) -> ObjectExpiration? {
        var first: ObjectExpiration?
        for rule in rules where rule.isEnabled {
            guard case .objects(let when) = rule.expiration,
                rule.filter.matches(key: key, version)
            else { continue }
            let date = when.due(creation: version.lastModified)
            if first.map({ date < $0.date }) ?? true {
                first = ObjectExpiration(date: date, ruleID: rule.id)
            }
        }
        return first
    }
}

extension Array {
    /// Every two elements, in their order.
    fileprivate var pairs: [(Element, Element)] {
        indices.flatMap { first in self[(first + 1)...].map { (self[first], $0) } }
    }
}
