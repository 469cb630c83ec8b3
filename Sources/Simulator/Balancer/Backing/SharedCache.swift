/// The cache that all servers share, in the manner of Redis: one command at a time, in memory, so
/// that nothing of it outlives a crash.
///
/// Source: Redis documentation, "Diagnosing latency issues": a single thread serves all requests,
/// in turn. The leases are memcached's; see `CacheLeases`.
public actor SharedCache: SimulatedActor {
    private typealias Command = IncomingRequest<SharedCacheOrder, SharedCacheAnswer>

    /// Commands that may wait; more are refused.
    private static let queueMaximum = 100_000

    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private let settings: SharedCacheSettings
    private let journal: BackingJournal
    private var random: RandomStream
    private var entries: CachedEntries
    private var leases: CacheLeases
    /// The commands, of which the first one is being performed.
    private var commands = RingBuffer<Command>(capacity: 4)
    private var completion: Handler<SharedCache>?

    /// Starts an empty cache on `node`.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        settings: SharedCacheSettings,
        journal: BackingJournal,
        random: RandomStream
    ) -> SharedCache {
        let cache = SharedCache(node, network, settings, journal, random)
        cache.serve()
        return cache
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: SharedCacheSettings,
        _ journal: BackingJournal,
        _ random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        self.random = random
        entries = CachedEntries(
            maximum: settings.entries,
            lifetime: settings.plantedBug == .keepsTheExpired ? nil : settings.lifetime
        )
        leases = CacheLeases(incarnation: node.incarnation, maximum: Self.queueMaximum)
    }

    private nonisolated func serve() {
        let completion = Handler("command", of: self) { $0.complete() }
        assumeIsolated { $0.completion = completion }
        network.serve(.sharedCache, on: node, accept: atEvents { $0.accept($1) })
    }

    private func accept(_ command: IncomingRequest<SharedCacheOrder, SharedCacheAnswer>) {
        guard commands.count < Self.queueMaximum else { return command.refuse() }
        commands.append(command)
        if commands.count == 1 { begin() }
    }

    private func begin() {
        completion?.scheduleWork(for: settings.command.sample(using: &random), .background)
    }

    private func complete() {
        let command = commands.removeFirst()
        command.reply(perform(command.request))
        if !commands.isEmpty { begin() }
    }

    private func perform(_ order: SharedCacheOrder) -> SharedCacheAnswer {
        let before = (entries.evictions, entries.expirations)
        defer {
            journal.noteRemovals(
                evicted: entries.evictions - before.0,
                expired: entries.expirations - before.1
            )
        }
        switch order {
        case .get(let key):
            guard let entry = entries.read(key, now: node.now) else {
                let lease = leases.issue(key)
                journal.noteLease(lease, of: key)
                return .missing(lease: lease)
            }
            journal.noteEntry(entry, at: node.now)
            return .entry(version: entry.version)
        case .store(let key, let version, let lease):
            let isLawful = leases.redeem(lease, of: key)
            if isLawful || settings.plantedBug == .storesWithoutLease {
                entries.store(key, version: version, now: node.now)
            } else {
                node.sometimes(BackingPlace.lateStore)
                journal.noteLateStore()
            }
        case .delete(let key):
            journal.noteDeletion(of: key)
            if settings.plantedBug == .keepsTheDeleted { break }
            entries.delete(key)
            leases.cancel(key)
        }
        return .done
    }
}
