/// Where keys belong, and how many requests each server has.
extension ServerPool {
    /// A request given to a server, until `release(_:)`.
    public struct Assignment: Equatable, Sendable {
        /// The server that answers it.
        public let server: String
        /// The number of the server: another one may get its name.
        let ordinal: Int
    }

    /// The server that answers requests with `key`: its owner, or the next one that serves.
    public func server(for key: PlacementKey) -> String? {
        ownerIndex(of: key).map { placement.members[$0].name }
    }

    /// Gives a request with `key` to a server, which has one more of them until `release(_:)`.
    public mutating func assign(_ key: PlacementKey) -> Assignment? {
        guard let index = ownerIndex(of: key) else { return nil }
        let owner = placement.members[index]
        changeLoad { $0.assign(toMemberAt: index) }
        return Assignment(server: owner.name, ordinal: owner.ordinal)
    }

    /// The request ended; nothing happens where its server has left.
    public mutating func release(_ assignment: Assignment) {
        let index = placement.members.firstIndex {
            $0.name == assignment.server && $0.ordinal == assignment.ordinal
        }
        if let index { changeLoad { $0.release(memberAt: index) } }
    }

    private func ownerIndex(of key: PlacementKey) -> Int? {
        guard let owner = placement.ownerIndex(of: key) else { return nil }
        if !hasVacancies || !isVacant(owner) { return owner }
        return placement.ownerIndex(of: key, excluding: isVacant)
    }

    private mutating func changeLoad(_ change: (inout BoundedLoad) -> Void) {
        guard var bounded = placement as? BoundedLoad else { return }
        placement = emptyPlacement
        change(&bounded)
        placement = bounded
    }

    // MARK: Changes

    /// Gives a member its place; where one that left still holds its own, that.
    mutating func place(_ member: Member) -> [Action] {
        do {
            placement = try placement(adding: [member.placementMember])
        } catch {
            return [.refuse(.noRoom(error.description))]
        }
        return [.placementChanged(joined: member.name, left: nil)]
    }

    /// Takes a server's keys away; where the algorithm can drop only its last member, the place
    /// stays vacant, and its keys go to the next server that serves.
    mutating func displace(_ name: String) -> [Action] {
        if settings.plantedBug != .keepsTheDeadPlaced { try? placement.remove(name) }
        if settings.plantedBug == .renumbersTheLiving { renumberTheLiving() }
        return [.placementChanged(joined: nil, left: name)]
    }

    private mutating func renumberTheLiving() {
        var fresh = emptyPlacement
        let renumbered = placement.members.enumerated().map { index, member in
            PlacementMember(name: member.name, ordinal: index)
        }
        try? fresh.add(contentsOf: renumbered)
        placement = fresh
    }

    /// The placement with `entries` in the places that are vacant, then in new ones.
    func placement(
        adding entries: [PlacementMember]
    ) throws(PlacementError) -> any Placement {
        var vacancies = hasVacancies ? placement.members.indices.filter(isVacant) : []
        if vacancies.isEmpty {
            var larger = placement
            try larger.add(contentsOf: entries)
            return larger
        }
        var placed = placement.members
        for entry in entries {
            // A name that comes back takes its old place, so that no name stands there twice.
            let chosen = vacancies.firstIndex { placed[$0].name == entry.name }
            if vacancies.isEmpty {
                placed.append(entry)
            } else {
                placed[vacancies.remove(at: chosen ?? 0)] = entry
            }
        }
        var fresh = emptyPlacement
        try fresh.add(contentsOf: placed)
        return keepingLoads(in: fresh)
    }

    /// `fresh` with the loads that its members have now.
    private func keepingLoads(in fresh: any Placement) -> any Placement {
        guard let old = placement as? BoundedLoad, var new = fresh as? BoundedLoad else {
            return fresh
        }
        for (member, load) in zip(old.members, old.loads) {
            guard let index = new.members.firstIndex(of: member) else { continue }
            for _ in 0..<load { new.assign(toMemberAt: index) }
        }
        return new
    }

    // MARK: Vacancies

    /// Whether places of members that left can be there.
    private var hasVacancies: Bool {
        !placement.capabilities.contains(.removesAnyMember)
    }

    /// Whether the member with this place has left the pool.
    private func isVacant(_ index: Int) -> Bool {
        let holder = placement.members[index]
        return member(named: holder.name)?.ordinal != holder.ordinal
    }
}

extension ServerPool.Member {
    /// The member as placements see it.
    var placementMember: PlacementMember { PlacementMember(name: name, ordinal: ordinal) }
}
