public import OrderedCollections

/// What the database and the cache behind the servers did, and the books by which it is checked.
///
/// The books are of their own: they count what servers take and give back, and what was changed and
/// deleted, and are asked by nobody who decides.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class BackingJournal: @unchecked Sendable {
    /// What was counted.
    public struct Counts: Equatable, Sendable {
        /// Queries that the database performed.
        public var queries = 0
        /// Connections that it refused.
        public var refused = 0
        /// Queries that servers saw fail: no answer in time, or the connection broke.
        public var failed = 0
        /// Requests that no connection became free for in time.
        public var timeouts = 0
        /// Requests whose answer was in the cache.
        public var hits = 0
        /// Requests whose answer was not, or that could not ask.
        public var misses = 0
        /// Questions to the cache without an answer.
        public var unreachable = 0
        /// Entries that made room for others.
        public var evictions = 0
        /// Entries whose time was over.
        public var expirations = 0
        /// Answers that came too late to be stored: their lease had ended.
        public var lateStores = 0
        /// Deletions that the cache confirmed.
        public var deletions = 0
        /// Deletions that it did not confirm, or that were not asked for, since nobody knew whether
        /// the row was changed: an entry may be there that should not.
        public var lostDeletions = 0
        /// Requests that shared the queries of another one.
        public var shared = 0
    }

    /// What was counted so far.
    public internal(set) var counts = Counts()
    /// How long requests waited for the connection that they got.
    public private(set) var waits = DurationHistogram()
    /// Connections that the database has open; nothing before it starts.
    public private(set) var open: Gauge?
    /// Connections in use at each server, in the order of their first use.
    public private(set) var inUse: OrderedDictionary<String, Gauge> = [:]
    /// What is wrong with the connections.
    public private(set) var connectionProblems: [String] = []
    /// What is wrong with answers of the cache.
    public private(set) var cacheProblems: [String] = []

    private let poolMaximum: Int
    private let databaseMaximum: Int
    private let lifetime: Duration?
    /// How often each row was changed.
    private var changes: [BackedKey: Int] = [:]
    /// How often it was when its entry was deleted last.
    private var floors: [BackedKey: Int] = [:]
    /// The same for the leases of such keys.
    private var leaseFloors: [UInt64: Int] = [:]

    /// The most problems of a kind that are told.
    private static let problemsMaximum = 10

    /// A journal of nothing yet.
    ///
    /// - Parameters:
    ///   - pool: The most connections of a server.
    ///   - database: The most of all of them together.
    ///   - lifetime: How old an entry of the cache becomes.
    public init(pool: Int, database: Int, lifetime: Duration?) {
        poolMaximum = pool
        databaseMaximum = database
        self.lifetime = lifetime
    }

    // MARK: Connections

    func noteQuery() { counts.queries += 1 }

    func noteRefusal() { counts.refused += 1 }

    func setOpen(_ count: Int, at now: VirtualInstant) {
        guard open?.value != count else { return }
        if open == nil { open = Gauge(count, at: now) }
        open?.set(count, at: now)
        if count > databaseMaximum {
            note("the database has \(count) connections of \(databaseMaximum)", at: now)
        }
    }

    func noteGrant(at server: String, after wait: Duration, now: VirtualInstant) {
        waits.record(wait)
        let count = (inUse[server]?.value ?? 0) + 1
        inUse[server, default: Gauge(0, at: now)].set(count, at: now)
        if count > poolMaximum {
            note("\(server) uses \(count) connections of \(poolMaximum)", at: now)
        }
    }

    func noteReturn(at server: String, now: VirtualInstant) {
        let count = (inUse[server]?.value ?? 0) - 1
        inUse[server]?.set(count, at: now)
        if count < 0 { note("\(server) gives back what it never took", at: now) }
    }

    func noteEnd(of server: String, now: VirtualInstant) { inUse[server]?.set(0, at: now) }

    private func note(_ problem: String, at now: VirtualInstant) {
        guard connectionProblems.count < Self.problemsMaximum else { return }
        connectionProblems.append("\(problem) at \(now)")
    }

    // MARK: The cache

    func noteRemovals(evicted: Int, expired: Int) {
        counts.evictions += evicted
        counts.expirations += expired
    }

    func noteLateStore() { counts.lateStores += 1 }

    func noteChange(of key: BackedKey) { changes[key, default: 0] += 1 }

    /// The cache performs a deletion: what was changed before must not be seen as it was.
    func noteDeletion(of key: BackedKey) {
        if let count = changes[key] { floors[key] = count }
    }

    func noteLease(_ lease: UInt64, of key: BackedKey) {
        if let floor = floors[key] { leaseFloors[lease] = floor }
    }

    /// The cache gives an entry away.
    func noteEntry(_ entry: CachedEntries.Entry, at now: VirtualInstant) {
        let age = entry.stored.duration(to: now)
        if let lifetime, age > lifetime {
            noteStale("an entry of \(entry.key.path) is \(age) old", at: now)
        }
        if let floor = floors[entry.key], entry.version < floor {
            noteStale("an entry of \(entry.key.path) is older than its deletion", at: now)
        }
    }

    /// A request that missed gets an answer by the queries of another one.
    func noteShared(version: Int, lease: UInt64?, path: String, at now: VirtualInstant) {
        counts.shared += 1
        guard let lease, let floor = leaseFloors[lease], version < floor else { return }
        noteStale("a shared answer of \(path) is older than the deletion before", at: now)
    }

    private func noteStale(_ problem: String, at now: VirtualInstant) {
        guard cacheProblems.count < Self.problemsMaximum else { return }
        cacheProblems.append("\(problem) at \(now)")
    }
}
