import Simulator
import Testing

struct MultipartTests {
    private let fixture: StoreFixture
    private let parts = [(1, 100), (2, 200), (3, 7)].map {
        ObjectContent.described(seed: $0.0, count: $0.1)
    }

    init() throws {
        fixture = try StoreFixture(settings: ObjectStore.Settings(partSizeMinimum: 100))
    }

    private func begin(
        _ algorithm: ChecksumAlgorithm? = nil,
        _ type: ChecksumType? = nil
    ) throws(ObjectStoreError) -> UploadReference {
        let request = CreateMultipartUploadRequest(
            bucket: fixture.bucket,
            key: "k",
            checksumAlgorithm: algorithm,
            checksumType: type
        )
        let id = try fixture.store.createMultipartUpload(request, fixture.context).uploadID
        return UploadReference(bucket: fixture.bucket, key: "k", uploadID: id)
    }

    private func upload(
        _ number: Int,
        _ content: ObjectContent,
        to upload: UploadReference,
        _ algorithm: ChecksumAlgorithm? = nil
    ) throws -> CompleteMultipartUploadRequest.Part {
        let request = UploadPartRequest(
            upload: upload,
            partNumber: number,
            content: content,
            checksumAlgorithm: algorithm
        )
        let result = try fixture.store.uploadPart(request, fixture.context)
        return CompleteMultipartUploadRequest.Part(
            number,
            tag: result.tag.description,
            checksum: result.checksum
        )
    }

    private func uploadAll(
        to upload: UploadReference,
        numbers: [Int] = [1, 2, 3],
        _ algorithm: ChecksumAlgorithm? = nil
    ) throws -> [CompleteMultipartUploadRequest.Part] {
        try zip(numbers, parts).map { try self.upload($0, $1, to: upload, algorithm) }
    }

    private func complete(
        _ upload: UploadReference,
        _ parts: [CompleteMultipartUploadRequest.Part],
        change: (inout CompleteMultipartUploadRequest) -> Void = { _ in }
    ) throws(ObjectStoreError) -> WriteResult {
        var request = CompleteMultipartUploadRequest(upload: upload, parts: parts)
        change(&request)
        return try fixture.store.completeMultipartUpload(request, fixture.context).object
    }

    /// `md5(b"".join(md5(p).digest() for p in parts)).hexdigest() + "-3"` in Python, over the
    /// draws of SplitMix64; and so on for the checksums.
    @Test(arguments: [
        (ChecksumAlgorithm.sha256, "6jffubz2iUzaxkOS3B+ZNlzQgQEFrdmqu6qVKhv/fbY=-3"),
        (.sha1, "mdiEH5SwPuKj+BFTBbVqrpc81p4=-3"), (.crc32, "vBGvLw==-3"),
        (.crc32C, "ryfK1w==-3"), (.crc64NVME, "GtfXwguszMM="),
    ])
    func `tags and composite checksums are those of the parts`(
        algorithm: ChecksumAlgorithm,
        checksum: String
    ) throws {
        let reference = try begin(algorithm)
        let result = try complete(reference, try uploadAll(to: reference, algorithm))
        #expect(result.tag.text == "c70eb941bd57a3a6a324ad17f5c8c289-3")
        #expect(result.checksum?.text == checksum)
        #expect(try fixture.head("k").checksum?.text == checksum)
        #expect(try fixture.get("k").body == .joined(parts))
    }

    @Test(arguments: [(ChecksumAlgorithm.crc32, "gUdsWg=="), (.crc32C, "+WbtlQ==")])
    func `a full-object checksum is that of all bytes`(
        algorithm: ChecksumAlgorithm,
        checksum: String
    ) throws {
        let reference = try begin(algorithm, .fullObject)
        let numbered = try uploadAll(to: reference, numbers: [5, 70, 10_000])
        #expect(try complete(reference, numbered).checksum?.text == checksum)
    }

    @Test
    func `SHA has no full-object type, and CRC-64 no composite one`() throws {
        for (algorithm, type) in [
            (ChecksumAlgorithm.sha1, ChecksumType.fullObject), (.sha256, .fullObject),
            (.crc64NVME, .composite),
        ] {
            let error = storeError { () throws(ObjectStoreError) in try begin(algorithm, type) }
            #expect(error?.code == "InvalidRequest")
        }
    }

    @Test
    func `a completion is judged as the documentation says`() throws {
        let reference = try begin()
        let all = try uploadAll(to: reference)
        func code(_ parts: [CompleteMultipartUploadRequest.Part]) -> String? {
            storeError { () throws(ObjectStoreError) in try complete(reference, parts) }?.code
        }
        #expect(code([]) == "MalformedXML")
        #expect(code([all[1], all[0]]) == "InvalidPartOrder")
        #expect(code([all[0], all[0]]) == "InvalidPartOrder")
        #expect(code([all[0], .init(4, tag: all[1].tag)]) == "InvalidPart")
        #expect(code([all[0], .init(2, tag: all[0].tag)]) == "InvalidPart")
        #expect(code([all[2]]) == nil)
        let second = try begin()
        let small = [parts[2], parts[0]]
        let numbered = try (1...2).map { try upload($0, small[$0 - 1], to: second) }
        let error = storeError { () throws(ObjectStoreError) in try complete(second, numbered) }
        #expect(error == .entityTooSmall)
    }

