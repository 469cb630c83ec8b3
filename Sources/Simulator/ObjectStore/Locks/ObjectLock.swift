/// Until when a version must stay.
///
/// Source: the S3 User Guide, *Locking objects with Object Lock*.
public struct ObjectRetention: Hashable, Sendable {
    /// Who may shorten or lift a retention.
    public enum Mode: String, Hashable, Sendable {
        /// Callers with a permission of their own who ask for it.
        case governance = "GOVERNANCE"
        /// Nobody.
        case compliance = "COMPLIANCE"
    }

    /// The mode.
    public let mode: Mode
    /// The end: `x-amz-object-lock-retain-until-date`.
    public let retainUntil: Timestamp

    /// A retention.
    public init(mode: Mode, retainUntil: Timestamp) {
        self.mode = mode
        self.retainUntil = retainUntil
    }

    /// Whether a caller may put `other`, or nothing, in place of this one.
    ///
    /// To lengthen is always allowed, under compliance without a change of mode.
    func allows(_ other: ObjectRetention?, now: Timestamp, bypassesGovernance: Bool) -> Bool {
        guard now < retainUntil else { return true }
        if mode == .governance, bypassesGovernance { return true }
        guard let other, other.retainUntil >= retainUntil else { return false }
        return mode == other.mode || mode == .governance
    }
}

/// What keeps a version from being deleted.
struct ObjectLock: Hashable, Sendable {
    var retention: ObjectRetention?
    /// `x-amz-object-lock-legal-hold`, which has no end of its own; nil where there never was one,
    /// so that a hold that was lifted is known.
    var legalHold: Bool?

    var hasLegalHold: Bool { legalHold == true }
    var isEmpty: Bool { retention == nil && legalHold == nil }

    /// Whether the version may be deleted.
    func allowsDeletion(now: Timestamp, bypassesGovernance: Bool) -> Bool {
        if hasLegalHold { return false }
        return retention?.allows(nil, now: now, bypassesGovernance: bypassesGovernance) ?? true
    }

    /// The headers of a response, in the order of their names.
    var headers: [ResponseHeader] {
        var headers: [ResponseHeader] = []
        if let legalHold {
            let status = legalHold ? "ON" : "OFF"
            headers.append(ResponseHeader("x-amz-object-lock-legal-hold", status))
        }
        if let retention {
            headers += [
                ResponseHeader("x-amz-object-lock-mode", retention.mode.rawValue),
                ResponseHeader(
                    "x-amz-object-lock-retain-until-date",
                    retention.retainUntil.description
                ),
            ]
        }
        return headers
    }
}

/// What new versions of a bucket with object lock get.
public struct DefaultRetention: Hashable, Sendable {
    /// The mode.
    public let mode: ObjectRetention.Mode
    /// Days from the creation of a version; at least one.
    public let days: Int

    /// A default.
    public init(mode: ObjectRetention.Mode, days: Int) {
        precondition(days > 0, "a retention has at least one day")
        self.mode = mode
        self.days = days
    }

    func retention(from creation: Timestamp) -> ObjectRetention {
        ObjectRetention(mode: mode, retainUntil: creation.adding(days: days))
    }
}
