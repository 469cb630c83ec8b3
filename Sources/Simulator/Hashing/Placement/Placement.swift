/// An algorithm that gives every key one of its members, the same one as long as the members stay.
///
/// A placement is a value: a copy taken before a change answers as before, which is how the keys
/// that a change moves are counted. What an algorithm promises about such changes stands in its
/// ``capabilities``, and one suite of tests holds each to them.
public protocol Placement: Sendable {
    /// The name by which scenarios and reports call the algorithm.
    var name: String { get }

    /// What the algorithm promises and supports.
    var capabilities: PlacementCapabilities { get }

    /// The members in the order in which they were added; indices refer to this array.
    var members: [PlacementMember] { get }

    /// Adds members in order; when one cannot be added, none is.
    ///
    /// Adding many at once is cheaper than one after the other where the algorithm keeps a table.
    mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError)

    /// Removes a member by name. Those after it move up by one index.
    mutating func remove(_ name: String) throws(PlacementError)

    /// The index of the member that owns a key; nothing where there are no members.
    func ownerIndex(of key: PlacementKey) -> Int?

    /// The index of the member that owns a key when some cannot be used: the next distinct one in
    /// the algorithm's own order of preference; nothing where all are excluded.
    func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int?

    /// The exact share of each member, in the members' order, under the law that the algorithm's
    /// own hash gives the keys; nothing where no exact share can be computed.
    func shares() -> [PlacementShare]?
}

extension Placement {
    /// Adds one member.
    public mutating func add(_ member: PlacementMember) throws(PlacementError) {
        try add(contentsOf: [member])
    }

    /// The name of the member that owns a key; nothing where there are no members.
    public func owner(of key: PlacementKey) -> String? {
        ownerIndex(of: key).map { members[$0].name }
    }

    /// The name of the member that owns a key when the named ones cannot be used.
    public func owner(of key: PlacementKey, excluding names: Set<String>) -> String? {
        let members = members
        return ownerIndex(of: key) { names.contains(members[$0].name) }.map { members[$0].name }
    }
}

/// What a placement promises about changes, and what it supports.
public struct PlacementCapabilities: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Adding a member moves keys to that member only.
    public static let movesOnlyToAdded = PlacementCapabilities(rawValue: 1)
    /// Removing a member moves only the keys that it owned.
    public static let movesOnlyFromRemoved = PlacementCapabilities(rawValue: 2)
    /// Any member may be removed, not only the one added last.
    public static let removesAnyMember = PlacementCapabilities(rawValue: 4)
    /// A member's share grows with its weight.
    public static let weights = PlacementCapabilities(rawValue: 8)
    /// ``Placement/shares()`` has an answer.
    public static let exactShares = PlacementCapabilities(rawValue: 16)
}

/// The part of all keys that one member owns, as a fraction of integers.
public struct PlacementShare: Equatable, Sendable {
    /// The member's name.
    public let name: String
    /// The numerator: slots, table entries, points of the ring, or units of weight.
    public let count: Int
    /// The denominator, the same for all members of a placement.
    public let total: Int

    /// Creates the share `count / total`.
    public init(name: String, count: Int, total: Int) {
        self.name = name
        self.count = count
        self.total = total
    }

    /// The share as a number from zero to one.
    public var fraction: Double { Double(count) / Double(total) }
}
