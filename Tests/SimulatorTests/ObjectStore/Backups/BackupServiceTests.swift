import Testing

@testable import Simulator

struct BackupServiceTests {
    private static func settings(
        _ schedule: String? = nil,
        change: (inout BackupSettings) -> Void = { _ in }
    ) throws -> BackupSettings {
        var settings = BackupSettings(
            schedule: try schedule.map { try CronSchedule($0) },
            retention: .seconds(3_600),
            grace: .seconds(1_200),
            compresses: false
        )
        change(&settings)
        return settings
    }

    @Test
    func `a backup that was made is listed, and restores to what the source held`() throws {
        let fixture = try BackupFixture(seed: 1, settings: Self.settings(), regions: 2)
        let outcome = fixture.perform { [node = fixture.node] _ in
            try await node.disk.write(Array("one".utf8), to: "/data/a")
            try await node.disk.write(Array("one".utf8), to: "/data/b/c")
            try await node.disk.write(Array("elsewhere".utf8), to: "/other")
            let service = try #require(fixture.service)
            let report = try await service.backUp()
            #expect(report.files == 2)
            #expect(report.uploads == 2, "one content, in each of two regions")
            #expect(report.regions == ["region-0", "region-1"])
            try await node.disk.write(Array("two".utf8), to: "/data/a")
            #expect(try await service.restore(report.name, to: "/restored") == 2)
            #expect(try await node.disk.read("/restored/a") == Array("one".utf8))
            #expect(try await node.disk.read("/restored/b/c") == Array("one".utf8))
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.restores == 1)
        #expect(fixture.problems == [])
        #expect(fixture.checker.names(in: "region-1").map(\.description) == ["2026-11-22-12-00-01"])
    }

    @Test(arguments: 1...25 as ClosedRange<UInt64>)
    func `under heavy faults and crashes every backup that is listed restores`(
        seed: UInt64
    ) throws {
        let found = try run(seed: seed, bug: nil)
        #expect(found == [], "seed \(seed)")
    }

    private func run(seed: UInt64, bug: BackupPlantedBug?) throws -> [String] {
        let settings = try Self.settings("*/7 * * * *") {
            $0.plantedBug = bug
        }
        let fixture = try BackupFixture(
            seed: seed,
            settings: settings,
            changes: FileChanges(count: 6, size: 5...60, period: .seconds(300), edited: 1),
            versioning: .enabled,
            order: .random
        )
        var random = fixture.simulation.random("plan")
        fixture.stores[0].faults = .heavy
        if bug == .restoresUnverified { fixture.stores[0].faults.corrupt = 0.05 }
        let crashes = (0..<10).map { _ in Int64(random.below(18_000)) }.sorted()
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
            fixture.stores[0].faults = .none
            try await here.sleep(for: .seconds(3_600))
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.complete > 5)
        #expect(fixture.checker.names(in: "region-0").count > 5)
        return fixture.problems
    }

    @Test(arguments: BackupPlantedBug.allCases)
    func `a planted bug is found within 200 seeds`(bug: BackupPlantedBug) throws {
        for seed in 1...200 as ClosedRange<UInt64> where try !run(seed: seed, bug: bug).isEmpty {
            return
        }
        Issue.record("\(bug) was not found")
    }
}
