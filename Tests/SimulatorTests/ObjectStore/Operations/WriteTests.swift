import Simulator
import Testing

struct WriteTests {
    private func error(_ body: () throws(ObjectStoreError) -> WriteResult) -> ObjectStoreError? {
        storeError(body)
    }

    /// The S3 User Guide, "How to prevent object overwrites with conditional writes".
    @Test
    func `a deletion during a conditional write is a conflict`() throws {
        let fixture = try StoreFixture()
        let tag = try fixture.put("k").tag
        let ticket = try fixture.store.beginWrite(bucket: fixture.bucket, key: "k")
        let second = try fixture.store.beginWrite(bucket: fixture.bucket, key: "k")
        let third = try fixture.store.beginWrite(bucket: fixture.bucket, key: "k")
        try fixture.delete("k")
        let absent = WriteConditions(ifNoneMatch: .any, ticket: ticket)
        #expect(
            error { () throws(ObjectStoreError) in
                try fixture.put("k", "y", conditions: absent)
            } == .conditionalRequestConflict
        )
        let match = WriteConditions(ifMatch: ETagCondition(tag), ticket: second)
        #expect(
            error { () throws(ObjectStoreError) in
                try fixture.put("k", "y", conditions: match)
            } == .noSuchKey(nil)
        )
        // Without a condition the last writer wins.
        try fixture.put("k", "z", conditions: WriteConditions(ticket: third))
        #expect(try fixture.text("k") == "z")
        // A ticket drawn afterwards knows of no conflict.
        let later = try fixture.store.beginWrite(bucket: fixture.bucket, key: "new")
        try fixture.put("new", conditions: WriteConditions(ifNoneMatch: .any, ticket: later))
    }

    @Test
    func `of two conditional writes the first to end wins`() throws {
        let fixture = try StoreFixture()
        let first = try fixture.store.beginWrite(bucket: fixture.bucket, key: "k")
        let second = try fixture.store.beginWrite(bucket: fixture.bucket, key: "k")
        try fixture.put("k", "2", conditions: WriteConditions(ifNoneMatch: .any, ticket: second))
        let late = WriteConditions(ifNoneMatch: .any, ticket: first)
        #expect(
            error { () throws(ObjectStoreError) in try fixture.put("k", "1", conditions: late) }
                == .preconditionFailed(.ifNoneMatch)
        )
        #expect(try fixture.text("k") == "2")
    }

    /// The S3 User Guide, "How to perform conditional deletes".
    @Test
    func `conditional deletions judge the current version`() throws {
        let fixture = try StoreFixture(versioning: .enabled)
        func delete(_ condition: ETagCondition, _ ticket: WriteTicket? = nil) -> Int? {
            storeError { () throws(ObjectStoreError) in
                let request = DeleteObjectRequest(
                    bucket: fixture.bucket,
                    key: "k",
                    conditions: WriteConditions(ifMatch: condition, ticket: ticket)
                )
                return try fixture.store.delete(request, fixture.context)
            }?.status
        }
        #expect(delete(.any) == 404)
        let tag = try fixture.put("k").tag
        #expect(delete(ETagCondition("\"x\"")) == 412)
        let ticket = try fixture.store.beginWrite(bucket: fixture.bucket, key: "k")
        try fixture.put("k")
        #expect(delete(ETagCondition(tag), ticket) == 409)
        #expect(delete(ETagCondition(tag)) == nil)
        #expect(delete(.any) == 412)
    }

    @Test
    func `a copy takes or replaces metadata and tags`() throws {
        let fixture = try StoreFixture()
        let metadata = ObjectMetadata(contentType: "text/plain", user: [.init("A", "1")])
        let attributes = ObjectAttributes(metadata: metadata, tags: [ObjectTag("t", "1")])
        let tag = try fixture.put("a", "hello", attributes).tag
        fixture.advance(seconds: 60)
        var request = CopyObjectRequest(
            source: CopySource(bucket: fixture.bucket, key: "a"),
            bucket: fixture.bucket,
            key: "b"
        )
        let copied = try fixture.store.copy(request, fixture.context)
        #expect(copied.tag == tag)
        #expect(try fixture.head("b").metadata == metadata)
        #expect(try fixture.head("b").tagCount == 1)
        #expect(try fixture.head("b").lastModified == fixture.context.now)
        request.metadataDirective = .replace
        request.taggingDirective = .replace
        request.attributes.storageClass = .standardIA
        request.attributes.metadata = ObjectMetadata(user: [.init("b", "2")])
        _ = try fixture.store.copy(request, fixture.context)
        let head = try fixture.head("b")
        #expect(head.metadata.user == [.init("b", "2")] && head.metadata.contentType == nil)
        #expect(head.tagCount == 0 && head.storageClass == .standardIA)
        // To change the class of an object is to copy it onto itself.
        request.key = "a"
        request.metadataDirective = .copy
        _ = try fixture.store.copy(request, fixture.context)
        #expect(try fixture.head("a").storageClass == .standardIA)
        #expect(try fixture.head("a").metadata == metadata)
        #expect(try fixture.text("a") == "hello")
    }

    @Test
    func `a checksum of the client is compared`() throws {
        let fixture = try StoreFixture()
        for algorithm in ChecksumAlgorithm.allCases {
            var request = PutObjectRequest(
                bucket: fixture.bucket,
                key: "k",
                content: ObjectContent("hello"),
                checksum: ObjectChecksum(algorithm, of: ObjectContent("hello"))
            )
            let result = try fixture.store.put(request, fixture.context)
            #expect(result.checksum == request.checksum)
            #expect(try fixture.head("k").checksum == request.checksum)
            request.content = ObjectContent("hellp")
            #expect(
                error { () throws(ObjectStoreError) in
                    try fixture.store.put(request, fixture.context)
                } == .badDigest
            )
        }
        #expect(try fixture.text("k") == "hello")
        try fixture.put("plain", "hello")
        #expect(try fixture.head("plain").checksum?.text == "M3eFcAZSQlc=")
    }

    @Test
    func `requests to the key service are counted, fewer with a bucket key`() throws {
        let fixture = try StoreFixture()
        func requests(bucketKey: Bool) throws -> Int {
            let before = fixture.store.keyService.requestCount
            let encryption = ServerSideEncryption.kms(keyID: "key", bucketKey: bucketKey)
            for index in 0..<10 {
                try fixture.put("k\(index)", "x", ObjectAttributes(encryption: encryption))
                _ = try fixture.get("k\(index)")
                fixture.advance(seconds: 100)
            }
            return fixture.store.keyService.requestCount - before
        }
        #expect(try requests(bucketKey: false) == 20)
        // Every five minutes one of each kind.
        #expect(try requests(bucketKey: true) == 8)
        try fixture.put("plain")
        _ = try fixture.get("plain")
        #expect(fixture.store.keyService.requestCount == 28)
        let tag = try fixture.head("k1").tag.text
        #expect(tag != "9dd4e461268c8034f5c8564e155c67a6")
        #expect(try fixture.head("plain").tag.text == "9dd4e461268c8034f5c8564e155c67a6")
    }

    @Test
    func `an object of a customer's key is read with it alone`() throws {
        let fixture = try StoreFixture()
        let encryption = ServerSideEncryption.customer(keyMD5: "abc")
        try fixture.put("k", "x", ObjectAttributes(encryption: encryption))
        func read(_ keyMD5: String?, _ key: String = "k") -> Int? {
            storeError { () throws(ObjectStoreError) in
                let request = GetObjectRequest(
                    bucket: fixture.bucket,
                    key: key,
                    customerKeyMD5: keyMD5
                )
                return try fixture.store.get(request, fixture.context)
            }?.status
        }
        #expect(read("abc") == nil)
        #expect(read("abd") == 403)
        #expect(read(nil) == 400)
        try fixture.put("plain")
        #expect(read("abc", "plain") == 400)
    }
}
