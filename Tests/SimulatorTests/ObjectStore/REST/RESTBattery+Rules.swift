@testable import Simulator

extension RESTBattery {
    func multipart() {
        let key = Self.storage + "/mp.bin"
        let id = send("mp-create", .post, key + "?uploads").value("UploadId") ?? ""
        let large = String(repeating: "a", count: 5 << 20)
        let small = String(repeating: "b", count: 1_000)
        let first = part("mp-part1", key, id, 1, large)
        let second = part("mp-part2", key, id, 2, small)
        part("mp-part-0", key, id, 0, small)
        part("mp-part-10001", key, id, 10_001, small)
        send("mp-listparts", .get, key + "?uploadId=" + id)
        send("mp-invisible-before-complete", .head, key)
        send("mp-uploads", .get, Self.storage + "?uploads")
        complete("mp-wrong-order", key, id, [(2, second), (1, first)])
        complete("mp-bad-etag", key, id, [(1, "\"0000\"")])
        complete("mp-complete", key, id, [(1, first), (2, second)])
        send("mp-head", .head, key)
        send("mp-head-part1", .head, key + "?partNumber=1")
        complete("mp-complete-again", key, id, [(1, first), (2, second)])
        part("mp-bad-uploadid", key, "bogus", 1, small)
        incomplete()
    }

    private func incomplete() {
        let key = Self.storage + "/small"
        let id = send("", .post, key + "?uploads").value("UploadId") ?? ""
        let first = part("", key, id, 1, "x")
        let second = part("", key, id, 2, "y")
        complete("mp-too-small", key, id, [(1, first), (2, second)])
        complete("mp-empty-list", key, id, [])
        send("mp-abort", .delete, key + "?uploadId=" + id)
        send("mp-abort-again", .delete, key + "?uploadId=" + id)
    }

    @discardableResult
    private func part(
        _ name: String,
        _ key: String,
        _ id: String,
        _ number: Int,
        _ text: String
    ) -> String {
        let address = key + "?partNumber=\(number)&uploadId=" + id
        return send(name, .put, address, [], text)["etag"] ?? ""
    }

    private func complete(
        _ name: String,
        _ key: String,
        _ id: String,
        _ parts: [(number: Int, tag: String)]
    ) {
        let list = parts.map {
            "<Part><ETag>\($0.tag)</ETag><PartNumber>\($0.number)</PartNumber></Part>"
        }
        let body =
            "<CompleteMultipartUpload xmlns=\"\(XMLElement.namespace)\">"
            + list.joined() + "</CompleteMultipartUpload>"
        send(name, .post, key + "?uploadId=" + id, [], body)
    }

    func lifecycle() {
        send("lc-get-none", .get, Self.storage + "?lifecycle")
        setLifecycle(
            "lc-put",
            [
                """
                <Transition><Days>30</Days><StorageClass>STANDARD_IA</StorageClass></Transition>
                <Expiration><Days>60</Days></Expiration>
                <ID>logs</ID><Filter><Prefix>backup/</Prefix></Filter><Status>Enabled</Status>
                <NoncurrentVersionExpiration>
                  <NoncurrentDays>30</NoncurrentDays>
                </NoncurrentVersionExpiration>
                <AbortIncompleteMultipartUpload>
                  <DaysAfterInitiation>7</DaysAfterInitiation>
                </AbortIncompleteMultipartUpload>
                """
            ]
        )
        send("lc-get", .get, Self.storage + "?lifecycle")
        let key = Self.storage + "/backup/2024-01-01-12-00-00/x"
        send("lc-put-object", .put, key, [], "x")
        send("lc-head", .head, key)
        let enabled = "<ID>x</ID><Status>Enabled</Status>"
        let a = enabled + "<Filter><Prefix>a</Prefix></Filter>"
        let b = enabled + "<Filter><Prefix>b</Prefix></Filter>"
        func end(_ days: Int) -> String { "<Expiration><Days>\(days)</Days></Expiration>" }
        func move(_ days: Int) -> String {
            "<Transition><Days>\(days)</Days><StorageClass>STANDARD_IA</StorageClass></Transition>"
        }
        setLifecycle("lc-bad-days0", [enabled + "<Filter><Prefix/></Filter>" + end(0)])
        setLifecycle("lc-bad-dupid", [a + end(1), b + end(2)])
        setLifecycle("lc-bad-ia-10d", [a + move(10)])
        setLifecycle("lc-bad-exp-before-trans", [a + move(40) + end(35)])
    }

