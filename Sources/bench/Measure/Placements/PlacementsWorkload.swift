import Simulator

/// What every placement costs and how well it spreads keys, for ten to a hundred thousand members:
/// the figures of the SUPSI benchmarks of consistent hashing.
///
/// Source of the figures: Coluzzi, Brocco, Antonucci, Leidi, "A Benchmark of Consistent Hashing
/// Algorithms", <https://github.com/SUPSI-DTI-ISIN/java-consistent-hashing-algorithms>.
package enum PlacementsWorkload {
    /// The largest number of members; each size is a tenth of the next.
    private static let membersMaximum = 100_000
    private static let lookupsPerBatch = 100
    /// Steps that a lookup may take where it visits every member, over all lookups of one size.
    private static let visits = 50_000_000

    /// Measures every placement at every size up to `scale` times the largest, with `scale` times
    /// the lookups.
    package static func run(scale: Double) throws -> [Measurement] {
        var measurements: [Measurement] = []
        for candidate in PlacementCandidate.all {
            var count = 10
            while count <= max(10, Int(Double(membersMaximum) * min(1, scale))) {
                measurements.append(try measure(candidate, members: count, scale: scale))
                count *= 10
            }
        }
        return measurements
    }

    private static func measure(
        _ candidate: PlacementCandidate,
        members count: Int,
        scale: Double
    ) throws -> Measurement {
        let members = self.members(0..<count)
        // As many more as a tenth, so that even a hundred thousand are grown by a visible part.
        let growth = self.members(count..<(count + max(1, count / 10)))
        let before = Allocation.bytes()
        let start = ContinuousClock.now
        var placement = candidate.make(count)
        try placement.add(contentsOf: members)
        let build = nanoseconds(since: start)
        let bytes = Allocation.bytes() - before

        let keys = max(1_000, min(Int(1_000_000 * scale), candidate.visits(count, of: visits)))
        var digest = TraceDigest()
        let times = lookups(in: placement, keys: keys, &digest)
        let balance = self.balance(of: placement, keys: keys)
        var grown = placement
        try grown.add(contentsOf: growth)
        let moved = KeyMovement(of: self.keys(keys), from: placement, to: grown)
        let ideal = moved.idealFraction * Double(keys)
        return Measurement(
            workload: "placements",
            operations: keys,
            checks: [
                ("name", candidate.name), ("servers", String(count)),
                ("build_ns", String(build)), ("bytes", String(bytes)),
                ("lookup_p50_ns", fixed(times.median, digits: 1)),
                ("lookup_p99_ns", fixed(times.high, digits: 1)),
                ("balance", fixed(balance.peak, digits: 3)), ("balance_of", balance.source),
                ("moved_to_ideal", fixed(Double(moved.moved) / ideal, digits: 3)),
                ("moved_between_others", String(moved.movedBetweenOthers)),
            ],
            digest: digest
        )
    }

    private static func members(_ numbers: Range<Int>) -> [PlacementMember] {
        numbers.map { PlacementMember(name: "Server \($0 + 1)", ordinal: $0) }
    }

    /// As many keys, the same ones every time.
    private static func keys(_ count: Int) -> some Sequence<PlacementKey> {
        sequence(state: (SplitMix64(seed: 42), count)) { state in
            guard state.1 > 0 else { return nil }
            state.1 -= 1
            return PlacementKey(state.0.next() >> 16)
        }
    }

    /// What a lookup takes, in nanoseconds: the clock is too coarse for one, so these are quantiles
    /// of batches.
    private static func lookups(
        in placement: any Placement,
        keys count: Int,
        _ digest: inout TraceDigest
    ) -> (median: Double, high: Double) {
        func measure<Algorithm: Placement>(_ placement: Algorithm) -> [Double] {
            var times: [Double] = []
            var batch: [PlacementKey] = []
            for key in keys(count) {
                batch.append(key)
                guard batch.count == lookupsPerBatch else { continue }
                var owners = 0
                let start = ContinuousClock.now
                for key in batch { owners &+= placement.ownerIndex(of: key) ?? -1 }
                times.append(Double(nanoseconds(since: start)) / Double(lookupsPerBatch))
                digest.fold(UInt64(bitPattern: Int64(owners)), 0)
                batch.removeAll(keepingCapacity: true)
            }
            return times.sorted()
        }
        let times = measure(placement)
        return (times[times.count / 2], times[times.count * 99 / 100])
    }

    /// The greatest share of a member over the mean share: exact where the placement knows its
    /// shares, else among the keys.
    private static func balance(
        of placement: any Placement,
        keys count: Int
    ) -> (peak: Double, source: String) {
        if let shares = placement.shares() {
            let peak = shares.reduce(0) { max($0, $1.fraction) }
            return (peak * Double(shares.count), "shares")
        }
        var counts = [Int](repeating: 0, count: placement.members.count)
        for key in keys(count) {
            if let owner = placement.ownerIndex(of: key) { counts[owner] += 1 }
        }
        let peak = Double(counts.max() ?? 0) * Double(counts.count) / Double(count)
        return (peak, "\(count)-keys")
    }

    private static func nanoseconds(since start: ContinuousClock.Instant) -> Int {
        Int(start.duration(to: .now) / .nanoseconds(1))
    }
}
