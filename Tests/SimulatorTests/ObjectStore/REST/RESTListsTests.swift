import Testing

@testable import Simulator

/// Lists of uploads, parts, objects and buckets, and what they refuse.
struct RESTListsTests: RESTSuite {
    let battery = RESTBattery()

    /// The S3 API reference, *ListMultipartUploads*, "Example: List uploads using delimiter and
    /// prefix", whose keys these are.
    @Test
    func `uploads are rolled up as in the reference`() {
        _ = send(.put, "/example-bucket")
        for key in [
            "photos/2006/January/sample.jpg", "photos/2006/February/sample.jpg",
            "photos/2006/March/sample.jpg", "videos/2006/March/sample.wmv", "sample.jpg",
        ] {
            _ = send(.post, "/example-bucket/\(key)?uploads")
        }
        let all = send(.get, "/example-bucket?uploads&delimiter=/")
        #expect(all.values("Upload", "Key") == ["sample.jpg"])
        #expect(all.values("CommonPrefixes", "Prefix") == ["photos/", "videos/"])
        #expect(all.value("Delimiter") == "/")
        let path = "/example-bucket?uploads&delimiter=/&prefix=photos/2006/"
        let year = send(.get, path)
        #expect(year.values("Upload", "Key") == [])
        let months = ["February", "January", "March"].map { "photos/2006/\($0)/" }
        #expect(year.values("CommonPrefixes", "Prefix") == months)
        var pages: [[String]] = []
        var marker: String? = ""
        while let from = marker, pages.count < 9 {
            let page = send(
                .get,
                "/example-bucket?uploads&delimiter=/&max-uploads=1&key-marker=" + from
            )
            pages.append(page.values("Upload", "Key") + page.values("CommonPrefixes", "Prefix"))
            marker = page.value("IsTruncated") == "true" ? page.value("NextKeyMarker") : nil
        }
        #expect(pages == [["photos/"], ["sample.jpg"], ["videos/"]])
    }

    /// The S3 API reference: integers; versitygw, after S3, "Provided max-keys not an integer or
    /// within integer range".
    @Test(arguments: [
        "?max-keys=2147483648", "?list-type=2&max-keys=99999999999999999999",
        "?uploads&max-uploads=x",
        "?versions&max-keys=-2147483649", "?max-keys=-1",
    ])
    func `what is no integer of 32 bits is no number`(query: String) {
        _ = send(.put, "/numbers")
        let answer = send(.get, "/numbers" + query)
        #expect(answer.status == 400 && answer.code == "InvalidArgument")
        #expect(send(.get, "/numbers?max-keys=2147483647").status == 200)
    }

    @Test
    func `a page of no parts is the last`() {
        _ = send(.put, "/pages")
        let id = send(.post, "/pages/k?uploads").value("UploadId") ?? ""
        _ = send(.put, "/pages/k?partNumber=1&uploadId=" + id, [], "x")
        let answer = send(.get, "/pages/k?max-parts=0&uploadId=" + id)
        #expect(answer.value("IsTruncated") == "false")
        #expect(answer.values("Part", "PartNumber") == [])
        // versitygw, after S3: "This operation does not accept partNumber without uploadId".
        let put = send(.put, "/pages/k?partNumber=1", [], "x")
        #expect(put.status == 400 && put.code == "InvalidArgument")
        #expect(send(.head, "/pages/k").status == 404)
    }

    /// The S3 API reference, *DeleteObjects*: the result by the object; *Error responses*:
    /// MalformedXML, NoSuchVersion.
    @Test
    func `a batch with an unknown version goes on, and one with an empty key does not`() {
        _ = send(.put, "/batch")
        _ = send(.put, "/batch/k", [], "x")
        let empty = "<Delete><Object><Key/></Object><Object><Key>k</Key></Object></Delete>"
        #expect(send(.post, "/batch?delete", [], empty).code == "MalformedXML")
        #expect(send(.head, "/batch/k").status == 200)
        let bogus = "<Object><Key>a</Key><VersionId>bogus</VersionId></Object>"
        let body = "<Delete>\(bogus)<Object><Key><![CDATA[k]]></Key></Object></Delete>"
        let answer = send(.post, "/batch?delete", [], body)
        #expect(answer.values("Deleted", "Key") == ["k"])
        #expect(answer.values("Error", "Key") == ["a"])
        #expect(answer.values("Error", "VersionId") == ["bogus"])
        #expect(answer.values("Error", "Code") == ["NoSuchVersion"])
    }

    /// The S3 API reference, *ListObjectsV2*: `fetch-owner`; *ListObjects* and *ListObjectVersions*
    /// always have the owner.
    @Test
    func `lists say whose the objects are`() {
        _ = send(.put, "/owners")
        _ = send(.put, "/owners/k", [], "x")
        func owners(_ query: String, _ list: String) -> [String?] {
            let entries = send(.get, "/owners?" + query).document?.all(list) ?? []
            return entries.map { $0.all("Owner").first?.all("ID").first?.text }
        }
        #expect(owners("list-type=2", "Contents") == [nil])
        #expect(owners("list-type=2&fetch-owner=true", "Contents") == ["owner"])
        #expect(owners("", "Contents") == ["owner"])
        #expect(owners("versions", "Version") == ["owner"])
        #expect(send(.get, "/").values("Owner", "ID") == ["owner"])
    }

    /// The S3 API reference, *ListBuckets*: `max-buckets` (1 to 10,000), `prefix` and
    /// `continuation-token`.
    @Test
    func `buckets are listed in pages`() {
        for name in ["pa-1", "pa-2", "pa-3", "other"] { _ = send(.put, "/" + name) }
        func names(_ answer: RESTResponse) -> [String] {
            let list = answer.document?.all("Buckets").first?.children ?? []
            return list.compactMap { $0.all("Name").first?.text }
        }
        let first = send(.get, "/?max-buckets=2&prefix=pa-")
        #expect(names(first) == ["pa-1", "pa-2"])
        let token = PercentEncoding.encoded(first.value("ContinuationToken") ?? "")
        let second = send(.get, "/?max-buckets=2&prefix=pa-&continuation-token=" + token)
        #expect(names(second) == ["pa-3"])
        #expect(second.value("ContinuationToken") == nil)
        #expect(names(send(.get, "/")) == ["other", "pa-1", "pa-2", "pa-3"])
        for count in ["0", "10001", "x"] {
            #expect(send(.get, "/?max-buckets=" + count).code == "InvalidArgument")
        }
    }
}
