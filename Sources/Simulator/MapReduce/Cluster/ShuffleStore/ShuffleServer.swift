/// A shuffle server: lists of pairs in memory, which are gone when it crashes.
///
/// Where the settings ask for replicas, it is one of a cluster in the manner of Redis Cluster:
/// writes are copied to replicas after they were answered, so that a takeover loses the last ones.
public actor ShuffleServer: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: ShuffleSettings
    let journal: MapReduceJournal
    var keyspace: ShuffleKeyspace
    /// Its part in a cluster; nothing where there are no replicas.
    var part: ShufflePart?
    /// Lists thrown away, and gone after their time, that are in the metrics.
    private var noted = (evictions: 0, expirations: 0)
    private let inbox: Mailbox<IncomingRequest<ShuffleRequest, ShuffleAnswer>>

    /// Starts a server on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: ShuffleSettings,
        journal: MapReduceJournal
    ) -> ShuffleServer {
        let server = ShuffleServer(node, network, settings, journal)
        let inbox = server.inbox
        network.serve(.shuffle, on: node) { incoming in
            if !inbox.put(incoming) { incoming.refuse() }
        }
        node.spawn("commands", .background) { try await server.work() }
        server.assumeIsolated { server in
            server.noteContents()
            if settings.replicasPerMaster > 0 { server.join() }
        }
        return server
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: ShuffleSettings,
        _ journal: MapReduceJournal
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        keyspace = ShuffleKeyspace(settings)
        inbox = Mailbox("commands", on: node, capacity: 100_000)
    }

    /// The lists.
    var contents: ShuffleKeyspace { keyspace }

    private func work() async throws {
        while true {
            let incoming = try await inbox.receive()
            if let refusal {
                incoming.reply(refusal)
                continue
            }
            try await node.work(
                for: .seconds(operations(incoming.request)) / settings.operationsPerSecond
            )
            incoming.reply(perform(incoming.request))
        }
    }

    private func operations(_ request: ShuffleRequest) -> Int {
        switch request {
        case .push(_, _, let pairs, _, _): max(1, pairs)
        case .range: 1
        case .delete(let keys): keys.count
        }
    }

    private func perform(_ request: ShuffleRequest) -> ShuffleAnswer {
        // It may have been deposed while it worked.
        if let refusal { return refusal }
        switch request {
        case .push(_, _, let pairs, _, _): note("rpush", pairs)
        case .range: note("lrange", 1)
        case .delete(let keys): note("del", keys.count)
        }
        keyspace.sweep(now: node.now)
        let answer = keyspace.answer(request, now: node.now)
        replicate(request, answer)
        noteContents()
        return answer
    }

    // MARK: Metrics

    private func note(_ command: String, _ count: Int) {
        journal.count(
            MetricKey("redis_commands_processed_total", .init("cmd", command)),
            count
        )
    }

    /// Takes over the lists of another server.
    func replaceContents(_ contents: ShuffleKeyspace) {
        keyspace = contents
        noted = (contents.evictions, contents.expirations)
        noteContents()
    }

    /// Notes how full the server is, under the names of Redis's exporter for Prometheus.
    func noteContents() {
        func key(_ name: String) -> MetricKey { MetricKey(name, .init("server", node.name)) }
        journal.set(key("redis_memory_used_bytes"), keyspace.used, at: node.now)
        journal.set(key("redis_db_keys"), keyspace.count, at: node.now)
        let evictions = keyspace.evictions - noted.evictions
        if evictions > 0 { journal.count(key("redis_evicted_keys_total"), evictions) }
        let expirations = keyspace.expirations - noted.expirations
        if expirations > 0 { journal.count(key("redis_expired_keys_total"), expirations) }
        noted = (keyspace.evictions, keyspace.expirations)
    }
}
