import Simulator
import Testing

/// Gives key *k* of *n* members to number *k* mod *n*.
struct ModuloPlacement: Placement {
    private(set) var members: [PlacementMember] = []

    var name: String { "modulo" }

    /// Any member may be removed; nothing is promised about the keys that this moves.
    var capabilities: PlacementCapabilities { [.removesAnyMember] }

    mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        var names = Set(members.map(\.name))
        for member in newMembers {
            guard names.insert(member.name).inserted else { throw .duplicate(name: member.name) }
            guard member.weight == 1 else {
                throw .weight(name: member.name, weight: member.weight)
            }
        }
        members += newMembers
    }

    mutating func remove(_ name: String) throws(PlacementError) {
        guard let index = members.firstIndex(where: { $0.name == name }) else {
            throw .unknown(name: name)
        }
        members.remove(at: index)
    }

    func ownerIndex(of key: PlacementKey) -> Int? {
        members.isEmpty ? nil : Int(key.number % UInt64(members.count))
    }

    func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        guard let first = ownerIndex(of: key) else { return nil }
        let order = members.indices.map { (first + $0) % members.count }
        return order.first { !isExcluded($0) }
    }

    func shares() -> [PlacementShare]? { nil }
}

/// What the fourth server does to the keys of three.
func movement(of placement: some Placement) throws -> KeyMovement {
    var three = placement
    try three.add(contentsOf: (1...3).map { PlacementMember(name: "server \($0)", ordinal: $0) })
    var four = three
    try four.add(PlacementMember(name: "server 4", ordinal: 4))
    return KeyMovement(of: (1...12_000).map { PlacementKey($0) }, from: three, to: four)
}

@Test
func `a server more moves three keys of four, where a good placement moves one`() throws {
    let modulo = try movement(of: ModuloPlacement())
    #expect(modulo.movedFraction == 0.75)
    #expect(modulo.movedBetweenOthers == 6_000)
    let rendezvous = try movement(of: RendezvousHash(seed: 1))
    #expect(rendezvous.movedBetweenOthers == 0)
    #expect(abs((rendezvous.movedFraction ?? 1) - 0.25) < 0.02)
}
