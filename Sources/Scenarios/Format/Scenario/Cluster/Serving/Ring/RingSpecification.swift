/// A ring of slots on which servers stand several times.
public struct RingSpecification: Sendable, Equatable {
    /// Where the defaults of the hash functions come from.
    public enum Profile: String, Sendable, CaseIterable {
        /// The published assignment.
        case spec
        /// The repository that lost its exponents.
        case seedAsCoded = "seed-as-coded"
    }

    /// Where to look for a free slot after a collision.
    public enum Probing: String, Sendable, CaseIterable {
        /// The next slot.
        case linear
        /// Square distances, then the next slot when those reach none.
        case quadratic
    }

    /// Where the search for a request's server begins.
    public enum Lookup: String, Sendable, CaseIterable {
        /// At the request's slot.
        case inclusive
        /// At the slot after it.
        case next
    }

    /// Where the defaults of the hash functions come from.
    public var profile = Profile.spec
    /// Slots of the ring.
    public var slots = 512
    /// Places of one server.
    public var virtualNodes = 9
    /// Number of a server's first place.
    public var replicasFrom = 0
    /// Id of the first server.
    public var idBase = 1
    /// Hash of requests.
    public var requestHash = HashName.quadratic
    /// Hash of a server's places.
    public var serverHash = HashName.quadratic
    /// Where to look for a free slot.
    public var probing = Probing.linear
    /// Where the search for a server begins.
    public var lookup = Lookup.inclusive

    /// The ring of the published assignment.
    public init() {}
}

extension RingSpecification: Section {
    static let name = "ring"
    static let documentation = "A ring of slots on which servers stand several times."
    static var fields: [Field<Self>] {
        [
            .key(
                "profile",
                \.profile,
                .choice("profile", Profile.self),
                "Defaults of the hashes: the assignment, or the repository that lost its exponents."
            ),
            .key(
                "slots",
                \.slots,
                .integer(in: 1...16_777_216, example: 512),
                "Slots of the ring."
            ),
            .key(
                "virtual-nodes",
                \.virtualNodes,
                .integer(in: 1...100_000),
                "Places of one server."
            ),
            .key(
                "replicas-from",
                \.replicasFrom,
                .integer(in: 0...1_000_000),
                "Number of the first place."
            ),
            .key("id-base", \.idBase, .integer(in: 0...1_000_000), "Id of the first server."),
            .key(
                "request-hash",
                \.requestHash,
                .hash,
                "Hash of requests; seed-as-coded by default under that profile."
            ),
            .key(
                "server-hash",
                \.serverHash,
                .hash,
                "Hash of a server's places; seed-as-coded by default under that profile."
            ),
            .key(
                "probing",
                \.probing,
                .choice("probing", Probing.self),
                "Where to look for a free slot."
            ),
            .key(
                "lookup",
                \.lookup,
                .choice("lookup", Lookup.self),
                "Where the search for a request's server begins."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if profile == .seedAsCoded {
            if node.entry("request-hash") == nil { requestHash = .seedAsCoded }
            if node.entry("server-hash") == nil { serverHash = .seedAsCoded }
        }
        if virtualNodes > slots {
            reading.report(
                "\(NumberText.grouped(virtualNodes)) places of a server do not fit the ring",
                at: node.location(at: ["virtual-nodes"]),
                expected: "at most its \(NumberText.grouped(slots)) slots"
            )
        }
    }
}
