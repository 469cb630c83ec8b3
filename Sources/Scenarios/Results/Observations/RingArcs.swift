/// A ring as its servers divide it.
public struct RingArcs: Equatable, Sendable {
    /// The servers, in the order of the placement.
    public var servers: [String]
    /// The parts of the circle, in their order around it; together they are all of it.
    public var arcs: [Arc]

    /// A part of the circle, whose keys one server has.
    public struct Arc: Equatable, Sendable {
        /// The place of the server among `servers`.
        public var server: Int
        /// Where it begins, as a fraction of the circle from 0 to 1.
        public var begin: Double
        /// Where it ends, as a fraction of the circle from 0 to 1.
        public var end: Double

        /// A part that `server` has.
        public init(server: Int, begin: Double, end: Double) {
            self.server = server
            self.begin = begin
            self.end = end
        }
    }

    /// How many arcs a ring is drawn with at most; one of more is not.
    public static let maximum = 4_096

    /// A ring of these parts.
    public init(servers: [String], arcs: [Arc]) {
        self.servers = servers
        self.arcs = arcs
    }
}

/// Keys by the server that they left and the server that they came to.
public struct KeyFlows: Equatable, Sendable {
    /// Every server that had keys before or after, in the order in which they were known.
    public var servers: [String]
    /// For each server that keys were at, how many of them each server has afterwards; the
    /// diagonal holds those that stayed.
    public var counts: [[Int]]

    /// How many servers are told apart at most.
    public static let maximum = 64

    /// Flows between `servers`.
    public init(servers: [String], counts: [[Int]]) {
        self.servers = servers
        self.counts = counts
    }
}
