/// nginx's plain `hash`: fifteen bits of a CRC-32 modulo the total weight.
///
/// Almost every key moves when a member comes or goes, which is what consistent hashing avoids.
/// Its choices are those of nginx, which calls the expression compatible with `Cache::Memcached`.
/// Source: nginx, `src/http/modules/ngx_http_upstream_hash_module.c`.
public struct ModuloHash: Placement {
    /// How many times nginx hashes a request again before it turns to round robin.
    public static let attemptsOfNginx = 21

    private var list = MemberList()
    /// The weights of all members up to each, itself included.
    private var weightSums: [UInt64] = []

    /// Creates an empty placement.
    public init() {}

    /// See ``Placement/name``.
    public var name: String { "modulo" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.removesAnyMember, .weights, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// See ``Placement/add(contentsOf:)``.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        try list.append(contentsOf: newMembers, allowingWeights: true)
        sumWeights()
    }

    /// See ``Placement/remove(_:)``.
    public mutating func remove(_ name: String) throws(PlacementError) {
        _ = try list.remove(name)
        sumWeights()
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(log *n*) in the number of members, O(1) where all have the weight 1.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        ownerIndex(of: key, excluding: { _ in false }, attemptsMaximum: 1)
    }

    /// Hashes again as often as nginx does, then takes the first member that is not excluded.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        ownerIndex(of: key, excluding: isExcluded, attemptsMaximum: Self.attemptsOfNginx)
            ?? list.members.indices.first { !isExcluded($0) }
    }

    /// The owner when some members cannot be used and the key is hashed only so many times;
    /// nothing when none comes up that will do, where nginx turns to round robin.
    ///
    /// From the second time on the number of the attempt stands before the key; the hashes of all
    /// attempts are added up.
    public func ownerIndex(
        of key: PlacementKey,
        excluding isExcluded: (Int) -> Bool,
        attemptsMaximum: Int
    ) -> Int? {
        guard !weightSums.isEmpty else { return nil }
        var sum: UInt64 = 0
        for attempt in 0..<attemptsMaximum {
            let prefix =
                attempt == 0 ? 0 : UInt32(truncatingIfNeeded: CRC32().hash(PlacementKey(attempt)))
            sum += CRC32(continuing: prefix).hash(key) >> 16 & Self.mask
            let owner = owner(of: sum)
            if !isExcluded(owner) { return owner }
        }
        return nil
    }

    /// Of the 32,768 values that a hash may take, those that fall to each member.
    public func shares() -> [PlacementShare]? {
        var counts = [Int](repeating: 0, count: list.count)
        guard !weightSums.isEmpty else { return [] }
        for hash in 0...Self.mask {
            counts[owner(of: hash)] += 1
        }
        return list.shares(counts: counts, total: Int(Self.mask) + 1)
    }

    private static let mask: UInt64 = 0x7FFF

    private mutating func sumWeights() {
        var sum: UInt64 = 0
        weightSums = list.members.map { member in
            sum += UInt64(member.weight)
            return sum
        }
    }

    /// The member in whose part of the weights a hash falls, as nginx finds it by taking off one
    /// weight after the other.
    private func owner(of hash: UInt64) -> Int {
        let total = weightSums[weightSums.count - 1]
        let rest = hash % total
        if total == UInt64(weightSums.count) { return Int(rest) }
        var low = 0
        var high = weightSums.count
        while low < high {
            let middle = (low + high) / 2
            if weightSums[middle] <= rest { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
