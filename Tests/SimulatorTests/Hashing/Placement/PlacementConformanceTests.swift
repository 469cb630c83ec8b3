import Simulator
import Testing

/// What every placement promises, or says that it does not.
@Suite
struct PlacementConformanceTests {
    private let keys = PlacementCase.keys

    @Test(arguments: PlacementCase.all)
    func `an empty placement owns nothing`(_ placementCase: PlacementCase) {
        let placement = placementCase.make()
        #expect(placement.members.isEmpty)
        #expect(placement.owner(of: 1) == nil)
        #expect(placement.owner(of: "key", excluding: []) == nil)
    }

    @Test(arguments: PlacementCase.all, [1, 2, 3, 6, 17])
    func `every key has one owner, the same each time`(
        _ placementCase: PlacementCase,
        count: Int
    ) throws {
        let placement = try placementCase.filled(count)
        var oneByOne = placementCase.make()
        for member in PlacementCase.members(count) { try oneByOne.add(member) }
        let owners = keys.map { placement.ownerIndex(of: $0) }
        #expect(owners.allSatisfy { $0.map(placement.members.indices.contains) ?? false })
        #expect(keys.map { placement.ownerIndex(of: $0) } == owners)
        #expect(keys.map { oneByOne.ownerIndex(of: $0) } == owners)
    }

    @Test(arguments: PlacementCase.all)
    func `members keep the order in which they were added`(_ placementCase: PlacementCase) throws {
        var placement = try placementCase.filled(5)
        #expect(placement.members == PlacementCase.members(5))
        try placement.remove("10.0.0.4:8080")
        #expect(placement.members == PlacementCase.members(4))
    }

    @Test(arguments: PlacementCase.all, [1, 2, 5, 9])
    func `adding a member moves keys only to it, where that is promised`(
        _ placementCase: PlacementCase,
        count: Int
    ) throws {
        let before = try placementCase.filled(count)
        var after = before
        try after.add(PlacementCase.members(count + 1)[count])
        let movement = KeyMovement(of: keys, from: before, to: after)
        #expect(movement.movedToAdded > 0)
        if before.capabilities.contains(.movesOnlyToAdded) {
            #expect(movement.movedBetweenOthers == 0)
        } else if count > 1 {
            #expect(movement.movedBetweenOthers > 0, "the capability could be promised")
        }
        #expect(before.members.count == count, "a copy must not change")
    }

    @Test(arguments: PlacementCase.all, [2, 3, 7])
    func `removing a member moves only its keys, where that is promised`(
        _ placementCase: PlacementCase,
        count: Int
    ) throws {
        let before = try placementCase.filled(count)
        let isFree = before.capabilities.contains(.removesAnyMember)
        var disturbed = 0
        for removed in isFree ? 0..<count : (count - 1)..<count {
            let name = before.members[removed].name
            var after = before
            try after.remove(name)
            let owned = keys.prefix(1_500).count { before.owner(of: $0) == name }
            let movement = KeyMovement(of: keys.prefix(1_500), from: before, to: after)
            #expect(movement.movedFromRemoved == owned)
            disturbed += movement.moved - owned
        }
        if before.capabilities.contains(.movesOnlyFromRemoved) {
            #expect(disturbed == 0)
        } else if count > 2 {
            #expect(disturbed > 0, "the capability could be promised")
        }
    }

    @Test(arguments: PlacementCase.all)
    func `members may come and go in any order`(_ placementCase: PlacementCase) throws {
        var placement = try placementCase.filled(3)
        guard placement.capabilities.contains(.removesAnyMember) else { return }
        var generator = SplitMix64(seed: 3)
        for ordinal in 3..<40 {
            let before = placement
            let isRemoval = placement.members.count > 8 || generator.next() % 2 == 0
            if isRemoval && placement.members.count > 1 {
                let index = Int(generator.next() % UInt64(placement.members.count))
                try placement.remove(placement.members[index].name)
            } else {
                try placement.add(PlacementMember(name: "n\(ordinal):1", ordinal: ordinal))
            }
            let movement = KeyMovement(of: keys.prefix(500), from: before, to: placement)
            if placement.capabilities.isSuperset(of: [.movesOnlyToAdded, .movesOnlyFromRemoved]) {
                #expect(movement.movedBetweenOthers == 0)
            }
            #expect(keys.prefix(500).allSatisfy { placement.owner(of: $0) != nil })
        }
    }

