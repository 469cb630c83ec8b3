import Testing

@testable import Simulator

/// Checksums and digests in the headers of requests and answers.
struct RESTChecksumTests: RESTSuite {
    let battery = RESTBattery()

    init() {
        _ = send(.put, "/sums")
    }

    /// The S3 User Guide, *Checking object integrity in Amazon S3*: without any other, CRC-64/NVME.
    /// Its check value is `ae8b14860a799888` in the catalogue of parametrised CRC algorithms.
    @Test
    func `a write that asks for no checksum gets one`() {
        let header = "x-amz-checksum-crc64nvme"
        let put = send(.put, "/sums/k", [], "123456789")
        #expect(put[header] == "rosUhgp5mIg=")
        #expect(put["x-amz-checksum-type"] == "FULL_OBJECT")
        let copy = send(.put, "/sums/c", [("x-amz-copy-source", "/sums/k")])
        #expect(copy.value("ChecksumCRC64NVME") == "rosUhgp5mIg=")
        let id = send(.post, "/sums/m?uploads").value("UploadId") ?? ""
        let part = send(.put, "/sums/m?partNumber=1&uploadId=" + id, [], "123456789")
        let done = complete("/sums/m?uploadId=" + id, part["etag"] ?? "")
        #expect(done.value("ChecksumCRC64NVME") == "rosUhgp5mIg=")
        #expect(done.value("ChecksumType") == "FULL_OBJECT")
        let head = send(.head, "/sums/k", [("x-amz-checksum-mode", "ENABLED")])
        #expect(head[header] == "rosUhgp5mIg=")
        #expect(send(.head, "/sums/k")[header] == nil)
    }

    private func complete(
        _ path: String,
        _ tag: String,
        _ sum: String = "",
        _ headers: [(String, String)] = []
    ) -> RESTResponse {
        let part = "<Part><PartNumber>1</PartNumber><ETag>\(tag)</ETag>\(sum)</Part>"
        let body = "<CompleteMultipartUpload>\(part)</CompleteMultipartUpload>"
        return send(.post, path, headers, body)
    }

    /// The messages are those of S3 as versitygw and localstack have noted them; the composite
    /// checksum is Python's `b64encode(sha256(sha256(b"hello").digest()).digest()) + b"-1"`.
    @Test
    func `composite checksums need those of the parts`() {
        let algorithm = [("x-amz-checksum-algorithm", "SHA256")]
        let id = send(.post, "/sums/k?uploads", algorithm).value("UploadId") ?? ""
        let address = "/sums/k?partNumber=1&uploadId=" + id
        let missing = send(.put, address, [], "hello")
        #expect(missing.code == "InvalidRequest")
        #expect(missing.value("Message")?.hasSuffix("actual checksum Type: null") == true)
        let other = [("x-amz-checksum-crc32", "NhCmhg==")]
        #expect(send(.put, address, other, "hello").code == "InvalidRequest")
        let sum = "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="
        let part = send(.put, address, [("x-amz-checksum-sha256", sum)], "hello")
        let tag = part["etag"] ?? ""
        let path = "/sums/k?uploadId=" + id
        let without = complete(path, tag)
        #expect(without.code == "InvalidRequest")
        #expect(without.value("Message")?.contains("It was missing for part 1") == true)
        let named = "<ChecksumSHA256>\(sum)</ChecksumSHA256>"
        let wrong = named.replacing("LPJN", with: "MPJN")
        #expect(complete(path, tag, wrong).code == "InvalidPart")
        let broken = named.replacing("CQ=", with: "C")
        #expect(complete(path, tag, broken).code == "InvalidArgument")
        let type = [("x-amz-checksum-type", "FULL_OBJECT")]
        #expect(complete(path, tag, named, type).code == "InvalidRequest")
        let whole = "lZXJ35AHUUjrBoYDZd8zWEt1v/eCpRDGzUiDpBmDPVA="
        let header = "x-amz-checksum-sha256"
        #expect(complete(path, tag, named, [(header, sum)]).code == "BadDigest")
        #expect(complete(path, tag, named, [(header, whole + "-2")]).code == "BadDigest")
        let done = complete(path, tag, named, [(header, whole + "-1")])
        #expect(done.status == 200)
        #expect(done.value("ChecksumSHA256") == whole + "-1")
        #expect(done.value("ChecksumType") == "COMPOSITE")
        // versitygw, after S3: "PartNumber must be >= 1".
        let zero = "<Part><PartNumber>0</PartNumber><ETag>\(tag)</ETag></Part>"
        let none = "<CompleteMultipartUpload>\(zero)</CompleteMultipartUpload>"
        #expect(send(.post, path, [], none).code == "InvalidArgument")
        let parts = send(.get, "/sums/k?attributes", [("x-amz-object-attributes", "ObjectParts")])
        let list = parts.document?.all("ObjectParts").first
        #expect(list?.all("PartsCount").first?.text == "1")
        #expect(list?.all("Part").first?.all("ChecksumSHA256").first?.text == sum)
    }

