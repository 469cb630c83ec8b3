/// Who calls: the account or role whose rights count.
public struct Principal: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name.
    public let name: String

    /// The principal called `name`.
    public init(_ name: String) {
        self.name = name
    }

    /// The principal called as the literal says.
    public init(stringLiteral name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}

/// What a request does, as far as rights are concerned.
public enum AccessAction: String, CaseIterable, Hashable, Sendable {
    /// `s3:GetObject` and what else reads objects.
    case read
    /// `s3:PutObject` and what else writes objects.
    case write
    /// `s3:ListBucket` and what else lists keys; of a list, its prefix counts.
    case list
    /// `s3:DeleteObject` and what else deletes objects.
    case delete
    /// `s3:BypassGovernanceRetention`.
    case bypassGovernance = "bypass-governance"
    /// What changes the settings of a bucket.
    case configure
}

/// One statement of a policy: some principals may, or may not, do something below a prefix.
public struct AccessStatement: Hashable, Sendable {
    /// What the statement does where it applies.
    public enum Effect: String, CaseIterable, Hashable, Sendable {
        /// It grants.
        case allow
        /// It forbids, whatever others grant.
        case deny
    }

    /// What it does.
    public let effect: Effect
    /// To whom it applies; nil for everybody.
    public let principals: Set<Principal>?
    /// To which actions it applies.
    public let actions: Set<AccessAction>
    /// To which keys it applies: those that begin with it.
    public let prefix: String

    /// A statement.
    public init(
        _ effect: Effect,
        principals: Set<Principal>?,
        actions: Set<AccessAction>,
        prefix: String = ""
    ) {
        self.effect = effect
        self.principals = principals
        self.actions = actions
        self.prefix = prefix
    }

    /// Whether the statement speaks of this.
    func applies(to principal: Principal, _ action: AccessAction, key: String) -> Bool {
        actions.contains(action) && (principals?.contains(principal) ?? true)
            && key.utf8.starts(with: prefix.utf8)
    }
}

/// The policy of a bucket.
///
/// What no statement allows is denied, but for the owner, and what one denies is denied even to
/// the owner.
///
/// Source: the IAM User Guide, *Policy evaluation logic*.
public struct AccessPolicy: Hashable, Sendable {
    /// The statements; their order means nothing.
    public var statements: [AccessStatement]

    /// A policy.
    public init(_ statements: [AccessStatement]) {
        self.statements = statements
    }

    /// Whether `principal` may do `action` to `key`.
    public func allows(
        _ principal: Principal,
        _ action: AccessAction,
        key: String,
        owner: Principal
    ) -> Bool {
        var isAllowed = principal == owner
        for statement in statements where statement.applies(to: principal, action, key: key) {
            if statement.effect == .deny { return false }
            isAllowed = true
        }
        return isAllowed
    }
}