    private func setLifecycle(_ name: String, _ rules: [String]) {
        let list = rules.map { "<Rule>\($0)</Rule>" }.joined()
        let body =
            "<LifecycleConfiguration xmlns=\"\(XMLElement.namespace)\">\(list)"
            + "</LifecycleConfiguration>"
        send(name, .put, Self.storage + "?lifecycle", [], body)
    }

    func encryption() {
        let header = "x-amz-server-side-encryption"
        send("sse-s3", .put, Self.storage + "/enc", [(header, "AES256")], "x")
        send("sse-s3-head", .head, Self.storage + "/enc")
        send("sse-kms", .put, Self.storage + "/enck", [(header, "aws:kms")], "x")
        send("sse-bad", .put, Self.storage + "/encb", [(header, "ROT13")], "x")
        send("sse-bucket-get", .get, Self.storage + "?encryption")
        send(
            "sse-bucket-put",
            .put,
            Self.storage + "?encryption",
            [],
            """
            <ServerSideEncryptionConfiguration xmlns="\(XMLElement.namespace)"><Rule>
            <ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm>
            </ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>
            """
        )
        send("sse-default-put", .put, Self.storage + "/encd", [], "x")
        let key = Base64.text([UInt8](repeating: UInt8(ascii: "0"), count: 32))
        let customer = [
            (header + "-customer-algorithm", "AES256"), (header + "-customer-key", key),
            (header + "-customer-key-MD5", "zZ5FnqcIqUjVwvWmyog4zw=="),
        ]
        send("sse-c-put", .put, Self.storage + "/encc", customer, "x")
        send("sse-c-get-nokey", .get, Self.storage + "/encc")
    }

    func classesAndCopies() {
        let header = "x-amz-storage-class"
        send("class-ia", .put, Self.storage + "/ia", [(header, "STANDARD_IA")], "x")
        send("class-ia-head", .head, Self.storage + "/ia")
        send("class-bad", .put, Self.storage + "/ia2", [(header, "FOO")], "x")
        copy("copy", from: "/enc", to: "/copy")
        copy("copy-missing", from: "/no/such", to: "/copy2")
        copy("copy-self", from: "/enc", to: "/enc")
    }

    private func copy(_ name: String, from source: String, to key: String) {
        let source = ("x-amz-copy-source", String(Self.storage.dropFirst()) + source)
        send(name, .put, Self.storage + key, [source])
    }

    func deletesAndChecksums() {
        deleteMany("multi-delete", ["copy", "no/such"])
        deleteMany("multi-delete-quiet", ["no/such"], quiet: "<Quiet>true</Quiet>")
        deleteMany("multi-delete-1001", (0..<1_001).map { "x\($0)" })
        let key = Self.storage + "/crc"
        let algorithm = ("x-amz-sdk-checksum-algorithm", "CRC32")
        let right = ("x-amz-checksum-crc32", "NhCmhg==")
        send("checksum", .put, key, [algorithm, right], "hello")
        send("checksum-head", .head, key, [("x-amz-checksum-mode", "ENABLED")])
        let wrong = ("x-amz-checksum-crc32", "AAAAAA==")
        send("checksum-bad", .put, Self.storage + "/crc2", [wrong], "hello")
        send("list-buckets", .get, "/")
    }

    private func deleteMany(_ name: String, _ keys: [String], quiet: String = "") {
        let objects = keys.map { "<Object><Key>\($0)</Key></Object>" }.joined()
        let body = "<Delete xmlns=\"\(XMLElement.namespace)\">\(quiet)\(objects)</Delete>"
        send(name, .post, Self.storage + "?delete", [], body)
    }
}
