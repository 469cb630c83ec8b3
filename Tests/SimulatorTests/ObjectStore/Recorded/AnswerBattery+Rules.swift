import Simulator

extension AnswerBattery {
    func multipart() {
        let key = "mp.bin"
        let created = step("mp-create") { () throws(ObjectStoreError) in
            let request = CreateMultipartUploadRequest(bucket: Self.storage, key: key)
            return try store.createMultipartUpload(request, context).uploadID
        }
        guard let id = created else { return }
        let upload = UploadReference(bucket: Self.storage, key: key, uploadID: id)
        let large = ObjectContent(String(repeating: "a", count: 5 << 20))
        let small = ObjectContent(String(repeating: "b", count: 1_000))
        let first = part("mp-part1", upload, 1, large)
        let second = part("mp-part2", upload, 2, small)
        part("mp-part-0", upload, 0, small)
        part("mp-part-10001", upload, 10_001, small)
        step("mp-listparts") { () throws(ObjectStoreError) in
            try store.listParts(ListPartsRequest(upload: upload), context)
        }
        head("mp-invisible-before-complete", key)
        step("mp-uploads") { () throws(ObjectStoreError) in
            let request = ListMultipartUploadsRequest(bucket: Self.storage)
            return try store.listMultipartUploads(request, context)
        }
        complete("mp-wrong-order", upload, [(2, second), (1, first)])
        complete("mp-bad-etag", upload, [(1, "\"0000\"")])
        complete("mp-complete", upload, [(1, first), (2, second)])
        head("mp-head", key)
        head("mp-head-part1", key) { $0.partNumber = 1 }
        complete("mp-complete-again", upload, [(1, first), (2, second)])
        var bogus = upload
        bogus.uploadID = UploadID("bogus")
        part("mp-bad-uploadid", bogus, 1, small)
        incomplete()
    }

    private func incomplete() {
        let request = CreateMultipartUploadRequest(bucket: Self.storage, key: "small")
        guard let id = try? store.createMultipartUpload(request, context).uploadID else { return }
        let upload = UploadReference(bucket: Self.storage, key: "small", uploadID: id)
        let first = part("", upload, 1, ObjectContent("x"))
        let second = part("", upload, 2, ObjectContent("y"))
        complete("mp-too-small", upload, [(1, first), (2, second)])
        complete("mp-empty-list", upload, [])
        for name in ["mp-abort", "mp-abort-again"] {
            step(name, status: 204) { () throws(ObjectStoreError) in
                try store.abortMultipartUpload(upload, context)
            }
        }
    }

    @discardableResult
    private func part(
        _ name: String,
        _ upload: UploadReference,
        _ number: Int,
        _ content: ObjectContent
    ) -> String {
        let headers = { (result: UploadPartResult) in
            [ResponseHeader("etag", result.tag.description)]
        }
        let result = step(name, headers) { () throws(ObjectStoreError) in
            let request = UploadPartRequest(upload: upload, partNumber: number, content: content)
            return try store.uploadPart(request, context)
        }
        return result?.tag.description ?? ""
    }

    private func complete(_ name: String, _ upload: UploadReference, _ parts: [(Int, String)]) {
        step(name) { () throws(ObjectStoreError) in
            let parts = parts.map { CompleteMultipartUploadRequest.Part($0.0, tag: $0.1) }
            let request = CompleteMultipartUploadRequest(upload: upload, parts: parts)
            return try store.completeMultipartUpload(request, context)
        }
    }

