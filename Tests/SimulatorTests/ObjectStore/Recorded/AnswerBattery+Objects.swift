import Simulator

extension AnswerBattery {
    static let helloTag = ETagCondition("\"5d41402abc4b2a76b9719d911017c592\"")

    func buckets() {
        createBucket("bucket-create", Self.storage)
        createBucket("bucket-create-again", Self.storage)
        step("bucket-head") { () throws(ObjectStoreError) in
            try store.headBucket(Self.storage, context)
        }
        step("bucket-head-missing") { () throws(ObjectStoreError) in
            try store.headBucket("nope-bucket-x", context)
        }
        createBucket("bucket-bad-name", "Bad_Name")
    }

    func objects() {
        let metadata = ObjectMetadata(user: [ObjectMetadata.Entry("k", "v")])
        put("put", "a/1.txt", "hello", ObjectAttributes(metadata: metadata))
        get("get", "a/1.txt")
        head("head", "a/1.txt")
        put("put-empty", "empty", "")
        get("get-missing-key", "no/such")
        head("head-missing-key", "no/such")
        get("get-missing-bucket", "k", in: "nope-bucket-x")
        put("put-missing-bucket", "k", "x", in: "nope-bucket-x")
        step("list-missing-bucket") { () throws(ObjectStoreError) in
            try store.list(ListObjectsRequest(bucket: "nope-bucket-x"), context)
        }
        delete("delete-missing-key", "no/such")
        for (name, range) in [
            ("range", "bytes=1-3"), ("range-suffix", "bytes=-2"), ("range-past-end", "bytes=3-99"),
            ("range-unsat", "bytes=10-20"),
        ] {
            get(name, "a/1.txt") { $0.range = ByteRange(header: range) }
        }
    }

    func conditions() {
        get("get-inm-304", "a/1.txt") { $0.conditions.ifNoneMatch = Self.helloTag }
        get("get-im-412", "a/1.txt") { $0.conditions.ifMatch = ETagCondition("\"deadbeef\"") }
        get("get-im-ok", "a/1.txt") { $0.conditions.ifMatch = Self.helloTag }
        put("put-inm-star-exists", "a/1.txt", "zzz") { $0.conditions.ifNoneMatch = .any }
        put("put-inm-star-new", "a/new.txt", "zzz") { $0.conditions.ifNoneMatch = .any }
        put("", "a/1b.txt", "hello")
        put("put-inm-etag(not-*)", "a/1b.txt", "q") { $0.conditions.ifNoneMatch = Self.helloTag }
        put("put-im-match", "a/1.txt", "hello2") { $0.conditions.ifMatch = Self.helloTag }
        put("put-im-mismatch", "a/1.txt", "hello3") { $0.conditions.ifMatch = Self.helloTag }
        put("put-im-missing", "zz/none", "x") { $0.conditions.ifMatch = Self.helloTag }
        delete("delete-im-mismatch", "a/1.txt") { $0.conditions.ifMatch = Self.helloTag }
        put("bad-md5", "md5", "hello") { $0.contentMD5 = "AAAAAAAAAAAAAAAAAAAAAA==" }
        put("invalid-md5", "md5", "hello") { $0.contentMD5 = "xx" }
        put("key-1024", String(repeating: "k", count: 1_024), "x")
        put("key-1025", String(repeating: "k", count: 1_025), "x")
    }

    func lists() {
        createBucket("bucket2", Self.list)
        for key in [
            "b/1", "b/2", "a/1", "a/2", "a/sub/1", "c", "Z", "é", "a b", "a+b", "~", "b/3", "d&e",
        ] {
            put("", key, "x", in: Self.list)
        }
        let requests: [(String, (inout ListObjectsRequest) -> Void)] = [
            ("list-all", { _ in }), ("list-delim", { $0.delimiter = "/" }),
            ("list-prefix", { ($0.prefix, $0.delimiter) = ("a/", "/") }),
            ("list-startafter", { $0.startAfter = "b/2" }), ("list-max0", { $0.maxKeys = 0 }),
            ("list-max2000", { ($0.maxKeys, $0.prefix) = (2_000, "c") }),
            ("list-max-neg", { $0.maxKeys = -1 }),
            ("list-badtoken", { $0.continuationToken = "garbage!" }),
            ("list-enc-url", { $0.prefix = "a+" }),
        ]
        for (name, change) in requests {
            var request = ListObjectsRequest(bucket: Self.list)
            change(&request)
            step(name) { () throws(ObjectStoreError) in try store.list(request, context) }
        }
    }

    func versioning() {
        let bucket = Self.versions
        createBucket("bucket3", bucket)
        step("ver-get-unset") { () throws(ObjectStoreError) in
            try store.versioning(of: bucket, context)
        }
        put("", "k", "v0", in: bucket)
        step("ver-enable") { () throws(ObjectStoreError) in
            try store.setVersioning(.enabled, of: bucket, context)
        }
        let first = put("ver-put1", "k", "v1", in: bucket)?.versionID
        let second = put("ver-put2", "k", "v2", in: bucket)?.versionID
        let marker = delete("ver-delete", "k", in: bucket)?.versionID
        get("ver-get-deleted", "k", in: bucket)
        get("ver-get-v1", "k", in: bucket) { $0.versionID = first }
        get("ver-get-null", "k", in: bucket) { $0.versionID = .null }
        get("ver-get-dm-by-id", "k", in: bucket) { $0.versionID = marker }
        head("ver-head-dm-by-id", "k", in: bucket) { $0.versionID = marker }
        step("ver-get-bogus") { () throws(ObjectStoreError) in
            guard VersionID("bogus") != nil else { throw .noSuchVersion }
        }
        get("ver-get-wellformed-missing", "k", in: bucket) {
            $0.versionID = VersionID("vffffffffffffffff")
        }
        listVersions("ver-list")
        delete("ver-rm-dm", "k", in: bucket) { $0.versionID = marker }
        get("ver-get-after", "k", in: bucket)
        delete("ver-rm-v2", "k", in: bucket) { $0.versionID = second }
        step("ver-suspend") { () throws(ObjectStoreError) in
            try store.setVersioning(.suspended, of: bucket, context)
        }
        put("ver-put-suspended", "k", "v3", in: bucket)
        listVersions("ver-list2")
        step("bucket-del-nonempty") { () throws(ObjectStoreError) in
            try store.deleteBucket(bucket, context)
        }
    }

    private func listVersions(_ name: String) {
        step(name) { () throws(ObjectStoreError) in
            try store.listVersions(ListObjectVersionsRequest(bucket: Self.versions), context)
        }
    }
}
