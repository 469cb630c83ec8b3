import Testing

@testable import Simulator

/// Encryption in the headers of requests and answers.
struct RESTEncryptionTests: RESTSuite {
    let battery = RESTBattery()
    private static let header = "x-amz-server-side-encryption"

    init() {
        _ = send(.put, "/secret")
    }

    /// The headers of a key of 32 digits; Python: `b64encode(md5(key).digest())`.
    private static func key(
        _ digit: Character,
        of name: String = "x-amz"
    ) -> [(String, String)] {
        let key = Base64.text([UInt8](String(repeating: digit, count: 32).utf8))
        let md5 = digit == "0" ? "zZ5FnqcIqUjVwvWmyog4zw==" : "GoDL8oWeAZVZNl1r5Hh5Tg=="
        let prefix = name + "-server-side-encryption-customer-"
        return [(prefix + "algorithm", "AES256"), (prefix + "key", key), (prefix + "key-MD5", md5)]
    }

    /// The S3 User Guide, *Using server-side encryption with customer-provided keys*: the same
    /// headers come with every part.
    @Test
    func `every part of an upload comes by its key`() {
        let customer = Self.header + "-customer-algorithm"
        let created = send(.post, "/secret/k?uploads", Self.key("0"))
        #expect(created[customer] == "AES256")
        let id = created.value("UploadId") ?? ""
        let address = "/secret/k?partNumber=1&uploadId=" + id
        #expect(send(.put, address, [], "hello").code == "InvalidRequest")
        #expect(send(.put, address, Self.key("1"), "hello").code == "InvalidRequest")
        let part = send(.put, address, Self.key("0"), "hello")
        #expect(part.status == 200 && part[customer] == "AES256")
        #expect(part[customer.replacing("algorithm", with: "key-md5")] != nil)
        _ = send(.put, "/secret/source", Self.key("1"), "hello")
        let source = [("x-amz-copy-source", "/secret/source")]
        #expect(send(.put, address, source + Self.key("0")).code == "InvalidRequest")
        let opened = source + Self.key("1", of: "x-amz-copy-source")
        #expect(send(.put, address, opened).code == "InvalidRequest")
        let copied = send(.put, address, opened + Self.key("0"))
        #expect(copied.status == 200 && copied[customer] == "AES256")
        let plain = send(.post, "/secret/p?uploads").value("UploadId") ?? ""
        let other = "/secret/p?partNumber=1&uploadId=" + plain
        #expect(send(.put, other, Self.key("0"), "hello").code == "InvalidRequest")
    }

    /// minio, pull request 4894: InvalidEncryptionAlgorithmError of S3; aws-sdk-php, issue 1050,
    /// and kafka-connect-storage-cloud, issue 389: InvalidArgument of S3.
    @Test
    func `headers that contradict each other are refused`() {
        let method = (Self.header, "AES256")
        var algorithm = Self.key("0")
        algorithm[0].1 = "AES251"
        let key = (Self.header + "-aws-kms-key-id", "key")
        for (headers, code) in [
            (Self.key("0") + [method], "InvalidArgument"),
            (algorithm, "InvalidEncryptionAlgorithmError"),
            (Array(Self.key("0").dropFirst()), "InvalidArgument"),
            (Array(Self.key("0").dropLast()), "InvalidArgument"),
            ([Self.key("0")[0]], "InvalidArgument"), ([key], "InvalidArgument"),
            ([key, method], "InvalidArgument"),
        ] {
            let answer = send(.put, "/secret/k", headers, "x")
            #expect(answer.status == 400 && answer.code == code, "\(headers)")
        }
        _ = send(.put, "/secret/k", [], "x")
        #expect(send(.get, "/secret/k", [method]).code == "InvalidArgument")
        #expect(send(.head, "/secret/k", [method]).status == 400)
    }

    /// The S3 User Guide, *Using dual-layer server-side encryption with AWS KMS keys*.
    @Test
    func `there may be two layers of encryption`() {
        let headers = [(Self.header, "aws:kms:dsse"), (Self.header + "-aws-kms-key-id", "key")]
        for answer in [
            send(.put, "/secret/k", headers, "hello"), send(.head, "/secret/k"),
            send(.post, "/secret/k?uploads", headers),
        ] {
            #expect(answer.status == 200)
            for (name, value) in headers { #expect(answer[name] == value) }
        }
        #expect(send(.put, "/secret/k", headers, "hello")["etag"] != RESTBattery.helloTag)
        #expect(battery.store.keyService.generateDataKeyCount == 2)
    }

    /// The S3 API reference, *CreateMultipartUpload* and *UploadPart*, response headers.
    @Test
    func `an upload says how it is encrypted and checked`() {
        let algorithm = ("x-amz-checksum-algorithm", "CRC32")
        let created = send(.post, "/secret/k?uploads", [algorithm])
        #expect(created[Self.header] == "AES256")
        #expect(created[algorithm.0] == "CRC32")
        #expect(created["x-amz-checksum-type"] == "COMPOSITE")
        let id = created.value("UploadId") ?? ""
        let sum = ("x-amz-checksum-crc32", "NhCmhg==")
        let part = send(.put, "/secret/k?partNumber=1&uploadId=" + id, [sum], "hello")
        #expect(part[Self.header] == "AES256" && part[sum.0] == sum.1)
        let list = send(.get, "/secret/k?uploadId=" + id)
        #expect(list.value("ChecksumAlgorithm") == "CRC32")
        #expect(list.value("ChecksumType") == "COMPOSITE")
        #expect(list.values("Part", "ChecksumCRC32") == [sum.1])
        #expect(list.values("Owner", "ID") == ["owner"])
        #expect(list.values("Initiator", "ID") == ["owner"])
    }

    /// The S3 API reference, *CreateMultipartUpload*: `x-amz-abort-date`, `x-amz-abort-rule-id`.
    /// Begun on 22 November at noon, seven days later is 29 November, and the next midnight counts.
    @Test
    func `an upload says when a rule will abort it`() {
        let rule = "<Rule><ID>stale</ID><Filter><Prefix>a</Prefix></Filter><Status>Enabled</Status>"
        let action = "<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>"
        let body =
            "<LifecycleConfiguration>\(rule)\(action)</AbortIncompleteMultipartUpload></Rule>"
            + "</LifecycleConfiguration>"
        #expect(send(.put, "/secret?lifecycle", [], body).status == 200)
        let created = send(.post, "/secret/a?uploads")
        let list = send(.get, "/secret/a?uploadId=" + (created.value("UploadId") ?? ""))
        for answer in [created, list] {
            #expect(answer["x-amz-abort-date"] == "Mon, 30 Nov 2026 00:00:00 GMT")
            #expect(answer["x-amz-abort-rule-id"] == "stale")
        }
        #expect(send(.post, "/secret/b?uploads")["x-amz-abort-date"] == nil)
    }
}
