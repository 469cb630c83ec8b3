/// Limits a rate: a bucket that holds a number of tokens and is filled evenly; whoever wants to
/// pass takes one, and is turned away where there is none.
public struct TokenBucket: Hashable, Sendable {
    /// Tokens a second that come in.
    public let rate: Double
    /// Tokens that fit in.
    public let capacity: Double
    private var tokens: Double
    private var filledAt: VirtualInstant

    /// A full bucket.
    /// - Precondition: the rate is positive and the capacity at least 1.
    public init(rate: Double, capacity: Double, now: VirtualInstant) {
        precondition(rate > 0 && capacity >= 1, "a bucket that lets something pass")
        self.rate = rate
        self.capacity = capacity
        tokens = capacity
        filledAt = now
    }

    /// Takes `cost` tokens.
    ///
    /// - Returns: Whether there were as many.
    public mutating func admit(cost: Double = 1, now: VirtualInstant) -> Bool {
        let elapsed = Double(filledAt.duration(to: now).wholeNanoseconds) / 1e9
        tokens = min(capacity, tokens + rate * elapsed)
        filledAt = max(filledAt, now)
        // Times are whole nanoseconds: what comes in within the next one counts.
        guard tokens + rate * 1e-9 >= cost else { return false }
        tokens = max(0, tokens - cost)
        return true
    }
}
