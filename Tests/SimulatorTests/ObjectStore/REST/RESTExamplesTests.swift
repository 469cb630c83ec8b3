import Testing

@testable import Simulator

/// Published examples of requests and responses.
struct RESTExamplesTests: RESTSuite {
    let battery = RESTBattery()

    /// The S3 API reference, *ListObjectsV2*, "Listing keys using the prefix and delimiter".
    @Test
    func `keys are rolled up as in the reference`() {
        _ = send(.put, "/example-bucket")
        for key in [
            "sample.jpg", "photos/2006/January/sample.jpg", "photos/2006/February/sample2.jpg",
            "photos/2006/February/sample3.jpg", "photos/2006/February/sample4.jpg",
        ] {
            _ = send(.put, "/example-bucket/" + key, [], "x")
        }
        let root = send(.get, "/example-bucket?list-type=2&delimiter=/")
        #expect(root.document?.name == "ListBucketResult")
        #expect(root.text.contains("xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\""))
        #expect(root.value("Name") == "example-bucket")
        #expect(root.value("Prefix") == "")
        #expect(root.value("Delimiter") == "/")
        #expect(root.value("MaxKeys") == "1000")
        #expect(root.value("IsTruncated") == "false")
        #expect(root.values("Contents", "Key") == ["sample.jpg"])
        #expect(root.values("Contents", "StorageClass") == ["STANDARD"])
        #expect(root.values("CommonPrefixes", "Prefix") == ["photos/"])
        let year = send(.get, "/example-bucket?list-type=2&prefix=photos/2006/&delimiter=/")
        #expect(year.value("Prefix") == "photos/2006/")
        #expect(year.value("KeyCount") == "2")
        #expect(
            year.values("CommonPrefixes", "Prefix") == [
                "photos/2006/February/", "photos/2006/January/",
            ]
        )
    }

    /// The S3 API reference, *DeleteObjects*, "Sample Request: Multi-object delete that results in
    /// mixed success/error response".
    @Test
    func `one deletion of many fails as in the reference`() throws {
        _ = send(.put, "/bucketname")
        let policy = AccessPolicy([
            AccessStatement(.deny, principals: nil, actions: [.delete], prefix: "sample2.txt")
        ])
        let context = RequestContext(now: battery.now, caller: "owner")
        try battery.store.setPolicy(policy, of: "bucketname", context)
        let body = """
            <Delete>
             <Object>
               <Key>sample1.txt</Key>
             </Object>
             <Object>
               <Key>sample2.txt</Key>
             </Object>
            </Delete>
            """
        let answer = send(.post, "/bucketname?delete", [], body)
        #expect(answer.status == 200)
        #expect(answer.document?.name == "DeleteResult")
        #expect(answer.values("Deleted", "Key") == ["sample1.txt"])
        #expect(answer.values("Error", "Key") == ["sample2.txt"])
        #expect(answer.values("Error", "Code") == ["AccessDenied"])
    }

    /// The S3 API reference, *Error responses*, "REST error responses".
    @Test
    func `an error says its code, its message and what it is about`() {
        _ = send(.put, "/mybucket")
        let answer = send(.get, "/mybucket/myfoto.jpg?x-id=GetObject")
        #expect(answer.status == 404)
        #expect(answer["content-type"] == "application/xml")
        #expect(answer.document?.name == "Error")
        #expect(answer.value("Code") == "NoSuchKey")
        #expect(answer.value("Message")?.isEmpty == false)
        #expect(answer.value("Resource") == "/mybucket/myfoto.jpg")
        #expect(!answer.text.contains("xmlns"))
    }

    /// RFC 9110, 14.1.2, examples for a representation of 10,000 bytes, and 15.3.7.1 and 15.5.17
    /// for `Content-Range`.
    @Test(arguments: [
        (10_000, "bytes=0-499", 206, "bytes 0-499/10000"),
        (10_000, "bytes=500-999", 206, "bytes 500-999/10000"),
        (10_000, "bytes=-500", 206, "bytes 9500-9999/10000"),
        (10_000, "bytes=9500-", 206, "bytes 9500-9999/10000"),
        (10_000, "bytes=0-0,-1", 200, nil), (10_000, "items=0-4", 200, nil),
        (47_022, "bytes=21010-", 206, "bytes 21010-47021/47022"),
        (47_022, "bytes=47022-", 416, "bytes */47022"),
    ])
    func `ranges are those of HTTP`(size: Int, range: String, status: Int, place: String?) {
        _ = send(.put, "/ranges")
        let body = String(repeating: "0123456789", count: size / 10 + 1).prefix(size)
        _ = send(.put, "/ranges/k", [], String(body))
        let answer = send(.get, "/ranges/k", [("Range", range)])
        #expect(answer.status == status)
        #expect(answer["content-range"] == place)
        if status < 400 { #expect(answer["content-length"] == String(answer.text.utf8.count)) }
    }

    /// RFC 9110, 5.6.7: the three forms of one instant; 13.1.3: what is no date does not count.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 1_994), ("Sunday, 06-Nov-94 08:49:37 GMT", 1_994),
        ("Sun Nov  6 08:49:37 1994", 1_994), ("Sunday, 06-Nov-69 08:49:37 GMT", 2_069),
    ])
    func `dates have three forms`(text: String, year: Int) {
        let date = Timestamp(year: year, month: 11, day: 6, hour: 8, minute: 49, second: 37)
        #expect(Timestamp(httpDate: text) == date)
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "1994-11-06T08:49:37Z",
        "Sunday, 06-Nov-1994 08:49:37 GMT",
    ])
    func `what is no date of HTTP is none`(text: String) {
        #expect(Timestamp(httpDate: text) == nil)
    }

    @Test
    func `documents have the dates of ISO 8601`() {
        let date = Timestamp(year: 2_009, month: 10, day: 12, hour: 17, minute: 50, second: 30)
        #expect(Timestamp(iso8601: "2009-10-12T17:50:30.000Z") == date)
        #expect(Timestamp(iso8601: "2009-10-12T17:50:30Z") == date)
        #expect(
            Timestamp(iso8601: "2009-10-12") == Timestamp(year: 2_009, month: 10, day: 12)
        )
        // RFC 3339, 4.2: the local time less the offset is the time of UTC.
        #expect(Timestamp(iso8601: "2009-10-12T17:50:30+00:00") == date)
        #expect(Timestamp(iso8601: "2009-10-12T19:20:30.5+01:30") == date)
        #expect(Timestamp(iso8601: "2009-10-12T09:50:30-08:00") == date)
        for text in [
            "2009-10-12T17:50:30+0", "2009-10-12T17:50:30+24:00", "2009-10-12T17:50:30",
            "2009-13-12", "09-10-12", "2009-10-12T17:50:30.xZ",
        ] {
            #expect(Timestamp(iso8601: text) == nil)
        }
    }

    @Test
    func `a condition on time holds over HTTP`() {
        _ = send(.put, "/dates")
        _ = send(.put, "/dates/k", [], "x")
        let modified = send(.head, "/dates/k")["last-modified"] ?? ""
        #expect(send(.get, "/dates/k", [("If-Modified-Since", modified)]).status == 304)
        #expect(send(.get, "/dates/k", [("If-Unmodified-Since", modified)]).status == 200)
        let early = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(send(.get, "/dates/k", [("If-Modified-Since", early)]).status == 200)
        #expect(
            send(.get, "/dates/k", [("If-Unmodified-Since", early)]).code
                == "PreconditionFailed"
        )
        #expect(send(.get, "/dates/k", [("If-Modified-Since", "never")]).status == 200)
    }
}
