/// The strategies that draw; none where too many draws would not do, and the turn decides.
extension UpstreamGroup {
    /// `random`: by weight.
    ///
    /// Source: nginx, `ngx_http_upstream_random_module.c`.
    ///
    /// - Complexity: O(log *n*) in the number of servers.
    mutating func drawn(
        _ request: inout UpstreamRequest,
        _ now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> Int? {
        let scope = scope(now)
        while !request.hash.isExhausted {
            let slot = drawByWeight(using: &random)
            if scope.isOpen(peers[slot], request.tried) { return slot }
            request.hash.misses += 1
        }
        return nil
    }

    /// `random two least_conn`: the first of two unless it is the more loaded one for its weight.
    mutating func drawnOfTwo(
        _ request: inout UpstreamRequest,
        _ now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> Int? {
        let scope = scope(now)
        var first: Int?
        while !request.hash.isExhausted {
            let slot = drawByWeight(using: &random)
            guard slot != first, scope.isOpen(peers[slot], request.tried) else {
                request.hash.misses += 1
                continue
            }
            guard let other = first else {
                first = slot
                continue
            }
            let isMore =
                peers[slot].connections * peers[other].weight
                > peers[other].connections * peers[slot].weight
            return isMore ? other : slot
        }
        return nil
    }

    /// Envoy's `LEAST_REQUEST`: where all weights are one, the less loaded of two draws, which may
    /// be of one server, and the first of equal ones; otherwise by deadlines.
    ///
    /// Source: Envoy, `least_request_lb.cc`.
    mutating func leastRequest(
        _ request: inout UpstreamRequest,
        _ now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> Int? {
        let scope = scope(now)
        if deadlines.isWeighted {
            return deadlines.choose(in: peers) { scope.isOpen($0, request.tried) }
        }
        guard let first = drawEvenly(request, scope, using: &random),
            let second = drawEvenly(request, scope, using: &random)
        else { return nil }
        return peers[second].connections < peers[first].connections ? second : first
    }

    /// Finagle's power of two choices: two different servers, and the cheaper one.
    ///
    /// Source: Finagle, `P2C.scala` and `PeakEwma.scala`.
    mutating func peakAverage(
        _ request: inout UpstreamRequest,
        _ decay: Duration,
        _ now: VirtualInstant,
        using random: inout some UpstreamRandomness
    ) -> Int? {
        let scope = scope(now)
        guard let first = drawEvenly(request, scope, using: &random) else { return nil }
        guard let second = drawEvenly(request, scope, besides: first, using: &random) else {
            return first
        }
        let cost = load(first, decay, now)
        return load(second, decay, now) < cost ? second : first
    }

    private mutating func load(_ slot: Int, _ decay: Duration, _ now: VirtualInstant) -> Double {
        let pending = peers[slot].connections
        return peers[slot].measures.peak.load(pending: pending, at: now, decay: decay)
    }

    private func drawByWeight(using random: inout some UpstreamRandomness) -> Int {
        primary.table.slot(at: Int(random.below(UInt64(primary.table.total))))
    }

    /// A server that can be chosen, every one as likely; none after too many that cannot.
    private func drawEvenly(
        _ request: UpstreamRequest,
        _ scope: RotationScope,
        besides other: Int? = nil,
        using random: inout some UpstreamRandomness
    ) -> Int? {
        for _ in 0...HashCursor.missesMaximum {
            let slot = Int(primary.slots[Int(random.below(UInt64(primary.slots.count)))])
            if slot != other, scope.isOpen(peers[slot], request.tried) { return slot }
        }
        return nil
    }
}

/// Earliest deadline first: a server of twice the weight has a deadline twice as often.
///
/// Source: Envoy, `source/common/upstream/edf_scheduler.h`.
struct DeadlineSchedule: Sendable {
    private struct Deadline: Comparable, Sendable {
        var time: Double
        /// Of equal deadlines the one that was set first comes first.
        var order: Int

        static func < (left: Deadline, right: Deadline) -> Bool {
            left.time != right.time ? left.time < right.time : left.order < right.order
        }
    }

    private var heap = SlotHeap<Deadline>()
    private var time = 0.0
    private var order = 0

    /// Whether weights differ.
    private(set) var isWeighted = false

    mutating func rebuild(_ slots: [Int32], in peers: [UpstreamPeer]) {
        heap.removeAll()
        time = 0
        isWeighted = Set(slots.map { peers[Int($0)].weight }).count > 1
        for slot in slots { put(Int(slot), peers[Int(slot)]) }
    }

    /// The server whose deadline is the next; those that cannot be chosen get another.
    ///
    /// - Complexity: O(log *n*), and as much for each that cannot be chosen.
    mutating func choose(in peers: [UpstreamPeer], isOpen: (UpstreamPeer) -> Bool) -> Int? {
        for _ in 0..<heap.count {
            guard let next = heap.first else { return nil }
            time = next.key.time
            put(next.slot, peers[next.slot])
            if isOpen(peers[next.slot]) { return next.slot }
        }
        return nil
    }

    private mutating func put(_ slot: Int, _ peer: UpstreamPeer) {
        let weight = Double(peer.weight) / Double(peer.connections + 1)
        heap.set(slot, Deadline(time: time + 1 / weight, order: order))
        order += 1
    }
}
