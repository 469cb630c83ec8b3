import Simulator

/// What each placement costs: time to build it for ten servers, time of a lookup, memory.
///
/// The clock is too coarse for one lookup, so the quantiles are those of batches, per lookup.
package enum PlacementWorkload {
    private static let servers = 10
    private static let lookupsPerBatch = 100
    private static let builds = 11
    private static let members = (0..<servers).map {
        PlacementMember(name: "Server \($0 + 1)", ordinal: $0)
    }

    /// Measures every placement, with `scale` times the lookups.
    package static func run(scale: Double) throws -> [Measurement] {
        try placements().map { name, empty in
            try measure(name, empty, batches: max(1, Int(10_000 * scale)))
        }
    }

    /// The names of all placements.
    static let names = placements().map(\.name)

    /// The placement with a name, with its ten servers.
    static func placement(named name: String) throws -> any Placement {
        var placement = placements().first { $0.name == name }?.empty ?? SlotRing(.spec)
        try placement.add(contentsOf: members)
        return placement
    }

    /// Every placement with the parameters of the shipped scenarios.
    private static func placements() -> [(name: String, empty: any Placement)] {
        var placements: [(String, any Placement)] = [("ring", SlotRing(.spec))]
        if let request = SlotRingSettings.requestHash(named: "md5"),
            let server = SlotRingSettings.serverHash(named: "md5")
        {
            var settings = SlotRingSettings.spec
            settings.requestHash = request
            settings.serverHash = server
            placements.append(("ring-md5", SlotRing(settings)))
        }
        return placements + [
            ("ketama", KetamaRing()), ("hash", ModuloHash()), ("jump", JumpHash(seed: 0)),
            ("maglev", MaglevTable(size: 65_537, seed: 0)), ("rendezvous", RendezvousHash(seed: 0)),
            ("multi-probe", MultiProbeHash(probes: 21)),
            ("anchor", AnchorHash(capacity: 128, seed: 0)),
            ("bounded-load", BoundedLoad(SlotRing(.spec), factorPercent: 125)),
        ]
    }

    private static func measure(
        _ name: String,
        _ empty: any Placement,
        batches: Int
    ) throws -> Measurement {
        var times: [Int] = []
        var placement = empty
        let before = Allocation.bytes()
        try placement.add(contentsOf: members)
        let bytes = Allocation.bytes() - before
        for _ in 0..<builds {
            var fresh = empty
            let start = ContinuousClock.now
            try fresh.add(contentsOf: members)
            times.append(nanoseconds(since: start))
        }
        var identifiers = SplitMix64(seed: 42)
        var digest = TraceDigest()
        var lookups: [Int] = []
        for _ in 0..<batches {
            let keys = (0..<lookupsPerBatch).map { _ in
                PlacementKey(100_000 + identifiers.next() % 900_000)
            }
            var owners = 0
            let start = ContinuousClock.now
            for key in keys { owners &+= placement.ownerIndex(of: key) ?? -1 }
            lookups.append(nanoseconds(since: start) / lookupsPerBatch)
            digest.fold(UInt64(bitPattern: Int64(owners)), 0)
        }
        lookups.sort()
        return Measurement(
            workload: "placement",
            operations: batches * lookupsPerBatch,
            checks: [
                ("name", name), ("servers", String(servers)),
                ("lookup_p50_ns", String(lookups[lookups.count / 2])),
                ("lookup_p99_ns", String(lookups[lookups.count * 99 / 100])),
                ("build_ns", String(times.sorted()[builds / 2])), ("bytes", String(bytes)),
            ],
            digest: digest
        )
    }

    private static func nanoseconds(since start: ContinuousClock.Instant) -> Int {
        Int(start.duration(to: .now) / .nanoseconds(1))
    }
}
