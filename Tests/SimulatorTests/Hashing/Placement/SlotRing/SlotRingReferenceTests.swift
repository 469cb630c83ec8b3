import Simulator
import Testing

/// Every combination of parameters, against a ring written the naive way.
struct SlotRingReferenceTests {
    /// Walks to a free slot and to an occupied one, a step at a time.
    private struct ReferenceRing {
        let settings: SlotRingSettings
        var occupants: [Int: String] = [:]

        mutating func add(_ name: String, server: Int) {
            for replica in 0..<settings.virtualNodes {
                let hash = settings.serverHash.hash(
                    server: server,
                    replica: replica + settings.replicasFrom
                )
                let home = Int(hash % UInt64(settings.slots))
                var tried = (1...settings.slots).map { home + $0 }
                if settings.probing == .quadratic {
                    tried = (1..<settings.slots).map { home + $0 * $0 } + tried
                }
                let free = ([home] + tried).first { occupants[$0 % settings.slots] == nil }
                if let free { occupants[free % settings.slots] = name }
            }
        }

        func owner(of key: PlacementKey) -> String? {
            var slot = settings.requestHash.hash(key)
            if settings.lookup == .next { slot += 1 }
            while true {
                if let name = occupants[Int(slot % UInt64(settings.slots))] { return name }
                slot += 1
            }
        }
    }

    @Test(arguments: SlotRingSettings.Probing.allCases, SlotRingSettings.Lookup.allCases)
    func `a crowded ring agrees with the naive one`(
        probing: SlotRingSettings.Probing,
        lookup: SlotRingSettings.Lookup
    ) throws {
        for (slots, from, base) in [(64, 0, 1), (100, 1, 0), (97, 1, 1), (128, 0, 3_742)] {
            let settings = SlotRingSettings(
                slots: slots,
                virtualNodes: 9,
                replicasFrom: from,
                identifierBase: base,
                probing: probing,
                lookup: lookup
            )
            var ring = SlotRing(settings)
            var reference = ReferenceRing(settings: settings)
            for ordinal in 0..<7 {
                try ring.add(PlacementMember(name: "\(ordinal)", ordinal: ordinal))
                reference.add("\(ordinal)", server: ordinal + base)
                for identifier in 0..<300 {
                    let key = PlacementKey(identifier)
                    #expect(ring.owner(of: key) == reference.owner(of: key))
                }
            }
            try ring.remove("2")
            reference.occupants = reference.occupants.filter { $0.value != "2" }
            for identifier in 0..<300 {
                let key = PlacementKey(identifier)
                #expect(ring.owner(of: key) == reference.owner(of: key))
            }
        }
    }

    @Test
    func `a heavier server has more virtual nodes`() throws {
        var ring = SlotRing(.spec)
        try ring.add(PlacementMember(name: "light", ordinal: 0))
        try ring.add(PlacementMember(name: "heavy", ordinal: 5, weight: 3))
        #expect(ring.slots(ofMemberAt: 0).count == 9)
        #expect(ring.slots(ofMemberAt: 1).count == 27)
    }
}
