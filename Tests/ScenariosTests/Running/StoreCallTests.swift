import Scenarios
import Simulator
import Testing

@testable import Scenarios

/// Calls to an object store, and what they say again of earlier answers.
struct StoreCallTests {
    private func result(_ calls: String) throws -> ScenarioResult {
        let text = """
            version: 1
            name: calls
            seed: 1
            cluster: {object-store: {regions: [us-east-1, eu-west-1], buckets: [{name: bucket}]}}
            workload:
              - calls:
            \(calls)
            """
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "calls.yaml")
        let record = try ScenarioRunner().run(loaded.cells[0])
        return ScenarioResult(of: loaded, records: [record], command: "bench run calls.yaml")
    }

    private func held(_ calls: String) throws -> [Bool] {
        try result(calls).cells[0].expectations.map(\.isHeld)
    }

    @Test
    func `what is expected of an answer is compared with it`() throws {
        let held = try held(
            """
                  - {at: 1s, method: PUT, path: /bucket/k, headers: {x-amz-meta-a: b}, body: hello}
                  - {at: 2s, path: /bucket/k, expect: {body: hello, headers: {x-amz-meta-a: b}}}
                  - {at: 2s, path: /bucket/k, expect: {headers: {X-AMZ-META-A: c}}}
                  - {at: 2s, path: /bucket/k, expect: {headers: {x-amz-meta-a: null}}}
                  - {at: 2s, path: /bucket/k, expect: {headers: {x-amz-version-id: null}}}
                  - {at: 2s, path: /bucket/x, expect: {status: 404, code: NoSuchKey}}
                  - {at: 2s, path: /bucket/x, expect: {status: 404, code: NoSuchBucket}}
                  - {at: 2s, path: /bucket/k, expect: {code: NoSuchKey}}
            """
        )
        #expect(held == [true, false, false, true, true, false, false])
    }

    @Test(arguments: [
        ("{KeyCount: 2, Contents: [{Key: a}, {Key: b, Size: 1}]}", true),
        ("{Contents: [{Key: a}]}", false), ("{Contents: [{Key: b}, {Key: a}]}", false),
        ("{Contents: {Key: a}}", false), ("{CommonPrefixes: null}", true),
        ("{Contents: null}", false),
        ("{KeyCount: 3}", false), ("{IsTruncated: false, Name: bucket}", true),
        ("{Name: {}}", true),
        ("{Name: {X: 1}}", false), ("text", false),
    ])
    func `a part of a document is all that is asked for`(part: String, isHeld: Bool) throws {
        let held = try held(
            """
                  - {at: 1s, method: PUT, path: /bucket/a, body: x}
                  - {at: 1s, method: PUT, path: /bucket/b, body: x}
                  - {at: 3s, path: "/bucket?list-type=2", expect: {xml: {ListBucketResult: \(part)}}}
            """
        )
        #expect(held == [isHeld])
    }

    @Test
    func `what was captured is said again`() throws {
        let result = try result(
            """
                  - {at: 1s, method: PUT, path: /bucket/a, body: x, capture: {tag: {header: ETag}}}
                  - {at: 2s, path: /bucket/a, headers: {If-None-Match: "${tag}"}, expect: {status: 304, headers: {ETag: "${tag}"}}}
                  - {at: 3s, method: POST, path: "/bucket/b?uploads", capture: {upload: {xml: InitiateMultipartUploadResult/UploadId}, nothing: {header: x-none}}}
                  - {at: 4s, method: PUT, path: "/bucket/b?partNumber=1&uploadId=${upload}", body: "${upload}", capture: {part: {header: ETag}}}
                  - {at: 5s, method: POST, path: "/bucket/b?uploadId=${upload}", body: "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part}</ETag></Part></CompleteMultipartUpload>", expect: {xml: {CompleteMultipartUploadResult: {Key: b}}}}
                  - {at: 6s, path: /bucket/b, expect: {body: "${upload}"}}
                  - {at: 6s, path: /bucket/b, expect: {body: "${part}"}}
                  - {at: 7s, path: "/bucket/${nothing}", expect: {status: 200}}
            """
        )
        let checks = result.cells[0].expectations
        #expect(checks.map(\.isHeld) == [true, true, true, false, false])
        #expect(checks.last?.detail?.contains("nothing was captured as 'nothing'") == true)
    }

    @Test
    func `a body is filled up to its size`() throws {
        let held = try held(
            """
                  - {at: 1s, method: PUT, path: /bucket/a, body: abc, body-size: 7B, expect: {status: 200}}
                  - {at: 2s, path: /bucket/a, expect: {body: abcabca}}
            """
        )
        #expect(held == [true, true])
    }

    @Test
    func `a call names a region, or the caller`() throws {
        let held = try held(
            """
                  - {at: 1s, method: PUT, path: /bucket/a, body: x, expect: {status: 200}}
                  - {at: 2s, to: s3, path: /bucket/a, expect: {body: x}}
                  - {at: 2s, to: us-east-1, path: /bucket/a, expect: {body: x}}
                  - {at: 2s, to: s3-us-east-1, path: /bucket/a, expect: {body: x}}
                  - {at: 2s, to: eu-west-1, path: /bucket/a, expect: {status: 301, code: PermanentRedirect}}
                  - {at: 2s, caller: stranger, path: /bucket/a, expect: {status: 403, code: AccessDenied}}
                  - {at: 2s, caller: anonymous, path: /bucket/a, expect: {status: 403, code: AccessDenied}}
                  - {at: 2s, headers: {Authorization: "AWS stranger:x"}, path: /bucket/a, expect: {status: 403, code: AccessDenied}}
            """
        )
        #expect(held == Array(repeating: true, count: 8))
    }
}
