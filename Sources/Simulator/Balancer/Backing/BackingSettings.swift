/// What a server knows of the database and the cache behind it.
public struct BackingSettings: Equatable, Sendable {
    /// The name of the database.
    public var database: String?
    /// The most connections to it.
    public var connections: Int
    /// How long a request waits for a connection.
    public var wait: Duration
    /// How long the answer to a query may take.
    public var timeout: Duration
    /// The name of the cache.
    public var cache: String?
    /// How long an answer of the cache may take.
    public var cacheTimeout: Duration
    package var plantedBug: BackingPlantedBug?

    /// Ten connections, half a minute for everything, as HikariCP has it, and two seconds for the
    /// cache, as Jedis has it.
    public init(
        database: String? = nil,
        connections: Int = 10,
        wait: Duration = .seconds(30),
        timeout: Duration = .seconds(30),
        cache: String? = nil,
        cacheTimeout: Duration = .seconds(2)
    ) {
        precondition(connections > 0, "a pool has room for a connection")
        self.database = database
        self.connections = connections
        self.wait = wait
        self.timeout = timeout
        self.cache = cache
        self.cacheTimeout = cacheTimeout
    }
}

/// How the database performs that all servers share.
public struct SharedDatabaseSettings: Equatable, Sendable {
    /// How long a query takes.
    public var query: DurationDistribution
    /// Queries that run at once; the others wait in order.
    public var concurrency: Int
    /// The most connections from all servers together; one more is refused.
    public var connections: Int
    package var plantedBug: BackingPlantedBug?

    /// A database with this performance; 100 connections are PostgreSQL's default.
    public init(
        query: DurationDistribution = .constant(.milliseconds(5)),
        concurrency: Int = 8,
        connections: Int = 100
    ) {
        precondition(concurrency > 0 && connections > 0, "somebody is served")
        self.query = query
        self.concurrency = concurrency
        self.connections = connections
    }
}

/// How the cache performs that all servers share.
public struct SharedCacheSettings: Equatable, Sendable {
    /// How long a command takes; one is performed at a time.
    public var command: DurationDistribution
    /// How many entries fit in.
    public var entries: Int
    /// How old an entry becomes; nothing for as old as it likes.
    public var lifetime: Duration?
    package var plantedBug: BackingPlantedBug?

    /// A cache with this performance.
    public init(
        command: DurationDistribution = .constant(.microseconds(20)),
        entries: Int = 10_000,
        lifetime: Duration? = nil
    ) {
        precondition(entries > 0, "something fits in")
        self.command = command
        self.entries = entries
        self.lifetime = lifetime
    }
}
