import Testing

@testable import Simulator

struct ShuffleReplicationTests {
    private let settings = ShuffleSettings(
        store: .local,
        replicasPerMaster: 1,
        memory: 2_000,
        pairOverhead: 0,
        whenFull: .evict
    )

    /// An owner of lists, and what it did.
    private struct Owner {
        var keyspace: ShuffleKeyspace
        var log: ReplicationLog

        mutating func perform(_ request: ShuffleRequest, now: VirtualInstant) {
            keyspace.sweep(now: now)
            let answer = keyspace.answer(request, now: now)
            let removed = keyspace.takeRemoved()
            if !removed.isEmpty {
                log.append(ReplicatedWrite(request: .delete(removed), instant: now))
            }
            if answer == .done { log.append(ReplicatedWrite(request: request, instant: now)) }
        }
    }

    private func lists(_ keyspace: ShuffleKeyspace, at now: VirtualInstant) -> [[[UInt8]]] {
        var keyspace = keyspace
        return (0..<12).map { keyspace.range("k\($0)", now: now)?.chunks ?? [] }
    }

    /// Messages are lost, come twice or late; the owner throws lists away, and now and then its
    /// log is too short.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a replica ends with the lists of its owner`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var owner = Owner(
            keyspace: ShuffleKeyspace(settings),
            log: ReplicationLog(reign: "a", limit: 3_000)
        )
        var replica = ReplicaState()
        var copy = ShuffleKeyspace(settings)
        var late: [(writes: [ReplicatedWrite], first: Int)] = []
        var copies = 0
        func receive(_ writes: [ReplicatedWrite], _ first: Int) {
            guard let new = replica.take(writes, from: first, reign: "a") else { return }
            for write in new { copy.repeatWrite(write) }
        }
        func synchronise() {
            if let offset = replica.wholeOffset, let writes = owner.log.writes(from: offset) {
                if random.next() % 3 == 0 { late.append((writes, offset)) }
                if random.next() % 3 != 0 { receive(writes, offset) }
                return
            }
            copies += 1
            copy = owner.keyspace
            let isNew = replica.takeCopy(reign: "a", offset: owner.log.end)
            #expect(isNew)
        }
        for step in 0..<400 {
            let now = VirtualInstant.at(.seconds(step * 10))
            let bytes = [UInt8](repeating: UInt8(step & 255), count: Int(random.next() % 200))
            owner.perform(
                .push(
                    "k\(random.next() % 12)",
                    bytes,
                    pairs: 1,
                    length: nil,
                    timeToLive: .seconds(500)
                ),
                now: now
            )
            if random.next() % 5 == 0 { synchronise() }
            if random.next() % 9 == 0, let message = late.popLast() {
                receive(message.writes, message.first)
            }
        }
        for _ in 0..<50 { synchronise() }
        #expect(replica.wholeOffset == owner.log.end)
        let end = VirtualInstant.at(.seconds(3_990))
        #expect(lists(copy, at: end) == lists(owner.keyspace, at: end))
        #expect(lists(copy, at: end).contains { !$0.isEmpty })
        #expect(owner.keyspace.evictions > 0 && owner.keyspace.expirations > 0 && copies > 1)
    }

    @Test func `a copy that comes late does not count`() {
        var replica = ReplicaState()
        #expect(replica.wholeOffset == nil)
        let copies = [("a", 3), ("a", 2), ("b", 1)].map { replica.takeCopy(reign: $0, offset: $1) }
        #expect(copies == [true, false, true])
        #expect(replica.wholeOffset == 1)
        let gap = replica.take([], from: 2, reign: "b")
        let old = replica.take([], from: 1, reign: "a")
        #expect(gap == nil && old == nil)
        replica.forget()
        #expect(replica.wholeOffset == nil)
    }

    @Test func `the log keeps what fits, and no gap`() {
        var log = ReplicationLog(reign: "a", limit: 1_000)
        for _ in 0..<100 { log.append(ReplicatedWrite(request: .delete(["x"]), instant: .zero)) }
        #expect(log.end == 100)
        #expect(log.writes(from: 50) == nil)
        #expect(log.writes(from: 95)?.count == 5)
        #expect(log.writes(from: 100)?.count == 0)
        #expect(log.writes(from: 101) == nil)
    }
}
