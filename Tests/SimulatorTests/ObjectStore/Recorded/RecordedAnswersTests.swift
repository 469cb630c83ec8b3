import Simulator
import Testing

struct RecordedAnswersTests {
    typealias Answer = RecordedAnswers.Answer

    /// What AWS's documentation says where the recorded servers differ.
    static let decisions: [String: Answer] = [
        "bucket-create-again": Answer(status: 200),
        "bucket-bad-name": Answer(status: 400, code: "InvalidBucketName"),
        "put-inm-etag(not-*)": Answer(status: 501, code: "NotImplemented"),
        "put-im-match": Answer(status: 200),
        "put-im-missing": Answer(status: 404, code: "NoSuchKey"),
        "delete-im-mismatch": Answer(status: 412, code: "PreconditionFailed"),
        "bad-md5": Answer(status: 400, code: "BadDigest"),
        "invalid-md5": Answer(status: 400, code: "InvalidDigest"),
        "key-1024": Answer(status: 200),
        "key-1025": Answer(status: 400, code: "KeyTooLongError"),
        "list-max-neg": Answer(status: 400, code: "InvalidArgument"),
        "list-badtoken": Answer(status: 400, code: "InvalidArgument"),
        "mp-part-0": Answer(status: 400, code: "InvalidArgument"),
        "mp-part-10001": Answer(status: 400, code: "InvalidArgument"),
        "mp-wrong-order": Answer(status: 400, code: "InvalidPartOrder"),
        "mp-complete": Answer(status: 200),
        "mp-head": Answer(status: 200),
        "mp-head-part1": Answer(status: 206),
        "mp-complete-again": Answer(status: 200),
        "mp-bad-uploadid": Answer(status: 404, code: "NoSuchUpload"),
        "mp-empty-list": Answer(status: 400, code: "MalformedXML"),
        "mp-abort-again": Answer(status: 404, code: "NoSuchUpload"),
        "ver-get-dm-by-id": Answer(status: 405, code: "MethodNotAllowed"),
        "ver-head-dm-by-id": Answer(status: 405),
        "ver-get-bogus": Answer(status: 404, code: "NoSuchVersion"),
        "ver-get-wellformed-missing": Answer(status: 404, code: "NoSuchVersion"),
        "lc-put": Answer(status: 200),
        "lc-get": Answer(status: 200),
        "lc-bad-days0": Answer(status: 400, code: "InvalidArgument"),
        "lc-bad-dupid": Answer(status: 400, code: "InvalidArgument"),
        "lc-bad-ia-10d": Answer(status: 400, code: "InvalidArgument"),
        "lc-bad-exp-before-trans": Answer(status: 400, code: "InvalidArgument"),
        "sse-kms": Answer(status: 200),
        "sse-bad": Answer(status: 400, code: "InvalidArgument"),
        "sse-bucket-get": Answer(status: 200),
        "sse-bucket-put": Answer(status: 200),
        "sse-c-get-nokey": Answer(status: 400, code: "InvalidRequest"),
        "class-ia": Answer(status: 200),
        "class-ia-head": Answer(status: 200),
        "class-bad": Answer(status: 400, code: "InvalidStorageClass"),
        "copy-self": Answer(status: 400, code: "InvalidRequest"),
        "multi-delete-1001": Answer(status: 400, code: "MalformedXML"),
        "checksum-bad": Answer(status: 400, code: "BadDigest"),
    ]

    /// Headers that a server sends and S3 does not: moto repeats the class of a put, encrypts
    /// nothing by keys of customers, and names the null version of a bucket that never kept any;
    /// the tag of an object of SSE-KMS and SSE-C is no MD5. And those that only S3 sends: what was
    /// deleted by a marker says so.
    static let deviations: Set<String> = [
        "mp-complete: x-amz-version-id is missing, not null",
        "mp-complete-again: x-amz-version-id is missing, not null",
        "ver-get-deleted: nobody else sends x-amz-delete-marker",
        "ver-get-deleted: nobody else sends x-amz-version-id",
        "class-ia: x-amz-storage-class is missing, not STANDARD_IA",
        "sse-c-put: x-amz-server-side-encryption is missing, not AES256",
    ]

