/// How healthy a server is, as a number from zero to one.
///
/// The score is `(1 - e)² / (1 + r / r₀)`, where `e` is the moving average of its failures, `r`
/// that of its response times, and `r₀` the response time that halves a score; a server that active
/// checks found unhealthy has none. The square makes errors weigh more than slowness: a server that
/// fails half of its requests keeps a quarter of its share, one that is as slow as `r₀` a half.
/// A server has a share of the requests in proportion to its weight times its score, but at least
/// a thousandth of its weight, so that its recovery can be seen.
public struct HealthScore: Hashable, Sendable {
    /// The response time that halves a score.
    public var halvingTime: Duration

    /// A score with this scale of response times.
    public init(halvingTime: Duration = .milliseconds(100)) {
        precondition(halvingTime > .zero, "a response time that halves a score")
        self.halvingTime = halvingTime
    }

    /// The score of a server.
    public func score(errorRate: Double, responseTime: Double) -> Double {
        let reliability = 1 - errorRate
        return reliability * reliability
            / (1 + responseTime / Double(halvingTime.wholeNanoseconds))
    }

    /// What the account of a server gains in a round: its effective weight in thousandths, times
    /// its score.
    func gain(_ peer: UpstreamPeer, at now: VirtualInstant) -> Int {
        let score = score(
            errorRate: peer.measures.errorRate,
            responseTime: peer.measures.responseTime
        )
        let weight = Double(peer.gain(at: now) * 1_000 / peer.unit) * score
        return max(peer.weight, Int(weight.rounded(.down)))
    }
}

/// A moving average of response times that jumps to a peak at once and recovers slowly.
///
/// Source: Finagle, `finagle-core/…/loadbalancer/PeakEwma.scala`.
public struct PeakAverage: Hashable, Sendable {
    private var cost = 0.0
    private var stamp: VirtualInstant?

    /// What a server costs that has requests under way and no history, in nanoseconds.
    static let penalty = Double(Int64.max >> 16)

    /// An average without a history.
    public init() {}

    /// Notes a response time in nanoseconds.
    public mutating func observe(_ time: Double, at now: VirtualInstant, decay: Duration) {
        let elapsed = Double((stamp ?? now).duration(to: now).wholeNanoseconds)
        let kept = Mathematics.exponential(-elapsed / Double(decay.wholeNanoseconds))
        cost = time > cost ? time : cost * kept + time * (1 - kept)
        stamp = now
    }

    /// What one more request costs beside those under way.
    public mutating func load(pending: Int, at now: VirtualInstant, decay: Duration) -> Double {
        observe(0, at: now, decay: decay)
        if cost == 0, pending != 0 { return Self.penalty + Double(pending) }
        return cost * Double(pending + 1)
    }
}
