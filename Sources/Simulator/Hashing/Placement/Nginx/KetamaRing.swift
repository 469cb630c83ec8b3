/// nginx's `hash … consistent`: a ring of 160 points a unit of weight, by CRC-32.
///
/// Its choices are those of nginx, point for point; nginx calls the ring compatible with ketama
/// (`Cache::Memcached::Fast`). Members are named as nginx's servers are: `host:port`.
/// Source: nginx, `src/http/modules/ngx_http_upstream_hash_module.c`.
public struct KetamaRing: Placement {
    /// How many points nginx examines for a request before it turns to round robin.
    public static let attemptsOfNginx = 21

    /// How many points a member has for each unit of its weight.
    public static let pointsPerWeight = 160

    private var list = MemberList()
    private var ring = RingPoints<UInt32>()
    private var owners: [Int32] = []

    /// Creates an empty ring.
    public init() {}

    /// See ``Placement/name``.
    public var name: String { "ketama" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.movesOnlyToAdded, .movesOnlyFromRemoved, .removesAnyMember, .weights, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// See ``Placement/add(contentsOf:)``.
    ///
    /// - Complexity: O(*p* log *p*) in the number of points.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        try list.append(contentsOf: newMembers, allowingWeights: true)
        rebuild()
    }

    /// See ``Placement/remove(_:)``.
    public mutating func remove(_ name: String) throws(PlacementError) {
        _ = try list.remove(name)
        rebuild()
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(1) expected.
    public func ownerIndex(of key: PlacementKey) -> Int? {
        owners.isEmpty ? nil : Int(owners[point(of: key)])
    }

    /// See ``Placement/ownerIndex(of:excluding:)``.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        ownerIndex(of: key, excluding: isExcluded, attemptsMaximum: owners.count)
    }

    /// The owner when some members cannot be used and only so many points, not members, are
    /// examined; nothing when none of them will do, where nginx turns to round robin.
    public func ownerIndex(
        of key: PlacementKey,
        excluding isExcluded: (Int) -> Bool,
        attemptsMaximum: Int
    ) -> Int? {
        guard !owners.isEmpty else { return nil }
        var point = point(of: key)
        for _ in 0..<min(attemptsMaximum, owners.count) {
            let owner = Int(owners[point])
            if !isExcluded(owner) { return owner }
            point = point + 1 == owners.count ? 0 : point + 1
        }
        return nil
    }

    /// The length of the arcs that end in a member's points, of `2^32`.
    public func shares() -> [PlacementShare]? {
        var counts = [Int](repeating: 0, count: list.count)
        guard var previous = ring.positions.last.map({ Int($0) - (1 << 32) }) else { return [] }
        for (position, owner) in zip(ring.positions, owners) {
            counts[Int(owner)] += Int(position) - previous
            previous = Int(position)
        }
        return list.shares(counts: counts, total: 1 << 32)
    }

    /// The points of the ring in ascending order, of `2^32` positions: each has what is between the
    /// point before and itself, for the member with that index.
    public var points: [(position: Int, owner: Int)] {
        zip(ring.positions, owners).map { (Int($0), Int($1)) }
    }

    /// The index of the first point at or after a key's hash, the first of all after the last.
    private func point(of key: PlacementKey) -> Int {
        ring.index(from: UInt32(truncatingIfNeeded: CRC32().hash(key)))
    }

    /// Of equal points the one of the earlier member stays.
    private mutating func rebuild() {
        var points: [(position: UInt32, owner: Int32)] = []
        for (index, member) in list.members.enumerated() {
            for position in Self.positions(of: member) {
                points.append((position, Int32(index)))
            }
        }
        points.sort { ($0.position, $0.owner) < ($1.position, $1.owner) }
        var positions: [UInt32] = []
        owners.removeAll()
        for point in points where point.position != positions.last {
            positions.append(point.position)
            owners.append(point.owner)
        }
        ring = RingPoints(positions)
    }

    /// Each point is the checksum of host, a zero byte, port, and the previous point; the first
    /// follows a zero.
    private static func positions(of member: PlacementMember) -> [UInt32] {
        let (host, port) = split(member.name)
        let base = UInt32(truncatingIfNeeded: CRC32().hash(host + [0] + port))
        let function = CRC32(continuing: base)
        var previous: UInt32 = 0
        return (0..<(member.weight * pointsPerWeight)).map { _ in
            previous = withUnsafeBytes(of: previous.littleEndian) { function.checksum($0) }
            return previous
        }
    }

    /// Host and port as nginx splits a configured server: at the last colon, where only digits
    /// follow it; a name without a port is all host.
    private static func split(_ name: String) -> (host: [UInt8], port: [UInt8]) {
        let bytes = Array(name.utf8)
        guard let colon = bytes.lastIndex(of: 0x3A) else { return (bytes, []) }
        let port = bytes[(colon + 1)...]
        guard port.allSatisfy({ (0x30...0x39).contains($0) }) else { return (bytes, []) }
        return (Array(bytes[..<colon]), Array(port))
    }
}
