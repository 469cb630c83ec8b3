extension RotationIndex {
    /// The server that is next for a request, its account settled; none where none can be chosen.
    ///
    /// The servers that the request tried are put aside for the time of the choice, and gain
    /// nothing.
    mutating func choose(
        excluding tried: TriedServers,
        in peers: inout [UpstreamPeer],
        _ scope: RotationScope
    ) -> Int? {
        wake(in: &peers, scope)
        let isExcluding = tried.count > 0 && scope.plantedBug != .triedChosenAgain
        if isExcluding {
            for index in 0..<tried.count where contains(tried, index, peers) {
                takeOut(tried.slot(index), in: &peers)
            }
        }
        let chosen = front(peers, scope).flatMap { front in
            front.count == 1 && !mode.countsAlone
                ? front.first : goRound(front, in: &peers, scope)
        }
        if isExcluding {
            for index in 0..<tried.count where contains(tried, index, peers) {
                place(tried.slot(index), in: &peers, scope)
            }
        }
        return chosen
    }

    /// Whether the slot of a tried server is still that server's, and in this index.
    private func contains(_ tried: TriedServers, _ index: Int, _ peers: [UpstreamPeer]) -> Bool {
        let slot = tried.slot(index)
        return tried.contains(peers[slot].ordinal) && isMember(slot)
    }

    /// The servers of the least load for their weight.
    private struct Front {
        var load: Int
        var weight: Int
        /// How many there are, and the last of them that was looked at.
        var count: Int
        var first: Int

        /// Less, equal or greater, as another load is to this one.
        func compared(load: Int, weight: Int) -> Int {
            let left = load * self.weight
            let right = self.load * weight
            return left < right ? -1 : left == right ? 0 : 1
        }
    }

    private func front(_ peers: [UpstreamPeer], _ scope: RotationScope) -> Front? {
        var front: Front?
        func look(load: Int, weight: Int, count: Int, slot: Int) {
            switch front?.compared(load: load, weight: weight) ?? -1 {
            case -1: front = Front(load: load, weight: weight, count: count, first: slot)
            case 0: front?.count += count
            default: break
            }
        }
        for rank in ranks {
            guard let level = rank.levels.first else { continue }
            let tree = cells[Int(level.cell)].tree
            guard let slot = forest.first(of: tree) else { continue }
            look(load: level.load, weight: rank.weight, count: tree.count, slot: slot)
        }
        for slot in loose {
            let peer = peers[Int(slot)]
            let load = mode.load(of: peer, second: scope.now.second)
            look(load: load, weight: peer.comparedWeight(at: scope.now), count: 1, slot: Int(slot))
        }
        return front
    }

    /// A round among the servers in front.
    private mutating func goRound(
        _ front: Front,
        in peers: inout [UpstreamPeer],
        _ scope: RotationScope
    ) -> Int? {
        var total = 0
        var best: (slot: Int, cell: Int?, standing: Standing)?
        for rank in ranks.indices {
            guard let level = ranks[rank].levels.first,
                front.compared(load: level.load, weight: ranks[rank].weight) == 0
            else { continue }
            let cell = Int(level.cell)
            raise(cell: cell, by: ranks[rank].weight)
            total += ranks[rank].weight * cells[cell].tree.count
            guard let slot = forest.first(of: cells[cell].tree) else { continue }
            var standing = forest.key(of: slot)
            standing.account += cells[cell].risen
            if best.map({ standing < $0.standing }) ?? true { best = (slot, cell, standing) }
        }
        // Those that recover may leave the list: from its end to its beginning.
        for position in loose.indices.reversed() {
            let slot = Int(loose[position])
            let weight = peers[slot].comparedWeight(at: scope.now)
            let load = mode.load(of: peers[slot], second: scope.now.second)
            guard front.compared(load: load, weight: weight) == 0 else { continue }
            total += scope.gain(&peers[slot])
            let standing = Standing(
                account: peers[slot].currentWeight,
                ordinal: peers[slot].ordinal
            )
            if best.map({ standing < $0.standing }) ?? true { best = (slot, nil, standing) }
        }
        guard let best else { return nil }
        if let cell = best.cell {
            charge(best.slot, in: cell, total)
        } else {
            peers[best.slot].currentWeight -= total
        }
        settle(in: &peers, scope)
        return best.slot
    }

    /// Moves those to their cells that have their whole weight again.
    private mutating func settle(in peers: inout [UpstreamPeer], _ scope: RotationScope) {
        for position in loose.indices.reversed() {
            let slot = Int(loose[position])
            peers[slot].endRamp(at: scope.now)
            guard peers[slot].rampStart == nil,
                peers[slot].effectiveWeight == peers[slot].fullWeight
            else { continue }
            place(slot, in: &peers, scope)
        }
    }
}
