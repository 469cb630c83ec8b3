import Testing

@testable import Simulator

/// Servers that ask a cache, with times by hand: a message takes 1 ms, a server 1 ms of its own, a
/// query 10 ms, and a command nothing.
struct CachedRequestTests {
    private func bed(
        servers: Int = 1,
        lifetime: Duration? = nil,
        coalesces: Bool = false,
        queries: Int = 1
    ) -> BackingBed {
        BackingBed(
            servers: servers,
            backing: BackingSettings(cacheTimeout: .milliseconds(20)),
            cache: SharedCacheSettings(command: .constant(.zero), lifetime: lifetime)
        ) {
            $0.isCached = true
            $0.coalesces = coalesces
            $0.queries = queries
        }
    }

    @Test
    func `a miss makes the query and stores, and whoever asks the same later has it at once`() {
        let bed = bed(servers: 2)
        let boxes = [
            bed.ask(), bed.ask(at: 50, of: 2), bed.ask(at: 50, key: 2), bed.ask(at: 50, .head),
        ]
        // 2 for the cache, 2 to connect, 12 for the query, 2 to store.
        #expect(
            bed.answers(boxes) == [.init(21, 200), .init(55, 200), .init(69, 200), .init(55, 200)]
        )
        #expect(bed.journal.counts.hits == 2 && bed.journal.counts.misses == 2)
        #expect(bed.journal.counts.queries == 2)
    }

    @Test
    func `a change makes its queries and deletes`() {
        let bed = bed()
        let boxes = [bed.ask(), bed.ask(at: 50, .put), bed.ask(at: 100)]
        #expect(bed.answers(boxes) == [.init(21, 200), .init(67, 200), .init(119, 200)])
        #expect(bed.journal.counts.deletions == 1 && bed.journal.counts.misses == 2)
        #expect(bed.journal.cacheProblems == [])
    }

    @Test
    func `an answer that was read before a change is not stored after its deletion`() {
        let bed = bed(queries: 3)
        // The change is made at 40 and deleted at 42. Two reads began their first query before it,
        // at 8 and at 34, and want to store at 44 and at 70.
        let boxes = [
            bed.ask(), bed.ask(at: 1, .put), bed.ask(at: 27), bed.ask(at: 200), bed.ask(at: 300),
        ]
        #expect(bed.answers(boxes).allSatisfy { $0?.status == 200 })
        #expect(bed.journal.counts.lateStores == 2)
        #expect(bed.journal.counts.hits == 1)
        #expect(bed.journal.cacheProblems == [])
    }

    @Test
    func `those who miss the same at the same time share the query of the first`() {
        let bed = bed(coalesces: true)
        let boxes = [bed.ask(), bed.ask(at: 1), bed.ask(at: 2, key: 2), bed.ask(at: 3)]
        // The first one also stores, which takes 2 more.
        #expect(
            bed.answers(boxes) == [.init(21, 200), .init(19, 200), .init(23, 200), .init(19, 200)]
        )
        #expect(bed.journal.counts.queries == 2 && bed.journal.counts.shared == 2)
        #expect(bed.journal.counts.misses == 4)
    }

    @Test
    func `a cache that is silent counts as a miss in time, and is told nothing`() {
        let bed = bed()
        bed.at(40) { [cache = bed.cache] in cache.crash() }
        bed.at(200) { [cache = bed.cache] in cache.current.restart() }
        let boxes = [
            bed.ask(), bed.ask(at: 50), bed.ask(at: 50, .put), bed.ask(at: 300), bed.ask(at: 400),
        ]
        #expect(
            bed.answers(boxes) == [
                .init(21, 200), .init(85, 200), .init(85, 200), .init(319, 200), .init(405, 200),
            ]
        )
        let counts = bed.journal.counts
        #expect(counts.unreachable == 2 && counts.lostDeletions == 1 && counts.deletions == 0)
        #expect(counts.hits == 1 && counts.misses == 3)
    }

    @Test
    func `a change whose answer is lost deletes nothing, and that is counted`() {
        let bed = BackingBed(
            backing: BackingSettings(timeout: .milliseconds(13)),
            cache: SharedCacheSettings(command: .constant(.zero)),
            endpoint: { $0.isCached = true }
        )
        bed.at(40) { [database = bed.database] in database.slowness = 2 }
        let boxes = [bed.ask(), bed.ask(at: 50, .put), bed.ask(at: 100)]
        // The change is made at 73, and was given up at 65; the entry from before it stays.
        #expect(bed.answers(boxes) == [.init(21, 200), .init(66, 500), .init(105, 200)])
        #expect(bed.journal.counts.lostDeletions == 1 && bed.journal.counts.hits == 1)
    }

    @Test
    func `an entry is not given away past its lifetime`() {
        let bed = bed(lifetime: .milliseconds(100))
        // Stored at 19, and asked for at 119 and after it.
        let boxes = [bed.ask(), bed.ask(at: 116), bed.ask(at: 117)]
        #expect(bed.answers(boxes) == [.init(21, 200), .init(121, 200), .init(136, 200)])
        #expect(bed.journal.counts.expirations == 1)
    }

    @Test
    func `who shares an answer shares its failure`() {
        let bed = BackingBed(
            backing: BackingSettings(timeout: .milliseconds(5)),
            cache: SharedCacheSettings(command: .constant(.zero))
        ) {
            $0.isCached = true
            $0.coalesces = true
        }
        #expect(bed.answers([bed.ask(), bed.ask(at: 1)]) == [.init(12, 500), .init(12, 500)])
    }
}
