/// How the weight of a server that came back grows to its whole, so that cold caches and
/// connections are not overrun.
public struct SlowStart: Hashable, Sendable {
    /// The curve of the growth.
    public enum Shape: Hashable, Sendable {
        /// In proportion to the time: ALB and HAProxy; the shape that nginx Plus uses is not
        /// published.
        case linear
        /// `max(minimum, (t / window)^(1 / aggression))`, with `t` at least a second.
        ///
        /// Source: Envoy, `docs/root/intro/arch_overview/upstream/load_balancing/slow_start.rst`.
        case power(aggression: Double, minimumPercent: Int)

        /// Envoy's defaults.
        public static let envoy = Shape.power(aggression: 1, minimumPercent: 10)
    }

    /// How long it takes.
    public var window: Duration
    /// The curve.
    public var shape: Shape

    /// A growth over `window`.
    public init(window: Duration, shape: Shape = .linear) {
        self.window = window
        self.shape = shape
    }

    /// The part of `full` that counts at `now`, when growth began at `start`.
    public func weight(_ full: Int, since start: VirtualInstant, now: VirtualInstant) -> Int {
        let elapsed = start.duration(to: now)
        guard elapsed < window else { return full }
        switch shape {
        case .linear:
            let part = Int(max(.zero, elapsed).wholeNanoseconds / 1_000_000)
            let whole = Int(window.wholeNanoseconds / 1_000_000)
            return whole == 0 ? full : full * part / whole
        case .power(let aggression, let minimumPercent):
            let time = Double(max(elapsed, .seconds(1)).wholeNanoseconds)
            let part = time / Double(window.wholeNanoseconds)
            let factor = Mathematics.power(min(1, part), 1 / aggression)
            let weight = Double(full) * max(Double(minimumPercent) / 100, factor)
            return Int(weight.rounded(.down))
        }
    }
}
