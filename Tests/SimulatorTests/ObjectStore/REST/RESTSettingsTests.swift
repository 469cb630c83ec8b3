import Testing

@testable import Simulator

/// What buckets and objects have beside bytes.
struct RESTSettingsTests: RESTSuite {
    let battery = RESTBattery()

    /// The S3 API reference, *GetObjectLegalHold*, *GetObjectRetention*, *HeadObject*
    /// (`x-amz-object-lock-legal-hold`: "not returned if … never had a legal hold applied") and
    /// *Error responses*: NoSuchObjectLockConfiguration, 404.
    @Test
    func `a legal hold is read, also one that was lifted`() {
        _ = send(.put, "/locks", [("x-amz-bucket-object-lock-enabled", "true")])
        _ = send(.put, "/locks/k", [], "x")
        for part in ["legal-hold", "retention"] {
            let none = send(.get, "/locks/k?" + part)
            #expect(none.status == 404 && none.code == "NoSuchObjectLockConfiguration")
        }
        #expect(send(.head, "/locks/k")["x-amz-object-lock-legal-hold"] == nil)
        for status in ["ON", "OFF"] {
            let body = "<LegalHold><Status>\(status)</Status></LegalHold>"
            #expect(send(.put, "/locks/k?legal-hold", [], body).status == 200)
            let answer = send(.get, "/locks/k?legal-hold")
            #expect(answer.document?.name == "LegalHold")
            #expect(answer.value("Status") == status)
            #expect(send(.head, "/locks/k")["x-amz-object-lock-legal-hold"] == status)
        }
        _ = send(.put, "/plain")
        _ = send(.put, "/plain/k", [], "x")
        #expect(send(.get, "/plain/k?legal-hold").code == "InvalidRequest")
        #expect(send(.get, "/locks/none?legal-hold").code == "NoSuchKey")
    }

    /// The S3 API reference, *Error responses*, "List of error codes", and the operations.
    @Test(arguments: [
        ("policy", "NoSuchBucketPolicy"), ("policyStatus", "NoSuchBucketPolicy"),
        ("cors", "NoSuchCORSConfiguration"), ("tagging", "NoSuchTagSet"),
        ("replication", "ReplicationConfigurationNotFoundError"),
        ("lifecycle", "NoSuchLifecycleConfiguration"), ("website", "NoSuchWebsiteConfiguration"),
        ("object-lock", "ObjectLockConfigurationNotFoundError"),
    ])
    func `what nobody set of a bucket is not found`(part: String, code: String) {
        _ = send(.put, "/unset")
        let answer = send(.get, "/unset?" + part)
        #expect(answer.status == 404 && answer.code == code)
        #expect(send(.get, "/nope-bucket-x?" + part).code == "NoSuchBucket")
    }

    /// The S3 API reference: *GetBucketLogging* and so on, "if … not set", and the deletions, 204.
    @Test
    func `what a bucket has by itself is there`() {
        _ = send(.put, "/own")
        for (part, name) in [
            ("logging", "BucketLoggingStatus"), ("accelerate", "AccelerateConfiguration"),
            ("notification", "NotificationConfiguration"),
        ] {
            #expect(send(.get, "/own?" + part).document == XMLElement(name))
        }
        #expect(send(.get, "/own?requestPayment").value("Payer") == "BucketOwner")
        let encryption = send(.get, "/own?encryption").text
        #expect(encryption.contains("<SSEAlgorithm>AES256</SSEAlgorithm>"))
        for part in ["policy", "cors", "tagging", "website", "replication", "lifecycle"] {
            #expect(send(.delete, "/own?" + part).status == 204)
        }
    }

    /// The S3 API reference, *GetBucketAcl*, "Sample response".
    @Test(arguments: ["/mine?acl", "/mine/k?acl"])
    func `the owner has full control`(path: String) {
        _ = send(.put, "/mine")
        _ = send(.put, "/mine/k", [], "x")
        let answer = send(.get, path)
        #expect(answer.document?.name == "AccessControlPolicy")
        #expect(answer.values("Owner", "ID") == ["owner"])
        let grant = answer.document?.all("AccessControlList").first?.all("Grant").first
        #expect(grant?.all("Grantee").first?.all("ID").first?.text == "owner")
        #expect(grant?.all("Permission").first?.text == "FULL_CONTROL")
        #expect(answer.text.contains(" xsi:type=\"CanonicalUser\""))
        #expect(send(.get, "/mine/none?acl").code == "NoSuchKey")
    }

