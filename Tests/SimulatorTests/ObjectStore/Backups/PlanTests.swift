import Testing

@testable import Simulator

struct PlanTests {
    private static let day = Duration.seconds(86_400)

    private static func name(_ day: Int, hour: Int = 2) -> BackupName {
        BackupName(Timestamp(year: 2024, month: 1, day: 1, hour: hour).adding(days: day))
    }

    private static func file(_ name: String, _ text: String) -> SnapshotFile {
        SnapshotFile(name: name, bytes: Array(text.utf8))
    }

    private static func expired(
        _ good: [BackupName],
        damaged: [BackupName] = [],
        pinned: Set<BackupName> = [],
        on day: Int
    ) -> [BackupName] {
        RetentionPlan.expired(
            good: good,
            damaged: damaged,
            pinned: pinned,
            now: name(day).instant,
            settings: BackupSettings()
        )
    }

    @Test
    func `a backup goes when it is older than thirty days`() {
        let nights = (0...31).map { Self.name($0) }
        #expect(Self.expired(nights, on: 30) == [])
        #expect(Self.expired(nights, on: 31) == [Self.name(0)])
        #expect(Self.expired(nights, on: 33) == [Self.name(0), Self.name(1), Self.name(2)])
        #expect(Self.expired(nights, pinned: [Self.name(1)], on: 32) == [Self.name(0)])
    }

    @Test
    func `the last good backup stays, however old it is`() {
        #expect(Self.expired([Self.name(0)], on: 1_000) == [])
        #expect(Self.expired([Self.name(3), Self.name(0)], on: 1_000) == [Self.name(0)])
    }

    /// Whoever has another key, or reads what changed on its way, can read none.
    @Test
    func `a backup that cannot be read goes only when a later one is good`() {
        let good = [Self.name(5)]
        let damaged = [Self.name(1), Self.name(9)]
        #expect(Self.expired(good, damaged: damaged, on: 1_000) == [Self.name(1)])
        #expect(Self.expired(good, damaged: damaged, on: 31) == [])
        #expect(Self.expired([], damaged: damaged, on: 1_000) == [])
    }

    @Test
    func `what an earlier backup has is not written again`() {
        let first = BackupPlan(
            Self.name(0),
            of: [Self.file("a", "one"), Self.file("b", "one"), Self.file("c", "two")],
            earlier: [],
            settings: BackupSettings()
        )
        #expect(first.uploads.map(\.name) == ["a", "c"], "each content once")
        let second = BackupPlan(
            Self.name(1),
            of: [Self.file("a", "two"), Self.file("b", "six")],
            earlier: [first.manifest],
            settings: BackupSettings()
        )
        #expect(second.uploads.map(\.name) == ["b"])
        #expect(second.manifest.files.map(\.writer) == [Self.name(0), Self.name(1)])
        #expect(second.manifest.size == 6)
    }

    @Test
    func `a backup that may go soon is not relied on`() {
        let file = [Self.file("a", "one")]
        let old = BackupPlan(Self.name(0), of: file, earlier: [], settings: BackupSettings())
        func uploads(on day: Int) -> Int {
            BackupPlan(
                Self.name(day),
                of: file,
                earlier: [old.manifest],
                settings: BackupSettings()
            ).uploads.count
        }
        #expect(uploads(on: 29) == 0)
        #expect(uploads(on: 30) == 1)
    }

    @Test
    func `data are swept that no backup needs, a day after they were written`() {
        let settings = BackupSettings()
        let plan = BackupPlan(
            Self.name(0),
            of: [Self.file("a", "one")],
            earlier: [],
            settings: settings
        )
        let needed = settings.layout.key(of: plan.manifest.files[0])
        let digest = ContentDigest(of: [])
        let old = settings.layout.key(of: digest, writer: Self.name(0))
        let recent = settings.layout.key(of: digest, writer: Self.name(1))
        func swept(_ manifests: [BackupManifest], on day: Int) -> [String] {
            SweepPlan.unneeded(
                [needed, old, recent, "data/else"],
                manifests: manifests,
                layout: settings.layout,
                now: Self.name(day).instant,
                settings: settings
            )
        }
        #expect(swept([plan.manifest], on: 2) == [old])
        #expect(swept([plan.manifest], on: 3) == [old, recent])
        #expect(swept([], on: 2) == [needed, old])
    }
}
