/// The lists of a shuffle server, with times to live and a bound on memory, after the manner of
/// Redis.
///
/// A push does not prolong a list's time to live; a list whose time is over is gone when it is
/// asked for, and at a sweep.
///
/// Source: `t_list.c`, `db.c`, `expire.c` and `evict.c` of Redis.
struct ShuffleKeyspace: Equatable, Sendable {
    private struct List: Equatable {
        var chunks: [[UInt8]] = []
        var pairs = 0
        var bytes = 0
        var expires: VirtualInstant?
    }

    /// Why a push was not done.
    enum PushError: Error, Hashable, Sendable {
        /// There is no memory left.
        case outOfMemory
        /// The list has another length than was expected: this push, or another one, was done
        /// before.
        case unexpectedLength(Int)
    }

    private let memory: Int
    private let pairOverhead: Int
    private let whenFull: ShuffleSettings.FullPolicy
    private let recordsRemovals: Bool
    /// Lists, the least recently used first.
    private var lists = RecentlyUsed<List>()

    /// Bytes in use.
    private(set) var used = 0
    /// The most bytes that were ever in use.
    private(set) var peak = 0
    /// Lists that were thrown away for want of memory.
    private(set) var evictions = 0
    /// Lists that were gone after their time.
    private(set) var expirations = 0
    /// Lists that were thrown away or gone since they were taken last, for replicas to follow.
    private var removed: [String] = []
    /// Before which instant no list is gone.
    private var earliestEnd = VirtualInstant.distantFuture

    init(_ settings: ShuffleSettings) {
        memory = settings.memory
        pairOverhead = settings.pairOverhead
        whenFull = settings.whenFull
        recordsRemovals = settings.replicasPerMaster > 0
    }

    /// Gives the lists that were thrown away, or gone after their time, since it was asked last.
    mutating func takeRemoved() -> [String] {
        defer { removed = [] }
        return removed
    }

    /// Does what the owner of these lists did. It is the owner that throws away what does not fit.
    mutating func repeatWrite(_ write: ReplicatedWrite) {
        switch write.request {
        case .push(let key, let chunk, let pairs, _, let timeToLive):
            let expires = write.instant.advanced(by: timeToLive)
            append(chunk, pairs, bytes: size(of: chunk, pairs), to: key, expires: expires)
        case .delete(let keys):
            for key in keys { delete(key) }
        case .range: break
        }
    }

    /// Appends a chunk of `pairs` pairs to the list `key`, if that has `length` chunks (`nil` for
    /// whatever it has).
    mutating func push(
        _ chunk: [UInt8],
        pairs: Int,
        to key: String,
        length: Int?,
        timeToLive: Duration,
        now: VirtualInstant
    ) throws(PushError) {
        expire(key, now)
        let present = lists[key]?.chunks.count ?? 0
        if let length, present != length { throw .unexpectedLength(present) }
        let size = size(of: chunk, pairs)
        guard makeRoom(for: size, sparing: key) else { throw .outOfMemory }
        append(chunk, pairs, bytes: size, to: key, expires: now.advanced(by: timeToLive))
    }

    private func size(of chunk: [UInt8], _ pairs: Int) -> Int {
        chunk.count + pairs * pairOverhead
    }

    private mutating func append(
        _ chunk: [UInt8],
        _ pairs: Int,
        bytes: Int,
        to key: String,
        expires: VirtualInstant
    ) {
        var list = lists.remove(key) ?? List()
        list.expires = list.expires ?? expires
        earliestEnd = min(earliestEnd, expires)
        list.chunks.append(chunk)
        list.pairs += pairs
        list.bytes += bytes
        used += bytes
        peak = max(peak, used)
        lists.use(key, list)
    }

    /// The chunks of the list `key`, and how many pairs they hold; nothing where it is not there.
    mutating func range(_ key: String, now: VirtualInstant) -> (chunks: [[UInt8]], pairs: Int)? {
        expire(key, now)
        guard let list = lists[key] else { return nil }
        lists.use(key, list)
        return (list.chunks, list.pairs)
    }

    /// Removes the list `key`.
    mutating func delete(_ key: String) {
        guard let list = lists.remove(key) else { return }
        used -= list.bytes
    }

    /// Removes all lists whose time is over.
    mutating func sweep(now: VirtualInstant) {
        guard earliestEnd <= now else { return }
        for (key, _) in lists.all { expire(key, now) }
        earliestEnd = lists.all.reduce(.distantFuture) { min($0, $1.value.expires ?? $0) }
    }

    /// How many lists there are.
    var count: Int { lists.count }

    private mutating func expire(_ key: String, _ now: VirtualInstant) {
        guard let expires = lists[key]?.expires, expires <= now else { return }
        remove(key)
        expirations += 1
    }

    private mutating func remove(_ key: String) {
        delete(key)
        if recordsRemovals { removed.append(key) }
    }

    private mutating func makeRoom(for size: Int, sparing key: String) -> Bool {
        guard size <= memory else { return false }
        while used + size > memory {
            guard whenFull == .evict, let victim = lists.all.first(where: { $0.key != key }) else {
                return false
            }
            remove(victim.key)
            evictions += 1
        }
        return true
    }
}
