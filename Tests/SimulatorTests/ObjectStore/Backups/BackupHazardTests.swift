import Testing

@testable import Simulator

/// Schedules in which data could be lost, each made on purpose.
struct BackupHazardTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func settings(key: BackupKey? = nil) -> BackupSettings {
        BackupSettings(
            retention: .seconds(3_600),
            grace: .seconds(1_200),
            compresses: false,
            key: key,
            concurrency: 1
        )
    }

    /// Five files that take `time` each, and a manifest that takes effect late, if ever.
    private func backUpSlowly(
        _ fixture: BackupFixture,
        _ here: Node,
        each time: Duration
    ) async throws -> Result<BackupReport, BackupError> {
        let (store, watch) = (fixture.stores[0], fixture.watches[0])
        for number in 0..<5 {
            try await fixture.node.disk.write(
                Self.bytes("content \(number)"),
                to: "/data/\(number)"
            )
        }
        watch.putTime = time
        watch.beforePut = { key in
            let isManifest = key.hasPrefix(BackupLayout.manifests)
            store.faults.late = isManifest ? 1 : 0
            if watch.puts.count >= 5 { watch.putTime = .zero }
        }
        watch.beforeGet = { _ in store.faults = .none }
        watch.beforeDeletion = { _ in store.faults = .none }
        let service = try #require(fixture.service)
        do throws(BackupError) { return .success(try await service.backUp()) } catch {
            return .failure(error)
        }
    }

    /// 1,250 s, which is longer than the grace: when the manifest took effect, its data were gone.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a backup that took too long fails before its manifest is written`(seed: UInt64) throws {
        let fixture = try BackupFixture(seed: seed, settings: Self.settings())
        let outcome = fixture.perform { here in
            let slow = try await self.backUpSlowly(fixture, here, each: .seconds(250))
            let name = try #require(BackupName("2026-11-22-12-00-01"))
            #expect(slow == .failure(.late(name)))
            try await here.sleep(for: .seconds(700))
            #expect(fixture.checker.restoreProblems(fixture.journal) == [])
            fixture.watches[0].beforePut = { _ in }
            fixture.stores[0].faults = .none
            #expect(try await fixture.service?.backUp().uploads == 5)
        }
        #expect(outcome.violations == [])
        #expect(fixture.checker.names(in: "region-0").count == 1)
        #expect(fixture.problems == [])
    }

    /// 500 s, and up to 600 s more until the manifest takes effect: its data are still there.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a manifest that takes effect late finds its data`(seed: UInt64) throws {
        let fixture = try BackupFixture(seed: seed, settings: Self.settings())
        let outcome = fixture.perform { here in
            let slow = try await self.backUpSlowly(fixture, here, each: .seconds(100))
            fixture.watches[0].beforePut = { _ in }
            fixture.stores[0].faults = .none
            try await here.sleep(for: .seconds(610))
            #expect(fixture.checker.names(in: "region-0").count == 1)
            let service = try #require(fixture.service)
            let name = try #require(try await service.list().first).name
            if case .success(let report) = slow { #expect(report.name == name) }
            #expect(try await service.restore(name, to: "/restored") == 5)
        }
        #expect(outcome.violations == [])
        #expect(fixture.problems == [])
    }

    /// Nothing can be written, and what is read changes on its way: the only backup is an old one
    /// that seems to be damaged.
    @Test
    func `the last backup stays while it cannot be read`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings())
        let store = fixture.stores[0]
        let outcome = fixture.perform { here in
            try await fixture.node.disk.write(Self.bytes("one"), to: "/data/a")
            let name = try await #require(fixture.service).backUp().name
            fixture.node.crash()
            let node = fixture.node.current.restart()
            try await here.sleep(for: .seconds(4_000))
            try await node.disk.write(Self.bytes("two"), to: "/data/a")
            store.faults.corrupt = 1
            store.outage = BackupLayout.data
            let silence = ObjectAccessError.unavailable(attempts: 1, mayHaveTakenEffect: false)
            await #expect(throws: BackupError.store(silence)) {
                try await fixture.service?.backUp()
            }
            store.faults = .none
            #expect(try await fixture.service?.list().map(\.name) == [name])
            #expect(try await fixture.service?.restore(name, to: "/restored") == 1)
        }
        #expect(outcome.violations == [])
        #expect(fixture.problems == [])
    }

    /// Two backups go, and while the first is deleted somebody begins to restore the second.
    @Test
    func `a backup that is being restored is not deleted`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings())
        let watch = fixture.watches[0]
        let outcome = fixture.perform { [node = fixture.node] here in
            let service = try #require(fixture.service)
            var names: [BackupName] = []
            for round in 0..<2 {
                for number in 0..<10 {
                    let content = Self.bytes("content \(number) of \(round)")
                    try await node.disk.write(content, to: "/data/\(number)")
                }
                names.append(try await service.backUp().name)
            }
            for number in 0..<10 { try await node.disk.remove("/data/\(number)") }
            try await here.sleep(for: .seconds(4_000))
            let last = names[1]
            watch.beforeDeletion = { _ in
                watch.beforeDeletion = { _ in }
                node.spawn("restore") {
                    let count = try await service.restore(last, to: "/restored")
                    #expect(count == 10)
                }
            }
            _ = try await service.backUp()
            try await here.sleep(for: .seconds(10))
            #expect(fixture.journal.counts.restores == 1)
            #expect(fixture.checker.names(in: "region-0").contains(last))
            _ = try await service.backUp()
            #expect(!fixture.checker.names(in: "region-0").contains(last))
        }
        #expect(outcome.violations == [])
        #expect(fixture.problems == [])
    }

    @Test
    func `no two backups have a name, also not of one second and two incarnations`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings())
        let watch = fixture.watches[0]
        let outcome = fixture.perform { here in
            try await fixture.node.disk.write(Self.bytes("one"), to: "/data/a")
            try await fixture.node.disk.synchronize()
            for _ in 0..<3 { _ = try await fixture.service?.backUp() }
            for _ in 0..<3 {
                // It crashes when it lists the backups, and is up again at once.
                let node = fixture.node.current
                try await node.disk.write(Self.bytes("\(node.incarnation)"), to: "/data/a")
                try await node.disk.synchronize()
                watch.beforePut = { _ in node.crash() }
                await #expect(throws: BackupError.interrupted(.crashed)) {
                    try await fixture.service?.backUp()
                }
                watch.beforePut = { _ in }
                node.current.restart()
                _ = try await fixture.service?.backUp()
            }
            let service = try #require(fixture.service)
            async let first = service.backUp()
            try await here.sleep(for: .milliseconds(1))
            await #expect(throws: BackupError.busy) { try await service.backUp() }
            _ = try await first
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.begun == 10)
        #expect(fixture.journal.sources.count == 10)
        #expect(fixture.checker.names(in: "region-0").count == 7)
        #expect(fixture.problems == [])
    }

    /// Every version that two buckets ever had, of every incarnation.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `no nonce is used twice with a key`(seed: UInt64) throws {
        var random = Simulation(seed: seed).random("key")
        var settings = Self.settings(key: BackupKey(using: &random))
        settings.schedule = try CronSchedule("*/3 * * * *")
        let fixture = try BackupFixture(
            seed: seed,
            settings: settings,
            changes: FileChanges(count: 6, size: 5...60, period: .seconds(100), edited: 2),
            regions: 2,
            versioning: .enabled,
            order: .random
        )
        for store in fixture.stores { store.faults = .heavy }
        let outcome = fixture.perform { here in
            var random = fixture.simulation.random("crashes")
            for _ in 0..<12 {
                try await here.sleep(for: .seconds(random.below(400)))
                try await fixture.crash(here, using: &random)
            }
        }
        #expect(outcome.violations == [])
        var nonces: Set<[UInt8]> = []
        var count = 0
        for store in fixture.stores {
            for entry in try store.fixture.versions() where !entry.isDeleteMarker {
                let bytes = try store.fixture.get(entry.key, entry.versionID).body.bytes()
                #expect(bytes[0] & 2 == 2)
                nonces.insert(Array(bytes[1...12]))
                count += 1
            }
        }
        #expect(count > 60)
        #expect(nonces.count == count)
        #expect(fixture.node.current.incarnation > 3)
    }
}
