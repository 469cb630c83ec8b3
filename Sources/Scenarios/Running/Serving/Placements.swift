import Simulator

extension PlacementSpecification {
    /// The placement, without members.
    ///
    /// - Throws: `ScenarioRunningError` where the parameters do not fit each other.
    func makePlacement() throws(ScenarioRunningError) -> any Placement {
        switch self {
        case .ring(let ring): return SlotRing(try SlotRingSettings(ring))
        case .ketama: return KetamaRing()
        case .hash: return ModuloHash()
        case .jump(let seed): return JumpHash(seed: UInt64(seed))
        case .maglev(let table, let seed): return MaglevTable(size: table, seed: UInt64(seed))
        case .rendezvous(let seed): return RendezvousHash(seed: UInt64(seed))
        case .multiProbe(let probes): return MultiProbeHash(probes: probes)
        case .anchor(let capacity, let seed):
            return AnchorHash(capacity: capacity, seed: UInt64(seed))
        case .boundedLoad(let factorPercent, let inner):
            return BoundedLoad(try inner.makePlacement(), factorPercent: factorPercent)
        }
    }
}

extension SlotRingSettings {
    init(_ specification: RingSpecification) throws(ScenarioRunningError) {
        guard
            let requestHash = Self.requestHash(named: specification.requestHash.simulatorName),
            let serverHash = Self.serverHash(named: specification.serverHash.simulatorName)
        else { throw .invalid("the ring has a hash that this version does not know") }
        self.init(
            slots: specification.slots,
            virtualNodes: specification.virtualNodes,
            replicasFrom: specification.replicasFrom,
            identifierBase: specification.idBase,
            requestHash: requestHash,
            serverHash: serverHash,
            probing: specification.probing == .linear ? .linear : .quadratic,
            lookup: specification.lookup == .inclusive ? .inclusive : .next
        )
    }
}

extension HashName {
    /// What the simulator calls the hash function.
    var simulatorName: String {
        switch self {
        case .seedAsCoded: "linear"
        case .knuth: "multiplicative"
        case .murmur3x64: "murmur3-128"
        case .fnv1a32: "fnv1a-32"
        case .fnv1a64: "fnv1a-64"
        default: rawValue
        }
    }
}
