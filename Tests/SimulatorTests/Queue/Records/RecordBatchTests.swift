import Testing

@testable import Simulator

struct RecordBatchTests {
    /// The "uncompressed record" of IBM's client for Go, `record_test.go`.
    private static let published: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0,  // First offset
        0, 0, 0, 70,  // Length
        0, 0, 0, 0,  // Leader epoch
        2,  // Version
        84, 121, 97, 253,  // CRC-32C
        0, 0,  // Attributes
        0, 0, 0, 0,  // Last offset delta
        0, 0, 1, 88, 141, 205, 89, 56,  // First timestamp
        0, 0, 0, 0, 0, 0, 0, 0,  // Max timestamp
        0, 0, 0, 0, 0, 0, 0, 0,  // Producer
        0, 0,  // Producer epoch
        0, 0, 0, 0,  // First sequence
        0, 0, 0, 1,  // Number of records
        40, 0, 10, 0, 8, 1, 2, 3, 4, 6, 5, 6, 7,  // A record
        2, 6, 8, 9, 10, 4, 11, 12,  // With a header
    ]

    @Test
    func `the batch of another implementation is read`() throws {
        let batch = try #require(RecordBatch(Self.published, at: 0))
        #expect(batch.isWhole)
        #expect(batch.count == 1 && batch.baseOffset == 0 && batch.nextOffset == 1)
        #expect(batch.stamp == ProducerStamp(producer: 0, epoch: 0, sequence: 0))
        #expect(
            batch.records == [
                QueueRecord(key: [1, 2, 3, 4], value: [5, 6, 7], timestamp: 1_479_847_795_005)
            ]
        )
    }

    @Test(arguments: Array(21..<82))
    func `a changed byte is noticed`(place: Int) throws {
        var bytes = Self.published
        bytes[place] ^= 0x10
        #expect(RecordBatch(bytes, at: 0)?.isWhole != true)
    }

    @Test(arguments: 0..<82)
    func `a batch that was cut off is none`(length: Int) {
        #expect(RecordBatch(Array(Self.published[..<length]), at: 0) == nil)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `messages come out as they went in, wherever the batch stands`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let records = (0..<Int.random(in: 1...200, using: &random)).map { _ in
            func bytes(_ most: Int) -> [UInt8] {
                (0..<Int.random(in: 0...most, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
            }
            return QueueRecord(
                key: Bool.random(using: &random) ? bytes(20) : nil,
                value: bytes(300),
                timestamp: Int64.random(in: 0...2_000_000_000_000, using: &random)
            )
        }
        let stamp = ProducerStamp(producer: 7, epoch: 3, sequence: .max)
        var batch = RecordBatch(records, stamp: seed.isMultiple(of: 2) ? stamp : nil)
        batch.baseOffset = 1 << 40
        batch.leaderEpoch = 9
        let read = try #require(RecordBatch([1, 2, 3] + batch.bytes + [4], at: 3))
        #expect(read == batch)
        #expect(read.isWhole && read.records == records && read.leaderEpoch == 9)
        #expect(read.nextOffset == 1 << 40 + records.count)
        #expect(read.stamp == (seed.isMultiple(of: 2) ? stamp : nil))
        #expect(read.maxTimestamp == records.map(\.timestamp).max())
        var offsets: [Int] = []
        read.forEachRecord { offsets.append($0.offset) }
        #expect(offsets == records.indices.map { 1 << 40 + $0 })
    }

    @Test(arguments: [(0, 1), (-1, 1), (63, 1), (-64, 1), (64, 2), (-65, 2), (Int.max, 10)])
    func `small numbers need few bytes`(number: Int, size: Int) {
        var bytes: [UInt8] = []
        ZigZag.append(number, to: &bytes)
        #expect(bytes.count == size && ZigZag.size(number) == size)
        let read = bytes.withUnsafeBytes { bytes in
            var offset = 0
            return ZigZag.read(ByteView(bytes), at: &offset)
        }
        #expect(read == number)
    }
}
