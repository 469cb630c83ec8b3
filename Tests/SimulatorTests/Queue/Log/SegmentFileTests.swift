import Testing

@testable import Simulator

/// Logs that are read again from their files, which crashes have cut off or damaged.
struct SegmentFileTests {
    private static let partition = TopicPartition("orders", 3)
    private static let settings = PartitionLog.Settings(segmentBytes: 700)

    /// A log of some batches, and its files.
    private static func written(
        seed: UInt64
    ) -> (log: PartitionLog, files: [(name: String, bytes: [UInt8])]) {
        var random = SplitMix64(seed: seed)
        var log = PartitionLog(settings: settings)
        for number in 0..<Int.random(in: 1...25, using: &random) {
            let records = (0...Int.random(in: 0...4, using: &random)).map { place in
                QueueRecord(value: Array("\(number).\(place)".utf8), timestamp: Int64(number))
            }
            _ = log.append(RecordBatch(records), epoch: number / 4)
        }
        let files = log.segments.map { segment in
            (
                name: SegmentFile.name(of: partition, baseOffset: segment.baseOffset),
                bytes: SegmentFile.bytes(of: segment, from: 0)
            )
        }
        return (log, files)
    }

    private static func batches(_ log: PartitionLog) -> [RecordBatch] {
        log.segments.flatMap(\.batches)
    }

    @Test
    func `files are called as Kafka calls them`() {
        let name = SegmentFile.name(of: Self.partition, baseOffset: 368_769)
        #expect(name == "orders-3/00000000000000368769.log")
        #expect(SegmentFile.baseOffset(of: name, Self.partition) == 368_769)
        for other in ["orders-3/1.log", "orders-31/00000000000000368769.log", "orders-3/x"] {
            #expect(SegmentFile.baseOffset(of: other, Self.partition) == nil)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a log comes back with its segments, its epochs and its producers`(seed: UInt64) {
        let (log, files) = Self.written(seed: seed)
        var random = SplitMix64(seed: seed)
        let recovery = SegmentFile.recover(
            Self.partition,
            from: files.shuffled(using: &random) + [(name: "other", bytes: [1])],
            settings: Self.settings
        )
        #expect(recovery.cuts.isEmpty)
        #expect(recovery.log.segments == log.segments)
        #expect(recovery.log.epochs == log.epochs)
        #expect(recovery.log.end == log.end)
    }

    @Test(arguments: 0..<120 as Range<UInt64>)
    func `what a crash left behind ends at the last whole batch`(seed: UInt64) {
        let (log, whole) = Self.written(seed: seed)
        var random = SplitMix64(seed: seed + 1_000)
        var files = whole
        let hit = Int.random(in: 0..<files.count, using: &random)
        let place = Int.random(in: 0..<files[hit].bytes.count, using: &random)
        let isCut = Bool.random(using: &random)
        if isCut {
            files[hit].bytes.removeSubrange(place...)
        } else {
            files[hit].bytes[place] ^= 0x40
        }
        // Counted by hand: the batches before the place, over the files before and in this one.
        var expected: [RecordBatch] = []
        for segment in log.segments[..<hit] { expected += segment.batches }
        var offset = 0
        for batch in log.segments[hit].batches {
            let end = offset + batch.bytes.count
            guard end <= place else { break }
            expected.append(batch)
            offset = end
        }
        let recovery = SegmentFile.recover(Self.partition, from: files, settings: Self.settings)
        let found = Self.batches(recovery.log)
        // The epoch of the leader is not under the checksum.
        let isEpoch = !isCut && (12..<16).contains(place - offset)
        if !isEpoch { #expect(found == expected) }
        if !isEpoch, place > offset || !isCut {
            #expect(recovery.cuts.first?.length == offset)
        }
        // Cut as it says, the files are whole.
        for cut in recovery.cuts {
            let number = files.firstIndex { $0.name == cut.name } ?? 0
            files[number].bytes.removeSubrange(cut.length...)
        }
        let left = files.filter { !$0.bytes.isEmpty }
        let again = SegmentFile.recover(Self.partition, from: left, settings: Self.settings)
        #expect(again.cuts.isEmpty)
        #expect(Self.batches(again.log) == found)
    }
}
