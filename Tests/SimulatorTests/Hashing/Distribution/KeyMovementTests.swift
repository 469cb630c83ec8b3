import Simulator
import Testing

struct KeyMovementTests {
    /// Says for each identifier, by position, which member owns it.
    private struct TablePlacement: Placement {
        let name = "table"
        let capabilities: PlacementCapabilities = []
        var members: [PlacementMember]
        var table: [Int?]

        init(_ names: [String], _ owners: [String?]) {
            members = names.enumerated().map { PlacementMember(name: $1, ordinal: $0) }
            table = owners.map { owner in names.firstIndex { $0 == owner } }
        }

        mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {}
        mutating func remove(_ name: String) throws(PlacementError) {}
        func ownerIndex(of key: PlacementKey) -> Int? { table[Int(key.number)] }
        func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? { nil }
        func shares() -> [PlacementShare]? { nil }
    }

    @Test
    func `every kind of move is counted as itself`() {
        let before = TablePlacement(["a", "b", "c"], ["a", "a", "a", "b", "c", "c", "c"])
        let after = TablePlacement(["c", "d", "a"], ["a", "c", "d", "d", "c", "c", "a"])
        let movement = KeyMovement(of: (0..<7).map { PlacementKey($0) }, from: before, to: after)
        #expect(movement.keys == 7)
        #expect(movement.moved == 4)
        #expect(movement.movedFromRemoved == 1)
        #expect(movement.movedToAdded == 1)
        #expect(movement.movedBetweenOthers == 2)
        #expect(movement.movedFraction == 4.0 / 7)
        #expect(movement.idealFraction == 1.0 / 3)
    }

    @Test
    func `the ideal follows from the numbers of members`() {
        let none = TablePlacement([], [])
        let one = TablePlacement(["a"], [])
        let four = TablePlacement(["a", "b", "c", "d"], [])
        #expect(KeyMovement(of: [], from: one, to: four).idealFraction == 0.75)
        #expect(KeyMovement(of: [], from: four, to: one).idealFraction == 0.75)
        #expect(KeyMovement(of: [], from: none, to: one).idealFraction == 1)
        #expect(KeyMovement(of: [], from: four, to: four).idealFraction == 0)
        #expect(KeyMovement(of: [], from: one, to: four).movedFraction == nil)
    }
}
