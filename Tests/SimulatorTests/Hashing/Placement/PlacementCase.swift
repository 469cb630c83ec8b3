import Simulator
import Testing

/// A placement to be held to its promises, empty, with what the suite needs to know about it.
struct PlacementCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether equal members get about equal shares.
    var isEven = true
    /// Whether excluding a member and removing it give its keys the same next owner.
    var excludesLikeRemoval = false
    let make: @Sendable () -> any Placement

    static let all: [PlacementCase] = [
        PlacementCase(testDescription: "ring, spec", isEven: false, excludesLikeRemoval: true) {
            SlotRing(.spec)
        },
        PlacementCase(testDescription: "ring, as coded", isEven: false, excludesLikeRemoval: true) {
            SlotRing(.seedAsCoded)
        },
        PlacementCase(testDescription: "ring, murmur3, quadratic", excludesLikeRemoval: true) {
            SlotRing(
                SlotRingSettings(
                    slots: 65_536,
                    virtualNodes: 400,
                    requestHash: BytesRequestHash(MurmurHash32(seed: 0)),
                    serverHash: TextServerHash(MurmurHash32(seed: 0)),
                    probing: .quadratic,
                    lookup: .next
                )
            )
        },
        PlacementCase(testDescription: "ketama", excludesLikeRemoval: true) { KetamaRing() },
        PlacementCase(testDescription: "modulo") { ModuloHash() },
        PlacementCase(testDescription: "jump") { JumpHash(seed: 1) },
        PlacementCase(testDescription: "maglev") { MaglevTable(size: 4_093, seed: 1) },
        PlacementCase(testDescription: "rendezvous", excludesLikeRemoval: true) {
            RendezvousHash(seed: 1)
        },
        PlacementCase(testDescription: "multi-probe", isEven: false, excludesLikeRemoval: true) {
            MultiProbeHash()
        },
        PlacementCase(testDescription: "anchor") { AnchorHash(capacity: 20, seed: 1) },
        PlacementCase(testDescription: "bounded load on ketama", excludesLikeRemoval: true) {
            BoundedLoad(KetamaRing(), factorPercent: 125)
        },
    ]

    static let keys: [PlacementKey] = {
        var generator = SplitMix64(seed: 42)
        return (0..<4_000).map { number in
            number % 4 == 0
                ? PlacementKey("/object/\(generator.next())")
                : PlacementKey(100_000 + generator.next() % 900_000)
        }
    }()

    static func members(_ count: Int, weights: [Int] = []) -> [PlacementMember] {
        (0..<count).map { ordinal in
            PlacementMember(
                name: "10.0.0.\(ordinal):8080",
                ordinal: ordinal,
                weight: ordinal < weights.count ? weights[ordinal] : 1
            )
        }
    }

    /// The placement with as many members.
    func filled(_ count: Int) throws -> any Placement {
        var placement = make()
        try placement.add(contentsOf: Self.members(count))
        return placement
    }
}
