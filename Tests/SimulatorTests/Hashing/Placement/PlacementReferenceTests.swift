import Glibc
import Simulator
import Testing

/// Algorithms without published vectors, against their definitions written the naive way.
struct PlacementReferenceTests {
    /// The first formulation of the AnchorHash paper: the set of working places is remembered
    /// whole at each removal.
    private struct ReferenceAnchor {
        let capacity: Int
        var working: [Int] = []
        var setAtRemoval: [Int: [Int]] = [:]
        var history: [(place: Int, working: [Int])] = []

        init(capacity: Int) {
            self.capacity = capacity
            for place in (0..<capacity).reversed() {
                setAtRemoval[place] = Array(0..<place)
                history.append((place, Array(0...place)))
            }
        }

        mutating func add() -> Int {
            let (place, working) = history.removeLast()
            self.working = working
            setAtRemoval[place] = nil
            return place
        }

        mutating func remove(_ place: Int) {
            history.append((place, working))
            if let index = working.firstIndex(of: place) {
                working.swapAt(index, working.count - 1)
                working.removeLast()
            }
            setAtRemoval[place] = working
        }

        func place(of hash: UInt64) -> Int {
            var place = Int(hash % UInt64(capacity))
            while let set = setAtRemoval[place] {
                let draw = SplitMix64.mix(hash ^ SplitMix64.mix(UInt64(place) + 1))
                place = set[Int(draw % UInt64(set.count))]
            }
            return place
        }
    }

    @Test(arguments: [1 as UInt64, 2, 3])
    func `the anchor agrees with its formulation by sets`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var anchor = AnchorHash(capacity: 24, seed: 9)
        var reference = ReferenceAnchor(capacity: 24)
        var placeOfName: [String: Int] = [:]
        for ordinal in 0..<120 {
            let isRemoval = anchor.members.count == 24 || generator.next() % 5 < 2
            if isRemoval && anchor.members.count > 1 {
                let index = Int(generator.next() % UInt64(anchor.members.count))
                let name = anchor.members[index].name
                try anchor.remove(name)
                reference.remove(try #require(placeOfName[name]))
            } else {
                let name = "node \(ordinal)"
                try anchor.add(PlacementMember(name: name, ordinal: ordinal))
                placeOfName[name] = reference.add()
            }
            for number in 0..<100 {
                let hash = XXHash64(seed: 9).hash(String(number))
                let owner = try #require(anchor.owner(of: PlacementKey(number)))
                #expect(placeOfName[owner] == reference.place(of: hash))
            }
        }
    }

    @Test
    func `rendezvous takes the greatest score of the published formula`() throws {
        let members = PlacementCase.members(6, weights: [1, 5, 2, 1, 3, 10])
        var placement = RendezvousHash(seed: 4)
        try placement.add(contentsOf: members)
        let function = XXHash64(seed: 4)
        for number in 0..<2_000 {
            let scores = members.map { member in
                let mixed = SplitMix64.mix(
                    function.hash(String(number)) ^ function.hash(member.name)
                )
                let uniform = (Double(mixed >> 12) + 0.5) / 4_503_599_627_370_496
                return -Double(member.weight) / log(uniform)
            }
            let best = scores.indices.max { scores[$0] < scores[$1] }
            #expect(placement.ownerIndex(of: PlacementKey(number)) == best)
        }
    }

    /// The paper's 1.05 is a limit for many members; with one probe, which is a plain ring of one
    /// point a member, the peak is about the logarithm of their number.
    @Test
    func `more probes bring the peak near the mean`() throws {
        func peak(probes: Int) throws -> Double {
            var placement = MultiProbeHash(probes: probes)
            try placement.add(contentsOf: PlacementCase.members(40))
            var counts = [Int](repeating: 0, count: 40)
            for number in 0..<10_000 {
                counts[try #require(placement.ownerIndex(of: PlacementKey(number)))] += 1
            }
            return Double(try #require(counts.max())) / 250
        }
        #expect(try peak(probes: 1) > 2.5)
        #expect(try peak(probes: 21) < 1.25)
    }
}
