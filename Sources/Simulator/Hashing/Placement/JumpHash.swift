/// Jump consistent hash: no memory, perfect balance, and members that come and go at the end only.
///
/// Source: Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm", 2014.
public struct JumpHash: Placement {
    private var list = MemberList()
    private let function: XXHash64

    /// Creates an empty placement; the seed is that of the hash of the keys.
    public init(seed: UInt64) {
        function = XXHash64(seed: seed)
    }

    /// See ``Placement/name``.
    public var name: String { "jump" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.movesOnlyToAdded, .movesOnlyFromRemoved, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// See ``Placement/add(contentsOf:)``.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        try list.append(contentsOf: newMembers, allowingWeights: false)
    }

    /// Removes the member added last; any other cannot be.
    public mutating func remove(_ name: String) throws(PlacementError) {
        guard try list.index(of: name) == list.count - 1 else { throw .notLast(name: name) }
        _ = try list.remove(name)
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(log *n*) in the number of members.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        guard list.count > 0 else { return nil }
        return Self.bucket(key: function.hash(key), buckets: list.count)
    }

    /// Jumps again with another hash, a few times; then takes the next member that will do.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        guard list.count > 0 else { return nil }
        var hash = function.hash(key)
        var bucket = Self.bucket(key: hash, buckets: list.count)
        for _ in 0..<8 {
            if !isExcluded(bucket) { return bucket }
            hash = SplitMix64.mix(hash)
            bucket = Self.bucket(key: hash, buckets: list.count)
        }
        return (0..<list.count).lazy.map { (bucket + $0) % list.count }.first { !isExcluded($0) }
    }

    /// Every member has the same share.
    public func shares() -> [PlacementShare]? {
        list.sharesByWeight()
    }

    /// The bucket of a key of 64 bits among so many.
    ///
    /// The key seeds a linear congruential generator, and each draw says at which number of buckets
    /// the key jumps next.
    public static func bucket(key: UInt64, buckets: Int) -> Int {
        precondition(buckets > 0, "a key needs a bucket to go to")
        var key = key
        var bucket = -1
        var next = 0
        while next < buckets {
            bucket = next
            key = key &* 2_862_933_555_777_941_757 &+ 1
            let draw = Double((key >> 33) + 1)
            next = Int(Double(bucket + 1) * (Double(1 << 31) / draw))
        }
        return bucket
    }
}
