import Simulator
import Testing

/// The balancer of experiments, against figures computed by an independent program.
struct SlotRingGoldenTests {
    @Test(arguments: SlotRingSettings.Probing.allCases)
    func `three servers stand where the assignment puts them`(
        probing: SlotRingSettings.Probing
    ) throws {
        let ring = try SlotRing.filled(3, SlotRingSettings(probing: probing))
        #expect(ring.slots(ofMemberAt: 0) == [26, 29, 34, 41, 50, 61, 74, 89, 106])
        #expect(ring.slots(ofMemberAt: 1) == [30, 32, 37, 44, 53, 64, 77, 92, 109])
        #expect(ring.slots(ofMemberAt: 2) == [35, 38, 42, 49, 58, 69, 82, 97, 114])
        #expect(ring.failedProbes == 3)
        #expect(ring.occupiedSlots == 27)
        #expect(ring.arcMaximum == 424)
    }

    @Test(
        arguments: [
            (2, .linear, [122, 6]), (3, .linear, [108, 6, 14]), (4, .linear, [105, 6, 13, 4]),
            (5, .linear, [102, 4, 12, 4, 6]), (6, .linear, [101, 4, 12, 4, 6, 1]),
            (2, .quadratic, [122, 6]), (3, .quadratic, [108, 6, 14]),
            (4, .quadratic, [105, 6, 13, 4]), (5, .quadratic, [102, 6, 3, 4, 13]),
            (6, .quadratic, [101, 6, 3, 4, 5, 9]),
        ] as [(Int, SlotRingSettings.Probing, [Int])]
    )
    func `the exact shares of the assignment are these 128ths`(
        count: Int,
        probing: SlotRingSettings.Probing,
        expected: [Int]
    ) throws {
        let ring = try SlotRing.filled(count, SlotRingSettings(probing: probing))
        let shares = try #require(ring.shares())
        #expect(shares.map { $0.fraction * 128 } == expected.map(Double.init))
    }

    @Test(
        arguments: [
            (2, [9516, 484]), (3, [8439, 484, 1077]), (4, [8209, 484, 1006, 301]),
            (5, [7982, 331, 930, 301, 456]), (6, [7888, 331, 930, 301, 456, 94]),
        ] as [(Int, [Int])]
    )
    func `ten thousand requests of seed 42 are counted like this`(
        count: Int,
        expected: [Int]
    ) throws {
        #expect(try SlotRing.filled(count, .spec).sample(seed: 42) == expected)
    }

    @Test(
        arguments: [
            (2, [503, 9]), (3, [494, 9, 9]), (4, [485, 9, 9, 9]), (5, [476, 9, 9, 9, 9]),
            (6, [467, 9, 9, 9, 9, 9]),
        ] as [(Int, [Int])]
    )
    func `the hashes as coded give all but a few slots to one server`(
        count: Int,
        expected: [Int]
    ) throws {
        let ring = try SlotRing.filled(count, .seedAsCoded)
        #expect(ring.shares()?.map(\.count) == expected)
        #expect(ring.shares()?.first?.total == 512)
    }

    @Test
    func `a published pair of multiplicative hashes has these exact shares`() throws {
        let settings = SlotRingSettings(
            requestHash: MultiplicativeRequestHash(),
            serverHash: MultiplicativeServerHash()
        )
        let ring = try SlotRing.filled(3, settings)
        let shares = try #require(ring.shares())
        #expect(shares.map { Int(($0.fraction * 10_000).rounded()) } == [2949, 3086, 3965])
        #expect(ring.sharesOfUniformSlots() == shares)
    }

    @Test
    func `requests reach only 87 slots, one of them 32 times in 512`() {
        let ring = SlotRing(.spec)
        #expect(ring.distinctRequestSlots == 87)
        var hits = [Int](repeating: 0, count: 512)
        for identifier in 0..<512 { hits[ring.slot(of: PlacementKey(identifier))] += 1 }
        #expect(hits.count { $0 == 4 } == 64)
        #expect(hits.count { $0 == 8 } == 16)
        #expect(hits.count { $0 == 16 } == 6)
        #expect(hits.firstIndex(of: 32) == 80)
    }

    @Test(arguments: [255, 257, 511, 513])
    func `servers congruent up to sign modulo 256 collide on every virtual node`(
        other: Int
    ) throws {
        var ring = SlotRing(SlotRingSettings(identifierBase: 0))
        try ring.add(PlacementMember(name: "one", ordinal: 1))
        #expect(ring.failedProbes == 0)
        let homes = (0..<9).map { QuadraticServerHash().hash(server: other, replica: $0) % 512 }
        #expect(homes.allSatisfy { ring.occupantIndex(ofSlot: Int($0)) == 0 })
        try ring.add(PlacementMember(name: "other", ordinal: other))
        #expect(ring.failedProbes >= 9)
    }

    /// After a death, and after the respawn as server 4: the new shares of 512, in the members'
    /// order.
    @Test(
        arguments: [
            (1, [448, 64], [420, 56, 36]), (2, [448, 64], [436, 52, 24]),
            (3, [488, 24], [460, 24, 28]),
        ] as [(Int, [Int], [Int])]
    )
    func `a dead server's keys move, and no others`(
        dead: Int,
        survivors: [Int],
        respawned: [Int]
    ) throws {
        let before = try SlotRing.filled(3, .spec)
        #expect(before.shares()?.map(\.count) == [432, 24, 56])
        var after = before
        try after.remove("Server \(dead)")
        #expect(after.shares()?.map(\.count) == survivors)
        let keys = (0..<512).map { PlacementKey($0) }
        let death = KeyMovement(of: keys, from: before, to: after)
        #expect(death.moved == [432, 24, 56][dead - 1])
        #expect(death.movedFromRemoved == death.moved)

        let mourning = after
        try after.add(PlacementMember(name: "Server 4", ordinal: 3))
        #expect(after.shares()?.map(\.count) == respawned)
        let respawn = KeyMovement(of: keys, from: mourning, to: after)
        #expect(respawn.moved == respawned[2] && respawn.movedToAdded == respawn.moved)
    }

    @Test(arguments: [(2, 56), (3, 16), (4, 24), (5, 4)] as [(Int, Int)])
    func `each server more moves so many of 512 keys`(count: Int, expected: Int) throws {
        let before = try SlotRing.filled(count, .spec)
        let after = try SlotRing.filled(count + 1, .spec)
        let keys = (0..<512).map { PlacementKey($0) }
        let movement = KeyMovement(of: keys, from: before, to: after)
        #expect(movement.moved == expected)
        #expect(movement.movedToAdded == expected)
        #expect(movement.idealFraction == 1 / Double(count + 1))
    }
}

extension SlotRing {
    /// A ring with the servers 1 to `count`.
    static func filled(_ count: Int, _ settings: SlotRingSettings) throws -> SlotRing {
        var ring = SlotRing(settings)
        for ordinal in 0..<count {
            try ring.add(PlacementMember(name: "Server \(ordinal + 1)", ordinal: ordinal))
        }
        return ring
    }

    /// How many of 10,000 six-digit requests each member gets.
    func sample(seed: UInt64) -> [Int] {
        var generator = SplitMix64(seed: seed)
        var counts = [Int](repeating: 0, count: members.count)
        for _ in 0..<10_000 {
            let key = PlacementKey(100_000 + generator.next() % 900_000)
            if let owner = ownerIndex(of: key) { counts[owner] += 1 }
        }
        return counts
    }
}
