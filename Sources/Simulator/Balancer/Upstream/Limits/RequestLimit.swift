/// nginx's `limit_req`: a leaky bucket in thousandths of a request.
///
/// Every request adds a thousand to the excess, which runs out at the rate. Where it would pass the
/// burst the request is refused and the excess stays as it was; where it passes what may go without
/// delay, the request waits until that much has run out.
/// Source: nginx, `src/http/modules/ngx_http_limit_req_module.c`.
public struct RequestLimit: Hashable, Sendable {
    /// How many requests go without delay.
    public enum Delay: Hashable, Sendable {
        /// All within the burst: `nodelay`.
        case none
        /// All beyond this many: `delay=`; 0 is the default.
        case after(Int)
    }

    /// What becomes of a request.
    public enum Decision: Hashable, Sendable {
        /// It goes on.
        case pass
        /// It goes on after a while.
        case delay(Duration)
        /// It is refused: 503 by default.
        case refuse
    }

    /// Thousandths of a request a second.
    public let rate: Int
    /// Requests beyond the rate.
    public let burst: Int
    /// Which of them wait.
    public let delay: Delay

    /// What is over, by key.
    private var states: [PlacementKey: State] = [:]
    /// With how many keys the idle ones are forgotten next.
    private var forgettingCount = 1_024

    private struct State: Hashable {
        var excess: Int
        var last: Int
    }

    /// A limit of `perSecond` requests a second.
    public init(perSecond: Int, burst: Int = 0, delay: Delay = .after(0)) {
        self.init(milliRate: perSecond * 1_000, burst: burst, delay: delay)
    }

    /// A limit of `perMinute` requests a minute; nginx rounds down to thousandths a second.
    public init(perMinute: Int, burst: Int = 0, delay: Delay = .after(0)) {
        self.init(milliRate: perMinute * 1_000 / 60, burst: burst, delay: delay)
    }

    /// A limit of `count` requests in `period`; nginx rounds down to thousandths a second.
    public init(count: Double, in period: Duration, burst: Int = 0, delay: Delay = .after(0)) {
        let seconds = Double(period.wholeNanoseconds) / 1e9
        let milliRate = Int((count * 1_000 / seconds).rounded(.down))
        self.init(milliRate: max(1, milliRate), burst: burst, delay: delay)
    }

    private init(milliRate: Int, burst: Int, delay: Delay) {
        precondition(milliRate > 0 && burst >= 0, "a rate that lets something pass")
        rate = milliRate
        self.burst = burst
        self.delay = delay
    }

    /// How many keys have a state.
    public var count: Int { states.count }

    /// What becomes of a request of `key` now, which is counted unless it is refused.
    public mutating func decide(_ key: PlacementKey, now: VirtualInstant) -> Decision {
        let decision = decision(for: key, now: now)
        if decision != .refuse { charge(key, now: now) }
        return decision
    }

    /// What would become of a request of `key` now: one that several limits are asked about is
    /// counted by all of them or by none.
    public func decision(for key: PlacementKey, now: VirtualInstant) -> Decision {
        guard let excess = excess(of: key, now: now) else { return .pass }
        if excess > burst * 1_000 { return .refuse }
        guard case .after(let free) = delay, excess > free * 1_000 else { return .pass }
        return .delay(.milliseconds((excess - free * 1_000) * 1_000 / rate))
    }

    /// Counts a request of `key`.
    ///
    /// - Complexity: O(1) on average; the keys that are idle are forgotten now and then.
    public mutating func charge(_ key: PlacementKey, now: VirtualInstant) {
        states[key] = State(excess: excess(of: key, now: now) ?? 0, last: now.millisecond)
        guard states.count >= forgettingCount else { return }
        forgetIdle(now: now)
        forgettingCount = max(1_024, 2 * states.count)
    }

    /// The excess of `key` with one request more; nothing where it has no state.
    private func excess(of key: PlacementKey, now: VirtualInstant) -> Int? {
        guard let state = states[key] else { return nil }
        let elapsed = max(0, now.millisecond - state.last)
        return max(0, state.excess - rate * elapsed / 1_000 + 1_000)
    }

    /// Forgets the keys whose excess has run out; nothing is decided otherwise for it.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    public mutating func forgetIdle(now: VirtualInstant) {
        let millisecond = now.millisecond
        states = states.filter { _, state in
            state.excess + 1_000 > rate * (millisecond - state.last) / 1_000
        }
    }
}

/// nginx's `limit_conn`: at most so many requests under way for each key.
///
/// Source: nginx, `src/http/modules/ngx_http_limit_conn_module.c`.
public struct ConnectionLimit: Hashable, Sendable {
    /// The most requests under way for one key.
    public let maximum: Int
    private var counts: [PlacementKey: Int] = [:]

    /// A limit of `maximum` requests for each key.
    public init(maximum: Int) {
        precondition(maximum > 0, "a limit that lets something pass")
        self.maximum = maximum
    }

    /// How many keys have requests under way.
    public var count: Int { counts.count }

    /// Lets a request of `key` begin, or not: 503 by default.
    public mutating func begin(_ key: PlacementKey) -> Bool {
        let count = counts[key, default: 0]
        guard count < maximum else { return false }
        counts[key] = count + 1
        return true
    }

    /// Notes the end of a request that was let begin.
    public mutating func end(_ key: PlacementKey) {
        guard let count = counts[key] else { preconditionFailure("no such request is under way") }
        counts[key] = count == 1 ? nil : count - 1
    }
}
