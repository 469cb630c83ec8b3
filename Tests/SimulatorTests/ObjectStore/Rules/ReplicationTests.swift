import Simulator
import Testing

struct ReplicationTests {
    private let source: StoreFixture
    private let destination: StoreFixture

    init() throws {
        source = try StoreFixture(versioning: .enabled)
        destination = try StoreFixture(
            settings: ObjectStore.Settings(region: "eu-west-1", number: 1),
            versioning: .enabled
        )
    }

    private func replicate(_ rules: [ReplicationRule]) throws {
        let configuration = try ReplicationConfiguration(rules)
        try source.store.setReplication(configuration, of: source.bucket, source.context)
    }

    private func rule(_ id: String = "r", deleteMarkers: Bool = false) -> ReplicationRule {
        ReplicationRule(
            id: id,
            destination: destination.bucket,
            replicatesDeleteMarkers: deleteMarkers
        )
    }

    /// Carries all tasks over.
    @discardableResult
    private func carry(reversed: Bool = false) throws -> Int {
        let tasks = source.store.takeReplicationTasks()
        for task in reversed ? tasks.reversed() : tasks {
            guard let replica = source.store.replica(for: task) else { continue }
            try destination.store.receive(replica, destination.context)
            source.store.finish(task, .completed, source.context)
        }
        return tasks.count
    }

    @Test
    func `an object becomes a replica with its version, time and tag`() throws {
        try replicate([rule()])
        let metadata = ObjectMetadata(user: [.init("a", "1")])
        let attributes = ObjectAttributes(metadata: metadata, tags: [ObjectTag("t", "1")])
        let written = try source.put("k", "hello", attributes)
        #expect(try source.head("k").replicationStatus == .pending)
        source.advance(seconds: 600)
        destination.context.now = source.context.now
        #expect(try carry() == 1)
        #expect(try source.head("k").replicationStatus == .completed)
        let replica = try destination.head("k")
        #expect(replica.replicationStatus == .replica)
        #expect(replica.versionID == written.versionID && replica.tag == written.tag)
        #expect(replica.lastModified == written.lastModified && replica.metadata == metadata)
        #expect(try destination.text("k") == "hello")
        // New tags go the same way.
        try source.store.setTags([], bucket: source.bucket, key: "k", source.context)
        #expect(try carry() == 1)
        #expect(try destination.head("k").tagCount == 0)
    }

    /// The S3 User Guide, "What isn't replicated with replication configurations?".
    @Test
    func `what S3 does not replicate is not replicated`() throws {
        try source.put("before")
        try replicate([rule()])
        let customer = ObjectAttributes(encryption: .customer(keyMD5: "a"))
        try source.put("sse-c", "x", customer)
        let kms = ObjectAttributes(encryption: .kms(keyID: "key", bucketKey: false))
        try source.put("sse-kms", "x", kms)
        let lifecycle = try LifecycleConfiguration(
            rules: [LifecycleRule(id: "r", expiration: .objects(.days(1)))]
        )
        try source.store.setLifecycle(lifecycle, of: source.bucket, source.context)
        let later = source.context.now.adding(days: 9)
        #expect(try source.store.runLifecycle(of: source.bucket, now: later).count == 3)
        let first = try #require(try source.put("k").versionID)
        try carry()
        try source.delete("k")
        try source.delete("k", first)
        #expect(try carry() == 0)
        #expect(try destination.versions().map(\.versionID) == [first])
        // A replica is not replicated on.
        let back = try ReplicationConfiguration([
            ReplicationRule(id: "r", destination: source.bucket)
        ])
        try destination.store.setReplication(back, of: destination.bucket, destination.context)
        try source.put("other")
        try carry()
        #expect(destination.store.takeReplicationTasks() == [])
    }

    @Test
    func `delete markers are replicated where asked for`() throws {
        try replicate([rule(deleteMarkers: true)])
        try source.put("k")
        try source.delete("k")
        #expect(try carry() == 2)
        #expect(
            storeError { () throws(ObjectStoreError) in try destination.get("k") }?.status == 404
        )
        #expect(try destination.versions() == (try source.versions()))
    }

    @Test
    func `replicas that come in another order end in the same`() throws {
        try replicate([rule(deleteMarkers: true)])
        for index in 0..<5 {
            source.advance(seconds: 1)
            if index == 3 { try source.delete("k") } else { try source.put("k", "\(index)") }
        }
        #expect(try carry(reversed: true) == 5)
        #expect(try destination.versions() == (try source.versions()))
        #expect(try destination.text("k") == "4")
    }

    @Test
    func `what comes twice is taken once`() throws {
        try replicate([rule()])
        try source.put("k")
        let task = try #require(source.store.takeReplicationTasks().first)
        let replica = try #require(source.store.replica(for: task))
        try destination.store.receive(replica, destination.context)
        try destination.store.receive(replica, destination.context)
        #expect(try destination.versions().count == 1)
    }

    @Test
    func `a version is completed when all destinations have it, and failed when one has not`()
        throws
    {
        try source.store.createBucket("second", source.context)
        try source.store.setVersioning(.enabled, of: "second", source.context)
        var other = rule("other")
        other.destination = "second"
        try replicate([rule(), other])
        for outcome in [ReplicationOutcome.completed, .failed] {
            try source.put("k")
            let tasks = source.store.takeReplicationTasks()
            #expect(tasks.map(\.destinationBucket) == [destination.bucket, "second"])
            source.store.finish(tasks[0], outcome, source.context)
            #expect(try source.head("k").replicationStatus == .pending)
            source.store.finish(tasks[1], .completed, source.context)
            let expected = outcome == .completed ? ReplicationStatus.completed : .failed
            #expect(try source.head("k").replicationStatus == expected)
        }
    }

    @Test
    func `of rules for one destination that of the highest priority counts`() throws {
        var archived = rule("archive")
        archived.priority = 2
        archived.prefix = "old/"
        archived.storageClass = .deepArchive
        try replicate([rule(), archived])
        try source.put("old/a")
        try source.put("b")
        #expect(
            source.store.takeReplicationTasks().map(\.storageClass) == [.deepArchive, .standard]
        )
        let twice = storeError { () throws(ObjectStoreError) in
            try ReplicationConfiguration([rule("a"), rule("b")])
        }
        #expect(twice?.code == "InvalidRequest")
    }

    @Test
    func `both buckets must keep versions`() throws {
        let plain = try StoreFixture()
        let configuration = try ReplicationConfiguration([rule()])
        let refused = storeError { () throws(ObjectStoreError) in
            try plain.store.setReplication(configuration, of: plain.bucket, plain.context)
        }
        #expect(refused?.code == "InvalidRequest")
        try replicate([rule()])
        try source.put("k")
        let task = try #require(source.store.takeReplicationTasks().first)
        let replica = try #require(source.store.replica(for: task))
        let error = storeError { () throws(ObjectStoreError) in
            try plain.store.receive(replica, plain.context)
        }
        #expect(error?.code == "InvalidRequest")
    }
}
