/// The requests of a server that need the database or the cache behind it, after their own time of
/// service.
///
/// A request takes a connection for all of its queries, as a transaction does, and gives it back
/// after the last one. One that is cached looks into the cache first; only where that has nothing,
/// or gives no answer in time, it makes its queries and stores what came out. A request that
/// changes something makes its queries and deletes the entry. Each step begins when the one before
/// has ended, as in a server with a thread for each request.
///
/// Everything is lost with the process. For the connections see `BackedRequests+Database.swift`,
/// for the cache `BackedRequests+Cache.swift`.
public actor BackedRequests: SimulatedActor {
    /// A request, by the slot that the server has given it.
    struct Asked {
        let key: BackedKey
        let isCached: Bool
        let isShared: Bool
        /// Whether it changes the row.
        let isChange: Bool
        /// Queries that are still to be made.
        var queries: Int
        /// The version of the row that its first query saw.
        var version: Int?
        /// By what it may store the answer, and share that of others.
        var lease: UInt64?
        /// Since when it wants a connection.
        var since = VirtualInstant.zero
        var connection: ConnectionPool.Connection?
    }

    /// The node it runs on: that of the server.
    public nonisolated let node: Node
    let network: Network
    let settings: BackingSettings
    let journal: BackingJournal
    let database: Destination?
    let cache: Destination?
    var asked: [Asked?] = []
    var pool: ConnectionPool
    var flights = SharedFlights()
    /// Counts the queries of this process.
    var turns: UInt32 = 0
    /// Attempts in a row at opening a connection that failed.
    var openingFailures = 0
    /// The end of the wait for a connection.
    var deadline: Handler<BackedRequests>?
    /// The end of the pause after a connection could not be opened.
    var pause: Handler<BackedRequests>?
    /// Whom the end of a request is told: its slot, and its status where it failed.
    var answered: (@Sendable (_ slot: Int, _ status: Int?) -> Void)?

    /// Has the server on `node` reach what is behind it.
    public static func start(
        on node: Node,
        network: Network,
        settings: BackingSettings,
        journal: BackingJournal
    ) -> BackedRequests {
        let requests = BackedRequests(node, network, settings, journal)
        requests.prepare()
        return requests
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: BackingSettings,
        _ journal: BackingJournal
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        database = settings.database.map { Destination($0) }
        cache = settings.cache.map { Destination($0) }
        let isBroken = settings.plantedBug == .opensTooMany
        pool = ConnectionPool(maximum: settings.connections * (isBroken ? 2 : 1))
    }

    private nonisolated func prepare() {
        guard database != nil else { return }
        let deadline = Handler("wait", of: self, numbered: { $0.giveUp($1) })
        let pause = Handler("pause", of: self) { $0.openAgain() }
        let closing = Handler("closed", of: self, numbered: { $0.noteClosed($1) })
        assumeIsolated {
            $0.deadline = deadline
            $0.pause = pause
            if node.incarnation > 1 { $0.tell(.closeEarlier) }
        }
        network.whenClosed(on: node, closing)
        node.record.whenCrashed { [journal, node] in
            journal.noteEnd(of: node.name, now: node.now)
        }
    }

    /// Begins with a request that has had its own time.
    func begin(_ slot: Int, _ request: HTTPRequest, _ endpoint: WebServerSettings.Endpoint) {
        while asked.count <= slot { asked.append(nil) }
        let isChange = request.method != .get && request.method != .head
        asked[slot] = Asked(
            key: BackedKey(path: request.path, key: request.key),
            isCached: endpoint.isCached,
            isShared: endpoint.isCached && endpoint.coalesces && !isChange,
            isChange: isChange,
            queries: endpoint.queries
        )
        if endpoint.isCached, !isChange { lookUp(slot) } else { want(slot) }
    }

    /// Goes on after the last query.
    func finishQueries(_ slot: Int) {
        guard let request = asked[slot] else { return }
        guard request.isCached else { return end(slot, nil) }
        if request.isChange {
            flights.forget(request.key)
            return delete(slot)
        }
        let followers = flights.land(slot)
        for follower in followers {
            journal.noteShared(
                version: request.version ?? 0,
                lease: asked[follower]?.lease,
                path: request.key.path,
                at: node.now
            )
            end(follower, nil)
        }
        store(slot)
    }

    /// Ends a request without its answer, and those that were to share it.
    func fail(_ slot: Int, _ status: Int) {
        let followers = flights.land(slot)
        node.sometimes(BackingPlace.sharedFailed, !followers.isEmpty)
        for follower in followers { end(follower, status) }
        end(slot, status)
    }

    /// Tells the server that a request has ended.
    func end(_ slot: Int, _ status: Int?) {
        guard asked[slot] != nil else { return }
        asked[slot] = nil
        answered?(slot, status)
    }
}
