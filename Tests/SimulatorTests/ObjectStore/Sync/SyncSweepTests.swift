import Testing

@testable import Simulator

/// Syncs under faults and crashes, each seed another order of what happens.
@Suite(.serialized)
struct SyncSweepTests {
    /// What the journal's checker finds at any time; contents never come back.
    private func run(seed: UInt64, bug: SyncPlantedBug?) throws -> [String] {
        var settings = SyncSettings(compresses: seed.isMultiple(of: 2))
        settings.plantedBug = bug
        let fixture = try SyncFixture(
            seed: seed,
            settings: settings,
            changes: FileChanges(count: 6, size: 5...60, period: .seconds(45), edited: 2),
            versioning: seed.isMultiple(of: 3) ? .enabled : .unversioned,
            order: .random
        )
        fixture.store.faults = .heavy
        fixture.store.faults.late = 0.1
        let outcome = fixture.perform { here in
            var random = fixture.simulation.random("crashes")
            for _ in 0..<300 where fixture.found.isEmpty {
                try await here.sleep(for: .seconds(12))
                fixture.found = fixture.problems
                if random.below(40) == 0 {
                    fixture.node.current.crash()
                    try await here.sleep(for: .seconds(20))
                    fixture.node.current.restart()
                }
            }
        }
        #expect(outcome.violations == [])
        if bug == nil { #expect(fixture.journal.counts.complete > 10) }
        return fixture.found
    }

    @Test(arguments: 1...25 as ClosedRange<UInt64>)
    func `what was acknowledged is in the bucket at any time`(seed: UInt64) throws {
        #expect(try run(seed: seed, bug: nil) == [])
    }

    @Test(arguments: SyncPlantedBug.allCases)
    func `a planted bug is found within 200 seeds`(bug: SyncPlantedBug) throws {
        for seed in 1...200 as ClosedRange<UInt64> where try !run(seed: seed, bug: bug).isEmpty {
            return
        }
        Issue.record("\(bug) was not found")
    }

    /// Contents come back, requests take effect late, the node crashes. When nothing is under way
    /// any more, one round suffices.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `one quiet round after all faults the bucket has what the directory holds`(
        seed: UInt64
    ) throws {
        let fixture = try SyncFixture(
            seed: seed,
            settings: SyncSettings(compresses: seed.isMultiple(of: 2)),
            versioning: seed.isMultiple(of: 3) ? .enabled : .unversioned,
            order: .random
        )
        fixture.store.faults = .heavy
        let outcome = fixture.perform { here in
            var random = fixture.simulation.random("changes")
            for _ in 0..<100 {
                try await here.sleep(for: .seconds(9))
                await fixture.change(using: &random)
                if random.below(25) == 0 {
                    fixture.node.current.crash()
                    fixture.node.current.restart()
                }
            }
            fixture.store.faults = .none
            try await here.sleep(for: .seconds(fixture.store.faults.lateMaximum))
            let complete = fixture.journal.counts.complete
            try await here.sleep(for: .seconds(61))
            #expect(fixture.journal.counts.complete == complete + 1)
            #expect(try await fixture.directory() == fixture.mirrored)
            #expect(fixture.problems == [])
            let puts = fixture.watch.puts.count
            try await here.sleep(for: .seconds(120))
            #expect(fixture.watch.puts.count == puts, "nothing changed, and nothing is written")
        }
        #expect(outcome.violations == [])
    }

    /// No incarnation is lost, so that the service counted all that was asked.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `every attempt and every failure is counted`(seed: UInt64) throws {
        let fixture = try SyncFixture(
            seed: seed,
            changes: FileChanges(count: 6, size: 5...60, period: .seconds(45), edited: 2)
        )
        fixture.store.faults = .heavy
        fixture.perform { here in
            try await here.sleep(for: .seconds(1_790))
            let figures = try #require(fixture.service)
            #expect(await figures.figures.requests == fixture.watch.requests)
            #expect(await figures.figures.failures == fixture.watch.failures)
        }
        #expect(fixture.watch.failures > 5)
    }
}
