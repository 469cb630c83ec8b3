import Testing

@testable import Simulator

/// A node that changes files and backs them up to one or two stores, from noon on.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
final class BackupFixture: @unchecked Sendable {
    let simulation: Simulation
    let network: Network
    let syncJournal = SyncJournal()
    let stores: [FaultyStore]
    /// What passes between the node and each store.
    let watches: [AccessWatch]
    let node: Node
    let settings: BackupSettings
    let journal: BackupJournal
    let checker: BackupChecker
    let start: Timestamp
    private let running: Running

    /// The service of the incarnation that is up.
    private final class Running: @unchecked Sendable {
        var service: BackupService?
    }

    var service: BackupService? { running.service }

    init(
        seed: UInt64,
        settings: BackupSettings,
        changes: FileChanges? = nil,
        regions: Int = 1,
        versioning: BucketVersioning = .unversioned,
        order: Simulation.Order = .fifo,
        servesEndpoints: Bool = false
    ) throws {
        let simulation = Simulation(seed: seed, settings: .init(order: order))
        self.simulation = simulation
        let network = Network(simulation: simulation)
        self.network = network
        self.settings = settings
        let operators = simulation.addNode("stores")
        let stores = try (0..<regions).map { number in
            FaultyStore(
                try StoreFixture(versioning: versioning),
                node: operators,
                random: simulation.random("faults \(number)")
            )
        }
        self.stores = stores
        let watches = stores.map { _ in AccessWatch() }
        self.watches = watches
        start = stores[0].fixture.context.now
        let objects = stores.enumerated().map { number, store in
            (
                name: "region-\(number)",
                objects: StoredBucket(store.fixture.bucket, of: store.fixture.store)
                    as any StoredObjects
            )
        }
        let checker = BackupChecker(settings: settings, regions: objects)
        self.checker = checker
        let journal = BackupJournal(regions: regions)
        journal.audit(with: checker)
        self.journal = journal
        let running = Running()
        self.running = running
        let calendar = start
        node = simulation.addNode("backup") { [syncJournal] node in
            if let changes {
                FileChanger.start(on: node, changes: changes, random: simulation.random("files"))
            }
            let service = BackupService.start(
                on: node,
                settings: settings,
                locations: stores.enumerated().map { number, store in
                    BucketLocation(
                        region: "region-\(number)",
                        bucket: store.fixture.bucket,
                        access: WatchedAccess(
                            base: FaultyAccess(store: store, sender: node),
                            watch: watches[number]
                        )
                    )
                },
                journal: journal,
                calendar: calendar,
                random: simulation.random("backup")
            )
            running.service = service
            guard servesEndpoints else { return }
            Self.serve(service, on: node, of: simulation, network, stores[0], syncJournal)
        }
    }

    /// Starts the endpoints, and a sync to the first store.
    private static func serve(
        _ backup: BackupService,
        on node: Node,
        of simulation: Simulation,
        _ network: Network,
        _ store: FaultyStore,
        _ journal: SyncJournal
    ) {
        let sync = SyncService.start(
            on: node,
            settings: SyncSettings(compresses: false),
            location: BucketLocation(
                region: "region-0",
                bucket: store.fixture.bucket,
                access: FaultyAccess(store: store, sender: node)
            ),
            journal: journal,
            random: simulation.random("sync")
        )
        StorageEndpoints.start(on: node, network: network, backup: backup, sync: (sync, journal))
    }

    /// What the endpoints answer to a request over the network.
    func answer(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [UInt8] = [],
        from caller: Node
    ) async throws(CallError) -> HTTPResponse {
        try await network.call(
            .http,
            of: node.name,
            from: caller,
            HTTPRequest(method, path, body: body),
            timeout: .seconds(600)
        )
    }

    /// Runs `body` on a node of its own until it ends.
    func perform(_ body: @escaping @Sendable (Node) async throws -> Void) -> RunOutcome {
        let name = simulation.freeName("operator")
        let `operator` = simulation.addNode(name)
        `operator`.spawn("script") { try await body(`operator`) }
        return simulation.run()
    }

    /// Keeps requests from the store for an hour and a half: all, or those that write manifests.
    func interrupt(_ here: Node, from second: Int64) async throws {
        try await here.sleep(for: .seconds(second))
        stores[0].outage = second.isMultiple(of: 2) ? "" : BackupLayout.manifests
        try await here.sleep(for: .seconds(5_400))
        stores[0].outage = nil
    }

    /// Restores the last backup, as far as a minute suffices.
    func restoreLast(_ here: Node, to path: String) async throws {
        guard let name = checker.names(in: "region-0").last, let service else { return }
        do {
            _ = try await here.withTimeout(.seconds(60)) {
                try await service.restore(name, to: path)
            }
        } catch is BackupError, is TimedOut {}
    }

    /// Crashes the node at one of its next requests, and restarts it half a minute later.
    func crash(_ here: Node, using random: inout RandomStream) async throws {
        let effect = FaultyStore.Effect.allCases[Int(random.below(3))]
        stores[0].crash = (stores[0].requests + 1 + Int(random.below(12)), effect)
        for _ in 0..<60 where node.current.isAlive { try await here.sleep(for: .seconds(10)) }
        stores[0].crash = nil
        try await here.sleep(for: .seconds(30))
        if !node.current.isAlive { node.current.restart() }
    }

    /// Everything that is wrong.
    var problems: [String] {
        checker.restoreProblems(journal) + checker.deletionProblems(journal)
            + checker.restorationProblems(journal) + checker.repetitionProblems()
    }
}
