/// How a node uses a database.
public struct DatabaseClient: Sendable {
    /// The node of the database.
    public let server: String
    /// How long one request may take.
    public let timeout: Duration
    private let network: Network

    /// Uses the database on the node called `server`.
    public init(_ server: String, network: Network, timeout: Duration = .seconds(2)) {
        self.server = server
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
        try await call(.databaseCommit, transaction, from: node)
    }

    /// Asks a query.
    ///
    /// - Returns: What was found; nothing where no answer came.
    public func query(
        _ query: DatabaseQuery,
        from node: Node
    ) async throws(Interruption) -> [DatabaseMatch]? {
        try await call(.databaseQuery, query, from: node)
    }

    private func call<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
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
