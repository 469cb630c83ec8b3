import Testing

@testable import Simulator

/// A node whose directory is kept the same in a bucket of a store that fails.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
final class SyncFixture: @unchecked Sendable {
    let simulation: Simulation
    let store: FaultyStore
    let node: Node
    let settings: SyncSettings
    let journal = SyncJournal()
    let watch = AccessWatch()
    /// The first problems that were found while it ran.
    var found: [String] = []
    private let running = Running()

    /// The service of the incarnation that is up.
    private final class Running: @unchecked Sendable {
        var service: SyncService?
    }

    var service: SyncService? { running.service }

    init(
        seed: UInt64,
        settings: SyncSettings = SyncSettings(),
        changes: FileChanges? = nil,
        versioning: BucketVersioning = .unversioned,
        order: Simulation.Order = .fifo
    ) throws {
        let simulation = Simulation(seed: seed, settings: .init(order: order))
        self.simulation = simulation
        self.settings = settings
        let store = FaultyStore(
            try StoreFixture(versioning: versioning),
            node: simulation.addNode("store"),
            random: simulation.random("faults")
        )
        self.store = store
        node = simulation.addNode("sync") { [journal, watch, running] node in
            if let changes {
                FileChanger.start(on: node, changes: changes, random: simulation.random("files"))
            }
            let access = WatchedAccess(
                base: FaultyAccess(store: store, sender: node),
                watch: watch
            )
            running.service = SyncService.start(
                on: node,
                settings: settings,
                location: BucketLocation(region: "", bucket: store.fixture.bucket, access: access),
                journal: journal,
                random: simulation.random("sync")
            )
        }
    }

    /// Runs `body` on a node of its own until it ends.
    @discardableResult
    func perform(_ body: @escaping @Sendable (Node) async throws -> Void) -> RunOutcome {
        let name = simulation.freeName("operator")
        let `operator` = simulation.addNode(name)
        `operator`.spawn("script") { try await body(`operator`) }
        return simulation.run()
    }

    var objects: StoredBucket { StoredBucket(store.fixture.bucket, of: store.fixture.store) }

    /// What is wrong with what the journal says, now.
    var problems: [String] { journal.problems(of: objects, settings: settings) }

    /// The contents that the bucket has for files, by their names; empty ones where they cannot be
    /// read.
    var mirrored: [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for key in objects.keys(settings.prefix) {
            let bytes = objects.bytes(key) ?? []
            let content = settings.packing.unpack(bytes, label: key)
            contents[String(key.dropFirst(settings.prefix.count))] = content ?? []
        }
        return contents
    }

    /// What the directory holds.
    func directory() async throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for (name, bytes) in try await node.current.disk.snapshot(settings.directory + "/") {
            contents[String(name.dropFirst(settings.directory.count + 1))] = bytes
        }
        return contents
    }

    /// Writes and removes one of a few files, one of a few contents each: what was there comes
    /// back.
    func change(using random: inout RandomStream) async {
        let disk = node.current.disk
        let name = "\(settings.directory)/\(random.below(5))"
        do {
            if random.below(3) == 0 {
                try await disk.remove(name)
            } else {
                try await disk.write(Array("content \(random.below(4))".utf8), to: name)
            }
            try await disk.synchronize()
        } catch {
            // There was no such file, or the node crashed.
        }
    }
}
