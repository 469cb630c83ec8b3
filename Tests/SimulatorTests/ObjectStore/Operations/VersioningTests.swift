import Simulator
import Testing

struct VersioningTests {
    @Test
    func `a delete marker hides the object, and its deletion brings it back`() throws {
        let fixture = try StoreFixture(versioning: .enabled)
        let first = try #require(try fixture.put("k", "1").versionID)
        let second = try #require(try fixture.put("k", "2").versionID)
        let marker = try fixture.delete("k")
        let markerID = try #require(marker.versionID)
        #expect(marker.isDeleteMarker)
        let error = storeError { () throws(ObjectStoreError) in try fixture.get("k") }
        #expect(error?.status == 404)
        #expect(error?.headers.contains(ResponseHeader("x-amz-delete-marker", "true")) == true)
        let named = storeError { () throws(ObjectStoreError) in try fixture.get("k", markerID) }
        #expect(named?.status == 405)
        #expect(named?.headers.contains(ResponseHeader("allow", "DELETE")) == true)
        #expect(try fixture.text("k", first) == "1")
        #expect(try fixture.list().contents == [])
        #expect(try fixture.delete("k", markerID).isDeleteMarker)
        #expect(try fixture.text("k") == "2")
        try fixture.delete("k", second)
        #expect(try fixture.text("k") == "1")
        try fixture.delete("k", first)
        #expect(try fixture.versions() == [])
        try fixture.store.deleteBucket(fixture.bucket, fixture.context)
    }

    /// As every program empties a bucket: a page is listed and deleted, then the next one.
    @Test(arguments: 1...5, [false, true])
    func `whoever deletes what a page has misses nothing on the next one`(
        maxKeys: Int,
        hasNullVersions: Bool
    ) throws {
        let fixture = try StoreFixture(versioning: hasNullVersions ? .unversioned : .enabled)
        if hasNullVersions {
            for key in ["a", "b"] { try fixture.put(key, "null") }
            try fixture.store.setVersioning(.enabled, of: fixture.bucket, fixture.context)
        }
        for key in ["a", "b", "c"] {
            for number in 0..<4 { try fixture.put(key, "\(number)") }
            try fixture.delete(key)
        }
        var request = ListObjectVersionsRequest(bucket: fixture.bucket, maxKeys: maxKeys)
        for _ in 0..<40 {
            let page = try fixture.store.listVersions(request, fixture.context)
            for entry in page.entries { try fixture.delete(entry.key, entry.versionID) }
            guard page.isTruncated else { break }
            request.keyMarker = page.nextKeyMarker ?? ""
            request.versionIDMarker = page.nextVersionIDMarker
        }
        #expect(try fixture.versions() == [])
    }

    /// The S3 User Guide, "Adding objects to versioning-suspended buckets" and "Deleting objects
    /// from versioning-suspended buckets".
    @Test
    func `while suspended the null version is replaced and the others stay`() throws {
        let fixture = try StoreFixture()
        try fixture.put("k", "null 1")
        try fixture.store.setVersioning(.enabled, of: fixture.bucket, fixture.context)
        let kept = try #require(try fixture.put("k", "kept").versionID)
        try fixture.store.setVersioning(.suspended, of: fixture.bucket, fixture.context)
        #expect(try fixture.put("k", "null 2").versionID == nil)
        #expect(try fixture.versions().map(\.versionID) == [.null, kept])
        #expect(try fixture.text("k", .null) == "null 2")
        let marker = try fixture.delete("k")
        #expect(marker.versionID == .null && marker.isDeleteMarker)
        #expect(try fixture.versions().map(\.versionID) == [.null, kept])
        try fixture.put("other")
        #expect(try fixture.delete("other", .null).isDeleteMarker == false)
        #expect(try fixture.versions().map(\.key) == ["k", "k"])
        #expect(try fixture.text("k", kept) == "kept")
    }

    @Test
    func `versioning never goes back to never`() throws {
        let fixture = try StoreFixture(versioning: .enabled)
        let error = storeError { () throws(ObjectStoreError) in
            try fixture.store.setVersioning(.unversioned, of: fixture.bucket, fixture.context)
        }
        #expect(error == .malformedXML)
    }

    /// Against a plain list of versions for each key.
    @Test(arguments: 0..<20)
    func `any sequence of writes and deletions leaves what a list would hold`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixture = try StoreFixture()
        var versioning = BucketVersioning.unversioned
        var expected: [String: [(id: VersionID, text: String?)]] = [:]
        for step in 0..<400 {
            let key = ["a", "b", "c"].randomElement(using: &random) ?? ""
            var list = expected[key] ?? []
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                let next = Bool.random(using: &random) ? BucketVersioning.enabled : .suspended
                if step > 100 { versioning = next }
                if versioning != .unversioned {
                    try fixture.store.setVersioning(versioning, of: fixture.bucket, fixture.context)
                }
            case 1..<6:
                let id = try fixture.put(key, "\(step)").versionID ?? .null
                #expect(id.isNull == (versioning != .enabled))
                if id.isNull { list.removeAll { $0.id.isNull } }
                list.insert((id, "\(step)"), at: 0)
            case 6..<9:
                let result = try fixture.delete(key)
                if versioning != .enabled { list.removeAll { $0.id.isNull } }
                if let id = result.versionID { list.insert((id, nil), at: 0) }
            default:
                guard let victim = list.randomElement(using: &random) else { break }
                try fixture.delete(key, victim.id)
                list.removeAll { $0.id == victim.id }
            }
            expected[key] = list
            let current = list.first?.text
            let read = try? fixture.text(key)
            #expect(read == current)
        }
        for key in ["a", "b", "c"] {
            let listed = try fixture.versions().filter { $0.key == key }
            #expect(listed.map(\.versionID) == (expected[key] ?? []).map(\.id))
            #expect(listed.map(\.isDeleteMarker) == (expected[key] ?? []).map { $0.text == nil })
            for (id, text) in expected[key] ?? [] {
                guard let text else { continue }
                #expect(try fixture.text(key, id) == text)
            }
        }
    }
}
