/// A copy of a database for reading, which follows the log of the original at some distance.
public actor DatabaseReplica: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let primary: String
    private let period: Duration
    private var tables = DatabaseTables()
    private var position = 0

    /// Starts a replica on `node` that asks `primary` for what is new once a `period`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        primary: String,
        period: Duration
    ) -> DatabaseReplica {
        precondition(period > .zero, "a replica lags")
        let replica = DatabaseReplica(
            node: node,
            network: network,
            primary: primary,
            period: period
        )
        network.serve(.databaseQuery, on: node) { incoming in
            incoming.reply(replica.assumeIsolated { $0.tables.answer(incoming.request) })
        }
        node.spawn("replication", .background) { try await replica.follow() }
        return replica
    }

    private init(node: Node, network: Network, primary: String, period: Duration) {
        self.node = node
        self.network = network
        self.primary = primary
        self.period = period
    }

    private func follow() async throws {
        while true {
            try await node.sleep(for: period)
            do {
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
                for change in transactions.joined() { tables.apply(change) }
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                // The original is away; the copy answers with what it has.
                continue
            }
        }
    }
}
