import Simulator
import Testing

struct LockTests {
    private let fixture: StoreFixture
    private let end: Timestamp

    init() throws {
        fixture = try StoreFixture(hasObjectLock: true)
        end = fixture.context.now.adding(days: 10)
    }

    private func delete(_ version: VersionID?, bypass: Bool = false) -> Int? {
        storeError { () throws(ObjectStoreError) in
            let request = DeleteObjectRequest(
                bucket: fixture.bucket,
                key: "k",
                versionID: version,
                bypassesGovernance: bypass
            )
            return try fixture.store.delete(request, fixture.context)
        }?.status
    }

    private func put(_ mode: ObjectRetention.Mode) throws -> VersionID? {
        let retention = ObjectRetention(mode: mode, retainUntil: end)
        return try fixture.put("k", "x", ObjectAttributes(retention: retention)).versionID
    }

    private func retain(
        _ mode: ObjectRetention.Mode?,
        days: Int,
        bypass: Bool = false
    ) -> Int? {
        storeError { () throws(ObjectStoreError) in
            try fixture.store.setRetention(
                mode.map {
                    ObjectRetention(mode: $0, retainUntil: fixture.context.now.adding(days: days))
                },
                bucket: fixture.bucket,
                key: "k",
                bypassesGovernance: bypass,
                fixture.context
            )
        }?.status
    }

    /// The S3 User Guide, "Retention modes".
    @Test
    func `governance yields to who may bypass it, compliance to nobody`() throws {
        let governed = try put(.governance)
        #expect(delete(governed) == 403)
        #expect(delete(governed, bypass: true) == nil)
        let bound = try put(.compliance)
        #expect(delete(bound, bypass: true) == 403)
        #expect(delete(nil) == nil, "a delete marker is always possible")
        fixture.advance(days: 10)
        #expect(delete(bound) == nil)
    }

    @Test
    func `a retention is lengthened, and shortened only where it may be`() throws {
        _ = try put(.governance)
        #expect(retain(.governance, days: 20) == nil)
        #expect(retain(.governance, days: 15) == 403)
        #expect(retain(.governance, days: 15, bypass: true) == nil)
        #expect(retain(nil, days: 0) == 403)
        #expect(retain(.compliance, days: 15) == nil)
        #expect(retain(.compliance, days: 14, bypass: true) == 403)
        #expect(retain(.governance, days: 30, bypass: true) == 403)
        #expect(retain(.compliance, days: 30) == nil)
        #expect(retain(nil, days: 0, bypass: true) == 403)
        fixture.advance(days: 30)
        #expect(retain(nil, days: 0) == nil)
        #expect(retain(.governance, days: -1) == 400)
    }

    @Test
    func `a legal hold lasts until it is lifted`() throws {
        let id = try fixture.put("k", "x", ObjectAttributes(hasLegalHold: true)).versionID
        fixture.advance(days: 10_000)
        #expect(delete(id, bypass: true) == 403)
        #expect(try fixture.head("k").hasLegalHold)
        try fixture.store.setLegalHold(false, bucket: fixture.bucket, key: "k", fixture.context)
        #expect(delete(id) == nil)
    }

    @Test
    func `new versions get the default of the bucket`() throws {
        let standard = DefaultRetention(mode: .governance, days: 10)
        try fixture.store.setDefaultRetention(standard, of: fixture.bucket, fixture.context)
        try fixture.put("k")
        #expect(try fixture.head("k").retention == .init(mode: .governance, retainUntil: end))
        let error = storeError { () throws(ObjectStoreError) in
            try fixture.store.setVersioning(.suspended, of: fixture.bucket, fixture.context)
        }
        #expect(error?.code == "InvalidBucketState")
        let plain = try StoreFixture()
        let refused = storeError { () throws(ObjectStoreError) in
            try plain.put("k", "x", ObjectAttributes(hasLegalHold: true))
        }
        #expect(refused?.code == "InvalidRequest")
    }

    @Test
    func `a caller without the right bypasses nothing`() throws {
        let id = try put(.governance)
        let all = Set(AccessAction.allCases).subtracting([.bypassGovernance])
        let policy = AccessPolicy([AccessStatement(.allow, principals: ["guest"], actions: all)])
        try fixture.store.setPolicy(policy, of: fixture.bucket, fixture.context)
        fixture.context.caller = "guest"
        #expect(delete(id, bypass: true) == 403)
        #expect(delete(nil) == nil)
    }
}
