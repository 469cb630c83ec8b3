/// Rendezvous hashing: every member draws a number for the key, and the best draw wins.
///
/// The draws are exponential with the member's weight as their rate, so that shares are exactly
/// proportional to weights and a change of weight moves no more keys than it must.
/// Source: Thaler and Ravishankar, "Using name-based mappings to increase hit rates", 1998;
/// weighted by logarithms after Schindelhauer and Schomaker, SPAA 2005.
public struct RendezvousHash: Placement {
    private var list = MemberList()
    private var nameHashes: [UInt64] = []
    private let function: XXHash64

    /// Creates an empty placement; the seed is that of the hash of keys and names.
    public init(seed: UInt64) {
        function = XXHash64(seed: seed)
    }

    /// See ``Placement/name``.
    public var name: String { "rendezvous" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.movesOnlyToAdded, .movesOnlyFromRemoved, .removesAnyMember, .weights, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// See ``Placement/add(contentsOf:)``.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        try list.append(contentsOf: newMembers, allowingWeights: true)
        nameHashes += newMembers.map { function.hash($0.name) }
    }

    /// See ``Placement/remove(_:)``.
    public mutating func remove(_ name: String) throws(PlacementError) {
        nameHashes.remove(at: try list.remove(name))
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(*n*) in the number of members.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        ownerIndex(of: key, excluding: { _ in false })
    }

    /// See ``Placement/ownerIndex(of:excluding:)``.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        let keyHash = function.hash(key)
        var best = Double.infinity
        var owner: Int?
        for (index, nameHash) in nameHashes.enumerated() where !isExcluded(index) {
            let draw = Self.draw(keyHash, nameHash, weight: list.members[index].weight)
            if owner == nil || draw < best {
                best = draw
                owner = index
            }
        }
        return owner
    }

    /// Every member's part of the total weight.
    public func shares() -> [PlacementShare]? {
        list.sharesByWeight()
    }

    /// An exponential variate: minus the logarithm of a number between zero and one, both excluded.
    private static func draw(_ keyHash: UInt64, _ nameHash: UInt64, weight: Int) -> Double {
        let mixed = SplitMix64.mix(keyHash ^ nameHash)
        let uniform = (Double(mixed >> 12) + 0.5) * 0x1p-52
        return -Mathematics.logarithm(uniform) / Double(weight)
    }
}