    /// The S3 User Guide, *Checking object integrity in Amazon S3*: of a full-object checksum the
    /// store computes those of the parts.
    @Test
    func `a full-object checksum needs nothing of the parts`() {
        let headers = [
            ("x-amz-checksum-algorithm", "CRC32"), ("x-amz-checksum-type", "FULL_OBJECT"),
        ]
        let id = send(.post, "/sums/k?uploads", headers).value("UploadId") ?? ""
        let part = send(.put, "/sums/k?partNumber=1&uploadId=" + id, [], "hello")
        #expect(part["x-amz-checksum-crc32"] == "NhCmhg==")
        let done = complete("/sums/k?uploadId=" + id, part["etag"] ?? "")
        #expect(done.value("ChecksumCRC32") == "NhCmhg==")
    }

    /// swift's s3api and versitygw, after S3: `Value for x-amz-sdk-checksum-algorithm header is
    /// invalid.`
    @Test
    func `a checksum is by the algorithm that is said`() {
        let sum = ("x-amz-checksum-crc32", "NhCmhg==")
        let said = ("x-amz-sdk-checksum-algorithm", "SHA256")
        let answer = send(.put, "/sums/k", [sum, said], "hello")
        #expect(answer.status == 400 && answer.code == "InvalidRequest")
    }

    /// The digests are Python's of the same bytes; the codes those of *Error responses*.
    @Test
    func `bodies are compared with their digests`() {
        _ = send(.put, "/sums/k", [], "hello")
        let body = "<Tagging><TagSet/></Tagging>"
        let sha = "4c2c8c45a6b512bb17c417c66b8fc1a95abbf3c1fcc306aa544d9cb53fd125bd"
        let zero = String(repeating: "0", count: 64)
        for (name, value, code) in [
            ("Content-MD5", "MiK6ZqQ1QvDEa+XYsdLcQg==", nil),
            ("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA==", "BadDigest"),
            ("Content-MD5", "xx", "InvalidDigest"), ("x-amz-content-sha256", sha, nil),
            ("x-amz-content-sha256", zero, "XAmzContentSHA256Mismatch"),
            ("x-amz-content-sha256", "abc", "InvalidArgument"),
            ("x-amz-content-sha256", "UNSIGNED-PAYLOAD", nil),
            ("x-amz-checksum-crc32", "AAAAAA==", "BadDigest"),
        ] {
            let answer = send(.put, "/sums/k?tagging", [(name, value)], body)
            #expect(answer.code == code, "\(name): \(value)")
        }
        let right = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        let header = "x-amz-content-sha256"
        #expect(send(.put, "/sums/k", [(header, right)], "hello").status == 200)
        let wrong = send(.put, "/sums/k", [(header, right)], "hellO")
        #expect(wrong.status == 400 && wrong.code == "XAmzContentSHA256Mismatch")
        let delete = "<Delete><Object><Key>k</Key></Object></Delete>"
        let sum = [("x-amz-checksum-crc32", "A8uZRQ==")]
        #expect(send(.post, "/sums?delete", sum, delete).values("Deleted", "Key") == ["k"])
    }
}
