import OrderedCollections
import Simulator

/// The ring at the start, and where its changes moved keys.
extension RunRecorder {
    /// The ring as its servers divide it; nothing where the placement is none, or one of too many
    /// arcs.
    var ringArcs: RingArcs? {
        guard let placement = cluster.placement else { return nil }
        let base = (placement as? BoundedLoad)?.base ?? placement
        let arcs: [RingArcs.Arc]
        switch base {
        case let ring as SlotRing: arcs = RingArcs.arcs(of: ring)
        case let ring as KetamaRing: arcs = RingArcs.arcs(of: ring)
        default: return nil
        }
        guard !arcs.isEmpty, arcs.count <= RingArcs.maximum else { return nil }
        return RingArcs(servers: base.members.map(\.name), arcs: arcs)
    }

    /// Keys of requests by the servers that changes of the ring took them from and gave them to,
    /// summed over all changes; where nothing changed, what one more server would do to the keys;
    /// nothing where there are too many servers.
    var keyFlows: KeyFlows? {
        guard let first = cluster.placement else { return nil }
        var flows = FlowCounts()
        guard !cluster.journal.placementChanges.isEmpty else {
            guard let resize, flows.add(resize.keys, from: resize.before, to: resize.after) else {
                return nil
            }
            return KeyFlows(servers: Array(flows.servers), counts: flows.square)
        }
        var before = first.withoutBound
        for change in cluster.journal.placementChanges {
            let after = change.placement.withoutBound
            guard flows.add(keys, from: before, to: after) else { return nil }
            before = after
        }
        return KeyFlows(servers: Array(flows.servers), counts: flows.square)
    }
}

/// Keys by where they were and where they came to.
private struct FlowCounts {
    private(set) var servers: OrderedSet<String> = []
    private var counts = [Int](
        repeating: 0,
        count: KeyFlows.maximum * KeyFlows.maximum
    )

    /// Who has the keys that no server has.
    private static let nobody = "nobody"

    /// Adds a change.
    ///
    /// - Returns: Whether there is room for its servers.
    mutating func add(
        _ keys: [PlacementKey],
        from before: any Placement,
        to after: any Placement
    ) -> Bool {
        guard let sources = places(of: before), let targets = places(of: after) else {
            return false
        }
        for key in keys {
            let source = before.ownerIndex(of: key).map { sources[$0] }
            let target = after.ownerIndex(of: key).map { targets[$0] }
            guard source != nil || target != nil else { continue }
            guard let row = source ?? place(of: Self.nobody),
                let column = target ?? place(of: Self.nobody)
            else { return false }
            counts[row * KeyFlows.maximum + column] += 1
        }
        return true
    }

    /// The counts of the servers that there are.
    var square: [[Int]] {
        servers.indices.map { row in
            servers.indices.map { counts[row * KeyFlows.maximum + $0] }
        }
    }

    private mutating func places(of placement: any Placement) -> [Int]? {
        var places: [Int] = []
        for member in placement.members {
            guard let place = place(of: member.name) else { return nil }
            places.append(place)
        }
        return places
    }

    private mutating func place(of server: String) -> Int? {
        if let known = servers.firstIndex(of: server) { return known }
        guard servers.count < KeyFlows.maximum else { return nil }
        return servers.append(server).index
    }
}

extension Placement {
    /// Where keys belong as long as no load is bounded.
    fileprivate var withoutBound: any Placement { (self as? BoundedLoad)?.base ?? self }
}

extension RingArcs {
    /// The arcs of a ring of slots: a slot is as wide as any other.
    fileprivate static func arcs(of ring: SlotRing) -> [Arc] {
        var arcs = ArcList(total: ring.settings.slots, from: 0)
        for slot in 0..<ring.settings.slots {
            guard let owner = ring.ownerIndex(ofSlot: slot) else { return [] }
            arcs.add(owner, until: slot + 1)
        }
        return arcs.all
    }

    /// The arcs of a ring of points, each of which has what is between the point before and itself;
    /// the first one begins before the seam.
    fileprivate static func arcs(of ring: KetamaRing) -> [Arc] {
        let points = ring.points
        guard let last = points.last else { return [] }
        var arcs = ArcList(total: 1 << 32, from: last.position)
        for point in points { arcs.add(point.owner, until: point.position) }
        return arcs.all
    }

    /// Arcs of which neighbours of one server are one.
    private struct ArcList {
        let total: Int
        private(set) var all: [Arc] = []
        private var end: Int

        init(total: Int, from begin: Int) {
            self.total = total
            end = begin
        }

        mutating func add(_ owner: Int, until position: Int) {
            let begin = Double(end) / Double(total)
            end = position
            let end = Double(position) / Double(total)
            if let last = all.indices.last, all[last].server == owner {
                all[last].end = end
            } else {
                all.append(Arc(server: owner, begin: begin, end: end))
            }
        }
    }
}
