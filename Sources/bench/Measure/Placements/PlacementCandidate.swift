import Simulator

/// A placement at any number of members, with the parameters that its authors advise for it.
struct PlacementCandidate {
    /// How a report calls it.
    let name: String
    /// Makes it without members, with room for a tenth more than so many.
    let make: (_ members: Int) -> any Placement
    /// Whether a lookup visits every member.
    var visitsAll = false

    /// Every placement of the library.
    static var all: [PlacementCandidate] {
        [
            PlacementCandidate(name: "ring") { SlotRing(ring(.spec, $0)) },
            PlacementCandidate(name: "ring-md5") { SlotRing(ring(digests, $0)) },
            PlacementCandidate(name: "bounded-load") {
                BoundedLoad(SlotRing(ring(digests, $0)), factorPercent: 125)
            },
            PlacementCandidate(name: "ketama") { _ in KetamaRing() },
            PlacementCandidate(name: "hash") { _ in ModuloHash() },
            PlacementCandidate(name: "jump") { _ in JumpHash(seed: 0) },
            PlacementCandidate(name: "anchor") { AnchorHash(capacity: 2 * $0, seed: 0) },
            PlacementCandidate(name: "maglev") {
                MaglevTable(size: prime(above: max(65_536, 100 * $0)), seed: 0)
            },
            PlacementCandidate(name: "multi-probe") { _ in MultiProbeHash(probes: 21) },
            PlacementCandidate(
                name: "rendezvous",
                make: { _ in RendezvousHash(seed: 0) },
                visitsAll: true
            ),
        ]
    }

    /// How many lookups take `visits` steps at most; as many as anybody wants where a lookup does
    /// not visit every member.
    func visits(_ members: Int, of visits: Int) -> Int {
        visitsAll ? visits / members : .max
    }

    /// The ring of the assignment with as many slots for a member as it has for three, rounded up
    /// to a power of two: 512 of them, and 9 virtual nodes for each.
    private static func ring(_ settings: SlotRingSettings, _ members: Int) -> SlotRingSettings {
        var settings = settings
        while settings.slots * 3 < 512 * members { settings.slots *= 2 }
        return settings
    }

    /// The ring with both hashes from MD5, which spread whatever they are given.
    private static var digests: SlotRingSettings {
        var settings = SlotRingSettings.spec
        if let hash = SlotRingSettings.requestHash(named: "md5") { settings.requestHash = hash }
        if let hash = SlotRingSettings.serverHash(named: "md5") { settings.serverHash = hash }
        return settings
    }

    /// The least prime above `number`.
    private static func prime(above number: Int) -> Int {
        var candidate = number + 1
        while !isPrime(candidate) { candidate += 1 }
        return candidate
    }

    private static func isPrime(_ number: Int) -> Bool {
        var divisor = 2
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 1
        }
        return number > 1
    }
}
