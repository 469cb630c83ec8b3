@testable import Simulator

extension RESTBattery {
    func buckets() {
        send("bucket-create", .put, Self.storage)
        send("bucket-create-again", .put, Self.storage)
        send("bucket-head", .head, Self.storage)
        send("bucket-head-missing", .head, "/nope-bucket-x")
        send("bucket-bad-name", .put, "/Bad_Name")
    }

    func objects() {
        let bucket = Self.storage
        send("put", .put, bucket + "/a/1.txt", [("x-amz-meta-k", "v")], "hello")
        send("get", .get, bucket + "/a/1.txt")
        send("head", .head, bucket + "/a/1.txt")
        send("put-empty", .put, bucket + "/empty")
        send("get-missing-key", .get, bucket + "/no/such")
        send("head-missing-key", .head, bucket + "/no/such")
        send("get-missing-bucket", .get, "/nope-bucket-x/k")
        send("put-missing-bucket", .put, "/nope-bucket-x/k", [], "x")
        send("list-missing-bucket", .get, "/nope-bucket-x?list-type=2")
        send("delete-missing-key", .delete, bucket + "/no/such")
        for (name, range) in [
            ("range", "bytes=1-3"), ("range-suffix", "bytes=-2"), ("range-past-end", "bytes=3-99"),
            ("range-unsat", "bytes=10-20"),
        ] {
            send(name, .get, bucket + "/a/1.txt", [("Range", range)])
        }
    }

    func conditions() {
        let key = Self.storage + "/a/1.txt"
        let tag = Self.helloTag
        send("get-inm-304", .get, key, [("If-None-Match", tag)])
        send("get-im-412", .get, key, [("If-Match", "\"deadbeef\"")])
        send("get-im-ok", .get, key, [("If-Match", tag)])
        send("put-inm-star-exists", .put, key, [("If-None-Match", "*")], "zzz")
        send("put-inm-star-new", .put, Self.storage + "/a/new.txt", [("If-None-Match", "*")], "zzz")
        send("", .put, Self.storage + "/a/1b.txt", [], "hello")
        send("put-inm-etag(not-*)", .put, Self.storage + "/a/1b.txt", [("If-None-Match", tag)], "q")
        send("put-im-match", .put, key, [("If-Match", tag)], "hello2")
        send("put-im-mismatch", .put, key, [("If-Match", tag)], "hello3")
        send("put-im-missing", .put, Self.storage + "/zz/none", [("If-Match", tag)], "x")
        send("delete-im-mismatch", .delete, key, [("If-Match", tag)])
        let wrong = [("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA==")]
        send("bad-md5", .put, Self.storage + "/md5", wrong, "hello")
        send("invalid-md5", .put, Self.storage + "/md5", [("Content-MD5", "xx")], "hello")
        for count in [1_024, 1_025] {
            let key = String(repeating: "k", count: count)
            send("key-\(count)", .put, Self.storage + "/" + key, [], "x")
        }
    }

    func lists() {
        send("bucket2", .put, Self.list)
        for key in [
            "b/1", "b/2", "a/1", "a/2", "a/sub/1", "c", "Z", "%C3%A9", "a%20b", "a%2Bb", "~", "b/3",
            "d%26e",
        ] {
            send("", .put, Self.list + "/" + key, [], "x")
        }
        for (name, query) in [
            ("list-all", ""), ("list-delim", "&delimiter=%2F"),
            ("list-prefix", "&prefix=a%2F&delimiter=%2F"),
            ("list-startafter", "&start-after=b%2F2"),
            ("list-max0", "&max-keys=0"), ("list-max2000", "&max-keys=2000&prefix=c"),
            ("list-max-neg", "&max-keys=-1"),
            ("list-badtoken", "&continuation-token=garbage%21"),
            ("list-enc-url", "&encoding-type=url&prefix=a%2B"),
        ] {
            send(name, .get, Self.list + "?list-type=2" + query)
        }
    }

    func versioning() {
        let key = Self.versions + "/k"
        send("bucket3", .put, Self.versions)
        send("ver-get-unset", .get, Self.versions + "?versioning")
        send("", .put, key, [], "v0")
        send("ver-enable", .put, Self.versions + "?versioning", [], Self.versioning("Enabled"))
        let first = send("ver-put1", .put, key, [], "v1")["x-amz-version-id"] ?? ""
        let second = send("ver-put2", .put, key, [], "v2")["x-amz-version-id"] ?? ""
        let marker = send("ver-delete", .delete, key)["x-amz-version-id"] ?? ""
        send("ver-get-deleted", .get, key)
        send("ver-get-v1", .get, key + "?versionId=" + first)
        send("ver-get-null", .get, key + "?versionId=null")
        send("ver-get-dm-by-id", .get, key + "?versionId=" + marker)
        send("ver-head-dm-by-id", .head, key + "?versionId=" + marker)
        send("ver-get-bogus", .get, key + "?versionId=bogus")
        send("ver-get-wellformed-missing", .get, key + "?versionId=3HL4kqtJvjVBH40Nrjfkd")
        send("ver-list", .get, Self.versions + "?versions")
        send("ver-rm-dm", .delete, key + "?versionId=" + marker)
        send("ver-get-after", .get, key)
        send("ver-rm-v2", .delete, key + "?versionId=" + second)
        send("ver-suspend", .put, Self.versions + "?versioning", [], Self.versioning("Suspended"))
        send("ver-put-suspended", .put, key, [], "v3")
        send("ver-list2", .get, Self.versions + "?versions")
        send("bucket-del-nonempty", .delete, Self.versions)
    }

    private static func versioning(_ status: String) -> String {
        "<VersioningConfiguration xmlns=\"\(XMLElement.namespace)\"><Status>\(status)</Status>"
            + "</VersioningConfiguration>"
    }
}
