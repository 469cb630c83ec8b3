/// Which nodes a fault may hit.
public enum NodeSelector: Equatable, Sendable {
    /// The node of this name.
    case name(String)
    /// Nodes with this role.
    case role(String)
    /// Nodes in this zone.
    case zone(String)
    /// Nodes on this machine.
    case machine(String)
    /// The messages from one node to another; nothing but disturbances of links fits it.
    case link(from: String, to: String)

    /// Whether it selects `node`; a link selects neither of its ends.
    public func selects(_ node: Node) -> Bool {
        switch self {
        case .name(let name): node.name == name
        case .role(let role): node.role == role
        case .zone(let zone): node.zone == zone
        case .machine(let machine): node.machine == machine
        case .link: false
        }
    }
}

/// How many of the nodes selected a fault hits.
public enum SelectionMode: Equatable, Sendable {
    /// All of them.
    case all
    /// One, drawn from the seed.
    case one
    /// So many, drawn from the seed.
    case exactly(Int)
    /// This fraction, rounded up, drawn from the seed.
    case fraction(Double)
    /// Those that say at that instant that they lead (`Node.claimsLeadership`).
    case leader
}

/// Something that goes wrong with nodes or links.
public enum Fault: Equatable, Sendable {
    /// The node stops and loses its volatile state; with a duration it restarts after it.
    case crash
    /// Its processes end and its machine lives: like a crash, but connections break at once, and
    /// new ones are refused, instead of meeting silence.
    case kill
    /// The node boots again, after a crash where it is up.
    case restart
    /// The node stands still and keeps everything.
    case pause
    /// Work takes longer by this factor.
    case slow(Double)
    /// No messages from `other` to the target, nor back where it is symmetric; `other` is everybody
    /// else where it is nil.
    case partition(from: NodeSelector?, isSymmetric: Bool)
    /// A disturbance of the links to and from the target, or of the link that is the target.
    case link(LinkFault)
    /// The local clock is ahead by an offset, and gains seconds a second.
    case clockSkew(offset: Duration, drift: Double)
    /// Nothing more can be written.
    case diskFull
    /// The disk takes longer by this factor.
    case diskSlow(Double)
    /// A synchronisation says that it is done and does nothing, with this probability.
    case diskLostWrites(Double)

    /// The kind in a word, for timelines.
    public var name: String {
        switch self {
        case .crash: "crash"
        case .kill: "kill"
        case .restart: "restart"
        case .pause: "pause"
        case .slow: "slow"
        case .partition: "partition"
        case .link(.blocked): "blocked"
        case .link(.latency): "latency"
        case .link(.loss): "loss"
        case .link(.duplication): "duplication"
        case .link(.reordering): "reordering"
        case .clockSkew: "clock-skew"
        case .diskFull: "disk-full"
        case .diskSlow: "disk-slow"
        case .diskLostWrites: "disk-lost-writes"
        }
    }
}

/// When faults begin, whom they hit, what they are, and how long they last.
public struct FaultPlan: Equatable, Sendable {
    /// When faults begin.
    public enum Timing: Equatable, Sendable {
        /// Once, at this instant.
        case once(at: Duration)
        /// At every multiple of a period, until an instant.
        case every(Duration, until: Duration?)
        /// At random distances, until an instant.
        case random(every: DurationDistribution, until: Duration)
    }

    /// When they begin.
    public var timing: Timing
    /// Whom they may hit.
    public var selector: NodeSelector
    /// How many of those.
    public var mode: SelectionMode
    /// What they are; one of these, drawn from the seed where there are several.
    public var faults: [Fault]
    /// How long each lasts; for good without it.
    public var duration: DurationDistribution?

    /// A plan with these parts.
    public init(
        _ timing: Timing,
        _ selector: NodeSelector,
        _ mode: SelectionMode = .all,
        _ faults: [Fault],
        lasting duration: DurationDistribution? = nil
    ) {
        precondition(!faults.isEmpty, "a plan has at least one fault")
        self.timing = timing
        self.selector = selector
        self.mode = mode
        self.faults = faults
        self.duration = duration
    }
}
