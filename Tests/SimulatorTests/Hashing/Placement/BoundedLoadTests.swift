import Simulator
import Testing

struct BoundedLoadTests {
    private func bounded(_ base: any Placement, _ percent: Int, _ weights: [Int]) throws
        -> BoundedLoad
    {
        var placement = BoundedLoad(base, factorPercent: percent)
        try placement.add(contentsOf: PlacementCase.members(weights.count, weights: weights))
        return placement
    }

    /// Theorem of Mirrokni, Thorup and Zadimoghaddam: `ceil(c * load / n)` holds at every moment.
    @Test(arguments: [100, 110, 125, 200])
    func `no member ever has more than its bound`(percent: Int) throws {
        var placement = try bounded(SlotRing(.spec), percent, [1, 1, 1, 1, 1])
        for (number, key) in PlacementCase.keys.enumerated() {
            let owner = placement.assign(key)
            #expect(owner != nil)
            let bound = (percent * (number + 1) + 499) / 500
            #expect(placement.loads.allSatisfy { $0 <= bound })
        }
        #expect(placement.loadTotal == 4_000)
        #expect(placement.loads.reduce(0, +) == 4_000)
        // Unbounded, one server of the specification's ring gets four fifths.
        #expect(placement.loads.max() == 8 * percent)
    }

    @Test
    func `a bound of the mean makes loads equal`() throws {
        var placement = try bounded(KetamaRing(), 100, [1, 1, 1, 1])
        for key in PlacementCase.keys { _ = placement.assign(key) }
        #expect(placement.loads == [1_000, 1_000, 1_000, 1_000])
    }

    @Test
    func `weights share the bound`() throws {
        var placement = try bounded(KetamaRing(), 100, [1, 3])
        for key in PlacementCase.keys { _ = placement.assign(key) }
        #expect(placement.loads == [1_000, 3_000])
    }

    @Test
    func `a key goes to its base owner while there is room, else to the next`() throws {
        var placement = try bounded(KetamaRing(), 150, [1, 1, 1])
        for key in PlacementCase.keys.prefix(600) {
            let full = placement.members.indices.filter {
                placement.loads[$0] + 1 > placement.capacity(ofMemberAt: $0)
            }
            let expected = placement.base.ownerIndex(of: key) { full.contains($0) }
            let actual = placement.assign(key)
            #expect(actual == expected)
        }
    }

    @Test
    func `a released key makes room again`() throws {
        var placement = try bounded(KetamaRing(), 100, [1, 1])
        let key: PlacementKey = "hot"
        let assigned = placement.assign(key)
        let owner = try #require(assigned)
        #expect(placement.ownerIndex(of: key) == 1 - owner)
        placement.release(memberAt: owner)
        #expect(placement.ownerIndex(of: key) == owner)
        #expect(placement.loadTotal == 0)
    }

    @Test
    func `removing a member takes its load along`() throws {
        var placement = try bounded(KetamaRing(), 125, [1, 1, 1])
        for key in PlacementCase.keys.prefix(300) { _ = placement.assign(key) }
        let remaining = placement.loads[0] + placement.loads[2]
        try placement.remove("10.0.0.1:8080")
        #expect(placement.loadTotal == remaining)
        #expect(placement.loads.count == 2)
    }

    @Test
    func `when only full members are left, one of them is taken all the same`() throws {
        var placement = try bounded(KetamaRing(), 100, [1, 1])
        placement.assign(toMemberAt: 0)
        #expect(placement.ownerIndex(of: "any") { $0 == 1 } == 0)
    }
}
