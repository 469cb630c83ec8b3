import Simulator
import Testing

struct LifecycleTests {
    private static let large = String(repeating: "x", count: 128 << 10)
    private let creation = Timestamp(year: 2024, month: 1, day: 15, hour: 10, minute: 30)

    private func fixture(
        _ rules: [LifecycleRule],
        versioning: BucketVersioning = .unversioned,
        hasObjectLock: Bool = false
    ) throws -> StoreFixture {
        let fixture = try StoreFixture(hasObjectLock: hasObjectLock, versioning: versioning)
        fixture.context.now = creation
        let lifecycle = try LifecycleConfiguration(rules: rules)
        try fixture.store.setLifecycle(lifecycle, of: fixture.bucket, fixture.context)
        return fixture
    }

    private func run(_ fixture: StoreFixture, _ year: Int, _ month: Int, _ day: Int) throws
        -> [LifecycleAction.Kind]
    {
        fixture.context.now = Timestamp(year: year, month: month, day: day)
        return try fixture.store.runLifecycle(of: fixture.bucket, now: fixture.context.now)
            .map(\.kind)
    }

    @Test
    func `an object expires at the documented midnight`() throws {
        let fixture = try fixture([LifecycleRule(id: "r", expiration: .objects(.days(3)))])
        let result = try fixture.put("k")
        #expect(
            result.expiration?.header.value
                == "expiry-date=\"Fri, 19 Jan 2024 00:00:00 GMT\", rule-id=\"r\""
        )
        #expect(try run(fixture, 2024, 1, 18) == [])
        #expect(try fixture.text("k") == "x")
        #expect(try run(fixture, 2024, 1, 19) == [.deleted])
        #expect(try fixture.list().contents == [])
    }

    /// The seed's own choice of classes, and the ladder below it.
    @Test
    func `objects go down the ladder, and small ones stay`() throws {
        let transitions = [(30, StorageClass.standardIA), (60, .glacier), (150, .deepArchive)]
        let rule = LifecycleRule(
            id: "r",
            transitions: transitions.map { LifecycleRule.Transition(.days($0.0), to: $0.1) },
            expiration: .objects(.days(400))
        )
        let fixture = try fixture([rule])
        try fixture.put("large", Self.large)
        try fixture.put("small", String(Self.large.dropLast()))
        #expect(try run(fixture, 2024, 2, 14) == [])
        let moved = LifecycleAction.Kind.transitioned(from: .standard, to: .standardIA)
        #expect(try run(fixture, 2024, 2, 15) == [moved])
        #expect(try run(fixture, 2024, 2, 16) == [])
        #expect(try fixture.head("small").storageClass == .standard)
        #expect(try run(fixture, 2024, 3, 16) == [.transitioned(from: .standardIA, to: .glacier)])
        #expect(
            storeError { () throws(ObjectStoreError) in try fixture.get("large") }
                == .invalidObjectState
        )
        // Two moves that are due at once are one.
        #expect(try run(fixture, 2024, 12, 1) == [.transitioned(from: .glacier, to: .deepArchive)])
        #expect(try run(fixture, 2025, 3, 1) == [.deleted, .deleted])
    }

    @Test
    func `filters choose by prefix, tag and size`() throws {
        let filter = LifecycleFilter(
            prefix: "logs/",
            tags: [ObjectTag("a", "1")],
            sizeGreaterThan: 1,
            sizeLessThan: 4
        )
        let fixture = try fixture([
            LifecycleRule(id: "r", filter: filter, expiration: .objects(.days(1)))
        ])
        let tagged = ObjectAttributes(tags: [ObjectTag("b", "2"), ObjectTag("a", "1")])
        try fixture.put("logs/1", "xx", tagged)
        try fixture.put("logs/2", "x", tagged)
        try fixture.put("logs/3", "xxxx", tagged)
        try fixture.put("logs/4", "xx")
        try fixture.put("data/5", "xx", tagged)
        #expect(try run(fixture, 2024, 1, 17) == [.deleted])
        #expect(
            try fixture.list().contents.map(\.key) == ["data/5", "logs/2", "logs/3", "logs/4"]
        )
    }

    /// The S3 User Guide, "How Amazon S3 calculates how long an object has been noncurrent":
    /// created on 1 January at 10:30, replaced on 15 January at 10:30, three days.
    @Test
    func `versions expire after their successor came`() throws {
        let rule = LifecycleRule(
            id: "r",
            noncurrentExpiration: LifecycleRule.Noncurrent(days: 3)
        )
        let fixture = try fixture([rule], versioning: .enabled)
        fixture.context.now = Timestamp(year: 2014, month: 1, day: 1, hour: 10, minute: 30)
        try fixture.put("photo.gif", "1")
        fixture.context.now = Timestamp(year: 2014, month: 1, day: 15, hour: 10, minute: 30)
        try fixture.put("photo.gif", "2")
        #expect(try run(fixture, 2014, 1, 18) == [])
        #expect(try run(fixture, 2014, 1, 19) == [.deleted])
        #expect(try fixture.text("photo.gif") == "2")
    }

    @Test
    func `the newest of the other versions are spared`() throws {
        let spared = LifecycleRule.Noncurrent(days: 1, newerVersions: 2)
        let fixture = try fixture(
            [LifecycleRule(id: "r", noncurrentExpiration: spared)],
            versioning: .enabled
        )
        for index in 0..<6 { try fixture.put("k", "\(index)") }
        #expect(try run(fixture, 2024, 2, 1) == [.deleted, .deleted, .deleted])
        #expect(try fixture.versions().count == 3)
        #expect(try fixture.text("k") == "5")
    }

    @Test
    func `a current version expires by a marker, which goes when nothing stands behind it`() throws
    {
        let rules = [
            LifecycleRule(
                id: "end",
                expiration: .objects(.days(1)),
                noncurrentExpiration: LifecycleRule.Noncurrent(days: 1)
            ),
            LifecycleRule(id: "markers", expiration: .expiredObjectDeleteMarker),
        ]
        let fixture = try fixture(rules, versioning: .enabled)
        try fixture.put("k")
        #expect(try run(fixture, 2024, 1, 17) == [.deleteMarkerCreated])
        #expect(storeError { () throws(ObjectStoreError) in try fixture.get("k") }?.status == 404)
        #expect(try run(fixture, 2024, 1, 18) == [])
        #expect(try run(fixture, 2024, 1, 19) == [.deleted])
        #expect(try run(fixture, 2024, 1, 20) == [.expiredDeleteMarkerRemoved])
        #expect(try fixture.versions() == [])
    }

    /// The S3 User Guide, "Examples of S3 Lifecycle configurations": permanent deletion before a
    /// move, a move before a delete marker.
    @Test(arguments: [BucketVersioning.unversioned, .enabled])
    func `of two actions the documented one is taken`(versioning: BucketVersioning) throws {
        let rules = [
            LifecycleRule(id: "move", transitions: [.init(.days(365), to: .glacier)]),
            LifecycleRule(id: "end", expiration: .objects(.days(365))),
        ]
        let fixture = try fixture(rules, versioning: versioning)
        try fixture.put("k", Self.large)
        let moved = LifecycleAction.Kind.transitioned(from: .standard, to: .glacier)
        #expect(try run(fixture, 2025, 2, 1) == [versioning == .enabled ? moved : .deleted])
        #expect(
            try run(fixture, 2025, 2, 2) == (versioning == .enabled ? [.deleteMarkerCreated] : [])
        )
    }

    @Test
    func `uploads that were not completed are aborted`() throws {
        let rule = LifecycleRule(
            id: "r",
            filter: LifecycleFilter(prefix: "a"),
            abortIncompleteUploadDays: 7
        )
        let fixture = try fixture([rule])
        let ids = try ["a1", "b1"].map { key in
            try fixture.store.createMultipartUpload(
                CreateMultipartUploadRequest(bucket: fixture.bucket, key: key),
                fixture.context
            ).uploadID
        }
        #expect(try run(fixture, 2024, 1, 22) == [])
        #expect(try run(fixture, 2024, 1, 23) == [.uploadAborted(ids[0])])
        let left = try fixture.store.listMultipartUploads(
            ListMultipartUploadsRequest(bucket: fixture.bucket),
            fixture.context
        )
        #expect(left.uploads.map(\.key) == ["b1"])
    }

    @Test
    func `what is locked or waits for its replication stays`() throws {
        let rule = LifecycleRule(
            id: "r",
            noncurrentExpiration: LifecycleRule.Noncurrent(days: 1)
        )
        let fixture = try fixture([rule], versioning: .enabled, hasObjectLock: true)
        try fixture.put("hold", "1", ObjectAttributes(hasLegalHold: true))
        try fixture.put("hold", "2")
        let replication = try ReplicationConfiguration([
            ReplicationRule(id: "r", prefix: "copied", destination: "elsewhere")
        ])
        try fixture.store.setReplication(replication, of: fixture.bucket, fixture.context)
        try fixture.put("copied", "1")
        try fixture.put("copied", "2")
        #expect(try run(fixture, 2024, 3, 1) == [])
        for task in fixture.store.takeReplicationTasks() {
            fixture.store.finish(task, .completed, fixture.context)
        }
        #expect(try run(fixture, 2024, 3, 2) == [.deleted])
        #expect(try fixture.versions().map(\.key) == ["copied", "hold", "hold"])
    }

    @Test
    func `rules that S3 refuses are refused`() {
        func code(_ rule: LifecycleRule) -> String? {
            storeError { () throws(ObjectStoreError) in try LifecycleConfiguration(rules: [rule]) }?
                .code
        }
        func moves(_ moves: [(Int, StorageClass)]) -> LifecycleRule {
            LifecycleRule(
                id: "r",
                transitions: moves.map { LifecycleRule.Transition(.days($0.0), to: $0.1) }
            )
        }
        #expect(code(LifecycleRule(id: "r")) == "InvalidRequest")
        #expect(code(moves([(29, .onezoneIA)])) == "InvalidArgument")
        #expect(code(moves([(0, .glacier)])) == nil)
        #expect(code(moves([(0, .standard)])) == "MalformedXML")
        #expect(code(moves([(30, .standardIA), (59, .glacier)])) == "InvalidArgument")
        #expect(code(moves([(30, .standardIA), (60, .glacier)])) == nil)
        #expect(code(moves([(60, .glacier), (30, .standardIA)])) == nil)
        #expect(code(moves([(30, .glacier), (60, .standardIA)])) == "InvalidArgument")
        #expect(code(moves([(30, .standardIA), (90, .standardIA)])) == "InvalidArgument")
        var rule = LifecycleRule(id: "r", expiration: .objects(.date(creation)))
        #expect(code(rule) == "InvalidArgument")
        rule.expiration = .objects(.date(creation.nextMidnight))
        #expect(code(rule) == nil)
        rule.expiration = .expiredObjectDeleteMarker
        rule.filter.tags = [ObjectTag("a", "1")]
        #expect(code(rule) == "InvalidRequest")
        let many = (0..<1_001).map { LifecycleRule(id: "\($0)", expiration: .objects(.days(1))) }
        let error = storeError { () throws(ObjectStoreError) in
            try LifecycleConfiguration(rules: many)
        }
        #expect(error == .malformedXML)
    }
}
