import Testing

@testable import Simulator

struct ShuffleKeyspaceTests {
    private func instant(_ seconds: Int) -> VirtualInstant {
        .zero.advanced(by: .seconds(seconds))
    }

    private func keyspace(
        memory: Int = 1_000,
        _ whenFull: ShuffleSettings.FullPolicy = .refuse
    ) -> ShuffleKeyspace {
        ShuffleKeyspace(
            ShuffleSettings(
                store: .local,
                memory: memory,
                pairOverhead: 0,
                whenFull: whenFull
            )
        )
    }

    private func push(
        _ count: Int,
        to key: String,
        of keyspace: inout ShuffleKeyspace,
        length: Int? = nil,
        at seconds: Int = 0
    ) throws {
        try keyspace.push(
            Array(repeating: 7, count: count),
            pairs: 1,
            to: key,
            length: length,
            timeToLive: .seconds(3_600),
            now: instant(seconds)
        )
    }

    /// `RPUSH` to a key that exists keeps its time to live.
    @Test func `a push does not prolong a list`() throws {
        var keyspace = keyspace()
        try push(1, to: "a", of: &keyspace, at: 0)
        try push(1, to: "a", of: &keyspace, at: 3_000)
        let before = keyspace.range("a", now: instant(3_599))
        #expect(before?.pairs == 2)
        let after = keyspace.range("a", now: instant(3_600))
        #expect(after == nil)
        #expect(keyspace.used == 0)
        #expect(keyspace.expirations == 1)
    }

    @Test func `a push that is repeated is not done twice`() throws {
        var keyspace = keyspace()
        try push(1, to: "a", of: &keyspace, length: 0)
        #expect(throws: ShuffleKeyspace.PushError.unexpectedLength(1)) {
            try push(1, to: "a", of: &keyspace, length: 0)
        }
        let pushed = keyspace.range("a", now: .zero)
        #expect(pushed?.pairs == 1)
    }

    @Test func `a full store refuses, or throws away what was not used for the longest time`()
        throws
    {
        var refusing = keyspace()
        try push(600, to: "a", of: &refusing)
        #expect(throws: ShuffleKeyspace.PushError.outOfMemory) {
            try push(600, to: "b", of: &refusing)
        }
        var evicting = keyspace(.evict)
        try push(400, to: "a", of: &evicting)
        try push(400, to: "b", of: &evicting)
        _ = evicting.range("a", now: .zero)
        try push(400, to: "c", of: &evicting)
        let evicted = evicting.range("b", now: .zero)
        #expect(evicted == nil)
        let kept = evicting.range("a", now: .zero)
        #expect(kept != nil)
        #expect(evicting.evictions == 1)
        #expect(evicting.used == 800)
    }

    /// The value that the specification of Redis Cluster gives for its CRC-16.
    @Test func `slots are those of Redis Cluster`() {
        #expect(RedisSlot.checksum("123456789".utf8) == 0x31C3)
        #expect(RedisSlot.slot(of: "123456789") == 0x31C3)
    }
}
