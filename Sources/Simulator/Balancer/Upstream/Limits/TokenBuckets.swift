/// A token bucket for each key.
public struct TokenBuckets: Hashable, Sendable {
    /// Tokens a second that come into each.
    public let rate: Double
    /// Tokens that fit into each.
    public let capacity: Double
    private var buckets: [PlacementKey: TokenBucket] = [:]
    /// With how many keys the full ones are forgotten next.
    private var forgettingCount = 1_024

    /// Full buckets.
    /// - Precondition: the rate is positive and the capacity at least 1.
    public init(rate: Double, capacity: Double) {
        precondition(rate > 0 && capacity >= 1, "a bucket that lets something pass")
        self.rate = rate
        self.capacity = capacity
    }

    /// How many keys have a bucket that may not be full.
    public var count: Int { buckets.count }

    /// Whether a request of `key` may pass now; it takes nothing yet.
    public func admits(_ key: PlacementKey, now: VirtualInstant) -> Bool {
        guard var bucket = buckets[key] else { return true }
        return bucket.admit(now: now)
    }

    /// Takes the token of a request of `key` that passes.
    ///
    /// - Complexity: O(1) on average; the buckets that are full are forgotten now and then.
    public mutating func charge(_ key: PlacementKey, now: VirtualInstant) {
        let full = TokenBucket(rate: rate, capacity: capacity, now: now)
        _ = buckets[key, default: full].admit(now: now)
        guard buckets.count >= forgettingCount else { return }
        forgetFull(now: now)
        forgettingCount = max(1_024, 2 * buckets.count)
    }

    /// Forgets the buckets that are full; nothing is decided otherwise for it.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    public mutating func forgetFull(now: VirtualInstant) {
        let capacity = capacity
        buckets = buckets.filter { _, bucket in
            var bucket = bucket
            return !bucket.admit(cost: capacity, now: now)
        }
    }
}
