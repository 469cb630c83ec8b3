/// Who may store which answer: whoever missed it, as long as it was not deleted since.
///
/// Without it an answer that was read before a change could be stored after the deletion that the
/// change brought, and would then be wrong for as long as it lives. A lease ends with the deletion
/// of its key, and with the first answer that is stored by it.
///
/// Source: R. Nishtala and others, "Scaling Memcache at Facebook", NSDI 2013, section 3.2.1:
/// stale sets.
struct CacheLeases: ~Copyable {
    /// The leases by their keys.
    private var leases: [BackedKey: UInt64] = [:]
    /// All that were issued, the oldest first; most have ended.
    private var issued = RingBuffer<(key: BackedKey, lease: UInt64)>(capacity: 16)
    private let maximum: Int
    private var last: UInt64

    /// - Parameters:
    ///   - incarnation: Of the cache, which knows the leases of no earlier one.
    ///   - maximum: How many there are at most; the oldest ends before its time.
    init(incarnation: UInt32, maximum: Int) {
        self.maximum = maximum
        last = UInt64(incarnation) << 32
    }

    /// The lease of a key that was missed; all who miss it before it is stored have the same.
    mutating func issue(_ key: BackedKey) -> UInt64 {
        if let lease = leases[key] { return lease }
        last += 1
        leases[key] = last
        issued.append((key, last))
        while issued.count > maximum {
            let oldest = issued.removeFirst()
            if leases[oldest.key] == oldest.lease { leases[oldest.key] = nil }
        }
        return last
    }

    /// Ends a lease by storing an answer.
    ///
    /// - Returns: Whether it may be stored.
    mutating func redeem(_ lease: UInt64, of key: BackedKey) -> Bool {
        guard leases[key] == lease else { return false }
        leases[key] = nil
        return true
    }

    /// Ends the lease of a key that is deleted.
    mutating func cancel(_ key: BackedKey) { leases[key] = nil }
}
