import Testing

@testable import Simulator

struct RESTRecordedTests {
    /// S3 says the tag of a copy in its body, and in no header.
    private static let deviation = "copy: etag is missing, not \"9dd4e461268c8034f5c8564e155c67a6\""

    @Test
    func `the answers over HTTP are those of the recorded servers`() {
        let battery = RESTBattery()
        battery.run()
        let recorded = RecordedAnswers.shared
        #expect(battery.answers.map(\.name) == recorded.names)
        let findings = battery.answers.flatMap { name, answer in
            recorded.findings(name, ours: answer, decision: RecordedAnswersTests.decisions[name])
        }
        .filter { !RecordedAnswersTests.deviations.contains($0) && $0 != Self.deviation }
        .filter { !$0.hasPrefix("sse-kms: etag") && !$0.hasPrefix("sse-c-put: etag") }
        #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
    }

    /// Order and pages of moto and Ceph RGW, which have the documented order; keys as all three
    /// encode them, but for the space, which is `%20` at two of them.
    @Test
    func `lists have the order, the pages and the spelling of the recorded servers`() {
        let battery = RESTBattery()
        battery.lists()
        let keys = ["Z", "a b", "a+b", "a/1", "a/2", "a/sub/1", "b/1", "b/2", "b/3", "c", "d&e"]
        let all = keys + ["~", "é"]
        let path = RESTBattery.list + "?list-type=2"
        #expect(battery.send("", .get, path).values("Contents", "Key") == all)
        let pages = pages(battery, path + "&max-keys=5")
        #expect(
            pages.map { $0.values("Contents", "Key") } == [
                Array(all[..<5]), Array(all[5..<10]), Array(all[10...]),
            ]
        )
        #expect(pages.map { $0.value("KeyCount") } == ["5", "5", "3"])
        #expect(pages.map { $0.value("IsTruncated") } == ["true", "true", "false"])
        let rolled = self.pages(battery, path + "&max-keys=2&delimiter=/")
        #expect(
            rolled.map { $0.values("Contents", "Key") } == [
                ["Z", "a b"], ["a+b"], ["c"], ["d&e", "~"], ["é"],
            ]
        )
        #expect(
            rolled.map { $0.values("CommonPrefixes", "Prefix") } == [[], ["a/"], ["b/"], [], []]
        )
        let encoded = battery.send("", .get, path + "&encoding-type=url&delimiter=/")
        #expect(
            encoded.values("Contents", "Key") == [
                "Z", "a%20b", "a%2Bb", "c", "d%26e", "~", "%C3%A9",
            ]
        )
        #expect(encoded.value("EncodingType") == "url")
    }

    private func pages(_ battery: RESTBattery, _ path: String) -> [RESTResponse] {
        var pages: [RESTResponse] = []
        var token: String?
        repeat {
            let continuation = token.map { "&continuation-token=" + PercentEncoding.encoded($0) }
            pages.append(battery.send("", .get, path + (continuation ?? "")))
            token = pages.last?.value("NextContinuationToken")
        } while token != nil && pages.count < 20
        return pages
    }

    /// Ceph RGW, `ver-list2`: the null version that was just written, then the first numbered one.
    @Test
    func `versions are listed in the recorded order`() {
        let battery = RESTBattery()
        battery.versioning()
        let list = battery.send("", .get, RESTBattery.versions + "?versions")
        #expect(list.values("Version", "IsLatest") == ["true", "false"])
        #expect(list.values("Version", "VersionId").first == "null")
        #expect(
            list.values("Version", "ETag") == [
                "\"43a03299a3c3fed3d8ce7b820f3aca81\"", "\"6654c734ccab8f440ff0825eb443dc7f\"",
            ]
        )
        #expect(list.document?.name == "ListVersionsResult")
    }

    /// The documents of moto and RGW for the same configuration, but for the order of elements.
    @Test
    func `a lifecycle comes back as the recorded servers give it back`() {
        let battery = RESTBattery()
        battery.buckets()
        battery.lifecycle()
        let text = battery.send("", .get, RESTBattery.storage + "?lifecycle").text
        for part in [
            "<LifecycleConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Rule>",
            "<ID>logs</ID>", "<Filter><Prefix>backup/</Prefix></Filter>",
            "<Status>Enabled</Status>", "<Expiration><Days>60</Days></Expiration>",
            "<Transition><Days>30</Days><StorageClass>STANDARD_IA</StorageClass></Transition>",
            "<NoncurrentVersionExpiration><NoncurrentDays>30</NoncurrentDays>"
                + "</NoncurrentVersionExpiration>",
            "<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>"
                + "</AbortIncompleteMultipartUpload>",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }
}
