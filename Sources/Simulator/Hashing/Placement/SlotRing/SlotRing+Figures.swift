/// What explains a ring's balance.
extension SlotRing {
    /// The exact shares of requests whose identifiers are uniform over a period of the request
    /// hash; where it has none, those of requests that fall uniformly on the slots.
    public func shares() -> [PlacementShare]? {
        guard let period = settings.requestHash.period(slots: settings.slots) else {
            return sharesOfUniformSlots()
        }
        var counts = [Int](repeating: 0, count: members.count)
        for identifier in 0..<period {
            if let owner = ownerIndex(of: PlacementKey(identifier)) { counts[owner] += 1 }
        }
        return shares(counts: counts, total: period)
    }

    /// The exact shares of requests that fall uniformly on the slots.
    public func sharesOfUniformSlots() -> [PlacementShare] {
        var counts = [Int](repeating: 0, count: members.count)
        for slot in 0..<settings.slots {
            if let owner = ownerIndex(ofSlot: slot) { counts[owner] += 1 }
        }
        return shares(counts: counts, total: settings.slots)
    }

    /// The slots that a member's virtual nodes occupy, in ascending order.
    public func slots(ofMemberAt index: Int) -> [Int] {
        (0..<settings.slots).filter { occupantIndex(ofSlot: $0) == index }
    }

    /// How many slots hold a virtual node.
    public var occupiedSlots: Int {
        (0..<settings.slots).count { occupantIndex(ofSlot: $0) != nil }
    }

    /// The most slots whose requests one virtual node receives: the longest way from one occupied
    /// slot to the next. Zero on an empty ring.
    public var arcMaximum: Int {
        let occupied = (0..<settings.slots).filter { occupantIndex(ofSlot: $0) != nil }
        guard let first = occupied.first, let last = occupied.last else { return 0 }
        let inner = zip(occupied, occupied.dropFirst()).map { $1 - $0 }
        return max(inner.max() ?? 0, first + settings.slots - last)
    }

    /// How many slots a request can fall on at all.
    public var distinctRequestSlots: Int {
        guard let period = settings.requestHash.period(slots: settings.slots) else {
            return settings.slots
        }
        var isHit = [Bool](repeating: false, count: settings.slots)
        for identifier in 0..<period {
            isHit[slot(of: PlacementKey(identifier))] = true
        }
        return isHit.count { $0 }
    }

    private func shares(counts: [Int], total: Int) -> [PlacementShare] {
        zip(members, counts).map { PlacementShare(name: $0.name, count: $1, total: total) }
    }
}
