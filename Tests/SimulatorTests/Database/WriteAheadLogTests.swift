import OrderedCollections
import Testing

@testable import Simulator

struct WriteAheadLogTests {
    private let transactions: [[ResolvedChange]] = [
        [.put(DatabaseKey("jobs", "a"), ["n": .integer(-5), "t": .text("\u{e9}"), "z": .null])],
        [],
        [
            .set(DatabaseKey("jobs", "a"), ["b": .bytes([0, 255])]),
            .delete(DatabaseKey("tasks", "")),
        ],
    ]

    @Test func `what was written is read`() {
        let log = transactions.flatMap(WriteAheadLog.record)
        let replay = WriteAheadLog.replay(log)
        #expect(replay.transactions == transactions)
        #expect(replay.length == log.count)
    }

    @Test func `a log that was cut short gives the transactions before the cut`() {
        let records = transactions.map(WriteAheadLog.record)
        let log = records.flatMap { $0 }
        for length in 0...log.count {
            var whole = 0
            var end = 0
            while whole < records.count, end + records[whole].count <= length {
                end += records[whole].count
                whole += 1
            }
            let replay = WriteAheadLog.replay(Array(log.prefix(length)))
            #expect(replay.transactions == Array(transactions.prefix(whole)))
            #expect(replay.length == end)
        }
    }

    @Test func `a flipped bit ends the log before its record`() {
        let first = WriteAheadLog.record(transactions[0])
        for place in first.indices {
            for bit in 0..<8 {
                var log = first
                log[place] ^= 1 << bit
                #expect(WriteAheadLog.replay(log).transactions != [transactions[0]])
            }
        }
    }
}
