import Testing

@testable import Simulator

/// Copies, redirects, and what all answers have.
struct RESTCopiesTests: RESTSuite {
    let battery = RESTBattery()

    init() {
        _ = send(.put, "/copies")
    }

    /// S3's refusal: "without changing the object's metadata, storage class, website redirect
    /// location or encryption attributes".
    @Test
    func `a copy onto itself says what it changes`() {
        _ = send(.put, "/copies/k", [("x-amz-storage-class", "STANDARD_IA")], "x")
        let source = ("x-amz-copy-source", "/copies/k")
        let refused = send(.put, "/copies/k", [source])
        #expect(refused.status == 400 && refused.code == "InvalidRequest")
        #expect(send(.put, "/copies/k", [source, ("x-amz-meta-a", "b")]).code == "InvalidRequest")
        for header in [
            ("x-amz-storage-class", "STANDARD_IA"), ("x-amz-server-side-encryption", "AES256"),
            ("x-amz-metadata-directive", "REPLACE"), ("x-amz-website-redirect-location", "/other"),
        ] {
            #expect(send(.put, "/copies/k", [source, header]).status == 200)
        }
    }

    /// The S3 API reference, *PutObject*, and *CopyObject*: the value of
    /// `x-amz-website-redirect-location` "is unique to each object and is not copied".
    @Test
    func `a redirect is kept, and not copied`() {
        let header = "x-amz-website-redirect-location"
        #expect(send(.put, "/copies/k", [(header, "/anotherPage.html")], "x").status == 200)
        #expect(send(.head, "/copies/k")[header] == "/anotherPage.html")
        _ = send(.put, "/copies/c", [("x-amz-copy-source", "/copies/k")])
        #expect(send(.head, "/copies/c").status == 200)
        #expect(send(.head, "/copies/c")[header] == nil)
        let bad = send(.put, "/copies/k", [(header, "ftp://a")], "x")
        #expect(bad.status == 400 && bad.code == "InvalidRedirectLocation")
    }

    /// The S3 API reference, *CopyObject*: `x-amz-copy-source-version-id`, of a bucket that keeps
    /// versions also where none was asked for.
    @Test
    func `a copy says of which version it is`() {
        battery.versioning()
        let enabled = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        _ = send(.put, "/mapreduce-ver?versioning", [], enabled)
        let version = send(.put, "/mapreduce-ver/k", [], "x")["x-amz-version-id"]
        let source = ("x-amz-copy-source", "/mapreduce-ver/k")
        let header = "x-amz-copy-source-version-id"
        #expect(version != nil)
        #expect(send(.put, "/copies/k", [source])[header] == version)
        let id = send(.post, "/copies/m?uploads").value("UploadId") ?? ""
        #expect(send(.put, "/copies/m?partNumber=1&uploadId=" + id, [source])[header] == version)
        let plain = send(.put, "/copies/l", [("x-amz-copy-source", "/copies/k")])
        #expect(plain.status == 200 && plain[header] == nil)
    }

    /// The S3 User Guide, *Understanding and managing Amazon S3 storage classes*.
    @Test
    func `an object may have reduced redundancy`() {
        let header = ("x-amz-storage-class", "REDUCED_REDUNDANCY")
        #expect(send(.put, "/copies/k", [header], "x").status == 200)
        #expect(send(.head, "/copies/k")[header.0] == header.1)
        let list = send(.get, "/copies?list-type=2")
        #expect(list.values("Contents", "StorageClass") == [header.1])
        let move =
            "<Transition><Days>30</Days><StorageClass>\(header.1)</StorageClass></Transition>"
        let rule = "<Rule><ID>a</ID><Filter/><Status>Enabled</Status>\(move)</Rule>"
        let body = "<LifecycleConfiguration>\(rule)</LifecycleConfiguration>"
        #expect(send(.put, "/copies?lifecycle", [], body).code == "MalformedXML")
    }

    /// The S3 API reference, *HeadObject*: `response-content-type` and so on; *GetObject*: not for
    /// requests that nobody signed.
    @Test
    func `a head has the headers that it wants`() {
        _ = send(.put, "/copies/k", [("Content-Language", "en")], "x")
        let path = "/copies/k?response-content-type=text%2Fhtml"
        let head = send(.head, path)
        #expect(head["content-type"] == "text/html" && head["content-language"] == "en")
        let unsigned = battery.store.response(to: HTTPRequest(.get, path), now: battery.now)
        #expect(unsigned.status == 400)
    }

    /// The S3 API reference, *Common response headers* and *Error responses*.
    @Test
    func `every answer can be told from all others`() {
        let answers = [
            send(.put, "/copies/k", [], "x"), send(.get, "/copies/k"), send(.head, "/copies/none"),
            send(.get, "/copies/none"), send(.get, "/copies/%zz"),
        ]
        let identities = answers.compactMap { $0["x-amz-request-id"] }
        #expect(identities.count == answers.count && Set(identities).count == answers.count)
        #expect(identities.allSatisfy { $0.count == 16 })
        #expect(Set(answers.compactMap { $0["x-amz-id-2"] }).count == answers.count)
        #expect(answers[3].value("RequestId") == identities[3])
        #expect(answers[3].value("HostId") == answers[3]["x-amz-id-2"])
        let again = RESTBattery().send("", .put, "/copies")["x-amz-request-id"]
        #expect(again == RESTBattery().send("", .put, "/copies")["x-amz-request-id"])
    }
}
