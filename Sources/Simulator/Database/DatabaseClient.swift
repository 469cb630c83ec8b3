/// How a node uses a database.
public struct DatabaseClient: Sendable {
    /// How new an answer has to be.
    public enum Freshness: Hashable, Sendable {
        /// As new as the database itself.
        case newest
        /// As it was some time ago: a replica may answer.
        case stale
    }

    /// The node of the database.
    public let server: String
    /// The nodes of its replicas.
    public let replicas: [String]
    /// How long one request may take.
    public let timeout: Duration
    private let network: Network

    /// Uses the database on the node called `server`, and its replicas for what may be stale.
    public init(
        _ server: String,
        replicas: [String] = [],
        network: Network,
        timeout: Duration = .seconds(2)
    ) {
        self.server = server
        self.replicas = replicas
        self.network = network
        self.timeout = timeout
    }

    /// Commits a transaction.
    ///
    /// - Returns: How it ended; nothing where no answer came, so that it may have been committed or
    ///   not.
    public func commit(
        _ transaction: DatabaseTransaction,
        from node: Node
    ) async throws(Interruption) -> DatabaseCommit? {
        try await call(.databaseCommit, of: server, transaction, from: node)
    }

    /// Asks a query.
    ///
    /// What may be stale is asked of a replica; the database itself answers where that does not.
    ///
    /// - Returns: What was found; nothing where no answer came.
    public func query(
        _ query: DatabaseQuery,
        from node: Node,
        _ freshness: Freshness = .newest
    ) async throws(Interruption) -> [DatabaseMatch]? {
        let servers = freshness == .stale ? servers(forStaleReadsFrom: node) : [server]
        for server in servers {
            if let found = try await self.query(query, of: server, from: node) { return found }
        }
        return nil
    }

    /// Asks a query of one certain server: what several queries find there is of one course of
    /// time.
    public func query(
        _ query: DatabaseQuery,
        of server: String,
        from node: Node
    ) async throws(Interruption) -> [DatabaseMatch]? {
        try await call(.databaseQuery, of: server, query, from: node)
    }

    /// Whom `node` may ask for what may be stale, one after the other: the replica that its number
    /// gives, and the database itself.
    public func servers(forStaleReadsFrom node: Node) -> [String] {
        guard !replicas.isEmpty else { return [server] }
        return [replicas[Int(node.identifier) % replicas.count], server]
    }

    private func call<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        of server: String,
        _ request: Request,
        from node: Node
    ) async throws(Interruption) -> Response? {
        do {
            return try await network.call(
                service,
                of: server,
                from: node,
                request,
                timeout: timeout,
                .background
            )
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            return nil
        }
    }
}
