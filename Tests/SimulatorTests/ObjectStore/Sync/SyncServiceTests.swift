import Testing

@testable import Simulator

struct SyncServiceTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: [false, true], [BucketVersioning.unversioned, .enabled])
    func `what is new or changed is written, what is gone is deleted, and the rest is let be`(
        compresses: Bool,
        versioning: BucketVersioning
    ) throws {
        let fixture = try SyncFixture(
            seed: 1,
            settings: SyncSettings(compresses: compresses),
            versioning: versioning
        )
        let long = Self.bytes(String(repeating: "the quick brown fox ", count: 50))
        try fixture.store.fixture.put("sync/foreign", "somebody else's")
        try fixture.store.fixture.put("sync/a", "somebody else's")
        try fixture.store.fixture.put("elsewhere", "somebody else's")
        let outcome = fixture.perform { [node = fixture.node, watch = fixture.watch] here in
            try await node.disk.write(long, to: "/data/a")
            try await node.disk.write(Self.bytes("two"), to: "/data/b/c")
            try await node.disk.write(Self.bytes("outside"), to: "/database")
            try await here.sleep(for: .seconds(61))
            #expect(fixture.mirrored == ["a": long, "b/c": Self.bytes("two")])
            #expect(watch.puts == ["sync/a", "sync/b/c"])
            #expect(watch.deletions == ["sync/foreign"])
            try await node.disk.write(Self.bytes("six"), to: "/data/b/c")
            try await here.sleep(for: .seconds(60))
            #expect(fixture.mirrored == ["a": long, "b/c": Self.bytes("six")])
            try await node.disk.remove("/data/a")
            try await here.sleep(for: .seconds(60))
            #expect(fixture.mirrored == ["b/c": Self.bytes("six")])
            #expect(watch.puts == ["sync/a", "sync/b/c", "sync/b/c"])
            #expect(watch.deletions == ["sync/foreign", "sync/a"])
        }
        #expect(outcome.violations == [])
        #expect(try fixture.store.fixture.text("elsewhere") == "somebody else's")
        #expect(fixture.journal.counts.uploads == 3)
        #expect(fixture.journal.counts.bytes == long.count + 6)
        #expect(fixture.journal.counts.removals == 2)
        #expect(fixture.journal.counts.unchanged == 2, "a in the second round, b/c in the third")
        #expect(fixture.journal.counts.complete == 3)
        #expect(fixture.problems == [])
    }

    @Test(arguments: [false, true])
    func `what is kept is compressed where that is wanted`(compresses: Bool) throws {
        let fixture = try SyncFixture(seed: 1, settings: SyncSettings(compresses: compresses))
        let long = Self.bytes(String(repeating: "the quick brown fox ", count: 50))
        fixture.perform { [node = fixture.node] here in
            try await node.disk.write(long, to: "/data/a")
            try await here.sleep(for: .seconds(61))
        }
        let kept = try #require(fixture.objects.bytes("sync/a"))
        #expect((kept.count < long.count / 4) == compresses)
        #expect((Array(kept.suffix(long.count)) == long) == !compresses)
    }

    @Test(arguments: [1, 3, 8])
    func `as many files are written at a time as are allowed`(limit: Int) throws {
        let fixture = try SyncFixture(seed: 1, settings: SyncSettings(concurrency: limit))
        fixture.watch.putTime = .seconds(1)
        fixture.perform { [node = fixture.node] here in
            for number in 0..<24 {
                try await node.disk.write(Self.bytes("\(number)"), to: "/data/\(number)")
            }
            try await here.sleep(for: .seconds(118))
        }
        #expect(fixture.watch.mostUnderWay == limit)
        #expect(fixture.journal.counts.uploads == 24)
        // 24 files in turns of `limit`, each of which takes a second and 5 ms.
        let time = fixture.journal.durations.maximum
        #expect(time > .milliseconds(1_005) * (24 / limit))
        #expect(time < .milliseconds(1_005) * (24 / limit) + .milliseconds(20))
    }

    /// Five files of 25 s each, one at a time, from the 60th second on: until the 185th. The rounds
    /// The rounds of the 120th and the 180th are left out; the next two have nothing to do.
    @Test
    func `a round that is due while another one is under way is left out`() throws {
        let fixture = try SyncFixture(seed: 1, settings: SyncSettings(concurrency: 1))
        fixture.watch.putTime = .seconds(25)
        fixture.perform { [node = fixture.node, journal = fixture.journal] here in
            for number in 0..<5 {
                try await node.disk.write(Self.bytes("\(number)"), to: "/data/\(number)")
            }
            try await here.sleep(for: .seconds(59))
            #expect(journal.wasComplete == nil)
            try await here.sleep(for: .seconds(125))
            #expect(journal.wasComplete == nil)
            try await here.sleep(for: .seconds(2))
            #expect(journal.counts.complete == 1)
            #expect(journal.counts.skipped == 2)
            try await here.sleep(for: .seconds(300 + 1 - 186))
        }
        #expect(fixture.journal.counts.complete == 3)
        #expect(fixture.journal.counts.skipped == 2)
        #expect(fixture.journal.counts.failed == 0)
        #expect(fixture.journal.counts.unchanged == 10)
        #expect(fixture.journal.lastComplete.map { $0.nanoseconds / 1_000_000_000 } == 300)
    }

    /// The first round begins at the 60th second and ends when the last file is written; the
    /// second one lists what there is: 1,000 and 500 bytes, and nine more each: how, and a salt.
    @Test
    func `the figures are those of a calculation by hand`() throws {
        let fixture = try SyncFixture(
            seed: 1,
            settings: SyncSettings(compresses: false, concurrency: 1)
        )
        fixture.watch.putTime = .seconds(2)
        fixture.perform { [node = fixture.node, journal = fixture.journal] here in
            try await node.disk.write([UInt8](repeating: 1, count: 1_000), to: "/data/a")
            try await node.disk.write([UInt8](repeating: 2, count: 500), to: "/data/b")
            try await here.sleep(for: .seconds(70))
            #expect(journal.lastComplete == fixture.watch.lastPut)
            let service = try #require(fixture.service)
            // One to list and two to write.
            let first = await service.figures
            #expect(first.requests == 3 && first.failures == 0 && first.errorRate == 0)
            #expect(first.bytesWritten == 1_518)
            fixture.store.outage = ""
            try await here.sleep(for: .seconds(100))
            // The list of the second round, five times in vain.
            #expect(await service.figures.requests == 8)
            #expect(await service.figures.errorRate == 5.0 / 8)
            #expect(journal.wasComplete == false)
            fixture.store.outage = nil
            try await here.sleep(for: .seconds(60))
            #expect(journal.wasComplete == true)
            #expect(await service.figures.errorRate == 5.0 / 9)
        }
        let lastPut = try #require(fixture.watch.lastPut)
        let seconds = Double(lastPut.nanoseconds) / 1e9 - 60
        #expect(abs(fixture.journal.transferRate - 1_500 / seconds) < 1e-6)
        #expect(fixture.journal.storedBytes == 1_518)
        #expect(fixture.journal.counts.complete == 2)
        #expect(fixture.journal.counts.failed == 1)
    }

    /// A file goes, or changes, and is as before in the next round; the first attempt of the round
    /// between takes effect only then. What it was for has the same bytes as what is there now.
    @Test(arguments: [false, true])
    func `what takes effect late does not undo what a later round wrote`(removes: Bool) throws {
        let fixture = try SyncFixture(seed: 1, settings: SyncSettings(compresses: false))
        let (store, watch) = (fixture.store, fixture.watch)
        fixture.perform { [node = fixture.node] here in
            let one = Self.bytes("one")
            try await node.disk.write(one, to: "/data/a")
            try await here.sleep(for: .seconds(61))
            #expect(fixture.mirrored == ["a": one])
            if removes {
                try await node.disk.remove("/data/a")
            } else {
                try await node.disk.write(Self.bytes("two"), to: "/data/a")
            }
            // The first attempt is held up, and the second one is not.
            let held: (String) -> Void = { _ in store.holdsNext = .seconds(90) }
            if removes { watch.beforeDeletion = held } else { watch.beforePut = held }
            try await here.sleep(for: .milliseconds(59_100))
            watch.beforeDeletion = { _ in }
            watch.beforePut = { _ in }
            try await here.sleep(for: .milliseconds(5_900))
            #expect(fixture.mirrored == (removes ? [:] : ["a": Self.bytes("two")]))
            try await node.disk.write(one, to: "/data/a")
            try await here.sleep(for: .seconds(60))
            // It took effect at about 210 s, and the next round comes at 240 s.
            #expect(fixture.mirrored == ["a": one])
            #expect(fixture.problems == [])
            try await here.sleep(for: .seconds(45))
            #expect(here.now.nanoseconds / 1_000_000_000 == 231)
            #expect(fixture.mirrored == ["a": one])
            #expect(fixture.problems == [])
        }
        #expect(store.heldCount == 1)
    }

    /// A round that finds another object in its way has not done what it should have.
    @Test(arguments: [false, true])
    func `a round that is overtaken does not count as complete`(removes: Bool) throws {
        let fixture = try SyncFixture(seed: 1)
        let watch = fixture.watch
        fixture.perform { [node = fixture.node, journal = fixture.journal] here in
            try await node.disk.write(Self.bytes("one"), to: "/data/a")
            try await node.disk.write(Self.bytes("one"), to: "/data/b")
            try await here.sleep(for: .seconds(61))
            #expect(journal.counts.complete == 1)
            try await node.disk.write(Self.bytes("two"), to: "/data/a")
            if removes { try await node.disk.remove("/data/b") }
            watch.beforePut = { _ in
                watch.beforePut = { _ in }
                let key = removes ? "sync/b" : "sync/a"
                #expect(throws: Never.self) { try fixture.store.fixture.put(key, "foreign") }
            }
            try await here.sleep(for: .seconds(60))
            #expect(journal.counts.complete == 1 && journal.wasComplete == false)
            #expect(journal.counts.removals == 0)
            try await here.sleep(for: .seconds(60))
            #expect(journal.counts.complete == 2 && journal.wasComplete == true)
        }
        let expected = removes ? ["a": "two"] : ["a": "two", "b": "one"]
        #expect(fixture.mirrored == expected.mapValues { Self.bytes($0) })
        #expect(fixture.journal.counts.removals == (removes ? 1 : 0))
    }
}
