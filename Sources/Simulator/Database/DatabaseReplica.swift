/// How a copy of a database for reading behaves.
public struct DatabaseReplicaSettings: Hashable, Sendable {
    /// How often it asks the original for what is new.
    public var period: Duration
    /// How long it waits before it applies what it got: `recovery_min_apply_delay`.
    public var delay: Duration
    /// How long a query takes.
    public var query: Duration
    /// Queries that may wait; more are refused.
    public var queue: Int

    /// New every 100 ms, no further delay, 200 µs a query.
    public init(
        period: Duration = .milliseconds(100),
        delay: Duration = .zero,
        query: Duration = .microseconds(200),
        queue: Int = 1_000
    ) {
        precondition(period > .zero && delay >= .zero && queue > 0, "a replica lags")
        self.period = period
        self.delay = delay
        self.query = query
        self.queue = queue
    }
}

/// A copy of a database for reading, which follows the log of the original at some distance.
///
/// What it shows is what the original once was: all transactions up to some point, and none after.
public actor DatabaseReplica: SimulatedActor {
    /// Some transactions that were fetched together.
    private struct Fetched {
        let due: VirtualInstant
        let transactions: [[ResolvedChange]]
    }

    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let primary: String
    private let settings: DatabaseReplicaSettings
    private let inbox: Mailbox<IncomingRequest<DatabaseQuery, [DatabaseMatch]>>
    private var tables = DatabaseTables()
    private var position = 0
    /// What waits for its time, the oldest first.
    private var pending: [Fetched] = []

    /// Starts a replica of `primary` on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        primary: String,
        settings: DatabaseReplicaSettings = DatabaseReplicaSettings()
    ) -> DatabaseReplica {
        let replica = DatabaseReplica(node, network, primary, settings)
        node.spawn("replication", .background) { try await replica.follow() }
        node.spawn("queries", .background) { try await replica.work() }
        return replica
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ primary: String,
        _ settings: DatabaseReplicaSettings
    ) {
        self.node = node
        self.network = network
        self.primary = primary
        self.settings = settings
        inbox = Mailbox("queries", on: node, capacity: settings.queue)
    }

    private func follow() async throws(Interruption) {
        var isServing = false
        while true {
            if try await fetch(), !isServing {
                isServing = true
                serve()
            }
            try await node.sleep(for: settings.period)
        }
    }

    /// Serves from the first contact with the original on: before, it knows nothing.
    private func serve() {
        let inbox = inbox
        network.serve(.databaseQuery, on: node) { incoming in
            if !inbox.put(incoming) { incoming.refuse() }
        }
    }

    /// Gets what is new; false where the original is away.
    private func fetch() async throws(Interruption) -> Bool {
        do throws(CallError) {
            let log = try await network.call(
                .databaseLog,
                of: primary,
                from: node,
                position,
                timeout: .seconds(1),
                .background
            )
            let (transactions, length) = WriteAheadLog.replay(log)
            position += length
            let due = node.now.advanced(by: settings.delay)
            pending.append(Fetched(due: due, transactions: transactions))
            applyDue()
            return true
        } catch {
            if case .interrupted(let interruption) = error { throw interruption }
            return false
        }
    }

    private func applyDue() {
        let count = pending.prefix { $0.due <= node.now }.count
        for fetched in pending.prefix(count) {
            for change in fetched.transactions.joined() { tables.apply(change) }
        }
        pending.removeFirst(count)
    }

    private func work() async throws(Interruption) {
        while true {
            let incoming = try await inbox.receive()
            try await node.work(for: settings.query)
            applyDue()
            incoming.reply(tables.answer(incoming.request))
        }
    }
}
