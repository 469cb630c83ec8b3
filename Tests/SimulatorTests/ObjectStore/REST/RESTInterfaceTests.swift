import Testing

@testable import Simulator

struct RESTInterfaceTests: RESTSuite {
    let battery = RESTBattery()

    @Test
    func `a key is what stands behind the bucket, decoded`() {
        _ = send(.put, "/keys")
        for path in ["a//b", "a+b", "a%2Fb", "%3Fq%26", "e%CC%81", "a%20b"] {
            #expect(send(.put, "/keys/" + path, [], path).status == 200)
        }
        let keys = send(.get, "/keys?list-type=2").values("Contents", "Key")
        #expect(keys == ["?q&", "a b", "a+b", "a//b", "a/b", "e\u{301}"])
        #expect(send(.get, "/keys/a%2fb").text == "a%2Fb")
        #expect(send(.get, "/keys/%2").code == "InvalidURI")
        #expect(send(.get, "/keys?list-type=2&prefix=a+").values("Contents", "Key") == ["a b"])
    }

    /// The S3 API reference, *ListObjects*: `Marker`, and `NextMarker` where there is a delimiter.
    @Test
    func `lists of the first version go on after a marker`() {
        battery.lists()
        let path = RESTBattery.list + "?max-keys=2"
        let plain = send(.get, path + "&marker=b%2F1")
        #expect(plain.values("Contents", "Key") == ["b/2", "b/3"])
        #expect(plain.value("Marker") == "b/1")
        #expect(plain.value("NextMarker") == nil)
        #expect(plain.value("KeyCount") == nil)
        var pages: [[String]] = []
        var marker: String? = ""
        while let from = marker, pages.count < 10 {
            let page = send(
                .get,
                path + "&delimiter=/&marker=" + PercentEncoding.encoded(from)
            )
            pages.append(
                page.values("Contents", "Key") + page.values("CommonPrefixes", "Prefix")
            )
            marker = page.value("NextMarker")
        }
        #expect(
            pages == [["Z", "a b"], ["a+b", "a/"], ["c", "b/"], ["d&e", "~"], ["\u{E9}"]]
        )
        #expect(send(.get, RESTBattery.list + "?list-type=3").code == "InvalidArgument")
    }

    @Test
    func `what a put says comes back`() {
        _ = send(.put, "/attributes")
        let headers = [
            ("Content-Type", "text/plain"), ("Content-Encoding", "gzip"),
            ("Content-Language", "en"), ("Content-Disposition", "inline"),
            ("Cache-Control", "no-store"), ("Expires", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ("x-amz-meta-Name", "value"), ("x-amz-tagging", "a=1&b%20c=2+3"),
            ("x-amz-storage-class", "GLACIER_IR"), ("x-amz-server-side-encryption", "aws:kms"),
            ("x-amz-server-side-encryption-aws-kms-key-id", "key"),
            ("x-amz-server-side-encryption-bucket-key-enabled", "true"),
        ]
        #expect(send(.put, "/attributes/k", headers, "x").status == 200)
        let head = send(.head, "/attributes/k")
        #expect(head.text.isEmpty)
        #expect(head["content-length"] == "1")
        for (name, value) in headers where name != "x-amz-tagging" {
            #expect(head[name.lowercased()] == value)
        }
        #expect(head["x-amz-tagging-count"] == "2")
        let tags = send(.get, "/attributes/k?tagging").document?.children.first
        #expect(tags?.children.map { $0.all("Key").first?.text } == ["a", "b c"])
        #expect(tags?.children.map { $0.all("Value").first?.text } == ["1", "2 3"])
        let other = send(.get, "/attributes/k?response-content-type=text%2Fhtml")
        #expect(other["content-type"] == "text/html")
        #expect(other["content-language"] == "en")
    }

    @Test
    func `tags are set, read and taken away`() {
        _ = send(.put, "/tags")
        _ = send(.put, "/tags/k", [], "x")
        let body = "<Tagging><TagSet><Tag><Key>a&amp;b</Key><Value/></Tag></TagSet></Tagging>"
        #expect(send(.put, "/tags/k?tagging", [], body).code == "InvalidTag")
        let good = body.replacing("&amp;", with: "-")
        #expect(send(.put, "/tags/k?tagging", [], good).status == 200)
        let expected =
            "<Tagging xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><TagSet><Tag>"
            + "<Key>a-b</Key><Value/></Tag></TagSet></Tagging>"
        #expect(send(.get, "/tags/k?tagging").text.hasSuffix(expected))
        #expect(send(.delete, "/tags/k?tagging").status == 204)
        #expect(send(.head, "/tags/k")["x-amz-tagging-count"] == nil)
    }

    @Test
    func `a lock is set over HTTP`() {
        #expect(send(.put, "/locks", [("x-amz-bucket-object-lock-enabled", "true")]).status == 200)
        let rule =
            "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule>"
            + "<DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>"
            + "</ObjectLockConfiguration>"
        #expect(send(.put, "/locks?object-lock", [], rule).status == 200)
        #expect(send(.get, "/locks?object-lock").text.contains("<Mode>GOVERNANCE</Mode><Days>1<"))
        let version = send(.put, "/locks/k", [], "x")["x-amz-version-id"] ?? ""
        #expect(send(.head, "/locks/k")["x-amz-object-lock-mode"] == "GOVERNANCE")
        let address = "/locks/k?versionId=" + version
        #expect(send(.delete, address).code == "AccessDenied")
        let until =
            "<Retention><Mode>COMPLIANCE</Mode><RetainUntilDate>2027-01-01T00:00:00Z"
            + "</RetainUntilDate></Retention>"
        #expect(send(.put, "/locks/k?retention", [], until).status == 200)
        #expect(send(.get, "/locks/k?retention").value("Mode") == "COMPLIANCE")
        let bypass = [("x-amz-bypass-governance-retention", "true")]
        #expect(send(.delete, address, bypass).code == "AccessDenied")
        let hold = "<LegalHold><Status>ON</Status></LegalHold>"
        #expect(send(.put, "/locks/k?legal-hold", [], hold).status == 200)
        #expect(send(.head, "/locks/k")["x-amz-object-lock-legal-hold"] == "ON")
        let half = [("x-amz-object-lock-mode", "GOVERNANCE")]
        #expect(send(.put, "/locks/k2", half, "x").code == "InvalidArgument")
    }

    @Test
    func `an archived object is restored over HTTP`() {
        _ = send(.put, "/archive")
        _ = send(.put, "/archive/k", [("x-amz-storage-class", "GLACIER")], "x")
        #expect(send(.get, "/archive/k").code == "InvalidObjectState")
        let body =
            "<RestoreRequest><Days>2</Days><GlacierJobParameters><Tier>Expedited</Tier>"
            + "</GlacierJobParameters></RestoreRequest>"
        #expect(send(.post, "/archive/k?restore", [], body).status == 202)
        #expect(send(.post, "/archive/k?restore", [], body).code == "RestoreAlreadyInProgress")
        #expect(send(.head, "/archive/k")["x-amz-restore"] == "ongoing-request=\"true\"")
    }

    @Test
    func `a part is copied, and a copy says so`() {
        _ = send(.put, "/copies")
        _ = send(.put, "/copies/a", [], "0123456789")
        let id = send(.post, "/copies/b?uploads").value("UploadId") ?? ""
        let address = "/copies/b?partNumber=1&uploadId=" + id
        let source = ("x-amz-copy-source", "/copies/a")
        let range = ("x-amz-copy-source-range", "bytes=2-4")
        let part = send(.put, address, [source, range])
        #expect(part.document?.name == "CopyPartResult")
        let beyond = ("x-amz-copy-source-range", "bytes=2-10")
        #expect(send(.put, address, [source, beyond]).code == "InvalidArgument")
        let bad = ("x-amz-copy-source-range", "bytes=2-")
        #expect(send(.put, address, [source, bad]).code == "InvalidArgument")
        let body =
            "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"
            + (part.value("ETag") ?? "") + "</ETag></Part></CompleteMultipartUpload>"
        let done = send(.post, "/copies/b?uploadId=" + id, [], body)
        #expect(done.value("Location") == "http://s3.us-east-1.amazonaws.com/copies/b")
        #expect(done.value("ETag")?.hasSuffix("-1\"") == true)
        #expect(send(.get, "/copies/b").text == "234")
        let copy = send(.put, "/copies/c", [source])
        #expect(copy.document?.name == "CopyObjectResult")
        let condition = ("x-amz-copy-source-if-match", "\"x\"")
        #expect(send(.put, "/copies/c", [source, condition]).code == "PreconditionFailed")
        #expect(send(.put, "/copies/c", [("x-amz-copy-source", "a")]).code == "InvalidArgument")
    }

    @Test
    func `buckets say their region`() {
        let body = { (region: String) in
            "<CreateBucketConfiguration><LocationConstraint>\(region)</LocationConstraint>"
                + "</CreateBucketConfiguration>"
        }
        let wrong = send(.put, "/region", [], body("eu-west-1"))
        #expect(wrong.code == "IllegalLocationConstraintException")
        // Recorded of S3: minio-py, issue 166, and velero, issue 284.
        #expect(send(.put, "/region", [], body("us-east-1")).code == "InvalidLocationConstraint")
        #expect(send(.put, "/region", [], body("nowhere")).code == "InvalidLocationConstraint")
        #expect(send(.put, "/region")["location"] == "/region")
        #expect(send(.head, "/region")["x-amz-bucket-region"] == "us-east-1")
        #expect(send(.get, "/region?location").document == XMLElement("LocationConstraint"))
        #expect(send(.get, "/").document?.all("Buckets").first?.children.count == 1)
        #expect(send(.delete, "/region").status == 204)
    }

    /// versitygw, issue 2246, and parallelcluster, pull request 1190, after S3; *Error responses*:
    /// PermanentRedirect, 301.
    @Test
    func `a region answers for its own buckets`() {
        let battery = RESTBattery(region: "eu-west-1")
        let body = { (region: String) in
            "<CreateBucketConfiguration><LocationConstraint>\(region)</LocationConstraint>"
                + "</CreateBucketConfiguration>"
        }
        for text in ["", body("eu-central-1"), body("")] {
            let answer = battery.send("", .put, "/bucket", [], text)
            #expect(answer.status == 400 && answer.code == "IllegalLocationConstraintException")
        }
        #expect(battery.send("", .put, "/bucket", [], body("eu-west-1")).status == 200)
        battery.store.regionsElsewhere["far"] = "us-west-2"
        for path in ["/far/k", "/far?list-type=2"] {
            let answer = battery.send("", .get, path)
            #expect(answer.status == 301 && answer.code == "PermanentRedirect")
            #expect(answer["x-amz-bucket-region"] == "us-west-2")
            #expect(answer.value("Endpoint") == "s3.us-west-2.amazonaws.com")
            #expect(answer.value("Bucket") == "far")
        }
        let head = battery.send("", .head, "/far")
        #expect(head.status == 301 && head["x-amz-bucket-region"] == "us-west-2")
        #expect(head.text.isEmpty)
    }

    @Test(arguments: [
        (HTTPMethod.get, "/b?inventory"), (.get, "/b/k?torrent"), (.post, "/b"),
        (.put, "/b?policy"),
    ])
    func `what the store does not have is not implemented`(method: HTTPMethod, path: String) {
        #expect(send(method, path).code == "NotImplemented")
    }

    /// The S3 API reference, *Error responses*: MethodNotAllowed, 405.
    @Test(arguments: [
        (HTTPMethod.patch, "/b/k"), (.put, "/"), (.post, "/b/k"), (.delete, "/"),
        (.patch, "/b/k?uploadId=a"),
    ])
    func `a method that nothing of the kind knows is not allowed`(
        method: HTTPMethod,
        path: String
    ) {
        let answer = send(method, path)
        #expect(answer.status == 405 && answer.code == "MethodNotAllowed")
    }

    /// The S3 API reference: *PutObjectTagging* answers 200, all deletions 204; *Error responses*:
    /// KeyTooLongError, InvalidURI; no identity of a version is made up.
    @Test
    func `small answers are those of S3`() {
        _ = send(.put, "/small")
        _ = send(.put, "/small/k", [], "abc")
        let empty = "<Tagging><TagSet/></Tagging>"
        #expect(send(.put, "/small/k?tagging", [], empty).status == 200)
        #expect(send(.delete, "/small/k?tagging").status == 204)
        #expect(send(.delete, "/small?encryption").status == 204)
        let long = "/small/" + String(repeating: "k", count: 1_025)
        for method in [HTTPMethod.get, .put, .delete] {
            #expect(send(method, long).code == "KeyTooLongError")
        }
        #expect(send(.get, "/small/%zz").code == "InvalidURI")
        let bogus = send(.delete, "/small/k?versionId=bogus")
        #expect(bogus.status == 400 && bogus.code == "InvalidArgument")
        let marked = send(.get, "/small?versions&key-marker=k&version-id-marker=bogus")
        #expect(marked.code == "InvalidArgument")
    }

    /// The S3 API reference, *GetObject*, and *Error responses*: InvalidPartNumber, 416.
    @Test
    func `a part that an object does not have cannot be read`() {
        _ = send(.put, "/parts")
        _ = send(.put, "/parts/whole", [], "abc")
        #expect(send(.get, "/parts/whole?partNumber=1").status == 206)
        let answer = send(.get, "/parts/whole?partNumber=2")
        #expect(answer.status == 416 && answer.code == "InvalidPartNumber")
        #expect(send(.put, "/parts/k?partNumber=0&uploadId=a", [], "a").code == "InvalidArgument")
    }

    @Test
    func `who calls stands in the header`() throws {
        func caller(_ header: String?) throws(ObjectStoreError) -> Principal {
            var details = RequestDetails()
            details.headers.others = header.map { [HTTPField("Authorization", $0)] } ?? []
            return try RESTInterface.caller(of: HTTPRequest(.get, "/", details: details))
        }
        // Both examples of the documentation of signatures.
        let first = "AWS AKIAIOSFODNN7EXAMPLE:qgk2+6Sv9/oM7G3qLEjTH1a1l1g="
        let second = """
            AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,\
            SignedHeaders=host;range;x-amz-date,Signature=fe5f80f77d5fa3beca038a248ff027
            """
        #expect(try caller(first) == "AKIAIOSFODNN7EXAMPLE")
        #expect(try caller(second) == "AKIAIOSFODNN7EXAMPLE")
        #expect(try caller(nil) == RESTInterface.anonymous)
        // Of signed addresses, the example of *Authenticating requests: using query parameters*.
        let address =
            "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE"
            + "%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Expires=86400"
        let signed = try RESTInterface.caller(of: HTTPRequest(.get, address))
        #expect(signed == "AKIAIOSFODNN7EXAMPLE")
        let older = "/a/b.jpg?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Expires=1175139620&Signature=x"
        #expect(try RESTInterface.caller(of: HTTPRequest(.get, older)) == "AKIAIOSFODNN7EXAMPLE")
        for bad in ["Basic YTpi", "AWS", "AWS :x", "AWS4-HMAC-SHA256 Signature=x"] {
            #expect(throws: ObjectStoreError.self) { try caller(bad) }
        }
    }

    @Test
    func `others may not, and heads say so without a body`() {
        _ = send(.put, "/bucket")
        for (method, size) in [(HTTPMethod.get, 1), (.head, 0)] {
            let request = HTTPRequest.signed(method, "/bucket/k", by: "stranger")
            let answer = battery.store.response(to: request, now: battery.now)
            #expect(answer.status == 403)
            #expect(min(answer.body.count, 1) == size)
        }
    }

    @Test
    func `headers cost requests and responses without any no more than a pointer`() {
        #expect(MemoryLayout<HTTPResponse>.size <= 48)
        #expect(MemoryLayout<HTTPRequest>.size <= 96)
        var response = HTTPResponse(status: 200, fields: [HTTPField("A", "b")])
        #expect(response.fields.value(of: "a") == "b")
        response.fields = []
        #expect(response == HTTPResponse(status: 200))
    }
}
