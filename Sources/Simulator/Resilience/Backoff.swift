/// How long to wait before another attempt: twice as long each time, up to a maximum, less a random
/// part so that many who failed together do not come back together.
///
/// Source: "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct Backoff: Hashable, Sendable {
    /// The wait after the first attempt.
    public var first: Duration
    /// How many times longer each wait is than the one before.
    public var factor: Double
    /// The longest wait.
    public var maximum: Duration
    /// The largest part of a wait that may be taken off, 0 to 1.
    public var jitter: Double

    /// Doubles from `first` up to `maximum`.
    public init(
        first: Duration,
        factor: Double = 2,
        maximum: Duration = .seconds(60),
        jitter: Double = 0
    ) {
        precondition(factor >= 1 && (0...1).contains(jitter), "waits do not shrink")
        self.first = first
        self.factor = factor
        self.maximum = maximum
        self.jitter = jitter
    }

    /// The longest wait after `failures` failed attempts, the first of which is 1.
    public func delay(after failures: Int) -> Duration {
        var wait = min(first, maximum)
        var doublings = failures - 1
        while doublings > 0, wait < maximum {
            wait = min(wait * factor, maximum)
            doublings -= 1
        }
        return wait
    }

    /// The wait after `failures` failed attempts, less the random part.
    public func delay(after failures: Int, using random: inout RandomStream) -> Duration {
        let wait = delay(after: failures)
        return jitter == 0 ? wait : wait * (1 - jitter * random.unit())
    }
}
