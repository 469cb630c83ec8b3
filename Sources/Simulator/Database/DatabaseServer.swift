public import OrderedCollections

/// How a database performs.
public struct DatabaseSettings: Hashable, Sendable {
    /// Rows that can be written a second.
    public var insertsPerSecond: Int
    /// How long a query takes.
    public var query: Duration
    /// Transactions that share one flush of the log at most.
    public var groupCommit: Int
    /// Requests that may wait; more are refused.
    public var queue: Int
    package var plantedBug: DatabasePlantedBug?

    /// 10,000 rows a second, 200 µs a query.
    public init(
        insertsPerSecond: Int = 10_000,
        query: Duration = .microseconds(200),
        groupCommit: Int = 64,
        queue: Int = 10_000
    ) {
        precondition(insertsPerSecond > 0 && groupCommit > 0 && queue > 0, "something is done")
        self.insertsPerSecond = insertsPerSecond
        self.query = query
        self.groupCommit = groupCommit
        self.queue = queue
    }
}

/// Bugs for tests that show that a checker notices them.
package enum DatabasePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// A transaction is answered before its record is flushed.
    case answersBeforeTheFlush
}

/// Sees every change of a database when it is durable; for checkers, which are no part of a run.
public protocol DatabaseObserver: Sendable {
    /// A row has the given columns now, or is gone.
    func note(_ key: DatabaseKey, _ row: DatabaseRow?, at instant: VirtualInstant)
}

extension DatabaseObserver {
    fileprivate func note(_ change: ResolvedChange, at instant: VirtualInstant) {
        switch change {
        case .put(let key, let row), .set(let key, let row): note(key, row, at: instant)
        case .delete(let key): note(key, nil, at: instant)
        }
    }
}

extension Service where Request == DatabaseTransaction, Response == DatabaseCommit {
    /// Commits a transaction; answered when it is durable.
    public static var databaseCommit: Self { Self("database commit") }
}

extension Service where Request == DatabaseQuery, Response == [DatabaseMatch] {
    /// Answers a query from what is durable.
    public static var databaseQuery: Self { Self("database query") }
}

extension Service where Request == Int, Response == [UInt8] {
    /// Gives the log from a position in bytes on.
    static var databaseLog: Self { Self("database log") }
}

/// A database in the manner of PostgreSQL: a commit is answered once its record is on the disk,
/// many commits share one flush, and after a crash the log is replayed.
///
/// Transactions are performed one after the other, so that they are serialisable.
public actor DatabaseServer: SimulatedActor {
    private enum Work: Sendable {
        case commit(IncomingRequest<DatabaseTransaction, DatabaseCommit>)
        case query(IncomingRequest<DatabaseQuery, [DatabaseMatch]>)
    }

    /// The file of the log.
    static let logFile = "write-ahead-log"

    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let settings: DatabaseSettings
    private let inbox: Mailbox<Work>
    private let observer: (any DatabaseObserver)?
    private var tables = DatabaseTables()
    /// The durable log, which replicas read.
    private var log: [UInt8] = []

    /// Starts a database on `node`; it answers once the log is replayed.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: DatabaseSettings,
        observer: (any DatabaseObserver)? = nil
    ) -> DatabaseServer {
        let server = DatabaseServer(node, network, settings, observer)
        node.spawn("database", .background) { try await server.run() }
        return server
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: DatabaseSettings,
        _ observer: (any DatabaseObserver)?
    ) {
        self.observer = observer
        self.node = node
        self.network = network
        self.settings = settings
        inbox = Mailbox("transactions", on: node, capacity: settings.queue)
    }

    /// What the database holds, durable or not.
    public var contents: DatabaseTables { tables }

    private func run() async throws {
        try await recover()
        serve()
        while true {
            var batch = [try await inbox.receive()]
            while batch.count < settings.groupCommit, inbox.count > 0 {
                batch.append(try await inbox.receive())
            }
            try await perform(batch)
        }
    }

    private func recover() async throws(DiskError) {
        do {
            log = try await node.disk.read(Self.logFile)
        } catch .noSuchFile {
            log = []
        } catch {
            throw error
        }
        let (transactions, length) = WriteAheadLog.replay(log)
        // What a crash cut short must not stand before what is written next.
        if length < log.count {
            log.removeSubrange(length...)
            try await node.disk.write(log, to: Self.logFile)
            try await node.disk.synchronize()
        }
        for change in transactions.joined() { tables.apply(change) }
    }

    private func serve() {
        let inbox = inbox
        network.serve(.databaseCommit, on: node) { incoming in
            if !inbox.put(.commit(incoming)) { incoming.refuse() }
        }
        network.serve(.databaseQuery, on: node) { incoming in
            if !inbox.put(.query(incoming)) { incoming.refuse() }
        }
        network.serve(.databaseLog, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.log(from: incoming.request) })
        }
    }

    private func log(from position: Int) -> [UInt8] {
        Array(log.dropFirst(max(0, position)))
    }

    // MARK: Work

    private func perform(_ batch: [Work]) async throws {
        var time = Duration.zero
        var undo: [ResolvedChange] = []
        var records: [UInt8] = []
        var done: [ResolvedChange] = []
        var ends: [DatabaseCommit] = []
        for case .commit(let incoming) in batch {
            let transaction = incoming.request
            if let failure = tables.firstFailure(of: transaction, now: node.localTime) {
                ends.append(.conflict(failure))
                continue
            }
            let changes = transaction.changes.map { ResolvedChange($0, now: node.localTime) }
            for change in changes { undo.append(tables.apply(change)) }
            records += WriteAheadLog.record(changes)
            done += changes
            time += Duration.seconds(transaction.weight) / settings.insertsPerSecond
            ends.append(.committed)
        }
        if settings.plantedBug == .answersBeforeTheFlush { answer(batch, ends) }
        try await node.work(for: time)
        if !records.isEmpty, try await !flush(records) {
            for change in undo.reversed() { tables.apply(change) }
            ends = ends.map { $0 == .committed ? .failed : $0 }
            done = []
        }
        for change in done { observer?.note(change, at: node.now) }
        answer(batch, ends)
        for case .query(let incoming) in batch {
            try await node.work(for: settings.query)
            incoming.reply(tables.answer(incoming.request))
        }
    }

    private func answer(_ batch: [Work], _ ends: [DatabaseCommit]) {
        var next = 0
        for case .commit(let incoming) in batch {
            incoming.reply(ends[next])
            next += 1
        }
    }

    /// Puts `records` on the disk; false where there is no room for them.
    private func flush(_ records: [UInt8]) async throws -> Bool {
        do {
            try await node.disk.append(records, to: Self.logFile)
            try await node.disk.synchronize()
        } catch DiskError.full {
            return false
        }
        log += records
        return true
    }
}
