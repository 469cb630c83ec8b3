import Testing

@testable import Simulator

struct ChecksumTests {
    private func text(_ algorithm: ChecksumAlgorithm, _ content: ObjectContent) -> String {
        ObjectChecksum(algorithm, of: content).bytes
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The catalogue of parametrised CRC algorithms: the checks of `123456789`.
    @Test(arguments: [
        (ChecksumAlgorithm.crc32, "cbf43926"), (.crc32C, "e3069283"),
        (.crc64NVME, "ae8b14860a799888"),
    ])
    func `the published check values hold`(algorithm: ChecksumAlgorithm, check: String) {
        #expect(text(algorithm, ObjectContent("123456789")) == check)
    }

    /// RFC 3720, B.4, and the NVM Command Set specification, "64b CRC".
    @Test
    func `the vectors of iSCSI and NVMe hold`() {
        let zeros = ObjectContent([UInt8](repeating: 0, count: 32))
        let ones = ObjectContent([UInt8](repeating: 255, count: 32))
        #expect(text(.crc32C, zeros) == "8a9136aa")
        #expect(text(.crc32C, ones) == "62a8ab43")
        #expect(text(.crc32C, ObjectContent((0..<32).map { $0 })) == "46dd794e")
        let page = 4_096
        let zeroPage = ObjectContent([UInt8](repeating: 0, count: page))
        #expect(text(.crc64NVME, zeroPage) == "6482d367eb22b64e")
        let onePage = ObjectContent([UInt8](repeating: 255, count: page))
        #expect(text(.crc64NVME, onePage) == "c0ddba7302eca3ac")
        let counted = ObjectContent((0..<page).map { UInt8($0 % 256) })
        #expect(text(.crc64NVME, counted) == "3e729f5f6750449c")
    }

    /// By Python's hashlib, zlib and a CRC bit by bit.
    @Test(arguments: [
        (ChecksumAlgorithm.crc32, "NhCmhg=="), (.crc32C, "mnG7TA=="),
        (.crc64NVME, "M3eFcAZSQlc="), (.sha1, "qvTGHdzF6KLavt4PO0gs2a6pQ00="),
        (.sha256, "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="),
    ])
    func `headers have Base64`(algorithm: ChecksumAlgorithm, expected: String) throws {
        let checksum = ObjectChecksum(algorithm, of: ObjectContent("hello"))
        #expect(checksum.text == expected)
        #expect(try ObjectChecksum(algorithm, text: expected) == checksum)
        #expect(throws: ObjectStoreError.self) { try ObjectChecksum(algorithm, text: "xx") }
        #expect(throws: ObjectStoreError.self) { try ObjectChecksum(algorithm, text: "AAA=") }
    }

    /// `hashlib.md5(bytes).hexdigest()` and so on, over SplitMix64's draws of seed 42 in Python.
    @Test
    func `described bytes have the digests of stored ones`() {
        let described = ObjectContent.described(seed: 42, count: 200_003)
        #expect(ContentDigests.tag(described).text == "e3677db53aa7cdc03655b47c7d247e44")
        #expect(text(.sha1, described) == "36bccb81f92a452911b64c6672d53d6174010e1e")
        #expect(
            text(.sha256, described)
                == "d6c1dae2e35c32e7b382b3d26dac0b65e81d53f658e712c8e8d62ff2d3a0835e"
        )
        #expect(text(.crc32, described) == "8b7dec2c")
        #expect(text(.crc32C, described) == "104fcbee")
        #expect(text(.crc64NVME, described) == "da86dd74e3d8dbb3")
        let stored = ObjectContent(described.bytes())
        for algorithm in ChecksumAlgorithm.allCases {
            #expect(text(algorithm, stored) == text(algorithm, described))
        }
    }

    @Test(arguments: 0..<20)
    func `checksums of pieces combine to that of the whole`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let content = ObjectContent.described(seed: seed, count: 5_000)
        var cuts = (0..<4).map { _ in Int.random(in: 0...content.count, using: &random) }.sorted()
        cuts = [0] + cuts + [content.count]
        let pieces = zip(cuts, cuts.dropFirst()).map { content.slice($0..<$1) }
        for algorithm in [ChecksumAlgorithm.crc32, .crc32C, .crc64NVME] {
            let parts = pieces.map { (checksum: ObjectChecksum(algorithm, of: $0), size: $0.count) }
            let whole = ObjectChecksum(algorithm, of: content)
            #expect(ObjectChecksum.combined(parts, algorithm) == whole)
        }
    }

    @Test(arguments: 0..<30)
    func `cut and joined content has the bytes of an array`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var content = ObjectContent.described(seed: seed, count: 300)
        var bytes = content.bytes()
        for _ in 0..<6 {
            let low = Int.random(in: 0...bytes.count, using: &random)
            let high = Int.random(in: low...bytes.count, using: &random)
            let extra = [UInt8]((0..<UInt8.random(in: 0...40, using: &random)).map { $0 })
            content = .joined([content.slice(low..<high), ObjectContent(extra), content])
            bytes = Array(bytes[low..<high]) + extra + bytes
            #expect(content.count == bytes.count)
            #expect(content.bytes() == bytes)
        }
        #expect(content == ObjectContent(bytes))
    }
}
