import Testing

@testable import Simulator

struct BackupRestoreTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func settings(
        compresses: Bool = false,
        encrypts: Bool = false,
        concurrency: Int = 4
    ) -> BackupSettings {
        var random = Simulation(seed: 7).random("key")
        return BackupSettings(
            compresses: compresses,
            key: encrypts ? BackupKey(using: &random) : nil,
            concurrency: concurrency
        )
    }

    /// Replaces what a region has under the keys that begin with `prefix`.
    private static func damage(_ store: FaultyStore, _ prefix: String, with content: [UInt8]?)
        throws
    {
        for entry in try store.fixture.list({ $0.prefix = prefix }).contents {
            if let content {
                try store.fixture.put(entry.key, String(decoding: content, as: UTF8.self))
            } else {
                try store.fixture.delete(entry.key)
            }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `every backup that is listed restores to the bytes of its time`(
        compresses: Bool,
        encrypts: Bool
    ) throws {
        let fixture = try BackupFixture(
            seed: 3,
            settings: Self.settings(compresses: compresses, encrypts: encrypts),
            regions: 2
        )
        let outcome = fixture.perform { [node = fixture.node] here in
            let service = try #require(fixture.service)
            var random = fixture.simulation.random("changes")
            var held: [String: [UInt8]] = [:]
            var history: [[String: [UInt8]]] = []
            for round in 0..<6 {
                for number in 0..<7 {
                    let name = "dir \(number % 2)/é\(number)"
                    switch random.below(4) {
                    case 0:
                        if held.removeValue(forKey: name) != nil {
                            try await node.disk.remove("/data/" + name)
                        }
                    case 1: break
                    default:
                        held[name] = random.bytes(count: Int(random.below(300)))
                        try await node.disk.write(held[name] ?? [], to: "/data/" + name)
                    }
                }
                history.append(held)
                #expect(try await service.backUp().files == held.count)
                #expect(try await service.list().count == round + 1)
            }
            for (entry, held) in zip(try await service.list(), history) {
                #expect(entry.files == held.count)
                #expect(entry.bytes == held.values.reduce(0) { $0 + $1.count })
                let path = "/restored/\(entry.name)"
                #expect(try await service.restore(entry.name, to: path) == held.count)
                let files = try await node.disk.snapshot(path + "/")
                #expect(files.count == held.count)
                for (name, bytes) in files {
                    #expect(held[String(name.dropFirst(path.count + 1))] == bytes)
                }
            }
            #expect(try await node.disk.names().allSatisfy { !$0.hasPrefix("/.restores") })
        }
        #expect(outcome.violations == [])
        #expect(fixture.problems == [])
        #expect(fixture.journal.counts.restores == 6)
    }

    /// Ten files, one at a time: the crash comes when the sixth is asked for.
    @Test
    func `a restore goes on after a crash, and fetches nothing twice`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings(concurrency: 1))
        let watch = fixture.watches[0]
        let outcome = fixture.perform { here in
            let node = fixture.node
            for number in 0..<10 {
                try await node.disk.write(Self.bytes("content \(number)"), to: "/data/\(number)")
            }
            try await node.disk.synchronize()
            let name = try await #require(fixture.service).backUp().name
            watch.gets = []
            watch.beforeGet = { key in
                if watch.gets.count == 1 + 6 { node.crash() }
            }
            await #expect(throws: BackupError.interrupted(.crashed)) {
                try await fixture.service?.restore(name, to: "/restored")
            }
            watch.beforeGet = { _ in }
            try await here.sleep(for: .seconds(10))
            let before = watch.gets
            #expect(before.count == 7, "the manifest, and six files")
            watch.gets = []
            let current = node.current.restart()
            try await here.sleep(for: .seconds(10))
            #expect(watch.gets.first == before.first)
            #expect(watch.gets.dropFirst().count == 5)
            #expect(Set(watch.gets.dropFirst()).isDisjoint(with: before[1..<6]))
            for number in 0..<10 {
                let bytes = try await current.disk.read("/restored/\(number)")
                #expect(bytes == Self.bytes("content \(number)"))
            }
            #expect(try await current.disk.names().count == 20)
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.resumed == 1)
        #expect(fixture.problems == [])
    }

    @Test
    func `what is there is not written over`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings())
        let outcome = fixture.perform { [node = fixture.node] _ in
            let service = try #require(fixture.service)
            try await node.disk.write(Self.bytes("one"), to: "/data/a")
            let first = try await service.backUp().name
            let second = try await service.backUp().name
            try await node.disk.write(Self.bytes("mine"), to: "/restored/a")
            try await node.disk.write(Self.bytes("mine"), to: "/restored-too")
            await #expect(throws: BackupError.occupied("/restored")) {
                try await service.restore(first, to: "/restored")
            }
            #expect(try await node.disk.read("/restored/a") == Self.bytes("mine"))
            #expect(try await service.restore(first, to: "/restored-") == 1)
            await #expect(throws: BackupError.occupied("/restored-"), "it was done") {
                try await service.restore(first, to: "/restored-")
            }
            // What another backup was being restored to is not free, and is once it is empty.
            try await node.disk.write(Self.bytes("one"), to: "/place/a")
            try await node.disk.write(Self.bytes(first.description), to: "/.restores//place")
            await #expect(throws: BackupError.occupied("/place")) {
                try await service.restore(second, to: "/place")
            }
            try await node.disk.remove("/place/a")
            #expect(try await service.restore(second, to: "/place") == 1)
            await #expect(throws: BackupError.occupied("/.restores/x")) {
                try await service.restore(second, to: "/.restores/x")
            }
        }
        #expect(outcome.violations == [])
    }

    /// A file of a user may be called like anything that a restore needs for itself.
    @Test
    func `files of every name are restored, and none is taken for an unfinished restore`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings())
        let names = [".restore", "sub/.restore", ".restores/x", "a"]
        let outcome = fixture.perform { here in
            let service = try #require(fixture.service)
            // The name of the backup that will be made.
            let name = "2026-11-22-12-00-01"
            for file in names {
                try await fixture.node.disk.write(Self.bytes(name), to: "/data/" + file)
            }
            try await fixture.node.disk.synchronize()
            let made = try await service.backUp().name
            #expect(made.description == name)
            #expect(try await service.restore(made, to: "/restored") == names.count)
            fixture.node.crash()
            let node = fixture.node.current.restart()
            try await here.sleep(for: .seconds(10))
            let files = try await node.disk.snapshot("/restored/")
            #expect(files.map(\.name).sorted() == names.map { "/restored/" + $0 }.sorted())
            #expect(files.allSatisfy { $0.bytes == Self.bytes(name) })
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.restores == 1)
        #expect(fixture.journal.counts.failedRestores == 0)
        #expect(fixture.problems == [])
    }

    /// What stands in the place of an object: another content in the right form, none, nothing.
    @Test(arguments: [[0, 101, 118, 105, 108], [], nil] as [[UInt8]?], [false, true])
    func `what a region has not as it was written comes from another one`(
        content: [UInt8]?,
        encrypts: Bool
    ) throws {
        for prefix in [BackupLayout.data, BackupLayout.manifests] {
            let fixture = try BackupFixture(
                seed: 1,
                settings: Self.settings(encrypts: encrypts),
                regions: 2
            )
            let outcome = fixture.perform { [node = fixture.node] _ in
                let service = try #require(fixture.service)
                try await node.disk.write(Self.bytes("one"), to: "/data/a")
                try await node.disk.write(Self.bytes("two"), to: "/data/b")
                let name = try await service.backUp().name
                try Self.damage(fixture.stores[0], prefix, with: content)
                #expect(try await service.restore(name, to: "/restored") == 2)
                #expect(try await node.disk.read("/restored/a") == Self.bytes("one"))
                #expect(try await node.disk.read("/restored/b") == Self.bytes("two"))
                #expect(fixture.watches[1].gets.count >= 2)
            }
            #expect(outcome.violations == [])
            #expect(fixture.checker.restorationProblems(fixture.journal) == [])
        }
    }

    @Test(arguments: [[0, 101, 118, 105, 108], [], nil] as [[UInt8]?], [false, true])
    func `what no region has is named, and restored once one has it again`(
        content: [UInt8]?,
        encrypts: Bool
    ) throws {
        let fixture = try BackupFixture(
            seed: 1,
            settings: Self.settings(encrypts: encrypts),
            regions: 2
        )
        let outcome = fixture.perform { [node = fixture.node] _ in
            let service = try #require(fixture.service)
            try await node.disk.write(Self.bytes("one"), to: "/data/a")
            let name = try await service.backUp().name
            let object = try #require(try fixture.stores[1].fixture.list().contents.last)
            #expect(object.key.hasPrefix(BackupLayout.data))
            let kept = try fixture.stores[1].fixture.get(object.key).body
            for store in fixture.stores { try Self.damage(store, BackupLayout.data, with: content) }
            await #expect(throws: BackupError.damaged(object.key)) {
                try await service.restore(name, to: "/restored")
            }
            #expect(fixture.journal.counts.restores == 0)
            let store = fixture.stores[1].fixture
            _ = try store.store.put(
                PutObjectRequest(bucket: store.bucket, key: object.key, content: kept),
                store.context
            )
            #expect(try await service.restore(name, to: "/restored") == 1)
            #expect(try await node.disk.read("/restored/a") == Self.bytes("one"))
            for store in fixture.stores {
                try Self.damage(store, BackupLayout.manifests, with: [1])
            }
            let manifest = BackupLayout.key(of: name)
            await #expect(throws: BackupError.damaged(manifest)) {
                try await service.restore(name, to: "/other")
            }
        }
        #expect(outcome.violations == [])
    }

    @Test
    func `a backup that no region has is unknown, unless one could not be asked`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings(), regions: 2)
        let outcome = fixture.perform { [node = fixture.node] _ in
            let service = try #require(fixture.service)
            try await node.disk.write(Self.bytes("one"), to: "/data/a")
            let made = try await service.backUp().name
            let other = try #require(BackupName("2024-02-29-23-59-59"))
            await #expect(throws: BackupError.unknown(other)) {
                try await service.restore(other, to: "/restored")
            }
            #expect(try await node.disk.names() == ["/data/a"])
            fixture.stores[1].outage = ""
            let silence = ObjectAccessError.unavailable(attempts: 1, mayHaveTakenEffect: false)
            await #expect(throws: BackupError.store(silence)) {
                try await service.restore(other, to: "/restored")
            }
            #expect(try await service.restore(made, to: "/restored") == 1, "one region suffices")
        }
        #expect(outcome.violations == [])
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>, [false, true])
    func `what changes on its way is asked for again`(seed: UInt64, encrypts: Bool) throws {
        let fixture = try BackupFixture(seed: seed, settings: Self.settings(encrypts: encrypts))
        let outcome = fixture.perform { [node = fixture.node] _ in
            let service = try #require(fixture.service)
            for number in 0..<10 {
                try await node.disk.write(Self.bytes("content \(number)"), to: "/data/\(number)")
            }
            let name = try await service.backUp().name
            fixture.stores[0].faults.corrupt = 0.1
            #expect(try await service.restore(name, to: "/restored") == 10)
        }
        #expect(outcome.violations == [])
        #expect(fixture.problems == [])
    }
}
