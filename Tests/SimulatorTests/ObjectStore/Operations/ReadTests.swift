import Simulator
import Testing

struct ReadTests {
    /// RFC 9110, 14.1.2, its examples for a representation of 10,000 bytes; and others.
    @Test(arguments: [
        ("bytes=0-499", 0..<500), ("bytes=500-999", 500..<1_000), ("bytes=-500", 9_500..<10_000),
        ("bytes=9500-", 9_500..<10_000), ("bytes=0-0", 0..<1), ("bytes=-1", 9_999..<10_000),
        ("bytes=9999-99999999999999999999", 9_999..<10_000), ("bytes=-20000", 0..<10_000),
        ("Bytes=1-2", 1..<3),
    ])
    func `a range is that of the RFC`(header: String, range: Range<Int>) {
        #expect(ByteRange(header: header)?.resolve(size: 10_000) == range)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,5-6", "items=0-1",
        "bytes=--1", "bytes=1 -2", "bytes=+1-2",
    ])
    func `what is no single range means the whole object`(header: String) {
        #expect(ByteRange(header: header) == nil)
    }

    @Test(arguments: ["bytes=10000-", "bytes=-0", "bytes=10000-10001"])
    func `a range outside of the object has no bytes`(header: String) throws {
        #expect(try #require(ByteRange(header: header)).resolve(size: 10_000) == nil)
    }

    @Test
    func `an empty object has no range`() throws {
        let fixture = try StoreFixture()
        try fixture.put("k", "")
        for header in ["bytes=0-", "bytes=-5"] {
            let error = storeError { () throws(ObjectStoreError) in
                try fixture.get("k", range: header)
            }
            #expect(error == .invalidRange(size: 0))
        }
    }

    private struct Case {
        var match: Bool?
        var noneMatch: Bool?
        var modified: Bool?
        var unmodified: Bool?
        let status: Int
    }

    /// The S3 API reference, *GetObject*: what each pair of headers leads to. `true` for a
    /// condition that holds.
    private static let cases = [
        Case(status: 200), Case(match: true, status: 200), Case(match: false, status: 412),
        Case(noneMatch: true, status: 200), Case(noneMatch: false, status: 304),
        Case(modified: true, status: 200), Case(modified: false, status: 304),
        Case(unmodified: true, status: 200), Case(unmodified: false, status: 412),
        Case(match: true, unmodified: false, status: 200),
        Case(match: false, unmodified: true, status: 412),
        Case(noneMatch: false, modified: true, status: 304),
        Case(noneMatch: true, modified: false, status: 200),
        Case(match: true, noneMatch: false, status: 304),
        Case(match: false, noneMatch: false, status: 412),
    ]

    @Test
    func `conditions have S3's precedence`() throws {
        let fixture = try StoreFixture()
        let tag = try fixture.put("k").tag
        let written = fixture.context.now
        fixture.advance(days: 10)
        for (index, wanted) in Self.cases.enumerated() {
            let other = ETagCondition("\"00000000000000000000000000000000\"")
            let conditions = ReadConditions(
                ifMatch: wanted.match.map { $0 ? ETagCondition(tag) : other },
                ifNoneMatch: wanted.noneMatch.map { $0 ? other : ETagCondition(tag) },
                ifModifiedSince: wanted.modified.map { written.adding(days: $0 ? -1 : 1) },
                ifUnmodifiedSince: wanted.unmodified.map { written.adding(days: $0 ? 1 : -1) }
            )
            let error = storeError { () throws(ObjectStoreError) in
                try fixture.get("k", conditions: conditions)
            }
            #expect((error?.status ?? 200) == wanted.status, "case \(index)")
            let copy = storeError { () throws(ObjectStoreError) in
                let request = CopyObjectRequest(
                    source: CopySource(bucket: fixture.bucket, key: "k"),
                    bucket: fixture.bucket,
                    key: "copy",
                    sourceConditions: conditions
                )
                return try fixture.store.copy(request, fixture.context)
            }
            #expect((copy?.status ?? 200) == (wanted.status == 200 ? 200 : 412), "case \(index)")
        }
    }

    @Test
    func `times of conditions have whole seconds, and those to come do not count`() throws {
        let fixture = try StoreFixture()
        fixture.context.now = fixture.context.now.adding(nanoseconds: 700_000_000)
        try fixture.put("k")
        let second = Timestamp(year: 2026, month: 11, day: 22, hour: 12)
        fixture.advance(seconds: 5)
        let since = ReadConditions(ifModifiedSince: second)
        let tag = try fixture.head("k").tag
        #expect(
            storeError { () throws(ObjectStoreError) in try fixture.get("k", conditions: since) }
                == .notModified(tag)
        )
        let future = ReadConditions(ifModifiedSince: second.adding(days: 1))
        #expect(try fixture.get("k", conditions: future).status == 200)
    }

    @Test
    func `tags of conditions are read as in headers`() throws {
        let fixture = try StoreFixture()
        let tag = try fixture.put("k").tag.text
        let headers = [
            ("*", 200, 304), ("\"\(tag)\"", 200, 304), (tag, 200, 304),
            ("\"x\", \"\(tag)\"", 200, 304), ("W/\"\(tag)\"", 412, 304), ("\"x\"", 412, 200),
        ]
        for (header, match, noneMatch) in headers {
            let condition = ETagCondition(header)
            for (conditions, status) in [
                (ReadConditions(ifMatch: condition), match),
                (ReadConditions(ifNoneMatch: condition), noneMatch),
            ] {
                let error = storeError { () throws(ObjectStoreError) in
                    try fixture.get("k", conditions: conditions)
                }
                #expect((error?.status ?? 200) == status, "\(header)")
            }
        }
    }

    @Test
    func `keys are told apart by their bytes`() throws {
        let fixture = try StoreFixture()
        try fixture.put("é", "one scalar")
        try fixture.put("e\u{301}", "two scalars")
        #expect(try fixture.text("é") == "one scalar")
        #expect(try fixture.text("e\u{301}") == "two scalars")
        #expect(try fixture.list().contents.count == 2)
        try fixture.delete("é")
        #expect(try fixture.text("e\u{301}") == "two scalars")
        #expect(
            storeError { () throws(ObjectStoreError) in try fixture.get("é") } == .noSuchKey(nil)
        )
    }

    @Test
    func `metadata and tags have their limits`() throws {
        let fixture = try StoreFixture()
        func put(_ attributes: ObjectAttributes) -> ObjectStoreError? {
            storeError { () throws(ObjectStoreError) in try fixture.put("k", "x", attributes) }
        }
        func metadata(_ size: Int) -> ObjectAttributes {
            let value = String(repeating: "v", count: size - 4)
            let entry = ObjectMetadata.Entry("Name", value)
            return ObjectAttributes(metadata: ObjectMetadata(user: [entry]))
        }
        #expect(put(metadata(2_048)) == nil)
        #expect(put(metadata(2_049)) == .metadataTooLarge)
        func tags(_ tags: [ObjectTag]) -> String? { put(ObjectAttributes(tags: tags))?.code }
        let many = (0..<11).map { ObjectTag("k\($0)", "v") }
        #expect(tags(Array(many.dropLast())) == nil)
        #expect(tags(many) == "BadRequest")
        let long = String(repeating: "k", count: 128)
        #expect(tags([ObjectTag(long, "v")]) == nil)
        #expect(tags([ObjectTag(long + "k", "v")]) == "InvalidTag")
        #expect(tags([ObjectTag("", "v")]) == "InvalidTag")
        #expect(tags([ObjectTag("k", String(repeating: "v", count: 256))]) == nil)
        #expect(tags([ObjectTag("k", String(repeating: "v", count: 257))]) == "InvalidTag")
        #expect(tags([ObjectTag("k", "a"), ObjectTag("k", "b")]) == "InvalidTag")
        #expect(tags([ObjectTag("aws:k", "a")]) == "InvalidTag")
        #expect(tags([ObjectTag("k", "a?")]) == "InvalidTag")
        #expect(tags([ObjectTag("Größe 1+-=._:/@", "é")]) == nil)
    }
}
