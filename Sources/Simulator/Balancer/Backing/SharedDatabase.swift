/// The rows of the database that outlive its crashes: how often each was changed.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class SharedRows: @unchecked Sendable {
    private var versions: [BackedKey: Int] = [:]

    /// Rows that were never changed.
    public init() {}

    func version(of key: BackedKey) -> Int { versions[key] ?? 0 }

    func change(_ key: BackedKey) { versions[key, default: 0] += 1 }
}

/// The database that all servers query: a number of connections, of which some have a query that
/// runs.
///
/// A query sees what was committed before it began, as in PostgreSQL at its default level of
/// isolation ("Transaction Isolation", Read Committed), and a change is there when its query ends.
/// The connections of a process that ended are closed when the news comes; a machine that fell
/// silent keeps its own until it is back.
public actor SharedDatabase: SimulatedActor {
    private struct Work {
        let incoming: IncomingRequest<SharedDatabaseOrder, SharedDatabaseAnswer>
        let query: SharedQuery
        var version = 0
    }

    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let settings: SharedDatabaseSettings
    private let rows: SharedRows
    private let journal: BackingJournal
    private var random: RandomStream
    private var sessions: DatabaseSessions
    private var works: [Work?] = []
    private var freeSlots: [Int] = []
    private var completion: Handler<SharedDatabase>?

    /// Starts a database on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: SharedDatabaseSettings,
        rows: SharedRows,
        journal: BackingJournal,
        random: RandomStream
    ) -> SharedDatabase {
        let database = SharedDatabase(node, network, settings, rows, journal, random)
        database.serve()
        return database
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: SharedDatabaseSettings,
        _ rows: SharedRows,
        _ journal: BackingJournal,
        _ random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.rows = rows
        self.journal = journal
        self.random = random
        sessions = DatabaseSessions(
            maximum: settings.plantedBug == .admitsAll ? .max : settings.connections,
            concurrency: settings.concurrency
        )
    }

    private nonisolated func serve() {
        let completion = Handler("query", of: self, numbered: { $0.complete(Int($1)) })
        let closing = Handler("closed", of: self, numbered: { $0.closeAll($1) })
        assumeIsolated { $0.completion = completion }
        network.whenClosed(on: node, closing)
        journal.setOpen(0, at: node.now)
        node.record.whenCrashed { [journal, node] in journal.setOpen(0, at: node.now) }
        network.serve(.sharedDatabase, on: node, accept: atEvents { $0.accept($1) })
    }

    private func accept(_ incoming: IncomingRequest<SharedDatabaseOrder, SharedDatabaseAnswer>) {
        let client = incoming.client
        switch incoming.request {
        case .open(let number):
            switch sessions.open(number, by: client) {
            case .accepted: incoming.reply(.opened(node.incarnation))
            case .gone:
                node.sometimes(BackingPlace.openedTooLate)
                incoming.reply(.closed)
            case .refused:
                node.sometimes(BackingPlace.databaseFull)
                journal.noteRefusal()
                incoming.reply(.tooManyClients)
            }
        case .close(let number):
            sessions.close(number, of: client)
            incoming.reply(.closed)
        case .closeEarlier:
            sessions.closeEarlier(than: client)
            incoming.reply(.closed)
        case .query(let query): take(Work(incoming: incoming, query: query), of: client)
        }
        journal.setOpen(sessions.count, at: node.now)
    }

    /// The news that processes of a node have ended.
    private func closeAll(_ number: UInt32) {
        guard let next = network.firstIncarnation(ofNode: number) else { return }
        sessions.closeEarlier(than: .init(node: number, incarnation: next))
        journal.setOpen(sessions.count, at: node.now)
    }

    private func take(_ work: Work, of client: DatabaseSessions.Client) {
        let slot = freeSlots.last ?? works.count
        switch sessions.begin(slot, turn: work.query.turn, on: work.query.connection, of: client) {
        case .closed: return work.incoming.reply(.closed)
        case .repeated: return node.sometimes(BackingPlace.queryRepeated)
        case .runs:
            keep(work, at: slot)
            begin(slot)
        case .waits: keep(work, at: slot)
        }
    }

    private func keep(_ work: Work, at slot: Int) {
        if slot == works.count {
            works.append(work)
        } else {
            freeSlots.removeLast()
            works[slot] = work
        }
    }

    private func begin(_ slot: Int) {
        if case .read(let key) = works[slot]?.query.purpose {
            works[slot]?.version = rows.version(of: key)
        }
        let time = settings.query.sample(using: &random)
        completion?.scheduleWork(for: time, number: UInt32(slot), .background)
    }

    private func complete(_ slot: Int) {
        guard let work = works[slot] else { return }
        works[slot] = nil
        freeSlots.append(slot)
        if case .change(let key) = work.query.purpose {
            rows.change(key)
            journal.noteChange(of: key)
        }
        journal.noteQuery()
        let next = sessions.end(on: work.query.connection, of: work.incoming.client)
        work.incoming.reply(.rows(version: work.version))
        journal.setOpen(sessions.count, at: node.now)
        if let next { begin(next) }
    }
}

extension IncomingRequest {
    /// The process that sent it.
    fileprivate var client: DatabaseSessions.Client {
        .init(node: exchange.caller.identifier, incarnation: exchange.caller.incarnation)
    }
}
