/// Keeps calls from something that fails: closed it lets all pass and watches the last ones; when
/// too many of them failed it opens and lets none pass; after a while it is half-open and lets a
/// few pass to see whether they succeed.
///
/// The rules are Resilience4j's with a count-based window (`CircuitBreakerConfig`): there is no
/// judgement before `minimumCalls` of the window, the breaker opens at a rate that is *reached*,
/// and it becomes half-open by the first call after the wait. Half-open it judges as soon as
/// `minimumCalls` of the trials have ended, or all of them where they are fewer
/// (`CircuitBreakerMetrics.forHalfOpen`).
public struct CircuitBreaker: Hashable, Sendable {
    /// When to open, and for how long.
    public struct Settings: Hashable, Sendable {
        /// How many of the last calls are judged.
        public var window: Int
        /// Calls without which nothing is judged.
        public var minimumCalls: Int
        /// The part of failures that opens the breaker, 0 to 1.
        public var failureRate: Double
        /// How long it stays open.
        public var wait: Duration
        /// Calls that pass while it is half-open.
        public var trials: Int

        /// The defaults of Resilience4j.
        public init(
            window: Int = 100,
            minimumCalls: Int = 100,
            failureRate: Double = 0.5,
            wait: Duration = .seconds(60),
            trials: Int = 10
        ) {
            precondition(window > 0 && minimumCalls > 0 && trials > 0, "counts are positive")
            precondition(failureRate > 0 && failureRate <= 1, "a part of all calls")
            self.window = window
            self.minimumCalls = min(minimumCalls, window)
            self.failureRate = failureRate
            self.wait = wait
            self.trials = trials
        }
    }

    /// What the breaker does with calls.
    public enum State: String, Hashable, Sendable {
        /// Lets all pass.
        case closed
        /// Lets none pass.
        case open
        /// Lets some pass to see what happens.
        case halfOpen
    }

    /// What it does now.
    public private(set) var state = State.closed
    private let settings: Settings
    /// Whether each of the last calls failed, in a ring.
    private var outcomes: [Bool] = []
    private var next = 0
    private var failures = 0
    private var openedAt = VirtualInstant.zero
    private var admitted = 0

    /// A closed breaker.
    public init(settings: Settings = Settings()) {
        self.settings = settings
    }

    /// Whether a call may pass now; the one that asks makes it.
    public mutating func admits(now: VirtualInstant) -> Bool {
        switch state {
        case .closed: return true
        case .open:
            guard openedAt.duration(to: now) >= settings.wait else { return false }
            change(to: .halfOpen)
            admitted = 1
            return true
        case .halfOpen:
            guard admitted < settings.trials else { return false }
            admitted += 1
            return true
        }
    }

    /// Notes how a call ended that had passed.
    public mutating func note(failed: Bool, now: VirtualInstant) {
        guard state != .open else { return }
        let window = state == .halfOpen ? settings.trials : settings.window
        if outcomes.count < window {
            outcomes.append(failed)
        } else {
            failures -= outcomes[next] ? 1 : 0
            outcomes[next] = failed
        }
        next = (next + 1) % window
        failures += failed ? 1 : 0
        let needed = min(settings.minimumCalls, window)
        guard outcomes.count >= needed else { return }
        if Double(failures) / Double(outcomes.count) >= settings.failureRate {
            change(to: .open)
            openedAt = now
        } else if state == .halfOpen {
            change(to: .closed)
        }
    }

    /// Takes a call back that had passed and says nothing: while half-open another one may pass
    /// instead, as `releasePermission` of Resilience4j has it.
    public mutating func release() {
        if state == .halfOpen { admitted = max(0, admitted - 1) }
    }

    private mutating func change(to state: State) {
        self.state = state
        outcomes = []
        next = 0
        failures = 0
        admitted = 0
    }
}
