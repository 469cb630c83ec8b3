/// Consistent hashing with bounded loads, over any other placement: a member that has its part of
/// the assigned keys, with some slack, is passed over until one is released.
///
/// The loads are explicit: ``assign(_:)`` and ``release(memberAt:)`` change them, and a lookup
/// tells where the next key would go.
/// Source: Mirrokni, Thorup, Zadimoghaddam, "Consistent Hashing with Bounded Loads", SODA 2018;
/// weights share the bound as HAProxy's `hash-balance-factor` does.
public struct BoundedLoad: Placement {
    /// The bound as a percentage of the mean load, at least 100; an integer, so that the bound is
    /// exact.
    public let factorPercent: Int

    /// How many keys each member has, in the members' order.
    public private(set) var loads: [Int] = []

    /// How many keys are assigned.
    public private(set) var loadTotal = 0

    /// The placement that is bounded.
    public private(set) var base: any Placement

    private var weights: [Int] = []
    private var weightTotal = 0

    /// Bounds a placement, whose members start without load.
    public init(_ base: any Placement, factorPercent: Int) {
        precondition(factorPercent >= 100, "a bound below the mean could not hold all keys")
        self.base = base
        self.factorPercent = factorPercent
        loads = [Int](repeating: 0, count: base.members.count)
        takeWeights()
    }

    /// See ``Placement/name``.
    public var name: String { "bounded-load" }

    /// Those of the base, as far as no bound is reached; no shares.
    public var capabilities: PlacementCapabilities {
        base.capabilities.subtracting(.exactShares)
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { base.members }

    /// See ``Placement/add(contentsOf:)``.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        try base.add(contentsOf: newMembers)
        loads += [Int](repeating: 0, count: newMembers.count)
        takeWeights()
    }

    /// Removes a member, and the keys assigned to it with it.
    public mutating func remove(_ name: String) throws(PlacementError) {
        let index = base.members.firstIndex { $0.name == name }
        try base.remove(name)
        if let index { loadTotal -= loads.remove(at: index) }
        takeWeights()
    }

    /// Where the next key would go, without assigning it.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        if let owner = base.ownerIndex(of: key), !isFull(memberAt: owner) { return owner }
        return base.ownerIndex(of: key) { isFull(memberAt: $0) }
    }

    /// Where the next key would go when some members cannot be used: to one with room, or past the
    /// bound when none of the others has any.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        base.ownerIndex(of: key) { isExcluded($0) || isFull(memberAt: $0) }
            ?? base.ownerIndex(of: key, excluding: isExcluded)
    }

    /// The shares depend on the loads.
    public func shares() -> [PlacementShare]? { nil }

    /// Assigns a key and returns the index of the member that got it; nothing where there are no
    /// members.
    public mutating func assign(_ key: PlacementKey) -> Int? {
        guard let owner = ownerIndex(of: key) else { return nil }
        assign(toMemberAt: owner)
        return owner
    }

    /// Adds a key to a member's load, whatever the bound.
    public mutating func assign(toMemberAt index: Int) {
        loads[index] += 1
        loadTotal += 1
    }

    /// Takes a key from a member's load.
    public mutating func release(memberAt index: Int) {
        precondition(loads[index] > 0, "only a key that was assigned can be released")
        loads[index] -= 1
        loadTotal -= 1
    }

    /// How many keys a member may have once the next is assigned: its part of all keys times the
    /// factor, rounded up.
    public func capacity(ofMemberAt index: Int) -> Int {
        let numerator = factorPercent * (loadTotal + 1) * weights[index]
        let denominator = 100 * weightTotal
        return (numerator + denominator - 1) / denominator
    }

    private mutating func takeWeights() {
        weights = base.members.map(\.weight)
        weightTotal = weights.reduce(0, +)
    }

    private func isFull(memberAt index: Int) -> Bool {
        loads[index] >= capacity(ofMemberAt: index)
    }
}
