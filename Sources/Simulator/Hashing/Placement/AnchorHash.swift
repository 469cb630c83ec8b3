/// AnchorHash: places set aside at the start, of which the members work; a key whose place does not
/// work goes on among those that worked when it left, until it finds one that does.
///
/// Lookups take a constant expected time as long as a fair part of the places work, and a change
/// moves no more keys than it must.
/// Source: Mendelson, Vargaftik, Barabash, Lorenz, Keslassy, Orda, "AnchorHash: A Scalable
/// Consistent Hash", IEEE/ACM Transactions on Networking, 2021, algorithm 3.
public struct AnchorHash: Placement {
    /// The number of places: the most members there can be.
    public let capacity: Int

    private var list = MemberList()
    /// The index of the member that works in a place; stale where none does.
    private var memberOfPlace: [Int32]
    private var placeOfMember: [Int] = []
    private let function: XXHash64

    /// `A` in the paper: how many worked when a place stopped to, and zero where it works.
    private var workingAtRemoval: [Int]
    /// `K`: which place took over when a place stopped.
    private var successor: [Int]
    /// `L`: where a place stands in `working`.
    private var location: [Int]
    /// `W`: the places that work, in front.
    private var working: [Int]
    /// `R`: the places that do not, the one that stopped last at the end.
    private var removed: [Int]

    /// Creates an empty placement with room for so many members; the seed is that of the hash of
    /// the keys.
    public init(capacity: Int, seed: UInt64) {
        precondition(capacity > 0, "an anchor needs a place")
        self.capacity = capacity
        function = XXHash64(seed: seed)
        memberOfPlace = [Int32](repeating: 0, count: capacity)
        workingAtRemoval = Array(0..<capacity)
        successor = Array(0..<capacity)
        location = Array(0..<capacity)
        working = Array(0..<capacity)
        removed = (0..<capacity).reversed()
    }

    /// See ``Placement/name``.
    public var name: String { "anchor" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.movesOnlyToAdded, .movesOnlyFromRemoved, .removesAnyMember, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// Gives each new member the place that stopped last.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        guard newMembers.count <= removed.count else {
            throw .full(name: newMembers[removed.count].name, capacity: capacity)
        }
        try list.append(contentsOf: newMembers, allowingWeights: false)
        for _ in newMembers {
            let place = removed.removeLast()
            let count = placeOfMember.count
            workingAtRemoval[place] = 0
            location[working[count]] = count
            working[location[place]] = place
            successor[place] = place
            memberOfPlace[place] = Int32(count)
            placeOfMember.append(place)
        }
    }

    /// See ``Placement/remove(_:)``.
    public mutating func remove(_ name: String) throws(PlacementError) {
        let index = try list.remove(name)
        let place = placeOfMember.remove(at: index)
        let count = placeOfMember.count
        removed.append(place)
        workingAtRemoval[place] = count
        let last = working[count]
        working[location[place]] = last
        successor[place] = last
        location[last] = location[place]
        for later in index..<count {
            memberOfPlace[placeOfMember[later]] = Int32(later)
        }
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O((1 + ln(*a* / *n*))²) expected in the numbers of places and members.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        guard list.count > 0 else { return nil }
        return Int(memberOfPlace[place(of: function.hash(key))])
    }

    /// Hashes again, a few times; then takes the next member that will do.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        guard list.count > 0 else { return nil }
        var hash = function.hash(key)
        var owner = Int(memberOfPlace[place(of: hash)])
        for _ in 0..<8 {
            if !isExcluded(owner) { return owner }
            hash = SplitMix64.mix(hash)
            owner = Int(memberOfPlace[place(of: hash)])
        }
        return (0..<list.count).lazy.map { (owner + $0) % list.count }.first { !isExcluded($0) }
    }

    /// Every member has the same share.
    public func shares() -> [PlacementShare]? {
        list.sharesByWeight()
    }

    private func place(of hash: UInt64) -> Int {
        var place = Int(hash % UInt64(capacity))
        while workingAtRemoval[place] > 0 {
            let bound = workingAtRemoval[place]
            let draw = SplitMix64.mix(hash ^ SplitMix64.mix(UInt64(place) &+ 1))
            var next = Int(draw % UInt64(bound))
            while workingAtRemoval[next] >= bound {
                next = successor[next]
            }
            place = next
        }
        return place
    }
}
