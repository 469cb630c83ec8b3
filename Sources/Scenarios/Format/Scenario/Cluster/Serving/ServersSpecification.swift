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
    /// Who is served when.
    public var discipline = WebServerSettings.Discipline.fifo
    /// How many times faster than `service` says a server is, taken in turn.
    public var speeds = [1.0]
    /// What is served besides `/home`.
    public var endpoints: [EndpointSpecification] = []
    /// Errors that some requests get.
    public var failures: [FailureSpecification] = []
    /// Whether they take connections only from what stands in front and who works on them.
    public var isPrivate = false
    /// Requests that one of them takes; nothing for as many as come.
    public var limit: ServerLimitSpecification?
    /// The most connections of one of them to the shared database; without it, 10.
    public var databaseConnections: Int?
    /// How long a request waits for one; without it, 30 s.
    public var databaseWait: Duration?
    /// How long the answer to a query may take; without it, 30 s.
    public var databaseTimeout: Duration?
    /// How long an answer of the shared cache may take; without it, 2 s.
    public var cacheTimeout: Duration?
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
            .key(
                "discipline",
                \.discipline,
                .choice("discipline", WebServerSettings.Discipline.self),
                "Who is served when: each in turn, or all at once by sharing."
            ),
            .key(
                "speed",
                \.speeds,
                .oneOrMore("a factor, or a list of factors", of: .factor),
                "How many times faster than the service times a server is, taken in turn."
            ),
            .key(
                "endpoints",
                \.endpoints,
                .list("a list of endpoints", of: .section, length: 0...1_000),
                "What is served besides /home."
            ),
            .key(
                "failures",
                \.failures,
                .list("a list of failures", of: .section, length: 0...10),
                "Errors that some requests get."
            ),
        ] + reachFields + StandingSpecification.fields(\.standing)
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkPattern(names, count: count, node)
        let reserved = [
            ClusterSpecification.balancerName, ClusterSpecification.proxyName,
            ClusterSpecification.clientName, ClusterSpecification.autoscalerName,
            ClusterSpecification.sharedDatabaseName, ClusterSpecification.sharedCacheName,
        ]
        checkServed(node, &reading)
        if let taken = allNames.prefix(1_000).first(where: reserved.contains) {
            reading.report("the name \"\(taken)\" is taken", at: node.location(at: ["names"]))
        }
    }
}

extension ServersSpecification {
    /// Notes endpoints that stand twice, and failures of more requests than there are.
    private func checkServed(_ node: YAMLNode, _ reading: inout Reading) {
        let taken = ["/home", "/health", "/heartbeat", "/metrics", "/headers"]
        let paths = endpoints.map(\.path)
        for (index, path) in paths.enumerated()
        where taken.contains(path) || paths[..<index].contains(path) {
            reading.report(
                "a second endpoint \"\(Shortened.text(path))\"",
                at: node.location(at: ["endpoints", String(index), "path"])
            )
        }
        if failures.reduce(0, { $0 + $1.part }) > 1 + 1e-9 {
            reading.report(
                "more requests fail than there are",
                at: node.location(at: ["failures"]),
                expected: "parts that make at most 100%"
            )
        }
    }
}
