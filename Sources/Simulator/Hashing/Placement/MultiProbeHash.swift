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
    private var positions: [UInt64] = []
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
    /// - Complexity: O(*k* log *n*) in the numbers of probes and members.
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
            var point = point(after: probe)
            while isExcluded(Int(owners[point])) {
                point = point + 1 == owners.count ? 0 : point + 1
            }
            let distance = positions[point] &- probe
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

    /// The index of the first point after a position, the first of all after the last.
    private func point(after position: UInt64) -> Int {
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low == positions.count ? 0 : low
    }

    private mutating func rebuild() {
        let points = list.members.enumerated()
            .map { (position: Self.nameFunction.hash($1.name), owner: Int32($0)) }
            .sorted { ($0.position, $0.owner) < ($1.position, $1.owner) }
        positions = points.map(\.position)
        owners = points.map(\.owner)
    }
}
