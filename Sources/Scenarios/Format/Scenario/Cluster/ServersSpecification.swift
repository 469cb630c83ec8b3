public import Simulator

/// The servers that answer requests.
public struct ServersSpecification: Sendable, Equatable {
    /// Servers at the start.
    public var count = 3
    /// Their names; `{i}` stands for the number.
    public var names = "Server {i}"
    /// Number of the first.
    public var first = 1
    /// Time of one request.
    public var service = DurationDistribution.constant(.milliseconds(10))
    /// Requests served at once by one server.
    public var concurrency = 1
    /// Requests that may wait at one server; more are rejected.
    public var queue = 100_000
    /// Zones, taken in turn.
    public var zones = ["default"]
    /// Machines, taken in turn; empty when each server has its own.
    public var machines: [String] = []

    /// Three servers that take 10 ms for a request.
    public init() {}

    /// The names of the servers at the start, in order.
    public var allNames: [String] {
        (0..<count).map { NameText.filled(names, first + $0) }
    }

    /// The zone of the server with this index, from zero.
    public func zone(of index: Int) -> String { zones[index % zones.count] }

    /// The machine of the server with this index, from zero, if it shares one.
    public func machine(of index: Int) -> String? {
        machines.isEmpty ? nil : machines[index % machines.count]
    }
}

extension ServersSpecification: Section {
    static let name = "servers"
    static let documentation = "The servers that answer requests."
    static var fields: [Field<Self>] {
        [
            .key("count", \.count, .integer(in: 1...10_000, example: 3), "Servers at the start."),
            .key("names", \.names, .namePattern, "Their names; {i} is the number."),
            .key("first", \.first, .integer(in: 0...1_000_000), "Number of the first."),
            .key("service", \.service, .distribution, "Time of one request."),
            .key(
                "concurrency",
                \.concurrency,
                .integer(in: 1...100_000),
                "Requests served at once by one server."
            ),
            .key(
                "queue",
                \.queue,
                .integer(in: 0...10_000_000, example: 1_000),
                "Requests that may wait at one server; more are rejected."
            ),
            .key(
                "zone",
                \.zones,
                .oneOrMore("a zone, or a list of zones", of: .name),
                "Zones, taken in turn."
            ),
            .optional(
                "on",
                \.optionalMachines,
                .oneOrMore("a machine, or a list of machines", of: .name),
                "Machines, taken in turn."
            ),
        ]
    }

    /// No machines, as the absence of the key.
    private var optionalMachines: [String]? {
        get { machines.isEmpty ? nil : machines }
        set { machines = newValue ?? [] }
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkPattern(names, count: count, node)
        let reserved = [ClusterSpecification.balancerName, ClusterSpecification.clientName]
        if let taken = allNames.prefix(1_000).first(where: reserved.contains) {
            reading.report("the name \"\(taken)\" is taken", at: node.location(at: ["names"]))
        }
    }
}