    @Test
    func `the answers are those of the recorded servers`() {
        let battery = AnswerBattery()
        battery.run()
        let recorded = RecordedAnswers.shared
        let named = battery.answers.filter { !$0.name.isEmpty }
        #expect(named.map(\.name) == recorded.names)
        let findings = named.flatMap { name, answer in
            recorded.findings(name, ours: answer, decision: Self.decisions[name])
        }
        .filter { !Self.deviations.contains($0) && !$0.hasPrefix("sse-kms: etag") }
        .filter { !$0.hasPrefix("sse-c-put: etag") }
        #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
    }

    @Test
    func `a wrong answer is found`() {
        let text = "a | 200 - etag=1 | 200 - | 200 - etag=1\nb | 404 NoSuchKey | 200 - | 200 -\n"
        let recorded = RecordedAnswers(text)
        let right = Answer(status: 200, headers: ["etag": "1"])
        #expect(recorded.findings("a", ours: right, decision: nil) == [])
        #expect(recorded.findings("a", ours: Answer(status: 200), decision: nil).count == 1)
        #expect(recorded.findings("a", ours: Answer(status: 404), decision: nil).count == 1)
        #expect(recorded.findings("a", ours: right, decision: right).count == 1)
        #expect(recorded.findings("b", ours: right, decision: nil).count == 1)
        #expect(recorded.findings("b", ours: Answer(status: 200), decision: right) == [])
        let versioned = Answer(status: 200, headers: ["etag": "1", "x-amz-version-id": "v"])
        #expect(recorded.findings("a", ours: versioned, decision: nil).count == 1)
    }

    /// Pages of moto and Ceph RGW, which have the documented order; SeaweedFS has another.
    @Test
    func `pages are those of the recorded servers`() throws {
        let battery = AnswerBattery()
        battery.lists()
        let keys = ["Z", "a b", "a+b", "a/1", "a/2", "a/sub/1", "b/1", "b/2", "b/3", "c", "d&e"]
        let all = keys + ["~", "é"]
        let pages = try pages(of: battery, size: 5, delimiter: "")
        #expect(pages.map(\.keys) == [Array(all[..<5]), Array(all[5..<10]), Array(all[10...])])
        #expect(pages.map(\.isTruncated) == [true, true, false])
        let rolled = try self.pages(of: battery, size: 2, delimiter: "/")
        #expect(
            rolled.map(\.keys) == [["Z", "a b"], ["a+b"], ["c"], ["d&e", "~"], ["é"]]
        )
        #expect(rolled.map(\.prefixes) == [[], ["a/"], ["b/"], [], []])
        #expect(rolled.map(\.isTruncated) == [true, true, true, true, false])
    }

    private struct Page {
        let keys: [String]
        let prefixes: [String]
        let isTruncated: Bool
    }

    private func pages(of battery: AnswerBattery, size: Int, delimiter: String) throws -> [Page] {
        var pages: [Page] = []
        var token: String?
        repeat {
            let request = ListObjectsRequest(
                bucket: AnswerBattery.list,
                delimiter: delimiter,
                continuationToken: token,
                maxKeys: size
            )
            let result = try battery.store.list(request, battery.context)
            pages.append(
                Page(
                    keys: result.contents.map(\.key),
                    prefixes: result.commonPrefixes,
                    isTruncated: result.isTruncated
                )
            )
            token = result.nextContinuationToken
        } while token != nil && pages.count < 20
        return pages
    }

    @Test
    func `versions are listed in the recorded order`() throws {
        let battery = AnswerBattery()
        battery.versioning()
        let request = ListObjectVersionsRequest(bucket: AnswerBattery.versions)
        let entries = try battery.store.listVersions(request, battery.context).entries
        // Ceph RGW: the null version that was just written, then the first numbered one.
        #expect(entries.map(\.versionID.isNull) == [true, false])
        #expect(entries.map(\.isLatest) == [true, false])
        #expect(
            entries.map(\.tag.text) == [
                "43a03299a3c3fed3d8ce7b820f3aca81", "6654c734ccab8f440ff0825eb443dc7f",
            ]
        )
    }
}