    @Test
    func `composite checksums need parts without gaps`() throws {
        let reference = try begin(.sha256)
        let numbered = try uploadAll(to: reference, numbers: [1, 3, 4], .sha256)
        let error = storeError { () throws(ObjectStoreError) in try complete(reference, numbered) }
        #expect(error == .invalidPartOrder)
        let plain = try begin()
        let gaps = try uploadAll(to: plain, numbers: [1, 3, 4])
        #expect(try complete(plain, gaps).tag.text == "c70eb941bd57a3a6a324ad17f5c8c289-3")
    }

    @Test
    func `size and checksum that the client says are compared`() throws {
        let reference = try begin(.crc32, .fullObject)
        let all = try uploadAll(to: reference)
        let size = storeError { () throws(ObjectStoreError) in
            try complete(reference, all) { $0.objectSize = 308 }
        }
        #expect(size?.code == "InvalidRequest")
        let checksum = storeError { () throws(ObjectStoreError) in
            try complete(reference, all) {
                $0.checksum = try? ObjectChecksum(.crc32, text: "AAAAAA==")
            }
        }
        #expect(checksum == .badDigest)
        #expect(
            try complete(reference, all) {
                $0.objectSize = 307
                $0.checksum = try? ObjectChecksum(.crc32, text: "gUdsWg==")
            }.tag.partCount == 3
        )
    }

    @Test
    func `a part is replaced by a later one of its number`() throws {
        let reference = try begin()
        _ = try upload(1, parts[1], to: reference)
        let all = try uploadAll(to: reference)
        #expect(
            try complete(reference, Array(all[..<1])).tag.text
                == "cb01a922e72b393c3cbbaaec874e59fc-1"
        )
        #expect(try fixture.get("k").body == parts[0])
    }

    @Test
    func `a range of a part is read by its number`() throws {
        let reference = try begin()
        _ = try complete(reference, try uploadAll(to: reference))
        for (number, range) in [(1, 0..<100), (2, 100..<300), (3, 300..<307)] {
            let request = GetObjectRequest(bucket: fixture.bucket, key: "k", partNumber: number)
            let result = try fixture.store.get(request, fixture.context)
            #expect(result.range == range && result.body == parts[number - 1])
            #expect(result.status == 206 && result.description.partCount == 3)
        }
        let error = storeError { () throws(ObjectStoreError) in
            let request = GetObjectRequest(bucket: fixture.bucket, key: "k", partNumber: 4)
            return try fixture.store.get(request, fixture.context)
        }
        #expect(error?.status == 416)
    }

    @Test
    func `parts are copied from ranges of objects`() throws {
        let source = ObjectContent.described(seed: 9, count: 1_000)
        let put = PutObjectRequest(bucket: fixture.bucket, key: "source", content: source)
        _ = try fixture.store.put(put, fixture.context)
        let reference = try begin()
        func copy(_ number: Int, _ range: String?) throws(ObjectStoreError) -> UploadPartResult {
            let request = UploadPartCopyRequest(
                upload: reference,
                partNumber: number,
                source: CopySource(bucket: fixture.bucket, key: "source"),
                sourceRange: range.flatMap(ByteRange.init(header:))
            )
            return try fixture.store.uploadPartCopy(request, fixture.context)
        }
        let tags = [try copy(1, "bytes=500-999").tag, try copy(2, "bytes=0-499").tag]
        for range in ["bytes=500-1000", "bytes=-5", "bytes=5-"] {
            let error = storeError { () throws(ObjectStoreError) in try copy(3, range) }
            #expect(error?.code == "InvalidArgument")
        }
        let all = tags.enumerated().map {
            CompleteMultipartUploadRequest.Part($0.offset + 1, tag: $0.element.text)
        }
        _ = try complete(reference, all)
        #expect(
            try fixture.get("k").body
                == .joined([source.slice(500..<1_000), source.slice(0..<500)])
        )
    }

    @Test
    func `a conditional completion meets what happened during the upload`() throws {
        try fixture.put("k")
        let reference = try begin()
        let all = try uploadAll(to: reference)
        try fixture.delete("k")
        let error = storeError { () throws(ObjectStoreError) in
            try complete(reference, all) { $0.conditions.ifNoneMatch = .any }
        }
        #expect(error == .conditionalRequestConflict)
        let second = try begin()
        let again = try uploadAll(to: second)
        try fixture.put("k", "other")
        let exists = storeError { () throws(ObjectStoreError) in
            try complete(second, again) { $0.conditions.ifNoneMatch = .any }
        }
        #expect(exists == .preconditionFailed(.ifNoneMatch))
    }

    @Test
    func `parts and uploads are listed in pages`() throws {
        let reference = try begin()
        _ = try uploadAll(to: reference, numbers: [7, 2, 9])
        let first = try fixture.store.listParts(
            ListPartsRequest(upload: reference, maxParts: 2),
            fixture.context
        )
        #expect(first.parts.map(\.number) == [2, 7] && first.isTruncated)
        let rest = try fixture.store.listParts(
            ListPartsRequest(upload: reference, partNumberMarker: first.nextPartNumberMarker),
            fixture.context
        )
        #expect(rest.parts.map(\.number) == [9] && !rest.isTruncated)
        let others = [try begin(), try begin()]
        var request = ListMultipartUploadsRequest(bucket: fixture.bucket, maxUploads: 2)
        let page = try fixture.store.listMultipartUploads(request, fixture.context)
        #expect(page.uploads.map(\.uploadID) == [reference.uploadID, others[0].uploadID])
        request.keyMarker = page.nextKeyMarker ?? ""
        request.uploadIDMarker = page.nextUploadIDMarker
        let last = try fixture.store.listMultipartUploads(request, fixture.context)
        #expect(last.uploads.map(\.uploadID) == [others[1].uploadID] && !last.isTruncated)
    }
}
