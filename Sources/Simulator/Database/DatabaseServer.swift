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
    /// Requests that may be under way at a time, each on a connection of its own:
    /// `max_connections`.
    public var connectionsMaximum: Int
    package var plantedBug: DatabasePlantedBug?

    /// 10,000 rows a second, 200 µs a query; 100 connections, as PostgreSQL has them.
    public init(
        insertsPerSecond: Int = 10_000,
        query: Duration = .microseconds(200),
        groupCommit: Int = 64,
        queue: Int = 10_000,
        connectionsMaximum: Int = 100
    ) {
        precondition(insertsPerSecond > 0 && groupCommit > 0 && queue > 0, "something is done")
        precondition(connectionsMaximum > 0, "somebody is served")
        self.insertsPerSecond = insertsPerSecond
        self.query = query
        self.groupCommit = groupCommit
        self.queue = queue
        self.connectionsMaximum = connectionsMaximum
    }
}

/// Bugs for tests that show that a checker notices them.
package enum DatabasePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// A transaction is answered before its record is flushed.
    case answersBeforeTheFlush
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
    private let observers: [any DatabaseObserver]
    /// How many requests are under way.
    private var connections = 0
    private var tables = DatabaseTables()
    /// The durable log, which replicas read.
    private var log: [UInt8] = []

    /// Starts a database on `node`; it answers once the log is replayed.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: DatabaseSettings,
        observers: [any DatabaseObserver] = []
    ) -> DatabaseServer {
        let server = DatabaseServer(node, network, settings, observers)
        node.spawn("database", .background) { try await server.run() }
        return server
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: DatabaseSettings,
        _ observers: [any DatabaseObserver]
    ) {
        self.observers = observers
        self.node = node
        self.network = network
        self.settings = settings
        inbox = Mailbox("transactions", on: node, capacity: settings.queue)
    }

    /// What the database holds, durable or not.
    public var contents: DatabaseTables { tables }

    private func run() async throws {
        try await recover()
        noteConnections()
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
        for observer in observers { observer.noteRecovery(tables, at: node.now) }
    }

    private func serve() {
        network.serve(.databaseCommit, on: node) { incoming in
            self.assumeIsolated { server in
                if !server.take(.commit(incoming)) { incoming.refuse() }
            }
        }
        network.serve(.databaseQuery, on: node) { incoming in
            self.assumeIsolated { server in
                if !server.take(.query(incoming)) { incoming.refuse() }
            }
        }
        network.serve(.databaseLog, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.log(from: incoming.request) })
        }
    }

    /// Takes a request where a connection is free for it.
    private func take(_ work: Work) -> Bool {
        guard connections < settings.connectionsMaximum, inbox.put(work) else {
            for observer in observers { observer.noteRefusal(by: node.name, at: node.now) }
            return false
        }
        connections += 1
        noteConnections()
        return true
    }

    private func release(_ count: Int) {
        guard count > 0 else { return }
        connections -= count
        noteConnections()
    }

    private func noteConnections() {
        for observer in observers {
            observer.note(connections: connections, of: node.name, at: node.now)
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
        var done: [(key: DatabaseKey, row: DatabaseRow?)] = []
        var ends: [DatabaseCommit] = []
        for case .commit(let incoming) in batch {
            let transaction = incoming.request
            if let failure = tables.firstFailure(of: transaction, now: node.localTime) {
                ends.append(.conflict(failure))
                continue
            }
            let changes = transaction.changes.map { ResolvedChange($0, now: node.localTime) }
            for change in changes {
                undo.append(tables.apply(change))
                if !observers.isEmpty { done.append((change.key, tables[change.key])) }
            }
            records += WriteAheadLog.record(changes)
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
        for (key, row) in done {
            for observer in observers { observer.note(key, row, at: node.now) }
        }
        answer(batch, ends)
        release(ends.count)
        for case .query(let incoming) in batch {
            try await node.work(for: settings.query)
            incoming.reply(tables.answer(incoming.request))
            release(1)
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
