import Testing

@testable import Simulator

/// A partition's log against a plain array of messages.
struct PartitionLogTests {
    private static func batch(
        _ values: ClosedRange<Int>,
        at time: Int64 = 0,
        stamp: ProducerStamp? = nil
    ) -> RecordBatch {
        RecordBatch(
            values.map { QueueRecord(value: Array("\($0)".utf8), timestamp: time) },
            stamp: stamp
        )
    }

    private static func values(_ batches: [RecordBatch]) -> [String] {
        batches.flatMap(\.records).map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `it holds what was appended, from any offset on`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var log = PartitionLog(settings: .init(segmentBytes: 600), start: 5)
        // What should be there: the message at offset 5 + index, and the ends of batches.
        var model: [Int] = []
        var ends = [0]
        var next = 0
        for _ in 0..<60 {
            if Int.random(in: 0..<5, using: &random) == 0 {
                let offset = Int.random(in: 5...(log.end + 2), using: &random)
                log.truncate(to: offset)
                ends.removeAll { 5 + $0 > offset && $0 > 0 }
                model.removeSubrange((ends.last ?? 0)...)
            } else {
                let last = next + Int.random(in: 0...6, using: &random)
                guard case .written(let batch) = log.append(Self.batch(next...last), epoch: 1)
                else {
                    Issue.record("nothing was written")
                    return
                }
                #expect(batch.baseOffset == 5 + model.count && batch.leaderEpoch == 1)
                model += Array(next...last)
                ends.append(model.count)
                next = last + 1
            }
            #expect(log.end == 5 + model.count)
            let from = Int.random(in: 5...(log.end + 1), using: &random)
            let read = log.read(from: from, limit: .max, before: log.end)
            let begin = ends.last { 5 + $0 <= from } ?? 0
            let expected = from < log.end ? model[begin...].map { String($0) } : []
            #expect(Self.values(read) == expected)
        }
        #expect(log.segments.allSatisfy { $0.batches.count == 1 || $0.bytes <= 600 })
    }

    @Test
    func `what is read ends before a bound, and comes a batch at a time at least`() {
        var log = PartitionLog(settings: .init())
        for start in [0, 3, 6] { _ = log.append(Self.batch(start...(start + 2)), epoch: 0) }
        #expect(Self.values(log.read(from: 0, limit: 0, before: 9)) == ["0", "1", "2"])
        #expect(log.read(from: 0, limit: .max, before: 6).count == 2)
        #expect(log.read(from: 0, limit: .max, before: 5).count == 1)
        #expect(log.read(from: 9, limit: .max, before: 9).isEmpty)
    }

    @Test
    func `a message that comes again is known, and one that is out of order refused`() {
        var log = PartitionLog(settings: .init())
        func append(_ sequence: Int32, count: Int = 2, epoch: Int16 = 0) -> PartitionLog.Appended {
            let stamp = ProducerStamp(producer: 1, epoch: epoch, sequence: sequence)
            return log.append(Self.batch(0...(count - 1), stamp: stamp), epoch: 0)
        }
        func isWritten(_ appended: PartitionLog.Appended) -> Bool {
            if case .written = appended { true } else { false }
        }
        #expect(isWritten(append(0)))
        #expect(append(0) == .duplicate(baseOffset: 0))
        #expect(append(4) == .outOfOrder)
        #expect(isWritten(append(2)))
        #expect(append(0) == .duplicate(baseOffset: 0))
        #expect(append(1) == .outOfOrder)
        // Of five batches each one is known, of six not the first.
        for sequence in stride(from: 4, through: 8, by: 2) as StrideThrough<Int32> {
            #expect(isWritten(append(sequence)))
        }
        #expect(append(0) == .duplicate(baseOffset: 0))
        #expect(isWritten(append(10)))
        #expect(append(0) == .outOfOrder)
        // A later incarnation begins from zero, and the one before is out.
        #expect(append(5, epoch: 1) == .outOfOrder)
        #expect(isWritten(append(0, epoch: 1)))
        #expect(append(12, epoch: 0) == .fenced)
        // What was taken back can be written again.
        log.truncate(to: 4)
        #expect(append(0) == .duplicate(baseOffset: 0))
        #expect(isWritten(append(4)))
    }

    @Test
    func `numbers of messages begin again after the greatest`() {
        var log = PartitionLog(settings: .init())
        func append(_ sequence: Int32) -> PartitionLog.Appended {
            let stamp = ProducerStamp(producer: 1, epoch: 0, sequence: sequence)
            return log.append(Self.batch(0...2, stamp: stamp), epoch: 0)
        }
        _ = append(.max - 1)
        #expect(append(.max - 1) == .duplicate(baseOffset: 0))
        #expect(append(2) == .outOfOrder)
        guard case .written = append(1) else {
            Issue.record("the numbers do not begin again")
            return
        }
    }

    /// Worked out by hand after KIP-101.
    @Test
    func `it knows where each leader's messages end`() {
        var log = PartitionLog(settings: .init())
        for (values, epoch) in [(0...2, 1), (3...3, 1), (4...6, 4), (7...7, 6)] {
            _ = log.append(Self.batch(values), epoch: epoch)
        }
        let expected: [(Int, (Int, Int)?)] = [
            (0, nil), (1, (1, 4)), (2, (1, 4)), (3, (1, 4)), (4, (4, 7)), (5, (4, 7)), (6, (6, 8)),
            (9, (6, 8)),
        ]
        for (epoch, end) in expected {
            let found = log.epochs.end(of: epoch, logEnd: log.end)
            #expect(found?.epoch == end?.0 && found?.offset == end?.1, "\(epoch)")
        }
        log.truncate(to: 5)
        #expect(log.end == 4 && log.epochs.latest == 1)
    }

    @Test
    func `old segments go, by time and by size, but never what not everybody has`() {
        func log(_ settings: PartitionLog.Settings) -> PartitionLog {
            var log = PartitionLog(settings: settings)
            // A segment for each batch of one message.
            for number in 0..<6 {
                let time = Int64(number) * 1_000
                _ = log.append(Self.batch(number...number, at: time), epoch: number / 3)
            }
            return log
        }
        let size = Self.batch(0...0).bytes.count
        var old = log(.init(segmentBytes: 1, retentionTime: 2_000))
        #expect(old.expire(now: 4_500, before: 6) == [0, 1, 2])
        #expect(old.start == 3 && old.end == 6)
        #expect(old.epochs.entries == [.init(epoch: 1, start: 3)])
        #expect(old.expire(now: 100_000, before: 5) == [3, 4])
        #expect(old.expire(now: 100_000, before: 6) == [5])
        #expect(old.start == 6 && old.end == 6 && old.bytes == 0)
        var large = log(
            .init(segmentBytes: 1, retentionBytes: 3 * size, retentionTime: nil)
        )
        #expect(large.expire(now: 0, before: 6) == [0, 1, 2])
        #expect(large.bytes == 3 * size)
        var timed = PartitionLog(settings: .init(segmentTime: 500))
        for number in 0..<4 {
            _ = timed.append(Self.batch(number...number, at: Int64(number) * 300), epoch: 0)
        }
        #expect(timed.segments.map(\.baseOffset) == [0, 2])
    }
}
