public import Simulator

/// The database that all servers query.
public struct SharedDatabaseSpecification: Sendable, Equatable {
    /// How it performs.
    public var settings = SharedDatabaseSettings()
    /// Where it stands.
    public var standing = StandingSpecification()

    /// 5 ms for a query, eight at once, and 100 connections.
    public init() {}
}

extension SharedDatabaseSpecification: Section {
    static let name = "shared-database"
    static let documentation = "The database that all servers query."
    static var fields: [Field<Self>] {
        [
            .key("query", \.settings.query, .distribution, "Time of a query."),
            .key(
                "concurrency",
                \.settings.concurrency,
                .integer(in: 1...100_000, example: 8),
                "Queries at once; the others wait in order."
            ),
            .key(
                "connections",
                \.settings.connections,
                .integer(in: 1...1_000_000, example: 100),
                "The most connections of all servers together; one more is refused."
            ),
        ] + StandingSpecification.singleFields(\.standing)
    }
}

/// The cache that all servers share.
public struct SharedCacheSpecification: Sendable, Equatable {
    /// How it performs.
    public var settings = SharedCacheSettings()
    /// Where it stands.
    public var standing = StandingSpecification()

    /// 20 us for a command and 10,000 entries that never expire.
    public init() {}
}

extension SharedCacheSpecification: Section {
    static let name = "shared-cache"
    static let documentation = "The cache that all servers share."
    static var fields: [Field<Self>] {
        [
            .key("command", \.settings.command, .distribution, "Time of a command."),
            .key(
                "entries",
                \.settings.entries,
                .integer(in: 1...10_000_000, example: 10_000),
                "Entries that fit in; the one that was not used for the longest time makes room."
            ),
            .optional(
                "lifetime",
                \.settings.lifetime,
                .positiveDuration,
                "How old an entry becomes."
            ),
        ] + StandingSpecification.singleFields(\.standing)
    }
}

/// A limit on the requests of a server.
public struct ServerLimitSpecification: Sendable, Equatable {
    /// Requests in a time.
    public var rate = Rate(count: 100, period: .seconds(1))
    /// Requests at once.
    public var burst = 1

    /// A hundred requests a second, evenly.
    public init() {}
}

extension ServerLimitSpecification: Section {
    static let name = "server-limit"
    static let documentation = "A limit on the requests of a server: a bucket of tokens."
    static var fields: [Field<Self>] {
        [
            .key("rate", \.rate, .rate, required: true, "Requests that pass in a time."),
            .key(
                "burst",
                \.burst,
                .integer(in: 1...1_000_000, example: 20),
                "Requests that pass at once."
            ),
        ]
    }
}

extension ServersSpecification {
    /// What concerns those who ask, and what stands behind.
    static var reachFields: [Field<Self>] {
        [
            .switching(
                "private",
                \.isPrivate,
                .boolean,
                off: false,
                "Whether only what stands in front, and who works on them, may reach them."
            ),
            .optional(
                "limit-requests",
                \.limit,
                .section,
                "Requests that one server takes; more get status 429."
            ),
            .optional(
                "database-connections",
                \.databaseConnections,
                .integer(in: 1...100_000, example: 10),
                "The most connections of one server to the shared database."
            ),
            .optional(
                "database-wait",
                \.databaseWait,
                .positiveDuration,
                "How long a request waits for a connection."
            ),
            .optional(
                "database-timeout",
                \.databaseTimeout,
                .positiveDuration,
                "How long the answer to a query may take."
            ),
            .optional(
                "cache-timeout",
                \.cacheTimeout,
                .positiveDuration,
                "How long an answer of the shared cache may take."
            ),
        ]
    }
}

extension ClusterSpecification {
    /// The name of the database that all servers share.
    public static let sharedDatabaseName = "shared-database"
    /// The name of the cache that all servers share.
    public static let sharedCacheName = "shared-cache"

    /// What stands behind the servers, by role.
    var backingComponents: [(role: FaultRole, names: [String])] {
        [
            (.sharedDatabase, sharedDatabase == nil ? [] : [Self.sharedDatabaseName]),
            (.sharedCache, sharedCache == nil ? [] : [Self.sharedCacheName]),
        ].filter { !$0.names.isEmpty }
    }

    /// Notes a database and a cache that nobody asks, those that are asked and do not stand, and
    /// servers that nobody may reach.
    func checkBacking(_ node: YAMLNode, _ reading: inout Reading) {
        func report(_ problem: String, at steps: [String], expected: String) {
            let location = node.location(at: steps)
            reading.within(steps.joined(separator: ".")) {
                $0.report(problem, at: location, expected: expected)
            }
        }
        let endpoints = servers?.endpoints ?? []
        let (database, cache) = ("cluster.shared-database", "cluster.shared-cache")
        for (index, endpoint) in endpoints.enumerated() {
            let path = ["servers", "endpoints", String(index)]
            if endpoint.queries > 0, sharedDatabase == nil {
                report("there is no database", at: path + ["queries"], expected: database)
            }
            if endpoint.isCached, sharedCache == nil {
                report("there is no cache", at: path + ["cached"], expected: cache)
            }
        }
        for (key, isGiven) in [
            ("database-connections", servers?.databaseConnections != nil),
            ("database-wait", servers?.databaseWait != nil),
            ("database-timeout", servers?.databaseTimeout != nil),
        ] where isGiven && sharedDatabase == nil {
            report("there is no database", at: ["servers", key], expected: database)
        }
        if servers?.cacheTimeout != nil, sharedCache == nil {
            report("there is no cache", at: ["servers", "cache-timeout"], expected: cache)
        }
        if sharedDatabase != nil, !endpoints.contains(where: { $0.queries > 0 }) {
            let wanted = "queries at an endpoint in cluster.servers.endpoints"
            report("no server queries it", at: ["shared-database"], expected: wanted)
        }
        if sharedCache != nil, !endpoints.contains(where: \.isCached) {
            let wanted = "cached: true at an endpoint in cluster.servers.endpoints"
            report("nothing is kept in it", at: ["shared-cache"], expected: wanted)
        }
        if servers?.isPrivate == true, balancer == nil, proxy == nil {
            report(
                "nobody may reach them",
                at: ["servers", "private"],
                expected: "cluster.balancer or cluster.proxy"
            )
        }
    }
}
