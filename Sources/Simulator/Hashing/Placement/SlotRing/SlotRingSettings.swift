/// Everything that the consistent-hashing assignment leaves open, and its choices where it makes
/// them.
public struct SlotRingSettings: Sendable {
    /// What happens to a virtual node whose slot is taken.
    public enum Probing: String, CaseIterable, Sendable {
        /// The next slot, and the next.
        case linear
        /// The slots at the distances 1, 4, 9, …, which do not reach every slot of a ring whose
        /// size is a power of two; then linear.
        case quadratic
    }

    /// Where the search for a request's server begins.
    public enum Lookup: String, CaseIterable, Sendable {
        /// At the request's own slot.
        case inclusive
        /// At the slot after it.
        case next
    }

    /// The number of slots.
    public var slots: Int
    /// The virtual nodes of a server of weight one.
    public var virtualNodes: Int
    /// The number of a server's first virtual node.
    public var replicasFrom: Int
    /// What is added to a member's ordinal to make the identity that is hashed.
    public var identifierBase: Int
    /// How requests are placed.
    public var requestHash: any RequestHash
    /// How virtual nodes are placed.
    public var serverHash: any VirtualNodeHash
    /// What happens to a virtual node whose slot is taken.
    public var probing: Probing
    /// Where the search for a request's server begins.
    public var lookup: Lookup

    /// Creates settings; what is not given is as in ``spec``.
    public init(
        slots: Int = 512,
        virtualNodes: Int = 9,
        replicasFrom: Int = 0,
        identifierBase: Int = 1,
        requestHash: any RequestHash = QuadraticRequestHash(),
        serverHash: any VirtualNodeHash = QuadraticServerHash(),
        probing: Probing = .linear,
        lookup: Lookup = .inclusive
    ) {
        precondition(slots > 0 && virtualNodes > 0, "a ring has slots and virtual nodes")
        precondition(slots <= 1 << 24, "a ring of more than 2^24 slots would fill the memory")
        self.slots = slots
        self.virtualNodes = virtualNodes
        self.replicasFrom = replicasFrom
        self.identifierBase = identifierBase
        self.requestHash = requestHash
        self.serverHash = serverHash
        self.probing = probing
        self.lookup = lookup
    }

    /// The assignment: 512 slots, log2(512) = 9 virtual nodes, quadratic hashes.
    ///
    /// Source: "Implementing a Customizable Load Balancer", CS60002, IIT Kharagpur, 2024.
    public static let spec = SlotRingSettings()

    /// The assignment as a public copy of it is coded, with both hashes linear.
    public static let seedAsCoded = SlotRingSettings(
        requestHash: LinearRequestHash(),
        serverHash: LinearServerHash()
    )
}
