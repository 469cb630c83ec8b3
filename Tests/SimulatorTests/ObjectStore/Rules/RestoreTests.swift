import Simulator
import Testing

struct RestoreTests {
    private func restore(
        _ fixture: StoreFixture,
        _ tier: RestoreTier,
        days: Int = 2
    ) throws(ObjectStoreError) -> Int {
        try fixture.store.restore(
            bucket: fixture.bucket,
            key: "k",
            days: days,
            tier: tier,
            fixture.context
        )
    }

    /// The S3 User Guide, "Understanding archive retrieval options": hours at most.
    @Test(arguments: [
        (StorageClass.glacier, RestoreTier.standard, 5), (.glacier, .bulk, 12),
        (.deepArchive, .standard, 12), (.deepArchive, .bulk, 48),
    ])
    func `an archived object is read after its restoration and not for ever`(
        storageClass: StorageClass,
        tier: RestoreTier,
        hours: Int
    ) throws {
        let fixture = try StoreFixture()
        try fixture.put("k", "hello", ObjectAttributes(storageClass: storageClass))
        func canRead() -> Bool {
            storeError { () throws(ObjectStoreError) in try fixture.get("k") } == nil
        }
        #expect(!canRead())
        #expect(try restore(fixture, tier) == 202)
        #expect(
            storeError { () throws(ObjectStoreError) in try restore(fixture, tier) }
                == .restoreAlreadyInProgress
        )
        fixture.advance(seconds: Int64(hours * 3_600 - 1))
        #expect(!canRead())
        fixture.advance(seconds: 1)
        #expect(canRead())
        #expect(try restore(fixture, tier, days: 5) == 200)
        fixture.advance(days: 5)
        #expect(canRead())
        fixture.advance(days: 1)
        #expect(!canRead())
        #expect(try fixture.head("k").size == 5)
    }

    @Test
    func `what cannot be restored is refused`() throws {
        let fixture = try StoreFixture()
        try fixture.put("k")
        #expect(
            storeError { () throws(ObjectStoreError) in try restore(fixture, .bulk) }
                == .invalidObjectState
        )
        try fixture.put("k", "x", ObjectAttributes(storageClass: .deepArchive))
        let tier = storeError { () throws(ObjectStoreError) in try restore(fixture, .expedited) }
        #expect(tier?.code == "InvalidArgument")
    }
}
