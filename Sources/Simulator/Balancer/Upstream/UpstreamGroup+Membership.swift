extension UpstreamGroup {
    /// The slot of a server that belongs to the group.
    public func slot(named name: String) -> Int? {
        slotsByName[name]
    }

    /// The slots of the servers that belong to the group, in the order of arrival.
    ///
    /// - Complexity: O(*n* log *n*).
    public var members: [Int] {
        slotsByName.values.sorted { peers[$0].ordinal < peers[$1].ordinal }
    }

    /// How many servers belong to the group, backups included.
    public var count: Int { slotsByName.count }

    /// Whether there is a server that is no backup.
    var hasPrimary: Bool { !primary.slots.isEmpty }

    /// The account of a server in smooth weighted round robin.
    public func currentWeight(of slot: Int) -> Int {
        let tier = peers[slot].isBackup ? backup : primary
        return tier.index?.currentWeight(of: slot, in: peers) ?? peers[slot].currentWeight
    }

    /// Adds a server behind the others; where it has a slow start, it begins one.
    ///
    /// - Complexity: O(*n*) in the number of servers, O(*p* log *p*) in the points of a ring.
    public mutating func add(
        _ server: UpstreamServer,
        now: VirtualInstant
    ) throws(UpstreamError) {
        try check(server)
        guard slotsByName[server.name] == nil else { throw .duplicate(name: server.name) }
        if server.slowStart > .zero, unit == 1 { throw .slowStart(name: server.name) }
        let slot = seat(server)
        peers[slot].startRamp(at: now)
        try rebuild(now: now)
    }

    /// Removes a server: it gets nothing new, and its slot is free when it has answered what it
    /// has.
    ///
    /// - Parameters:
    ///   - name: The server.
    ///   - mayBeLast: Whether it may be the last one that is no backup.
    ///   - now: When it is removed.
    public mutating func remove(
        _ name: String,
        mayBeLast: Bool = false,
        now: VirtualInstant
    ) throws(UpstreamError) {
        guard let slot = slotsByName[name] else { throw .unknown(name: name) }
        let isLastPrimary = primary.slots.count == 1 && !peers[slot].isBackup
        if isLastPrimary, !mayBeLast { throw .empty }
        slotsByName[name] = nil
        try rebuild(now: now)
        peers[slot].blocks.insert(.removed)
        recycle(slot)
    }

    /// Takes a server out of service for one reason, or puts it back for that reason.
    ///
    /// A server that comes back with no reason left begins a slow start, where it has one.
    public mutating func set(
        _ reason: UpstreamBlock,
        _ isBlocked: Bool,
        for slot: Int,
        now: VirtualInstant
    ) {
        let before = peers[slot].blocks
        if isBlocked {
            peers[slot].blocks.insert(reason)
        } else {
            peers[slot].blocks.remove(reason)
        }
        guard peers[slot].blocks != before else { return }
        if peers[slot].blocks.isEmpty { peers[slot].startRamp(at: now) }
        account(for: now)
        update(slot, now)
    }

    /// Gives a server another weight; its account stays.
    public mutating func setWeight(
        _ weight: Int,
        for slot: Int,
        now: VirtualInstant
    ) throws(UpstreamError) {
        var server = servers[slot]
        server.weight = weight
        try check(server)
        let lost = peers[slot].fullWeight - peers[slot].effectiveWeight
        servers[slot] = server
        peers[slot].weight = weight
        peers[slot].effectiveWeight = max(0, peers[slot].fullWeight - lost)
        try rebuild(now: now)
    }

    /// Whether nothing is under way at a server: a drain is complete.
    public func isIdle(_ slot: Int) -> Bool { peers[slot].connections == 0 }

    func check(_ server: UpstreamServer) throws(UpstreamError) {
        if server.isBackup, settings.strategy.isWithoutBackup { throw .backup(name: server.name) }
        if server.slowStart > .zero, settings.strategy.isWithoutBackup {
            throw .slowStart(name: server.name)
        }
        guard (1...PlacementMember.weightMaximum).contains(server.weight) else {
            throw .weight(name: server.name, weight: server.weight)
        }
    }

    /// Gives a server a slot.
    mutating func seat(_ server: UpstreamServer) -> Int {
        let peer = UpstreamPeer(
            server,
            ordinal: ordinals,
            unit: unit,
            shape: settings.slowStart
        )
        ordinals += 1
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
            peers[slot] = peer
            servers[slot] = server
        } else {
            slot = peers.count
            peers.append(peer)
            servers.append(server)
        }
        slotsByName[server.name] = slot
        return slot
    }

    /// Makes everything anew that depends on which servers there are.
    mutating func rebuild(now: VirtualInstant) throws(UpstreamError) {
        let slots =
            settings.plantedBug == .removedStillChosen
            ? Array(peers.indices) : Array(slotsByName.values)
        let members = slots.sorted { peers[$0].ordinal < peers[$1].ordinal }
        let scope = scope(now)
        primary.rebuild(members.filter { !peers[$0].isBackup }, in: &peers, scope)
        backup.rebuild(members.filter { peers[$0].isBackup }, in: &peers, scope)
        account(for: now)
        switch settings.strategy {
        case .consistentHash, .boundedHash: rebuildRing()
        case .leastRequest: deadlines.rebuild(primary.slots, in: peers)
        default: break
        }
    }

    private mutating func rebuildRing() {
        ring = KetamaRing()
        let members = primary.slots.map { slot in
            let peer = peers[Int(slot)]
            let name = servers[Int(slot)].name
            return PlacementMember(name: name, ordinal: peer.ordinal, weight: peer.weight)
        }
        // Names are unique and weights in bounds, which is all that a ring asks for.
        try? ring.add(contentsOf: members)
    }

    /// Counts who is in service, and sees whether there is a panic.
    ///
    /// - Complexity: O(*n*).
    private mutating func account(for now: VirtualInstant) {
        inService = 0
        usableWeight = 0
        usableCount = 0
        var counted = 0
        for slot in (primary.slots + backup.slots).lazy.map(Int.init) {
            let blocks = peers[slot].blocks
            guard blocks.isDisjoint(with: [.down, .draining]) else { continue }
            inService += 1
            guard !peers[slot].isBackup else { continue }
            counted += 1
            guard blocks.isEmpty else { continue }
            usableCount += 1
            usableWeight += peers[slot].weight
        }
        let isOpen = settings.failOpen?.isOpen(healthy: usableCount, registered: counted) ?? false
        let isPanicking = isOpen || usableCount * 100 < settings.panicPercent * counted
        guard isPanicking != self.isPanicking else { return }
        self.isPanicking = isPanicking
        primary.refresh(in: &peers, scope(now))
        backup.refresh(in: &peers, scope(now))
    }
}