    func lifecycle() {
        step("lc-get-none") { () throws(ObjectStoreError) in
            try store.lifecycle(of: Self.storage, context)
        }
        setLifecycle(
            "lc-put",
            [
                LifecycleRule(
                    id: "logs",
                    filter: LifecycleFilter(prefix: "backup/"),
                    transitions: [LifecycleRule.Transition(.days(30), to: .standardIA)],
                    expiration: .objects(.days(60)),
                    noncurrentExpiration: LifecycleRule.Noncurrent(days: 30),
                    abortIncompleteUploadDays: 7
                )
            ]
        )
        step("lc-get") { () throws(ObjectStoreError) in
            try store.lifecycle(of: Self.storage, context)
        }
        put("lc-put-object", "backup/2024-01-01-12-00-00/x", "x")
        head("lc-head", "backup/2024-01-01-12-00-00/x")
        setLifecycle("lc-bad-days0", [LifecycleRule(id: "x", expiration: .objects(.days(0)))])
        setLifecycle(
            "lc-bad-dupid",
            [("a", 1), ("b", 2)].map {
                LifecycleRule(
                    id: "x",
                    filter: LifecycleFilter(prefix: $0.0),
                    expiration: .objects(.days($0.1))
                )
            }
        )
        let early = LifecycleRule.Transition(.days(10), to: .standardIA)
        setLifecycle("lc-bad-ia-10d", [LifecycleRule(id: "x", transitions: [early])])
        let late = LifecycleRule.Transition(.days(40), to: .standardIA)
        setLifecycle(
            "lc-bad-exp-before-trans",
            [LifecycleRule(id: "x", transitions: [late], expiration: .objects(.days(35)))]
        )
    }

    private func setLifecycle(_ name: String, _ rules: [LifecycleRule]) {
        step(name) { () throws(ObjectStoreError) in
            let lifecycle = try LifecycleConfiguration(rules: rules)
            try store.setLifecycle(lifecycle, of: Self.storage, context)
        }
    }

    private func putEncrypted(_ name: String, _ key: String, _ header: String) {
        step(name, \WriteResult.headers) { () throws(ObjectStoreError) in
            let encryption = try ServerSideEncryption(header: header)
            let request = PutObjectRequest(
                bucket: Self.storage,
                key: key,
                content: ObjectContent("x"),
                attributes: ObjectAttributes(encryption: encryption)
            )
            return try store.put(request, context)
        }
    }

    func encryption() {
        putEncrypted("sse-s3", "enc", "AES256")
        head("sse-s3-head", "enc")
        putEncrypted("sse-kms", "enck", "aws:kms")
        putEncrypted("sse-bad", "encb", "ROT13")
        step("sse-bucket-get") { () throws(ObjectStoreError) in
            try store.defaultEncryption(of: Self.storage, context)
        }
        step("sse-bucket-put") { () throws(ObjectStoreError) in
            try store.setDefaultEncryption(.s3, of: Self.storage, context)
        }
        put("sse-default-put", "encd", "x")
        let customer = ObjectAttributes(encryption: .customer(keyMD5: "zZ5FnqcIqUjVwvWmyog4zw=="))
        put("sse-c-put", "encc", "x", customer)
        get("sse-c-get-nokey", "encc")
    }

    func classesAndCopies() {
        put("class-ia", "ia", "x", ObjectAttributes(storageClass: .standardIA))
        head("class-ia-head", "ia")
        step("class-bad") { () throws(ObjectStoreError) in try StorageClass(header: "FOO") }
        copy("copy", from: "enc", to: "copy")
        copy("copy-missing", from: "no/such", to: "copy2")
        copy("copy-self", from: "enc", to: "enc")
    }

    private func copy(_ name: String, from source: String, to key: String) {
        step(name, \WriteResult.headers) { () throws(ObjectStoreError) in
            let request = CopyObjectRequest(
                source: CopySource(bucket: Self.storage, key: source),
                bucket: Self.storage,
                key: key
            )
            return try store.copy(request, context)
        }
    }

    func deletesAndChecksums() {
        deleteMany("multi-delete", ["copy", "no/such"])
        deleteMany("multi-delete-quiet", ["no/such"], isQuiet: true)
        deleteMany("multi-delete-1001", (0..<1_001).map { "x\($0)" })
        put("checksum", "crc", "hello") { $0.checksumAlgorithm = .crc32 }
        head("checksum-head", "crc") { $0.wantsChecksum = true }
        put("checksum-bad", "crc2", "hello") {
            $0.checksum = try? ObjectChecksum(.crc32, text: "AAAAAA==")
        }
        step("list-buckets") { () throws(ObjectStoreError) in
            try store.listBuckets(ListBucketsRequest(), context)
        }
    }

    private func deleteMany(_ name: String, _ keys: [String], isQuiet: Bool = false) {
        step(name) { () throws(ObjectStoreError) in
            let request = DeleteObjectsRequest(
                bucket: Self.storage,
                items: keys.map { DeleteObjectsRequest.Item($0) },
                isQuiet: isQuiet
            )
            return try store.deleteMany(request, context)
        }
    }
}
