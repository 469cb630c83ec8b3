/// The strategies that place a request by its key or client; none where nginx turns to round robin.
extension UpstreamGroup {
    /// `ip_hash`: the first three octets of an IPv4 address, all sixteen of an IPv6 one.
    ///
    /// Source: nginx, `ngx_http_upstream_ip_hash_module.c`.
    ///
    /// - Complexity: O(log *n*) in the number of servers.
    mutating func addressHash(_ request: inout UpstreamRequest, _ now: VirtualInstant) -> Int? {
        let scope = scope(now)
        let address = request.address ?? .version4(0)
        let octets = address.octetCount == 4 ? 3 : 16
        if !request.hash.hasBegun { request.hash = HashCursor(value: 89, hasBegun: true) }
        var hash = request.hash.value
        while !request.hash.isExhausted {
            for index in 0..<octets {
                hash = (hash * 113 + UInt64(address.octet(index))) % 6_271
            }
            let slot = primary.table.slot(at: Int(hash % UInt64(primary.table.total)))
            if scope.isOpen(peers[slot], request.tried) {
                request.hash.value = hash
                return slot
            }
            request.hash.misses += 1
        }
        return nil
    }

    /// `hash`: fifteen bits of a checksum, added up over the attempts.
    ///
    /// Source: nginx, `ngx_http_upstream_hash_module.c`, `ngx_http_upstream_get_hash_peer`.
    ///
    /// - Complexity: O(log *n*) in the number of servers.
    mutating func plainHash(_ request: inout UpstreamRequest, _ now: VirtualInstant) -> Int? {
        guard let key = request.nonemptyKey else { return nil }
        let scope = scope(now)
        while !request.hash.isExhausted {
            let round = request.hash.rounds
            let prefix = round == 0 ? 0 : CRC32().hash(PlacementKey(round))
            let function = CRC32(continuing: UInt32(truncatingIfNeeded: prefix))
            request.hash.value += function.hash(key) >> 16 & 0x7FFF
            request.hash.rounds += 1
            let position = request.hash.value % UInt64(primary.table.total)
            let slot = primary.table.slot(at: Int(position))
            if scope.isOpen(peers[slot], request.tried) { return slot }
            request.hash.misses += 1
        }
        return nil
    }

    /// `hash … consistent`: the points of a ring, from where the request stands.
    ///
    /// The account of the chosen server takes part in a round of its own, which gives it back a
    /// unit of the weight that failures took.
    ///
    /// - Complexity: O(log *p*) in the number of points.
    mutating func consistentHash(_ request: inout UpstreamRequest, _ now: VirtualInstant) -> Int? {
        guard let key = request.nonemptyKey else { return nil }
        let scope = scope(now)
        var passed = 0
        let from = request.hash.misses
        let member = ring.ownerIndex(
            of: key,
            excluding: { member in
                defer { passed += 1 }
                let slot = Int(primary.slots[member])
                return passed < from || !scope.isOpen(peers[slot], request.tried)
            },
            attemptsMaximum: HashCursor.missesMaximum + 1
        )
        guard let member else {
            request.hash.misses = HashCursor.missesMaximum + 1
            return nil
        }
        request.hash.misses = passed - 1
        let slot = Int(primary.slots[member])
        scope.recover(&peers[slot])
        return slot
    }

    /// A ring on which servers are passed over that have their part of the load.
    ///
    /// Where all that can be chosen have it, the first of them on the ring is taken.
    mutating func boundedHash(
        _ request: UpstreamRequest,
        _ factorPercent: Int,
        _ now: VirtualInstant
    ) -> Int? {
        guard let key = request.nonemptyKey else { return nil }
        let scope = scope(now)
        func isOpen(_ member: Int) -> Bool {
            scope.isOpen(peers[Int(primary.slots[member])], request.tried)
        }
        let member =
            ring.ownerIndex(of: key) { member in
                !isOpen(member) || isLoaded(member, factorPercent)
            } ?? ring.ownerIndex(of: key) { !isOpen($0) }
        return member.map { Int(primary.slots[$0]) }
    }

    /// Whether a server has as many requests as the bound lets it.
    ///
    /// The slots for all requests with this one, times the factor and rounded up, are divided by
    /// weight; what remains goes along the line of weights; nobody has less than one.
    /// Source: HAProxy, `src/lb_chash.c`, `chash_server_is_eligible`.
    func isLoaded(_ member: Int, _ factorPercent: Int) -> Bool {
        let slot = Int(primary.slots[member])
        let weights = max(1, usableWeight)
        let slots = ((served + 1) * factorPercent + 99) / 100
        let weight = peers[slot].weight
        let start = primary.table.start(of: member)
        let remainder = slots % weights
        let share =
            slots / weights * weight
            + ((start + weight) * remainder / weights - start * remainder / weights)
        return peers[slot].connections >= max(1, share)
    }
}

extension UpstreamRequest {
    /// The key, unless it is empty.
    var nonemptyKey: PlacementKey? {
        guard let key else { return nil }
        if key.identifier != nil { return key }
        return key.withBytes(\.isEmpty) ? nil : key
    }
}
