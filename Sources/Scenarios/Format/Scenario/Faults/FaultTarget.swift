/// Whom a fault hits.
public struct FaultTarget: Sendable, Equatable {
    /// Who may be hit.
    public var selector = FaultSelector.role(.server)
    /// Which of those.
    public var mode = FaultMode.all

    /// All servers.
    public init() {}

    /// Those of a selector that a mode picks.
    public init(_ selector: FaultSelector, mode: FaultMode) {
        self.selector = selector
        self.mode = mode
        settleKeys()
    }

    fileprivate var node: String?
    fileprivate var role: FaultRole?
    fileprivate var zone: String?
    fileprivate var region: String?
    fileprivate var machine: String?
    fileprivate var link: LinkSelector?
}

/// Who may be hit by a fault.
public enum FaultSelector: Sendable, Equatable {
    /// The component with this name.
    case node(String)
    /// The components with this role.
    case role(FaultRole)
    /// What stands in this zone.
    case zone(String)
    /// What stands in this region.
    case region(String)
    /// What stands on this machine.
    case machine(String)
    /// The messages from one component to another.
    case link(from: String, to: String)
}

/// What a component does in the cluster.
public enum FaultRole: String, Sendable, CaseIterable {
    /// Answers requests.
    case server
    /// Passes requests on.
    case balancer
    /// Sends the requests of the workloads.
    case client
    /// Takes jobs and hands out their tasks.
    case coordinator
    /// Hands out the tasks of the jobs that are its own.
    case subCoordinator = "sub-coordinator"
    /// Runs map tasks.
    case mapWorker = "map-worker"
    /// Runs reduce tasks.
    case reduceWorker = "reduce-worker"
    /// Keeps map output.
    case shuffle
    /// Keeps jobs, tasks and results.
    case database
    /// A copy of the database for reading.
    case databaseReplica = "database-replica"
    /// Takes jobs over HTTP.
    case gateway
    /// Puts new versions of the servers into service.
    case deployer
    /// Adds and removes servers.
    case autoscaler
    /// What all servers query.
    case sharedDatabase = "shared-database"
    /// Keeps answers for all servers.
    case sharedCache = "shared-cache"
    /// Keeps the objects of a region.
    case objectStore = "object-store"
    /// Is told of events of objects.
    case listener
    /// Backs its files up.
    case backup
    /// Decides who has the partitions of a queue.
    case controller
    /// Keeps partitions of a queue.
    case broker
    /// Answers what people ask of a queue.
    case manager
    /// Sends messages.
    case producer
    /// Reads messages.
    case consumer
}

/// Which of the selected components are hit.
public enum FaultMode: Sendable, Equatable {
    /// One, drawn at random.
    case one
    /// All.
    case all
    /// The one that leads.
    case leader
    /// A part, from 0 to 1, drawn at random.
    case percent(Double)
    /// So many, drawn at random.
    case exactly(Int)
}

/// The two ends of a link.
private struct LinkSelector: Section, Equatable {
    var from = ""
    var to = ""

    static let name = "link"
    static let documentation = "The messages from one component to another."
    static var fields: [Field<Self>] {
        [
            .key("from", \.from, .name, required: true, "Who sends."),
            .key("to", \.to, .name, required: true, "Who receives."),
        ]
    }
}

extension FaultTarget: Section {
    static let name = "target"
    static let documentation = "Whom a fault hits: exactly one selector, and a mode."
    static var fields: [Field<Self>] {
        selectors + [.key("mode", \.mode, .faultMode, "Which of those selected.")]
    }

    /// The keys of which exactly one stands there.
    fileprivate static var selectors: [Field<Self>] {
        [
            .optional("node", \.node, .name, "The component with this name."),
            .optional(
                "role",
                \.role,
                .choice("role", FaultRole.self),
                "Components with this role."
            ),
            .optional("zone", \.zone, .name, "What stands in this zone."),
            .optional("region", \.region, .name, "What stands in this region."),
            .optional("machine", \.machine, .name, "What stands on this machine."),
            .optional("link", \.link, .section, "The messages from one component to another."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let known = Self.selectors.map(\.key)
        let given = (node.entries ?? []).filter { known.contains($0.key) }
        if given.isEmpty {
            reading.report("selects nothing", at: node.location, expected: Shape.oneOf(known))
        }
        for extra in given.dropFirst() {
            reading.report(
                "'\(given[0].key)' and '\(extra.key)' exclude each other",
                at: extra.keyLocation
            )
        }
        settle()
    }

    /// Makes the key of the selector.
    private mutating func settleKeys() {
        switch selector {
        case .node(let name): node = name
        case .role(let role): self.role = role
        case .zone(let name): zone = name
        case .region(let name): region = name
        case .machine(let name): machine = name
        case .link(let from, let to): link = LinkSelector(from: from, to: to)
        }
    }

    /// Makes the selector of whatever key was given.
    private mutating func settle() {
        if let name = self.node { selector = .node(name) }
        if let role { selector = .role(role) }
        if let zone { selector = .zone(zone) }
        if let region { selector = .region(region) }
        if let machine { selector = .machine(machine) }
        if let link { selector = .link(from: link.from, to: link.to) }
    }
}

extension ValueFormat where Value == FaultMode {
    fileprivate static var faultMode: ValueFormat {
        .union(
            "mode",
            "a mode",
            [
                .plain("one", "One of them, drawn at random.", .one),
                .plain("all", "All of them.", .all),
                .plain("leader", "The one that leads.", .leader),
                .of("percent", "A part of them, drawn at random.", .ratio) {
                    .percent($0)
                } unwrap: {
                    if case .percent(let part) = $0 { part } else { nil }
                },
                .of("exactly", "So many of them, drawn at random.", .integer(in: 1...100_000)) {
                    .exactly($0)
                } unwrap: {
                    if case .exactly(let count) = $0 { count } else { nil }
                },
            ]
        )
    }
}

/// Where the other side of a partition is: a target without a mode.
struct PartitionSide: Section {
    var target = FaultTarget()

    static let name = "side"
    static let documentation = "The other side of a partition: exactly one selector."
    static var fields: [Field<Self>] {
        FaultTarget.selectors.filter { $0.key != "link" }.map { field in
            Field(
                key: field.key,
                documentation: field.documentation,
                shape: field.shape,
                isRequired: false,
                read: { field.read($0, &$1, &$2.target) },
                write: { field.write($0.target) }
            )
        }
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        target.finish(node, &reading)
    }
}

extension PartitionSide {
    /// The side that a selector means.
    init(_ selector: FaultSelector) {
        target = FaultTarget(selector, mode: .all)
    }
}
