/// A ring of few numbered slots on which every server occupies some; a request goes to the next
/// occupied slot clockwise.
///
/// This is the consistent hash map of the load balancer that experiments measure. A
/// table holds the owner of every slot, so a lookup is one hash and one read.
public struct SlotRing: Placement {
    /// The choices that the ring was made with.
    public let settings: SlotRingSettings

    private var list = MemberList()
    /// The index of the member whose virtual node is in each slot, or ``free``.
    private var occupants: [Int32]
    /// The index of the member that owns the requests of each slot, or ``free``.
    private var owners: [Int32]
    private var failedProbesByMember: [Int] = []

    private static let free: Int32 = -1

    /// Creates an empty ring.
    public init(_ settings: SlotRingSettings) {
        self.settings = settings
        occupants = [Int32](repeating: Self.free, count: settings.slots)
        owners = occupants
    }

    /// See ``Placement/name``.
    public var name: String { "ring" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.movesOnlyToAdded, .movesOnlyFromRemoved, .removesAnyMember, .weights, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// Adds members, each with its virtual nodes times its weight.
    ///
    /// - Complexity: O(*s*) in the number of slots, and as much again for each virtual node that
    ///   finds the ring nearly full.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        var changed = self
        try changed.list.append(contentsOf: newMembers, allowingWeights: true)
        for (offset, member) in newMembers.enumerated() {
            try changed.occupy(for: member, index: Int32(list.count + offset))
        }
        changed.rebuildOwners()
        self = changed
    }

    /// Frees the slots of a member; the others stay where their probing brought them.
    public mutating func remove(_ name: String) throws(PlacementError) {
        let removed = try list.remove(name)
        failedProbesByMember.remove(at: removed)
        for slot in occupants.indices where occupants[slot] >= Int32(removed) {
            occupants[slot] = occupants[slot] == Int32(removed) ? Self.free : occupants[slot] - 1
        }
        rebuildOwners()
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(1).
    public func ownerIndex(of key: PlacementKey) -> Int? {
        let owner = owners[slot(of: key)]
        return owner == Self.free ? nil : Int(owner)
    }

    /// See ``Placement/ownerIndex(of:excluding:)``.
    ///
    /// - Complexity: O(*s*) in the number of slots.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        var slot = slot(of: key)
        if settings.lookup == .next { slot = following(slot) }
        for _ in 0..<settings.slots {
            let occupant = occupants[slot]
            if occupant != Self.free && !isExcluded(Int(occupant)) { return Int(occupant) }
            slot = following(slot)
        }
        return nil
    }

    /// The slot of a key: its hash modulo the slots.
    public func slot(of key: PlacementKey) -> Int {
        Int(settings.requestHash.hash(key) % UInt64(settings.slots))
    }

    /// The index of the member that owns the requests of a slot; nothing on an empty ring.
    public func ownerIndex(ofSlot slot: Int) -> Int? {
        owners[slot] == Self.free ? nil : Int(owners[slot])
    }

    /// The index of the member whose virtual node is in a slot, if there is one.
    public func occupantIndex(ofSlot slot: Int) -> Int? {
        occupants[slot] == Self.free ? nil : Int(occupants[slot])
    }

    /// How often a virtual node found its slot taken, summed over the members present.
    public var failedProbes: Int { failedProbesByMember.reduce(0, +) }

    private func following(_ slot: Int) -> Int {
        slot + 1 == settings.slots ? 0 : slot + 1
    }

    private mutating func occupy(
        for member: PlacementMember,
        index: Int32
    ) throws(PlacementError) {
        var failures = 0
        let server = member.ordinal + settings.identifierBase
        for replica in 0..<(settings.virtualNodes * member.weight) {
            let hash = settings.serverHash.hash(
                server: server,
                replica: settings.replicasFrom + replica
            )
            let home = Int(hash % UInt64(settings.slots))
            guard let (slot, failed) = freeSlot(from: home) else {
                throw .full(name: member.name, capacity: settings.slots)
            }
            occupants[slot] = index
            failures += failed
        }
        failedProbesByMember.append(failures)
    }

    /// The slot that probing finds, and how many taken ones it tried before.
    private func freeSlot(from home: Int) -> (slot: Int, failed: Int)? {
        var failed = 0
        if settings.probing == .quadratic {
            for distance in 0..<settings.slots {
                let slot = (home + distance * distance) % settings.slots
                if occupants[slot] == Self.free { return (slot, failed) }
                failed += 1
            }
        }
        for distance in 0..<settings.slots {
            let slot = (home + distance) % settings.slots
            if occupants[slot] == Self.free { return (slot, failed) }
            failed += 1
        }
        return nil
    }

    private mutating func rebuildOwners() {
        let slots = settings.slots
        let start = settings.lookup == .next ? 1 : 0
        var owner = Self.free
        // Backwards, twice round: the first round finds the owner of the last slots.
        for position in stride(from: 2 * slots - 1, through: 0, by: -1) {
            let occupant = occupants[(position + start) % slots]
            if occupant != Self.free { owner = occupant }
            owners[position % slots] = owner
        }
    }
}
