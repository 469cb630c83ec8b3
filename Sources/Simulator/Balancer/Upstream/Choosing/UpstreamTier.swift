/// The primary servers of a group, or its backup servers: nginx's `ngx_http_upstream_rr_peers_t`.
struct UpstreamTier: Sendable {
    /// The slots in the order of arrival, with their weights.
    private(set) var table = WeightTable()
    /// What finds the next server in place of a scan, in a large tier.
    private(set) var index: RotationIndex?
    let mode: RotationMode
    private let indexMinimum: Int

    init(mode: RotationMode, indexMinimum: Int) {
        self.mode = mode
        self.indexMinimum = indexMinimum
    }

    var slots: [Int32] { table.slots }

    /// Begins anew with these servers.
    mutating func rebuild(
        _ slots: [Int],
        in peers: inout [UpstreamPeer],
        _ scope: RotationScope
    ) {
        for slot in self.slots { index?.forget(Int(slot), in: &peers) }
        table = WeightTable()
        for slot in slots { table.append(slot: slot, weight: peers[slot].weight) }
        index = slots.count >= indexMinimum ? RotationIndex(mode: mode) : nil
        refresh(in: &peers, scope)
    }

    /// Looks at all servers again.
    mutating func refresh(in peers: inout [UpstreamPeer], _ scope: RotationScope) {
        guard index != nil else { return }
        for slot in slots { index?.place(Int(slot), in: &peers, scope) }
    }

    /// Looks at a server again after something changed that decides about it.
    mutating func update(_ slot: Int, in peers: inout [UpstreamPeer], _ scope: RotationScope) {
        if index?.isMember(slot) == true { index?.place(slot, in: &peers, scope) }
    }

    /// The next server for a request; none where none can be chosen.
    mutating func choose(
        excluding tried: TriedServers,
        in peers: inout [UpstreamPeer],
        _ scope: RotationScope
    ) -> Int? {
        if index != nil { return index?.choose(excluding: tried, in: &peers, scope) }
        guard let front = front(excluding: tried, in: peers, scope) else { return nil }
        if front.count == 1, !mode.countsAlone { return front.slot }
        return goRound(from: front, excluding: tried, in: &peers, scope)
    }

    /// The first of the servers of least load for their weight, and how many there are.
    private func front(
        excluding tried: TriedServers,
        in peers: [UpstreamPeer],
        _ scope: RotationScope
    ) -> (slot: Int, position: Int, count: Int)? {
        var front: (slot: Int, position: Int, count: Int)?
        var best = (load: 0, weight: 1)
        for position in slots.indices {
            let slot = Int(slots[position])
            guard scope.isOpen(peers[slot], tried) else { continue }
            let load = mode.load(of: peers[slot], second: scope.now.second)
            let weight = peers[slot].comparedWeight(at: scope.now)
            if front == nil || load * best.weight < best.load * weight {
                front = (slot, position, 1)
                best = (load, weight)
            } else if load * best.weight == best.load * weight {
                front?.count += 1
            }
        }
        return front
    }

    /// A round of smooth weighted round robin among the servers as loaded as the first.
    ///
    /// Source: nginx, `ngx_http_upstream_get_peer` and `ngx_http_upstream_get_least_conn_peer`.
    private func goRound(
        from front: (slot: Int, position: Int, count: Int),
        excluding tried: TriedServers,
        in peers: inout [UpstreamPeer],
        _ scope: RotationScope
    ) -> Int? {
        let second = scope.now.second
        let least = mode.load(of: peers[front.slot], second: second)
        let leastWeight = peers[front.slot].comparedWeight(at: scope.now)
        var best = front.slot
        var total = 0
        for position in front.position..<slots.count {
            let slot = Int(slots[position])
            guard scope.isOpen(peers[slot], tried),
                mode.load(of: peers[slot], second: second) * leastWeight
                    == least * peers[slot].comparedWeight(at: scope.now)
            else { continue }
            total += scope.gain(&peers[slot])
            peers[slot].endRamp(at: scope.now)
            if peers[slot].currentWeight > peers[best].currentWeight { best = slot }
        }
        peers[best].currentWeight -= total
        return best
    }
}

extension RotationScope {
    /// Whether a request that tried these may choose a server now.
    func isOpen(_ peer: UpstreamPeer, _ tried: TriedServers) -> Bool {
        if plantedBug != .triedChosenAgain, tried.contains(peer.ordinal) { return false }
        return isEligible(peer)
    }
}