    /// The S3 API reference, *GetObjectAttributes*, "Response syntax".
    @Test
    func `attributes of an object are told as asked`() {
        _ = send(.put, "/told")
        let sum = ("x-amz-checksum-sha256", "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=")
        _ = send(.put, "/told/k", [sum], "hello")
        let all = "ETag,Checksum,ObjectParts,StorageClass,ObjectSize"
        let answer = send(.get, "/told/k?attributes", [("x-amz-object-attributes", all)])
        #expect(answer.document?.name == "GetObjectAttributesResponse")
        #expect(answer.value("ETag") == "5d41402abc4b2a76b9719d911017c592")
        #expect(answer.values("Checksum", "ChecksumSHA256") == [sum.1])
        #expect(answer.values("Checksum", "ChecksumType") == ["FULL_OBJECT"])
        #expect(answer.value("StorageClass") == "STANDARD")
        #expect(answer.value("ObjectSize") == "5")
        #expect(answer.value("ObjectParts") == nil)
        #expect(answer["last-modified"] == send(.head, "/told/k")["last-modified"])
        let size = send(.get, "/told/k?attributes", [("x-amz-object-attributes", "ObjectSize")])
        #expect(size.document?.children == [XMLElement("ObjectSize", "5")])
        #expect(send(.get, "/told/k?attributes").code == "InvalidRequest")
        let wrong = send(.get, "/told/k?attributes", [("x-amz-object-attributes", "Etag")])
        #expect(wrong.code == "InvalidArgument")
    }

    /// The S3 API reference, *PutObjectTagging*, *GetObjectTagging* and *DeleteObjectTagging*:
    /// `x-amz-version-id`.
    @Test
    func `tags are of a version`() {
        battery.versioning()
        let key = "/mapreduce-ver/tagged"
        let enabled = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        _ = send(.put, "/mapreduce-ver?versioning", [], enabled)
        let version = send(.put, key, [], "x")["x-amz-version-id"]
        let body = "<Tagging><TagSet/></Tagging>"
        #expect(version != nil)
        #expect(send(.put, key + "?tagging", [], body)["x-amz-version-id"] == version)
        #expect(send(.get, key + "?tagging")["x-amz-version-id"] == version)
        #expect(send(.delete, key + "?tagging")["x-amz-version-id"] == version)
    }

    /// Recorded of S3 in swift's s3api and localstack: "The Versioning element must be specified".
    /// An unknown algorithm: aws-controllers-k8s, issue 1505, MalformedXML.
    @Test
    func `settings without sense are refused`() {
        _ = send(.put, "/settings")
        let empty = send(.put, "/settings?versioning", [], "<VersioningConfiguration/>")
        #expect(empty.status == 400)
        #expect(empty.code == "IllegalVersioningConfigurationException")
        let unknown = """
            <ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault>
            <SSEAlgorithm>SSE-KMS</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>
            </ServerSideEncryptionConfiguration>
            """
        #expect(send(.put, "/settings?encryption", [], unknown).code == "MalformedXML")
        // The S3 API reference, *ServerSideEncryptionByDefault*: the key is optional.
        let managed = unknown.replacing("SSE-KMS", with: "aws:kms:dsse")
        #expect(send(.put, "/settings?encryption", [], managed).status == 200)
        let text = send(.get, "/settings?encryption").text
        #expect(text.contains("<SSEAlgorithm>aws:kms:dsse</SSEAlgorithm>"))
        #expect(!text.contains("KMSMasterKeyID"))
    }

    /// The S3 API reference, *PutBucketLifecycleConfiguration*: a rule of the older form has its
    /// `Prefix` itself.
    @Test
    func `a rule is given back as it was put`() {
        _ = send(.put, "/rules")
        let rule = "<Rule><ID>a</ID><Prefix>p/</Prefix><Status>Enabled</Status><Expiration>"
        let rest = "<Date>2027-01-01T00:00:00+00:00</Date></Expiration></Rule>"
        let body = "<LifecycleConfiguration>\(rule)\(rest)</LifecycleConfiguration>"
        #expect(send(.put, "/rules?lifecycle", [], body).status == 200)
        let text = send(.get, "/rules?lifecycle").text
        #expect(text.contains("<Prefix>p/</Prefix><Status>") && !text.contains("Filter"))
        #expect(text.contains("<Date>2027-01-01T00:00:00.000Z</Date>"))
    }
}
