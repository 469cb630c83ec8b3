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
    /// Where they stand.
    public var standing = StandingSpecification()

    /// Three servers that take 10 ms for a request.
    public init() {}

    /// The names of the servers at the start, in order.
    public var allNames: [String] {
        (0..<count).map { NameText.filled(names, first + $0) }
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
        ] + StandingSpecification.fields(\.standing)
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkPattern(names, count: count, node)
        let reserved = [ClusterSpecification.balancerName, ClusterSpecification.clientName]
        if let taken = allNames.prefix(1_000).first(where: reserved.contains) {
            reading.report("the name \"\(taken)\" is taken", at: node.location(at: ["names"]))
        }
    }
}