    @Test(arguments: PlacementCase.all)
    func `weights are honoured or refused`(_ placementCase: PlacementCase) throws {
        var placement = placementCase.make()
        let weighted = PlacementCase.members(3, weights: [1, 2, 3])
        guard placement.capabilities.contains(.weights) else {
            #expect(throws: PlacementError.weight(name: weighted[1].name, weight: 2)) {
                try placement.add(contentsOf: weighted)
            }
            return
        }
        try placement.add(contentsOf: weighted)
        guard placementCase.isEven else { return }
        for (index, expected) in [1.0 / 6, 2.0 / 6, 3.0 / 6].enumerated() {
            let share = Double(keys.count { placement.ownerIndex(of: $0) == index }) / 4_000
            #expect((share / expected - 1).magnitude < 0.2)
        }
    }

    @Test(arguments: PlacementCase.all)
    func `equal members get about equal shares`(_ placementCase: PlacementCase) throws {
        guard placementCase.isEven else { return }
        let placement = try placementCase.filled(8)
        for index in 0..<8 {
            let share = Double(keys.count { placement.ownerIndex(of: $0) == index }) / 4_000
            #expect((share * 8 - 1).magnitude < 0.3)
        }
    }

    @Test(arguments: PlacementCase.all)
    func `exact shares are a whole and agree with a sample`(_ placementCase: PlacementCase) throws {
        let placement = try placementCase.filled(6)
        let hasShares = placement.capabilities.contains(.exactShares)
        #expect(hasShares == (placement.shares() != nil))
        guard let shares = placement.shares() else { return }
        #expect(shares.map(\.name) == placement.members.map(\.name))
        #expect(shares.allSatisfy { $0.total == shares[0].total })
        #expect(shares.reduce(0) { $0 + $1.count } == shares[0].total)
        let counts = shares.indices.map { index in
            keys.count { placement.ownerIndex(of: $0) == index }
        }
        let figures = DistributionFigures(
            names: shares.map(\.name),
            counts: counts,
            expectedShares: shares.map(\.fraction)
        )
        let test = try #require(figures.chiSquareAgainstExpected)
        #expect(test.pValue > 1e-4, "\(counts) are not \(shares)")
    }

    @Test(arguments: PlacementCase.all)
    func `an excluded member is passed over`(_ placementCase: PlacementCase) throws {
        let placement = try placementCase.filled(5)
        let names = placement.members.map(\.name)
        for key in keys.prefix(300) {
            let owner = try #require(placement.owner(of: key))
            #expect(placement.owner(of: key, excluding: []) == owner)
            let second = try #require(placement.owner(of: key, excluding: [owner]))
            #expect(second != owner)
            #expect(placement.owner(of: key, excluding: [second]) == owner)
            #expect(placement.owner(of: key, excluding: Set(names)) == nil)
            for survivor in names {
                let others = Set(names).subtracting([survivor])
                #expect(placement.owner(of: key, excluding: others) == survivor)
            }
        }
    }

    @Test(arguments: PlacementCase.all.filter(\.excludesLikeRemoval))
    func `an excluded member's keys go where its removal would send them`(
        _ placementCase: PlacementCase
    ) throws {
        let placement = try placementCase.filled(6)
        for member in placement.members {
            var smaller = placement
            try smaller.remove(member.name)
            for key in keys.prefix(1_000) {
                let excluded = placement.owner(of: key, excluding: [member.name])
                #expect(excluded == smaller.owner(of: key))
            }
        }
    }

    @Test(arguments: PlacementCase.all)
    func `a refused change leaves the placement as it was`(_ placementCase: PlacementCase) throws {
        var placement = try placementCase.filled(3)
        let before = keys.map { placement.owner(of: $0) }
        let added = PlacementMember(name: "new", ordinal: 3)
        let present = placement.members[1]
        #expect(throws: PlacementError.duplicate(name: present.name)) {
            try placement.add(contentsOf: [added, present])
        }
        for weight in [0, -1, PlacementMember.weightMaximum + 1, .max] {
            #expect(throws: PlacementError.weight(name: "new", weight: weight)) {
                try placement.add(PlacementMember(name: "new", ordinal: 3, weight: weight))
            }
        }
        #expect(throws: PlacementError.unknown(name: "absent")) {
            try placement.remove("absent")
        }
        if !placement.capabilities.contains(.removesAnyMember) {
            #expect(throws: PlacementError.notLast(name: present.name)) {
                try placement.remove(present.name)
            }
        }
        #expect(placement.members == PlacementCase.members(3))
        #expect(keys.map { placement.owner(of: $0) } == before)
    }

    @Test
    func `a placement that is full says so`() throws {
        var ring = SlotRing(.spec)
        try ring.add(contentsOf: PlacementCase.members(56))
        #expect(ring.occupiedSlots == 504)
        let last = PlacementMember(name: "one too many", ordinal: 56)
        #expect(throws: PlacementError.full(name: last.name, capacity: 512)) { try ring.add(last) }
        #expect(ring.occupiedSlots == 504 && ring.members.count == 56)

        var anchor = AnchorHash(capacity: 2, seed: 0)
        #expect(throws: PlacementError.full(name: "10.0.0.2:8080", capacity: 2)) {
            try anchor.add(contentsOf: PlacementCase.members(3))
        }
        var maglev = MaglevTable(size: 2, seed: 0)
        #expect(throws: PlacementError.full(name: "10.0.0.2:8080", capacity: 2)) {
            try maglev.add(contentsOf: PlacementCase.members(3))
        }
    }
}
