/// Multi-probe consistent hashing: one point a member on the ring, several probes a key; the member
/// whose point follows a probe most closely owns the key.
///
/// With 21 probes the fullest member has about 1.05 times the mean, for which a ring would need
/// hundreds of points a member. The choices are those of `go-mpchash`: SipHash-2-4 with zero in its
/// key for names, one and two for the two hashes of keys.
/// Source: Appleton and O'Reilly, "Multi-Probe Consistent Hashing", 2015; dgryski/go-mpchash.
public struct MultiProbeHash: Placement {
    /// How many points of the ring are tried for a key.
    public let probes: Int

    private var list = MemberList()
    private var ring = RingPoints<UInt64>()
    private var owners: [Int32] = []

    private static let nameFunction = SipHash24(key: (0, 0))
    private static let firstFunction = SipHash24(key: (1, 0))
    private static let secondFunction = SipHash24(key: (2, 0))

    /// Creates an empty placement.
    public init(probes: Int = 21) {
        precondition(probes > 0, "a key needs a probe")
        self.probes = probes
    }

    /// See ``Placement/name``.
    public var name: String { "multi-probe" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.movesOnlyToAdded, .movesOnlyFromRemoved, .removesAnyMember]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// See ``Placement/add(contentsOf:)``.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        try list.append(contentsOf: newMembers, allowingWeights: false)
        rebuild()
    }

    /// See ``Placement/remove(_:)``.
    public mutating func remove(_ name: String) throws(PlacementError) {
        _ = try list.remove(name)
        rebuild()
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(*k*) expected in the number of probes.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        ownerIndex(of: key, excluding: { _ in false })
    }

    /// See ``Placement/ownerIndex(of:excluding:)``.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        guard owners.contains(where: { !isExcluded(Int($0)) }) else { return nil }
        let step = Self.secondFunction.hash(key)
        var probe = Self.firstFunction.hash(key)
        var nearest = UInt64.max
        var owner: Int?
        for _ in 0..<probes {
            var point = ring.index(after: probe)
            while isExcluded(Int(owners[point])) {
                point = point + 1 == owners.count ? 0 : point + 1
            }
            let distance = ring.positions[point] &- probe
            if owner == nil || distance < nearest {
                nearest = distance
                owner = Int(owners[point])
            }
            probe &+= step
        }
        return owner
    }

    /// The exact shares have no simple form.
    public func shares() -> [PlacementShare]? { nil }

    private mutating func rebuild() {
        let points = list.members.enumerated()
            .map { (position: Self.nameFunction.hash($1.name), owner: Int32($0)) }
            .sorted { ($0.position, $0.owner) < ($1.position, $1.owner) }
        ring = RingPoints(points.map(\.position))
        owners = points.map(\.owner)
    }
}
