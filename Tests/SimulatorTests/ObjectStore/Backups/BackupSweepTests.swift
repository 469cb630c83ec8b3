import Testing

@testable import Simulator

/// Backups to one or two regions, kept with versions or not, encrypted or not, of which everything
/// fails: each seed another schedule.
@Suite(.serialized)
struct BackupSweepTests {
    private static func settings(_ seed: UInt64, _ simulation: Simulation) throws -> BackupSettings
    {
        var random = simulation.random("key")
        return BackupSettings(
            schedule: try CronSchedule(seed.isMultiple(of: 5) ? "*/2 * * * *" : "*/7 * * * *"),
            retention: .seconds(seed.isMultiple(of: 7) ? 1_500 : 3_600),
            grace: .seconds(1_200),
            compresses: seed.isMultiple(of: 11),
            key: seed.isMultiple(of: 4) ? BackupKey(using: &random) : nil,
            concurrency: 1 + Int(seed % 5)
        )
    }

    @Test(arguments: 1...25 as ClosedRange<UInt64>)
    func `no schedule of faults and crashes loses a backup`(seed: UInt64) throws {
        let fixture = try BackupFixture(
            seed: seed,
            settings: Self.settings(seed, Simulation(seed: seed)),
            changes: FileChanges(count: 6, size: 5...60, period: .seconds(300), edited: 1),
            regions: 1 + Int(seed % 2),
            versioning: seed.isMultiple(of: 3) ? .enabled : .unversioned,
            order: .random
        )
        for store in fixture.stores {
            store.faults = .heavy
            store.faults.corrupt = 0.02
        }
        var random = fixture.simulation.random("plan")
        let crashes = (0..<14).map { _ in Int64(random.below(18_000)) }.sorted()
        let outage = Int64(random.below(7_200))
        let outcome = fixture.perform { [random] here in
            here.spawn("outage") { try await fixture.interrupt(here, from: outage) }
            var random = random
            for (number, second) in crashes.enumerated() {
                let instant = VirtualInstant(nanoseconds: UInt64(second) * 1_000_000_000)
                try await here.sleep(until: instant)
                try await fixture.restoreLast(here, to: "/restored-\(number)")
                try await fixture.crash(here, using: &random)
            }
            try await here.sleep(until: VirtualInstant(nanoseconds: 20_000_000_000_000))
            for store in fixture.stores { store.faults = .none }
            // Longer than the retention: what is there then is what rules demand.
            try await here.sleep(for: .seconds(7_200))
            let service = try #require(fixture.service)
            for entry in try await service.list() {
                #expect(try await service.restore(entry.name, to: "/all/\(entry.name)") >= 0)
            }
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.complete > 5)
        #expect(fixture.problems == [])
        // The last ones, at 19:32 or 19:28, and those within the retention before.
        let isFrequent = seed.isMultiple(of: 5)
        let kept = seed.isMultiple(of: 7) ? (isFrequent ? 13 : 4) : (isFrequent ? 30 : 9)
        for number in fixture.stores.indices {
            #expect(fixture.checker.names(in: "region-\(number)").count == kept)
        }
    }
}
