/// The idle connections of one worker to the servers of a group: nginx's `keepalive`.
///
/// The balancer chooses the server first; then the connection to it that became idle last is used
/// again. Where there is no room for one more, the one that has been idle for longest is closed.
/// Source: nginx, `src/http/modules/ngx_http_upstream_keepalive_module.c`.
public struct KeepaliveCache: Sendable {
    /// What is kept, and for how long.
    public struct Settings: Hashable, Sendable {
        /// Idle connections of a worker, 0 for none: `keepalive`.
        public var capacity: Int
        /// Requests of one connection: `keepalive_requests`.
        public var requestsMaximum: Int
        /// How long a connection may be idle: `keepalive_timeout`.
        public var timeout: Duration
        /// How old a connection may be when it becomes idle: `keepalive_time`.
        public var time: Duration

        /// nginx's defaults, with room for as many connections as since 1.29.7.
        public init(
            capacity: Int = 32,
            requestsMaximum: Int = 1_000,
            timeout: Duration = .seconds(60),
            time: Duration = .seconds(3_600)
        ) {
            self.capacity = capacity
            self.requestsMaximum = requestsMaximum
            self.timeout = timeout
            self.time = time
        }
    }

    /// A connection to a server.
    public struct Connection: Hashable, Sendable {
        /// A number that no other connection of the worker has.
        public let number: Int
        /// The server, by its number in the order of arrival.
        public let server: Int
        /// When it was made.
        public let openedAt: VirtualInstant
        /// The process that it leads to, by the number of its start; 0 where it is not known.
        public var process: UInt32 = 0
        /// Requests that it served.
        public internal(set) var requests: Int

        /// Whether it served requests before the one that has it now.
        public var isReused: Bool { requests > 1 }
    }

    private struct Idle: Sendable {
        var connection: Connection
        var since: VirtualInstant
    }

    /// What is kept.
    public private(set) var settings: Settings
    /// The one that became idle last stands last.
    private var idle: [Idle] = []
    /// How many connections were made.
    public private(set) var opened = 0

    /// An empty cache.
    public init(settings: Settings = Settings()) {
        self.settings = settings
        idle.reserveCapacity(settings.capacity)
    }

    /// How many connections are idle.
    public var idleCount: Int { idle.count }

    /// A connection to `server`: an idle one, or a new one where there is none.
    ///
    /// - Complexity: O(*n*) in the number of idle connections.
    public mutating func take(to server: Int, now: VirtualInstant) -> Connection {
        closeExpired(now: now)
        if let index = idle.lastIndex(where: { $0.connection.server == server }) {
            var connection = idle.remove(at: index).connection
            connection.requests += 1
            return connection
        }
        opened += 1
        return Connection(number: opened, server: server, openedAt: now, requests: 1)
    }

    /// Gives a connection back after a request.
    ///
    /// - Parameters:
    ///   - connection: What the request went through.
    ///   - isSound: Whether the attempt was no failure and the connection is as before.
    ///   - now: When it ended.
    /// - Returns: Connections that are closed by it.
    public mutating func give(
        _ connection: Connection,
        isSound: Bool,
        now: VirtualInstant
    ) -> [Connection] {
        let isOld = connection.openedAt.duration(to: now) > settings.time
        guard isSound, !isOld, connection.requests < settings.requestsMaximum,
            settings.capacity > 0
        else { return [connection] }
        var closed = closeExpired(now: now)
        if idle.count == settings.capacity { closed.append(idle.removeFirst().connection) }
        idle.append(Idle(connection: connection, since: now))
        return closed
    }

    /// Closes the connections that were idle for too long.
    @discardableResult
    public mutating func closeExpired(now: VirtualInstant) -> [Connection] {
        let count = idle.prefix { $0.since.duration(to: now) >= settings.timeout }.count
        defer { idle.removeFirst(count) }
        return idle.prefix(count).map(\.connection)
    }

    /// Closes all idle connections, and keeps none from now on.
    mutating func retire() {
        idle = []
        settings.capacity = 0
    }

    /// Closes the idle connections to a server, except those to the process `living` of it.
    @discardableResult
    public mutating func closeAll(to server: Int, except living: UInt32 = 0) -> [Connection] {
        let isClosed = { (idle: Idle) in
            let connection = idle.connection
            return connection.server == server && (living == 0 || connection.process != living)
        }
        let closed = idle.filter(isClosed).map(\.connection)
        idle.removeAll(where: isClosed)
        return closed
    }
}
