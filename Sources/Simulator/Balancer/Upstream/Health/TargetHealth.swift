/// The health of a target as the application load balancer of AWS sees it.
///
/// A target that was just registered is healthy after one success; after that it takes as many
/// results in a row as the thresholds say. Every node of the balancer checks on its own.
/// Source: the user guide of Elastic Load Balancing, "Health checks for your target groups" and
/// "Edit target group attributes".
public struct TargetHealth: Hashable, Sendable {
    /// How targets are checked, registered and deregistered.
    public struct Settings: Hashable, Sendable {
        /// Between checks.
        public var interval: Duration
        /// How long a check may take.
        public var timeout: Duration
        /// Successes in a row.
        public var healthyThreshold: Int
        /// Failures in a row.
        public var unhealthyThreshold: Int
        /// How long a deregistered target finishes what it has.
        public var deregistrationDelay: Duration
        /// How long the share of a target grows, 0 for not at all.
        public var slowStart: Duration

        /// The defaults of AWS.
        public init(
            interval: Duration = .seconds(30),
            timeout: Duration = .seconds(5),
            healthyThreshold: Int = 5,
            unhealthyThreshold: Int = 2,
            deregistrationDelay: Duration = .seconds(300),
            slowStart: Duration = .zero
        ) {
            precondition(healthyThreshold > 0 && unhealthyThreshold > 0, "it takes a check")
            self.interval = interval
            self.timeout = timeout
            self.healthyThreshold = healthyThreshold
            self.unhealthyThreshold = unhealthyThreshold
            self.deregistrationDelay = deregistrationDelay
            self.slowStart = slowStart
        }
    }

    /// What the console shows.
    public enum State: Hashable, Sendable {
        /// Registered and not yet checked with success.
        case initial
        /// It gets requests.
        case healthy
        /// It gets requests only where too few others are healthy.
        case unhealthy
        /// Deregistered at this instant: nothing new; what is under way may end.
        case draining(since: VirtualInstant)
        /// Not registered.
        case unused
    }

    /// The rules.
    public let settings: Settings
    /// How the target stands.
    public private(set) var state = State.initial
    /// Results in a row that speak against the state.
    private var streak = 0

    /// A target that was just registered.
    public init(settings: Settings = Settings()) {
        self.settings = settings
    }

    /// Whether it is healthy.
    public var isHealthy: Bool { state == .healthy }

    /// Whether it is one of those that count for a fail-open.
    public var isRegistered: Bool {
        switch state {
        case .initial, .healthy, .unhealthy: true
        case .draining, .unused: false
        }
    }

    /// Notes a check.
    ///
    /// - Returns: Whether the state changed.
    public mutating func note(passed: Bool) -> Bool {
        let needed: Int
        switch state {
        case .initial: needed = passed ? 1 : settings.unhealthyThreshold
        case .healthy where !passed: needed = settings.unhealthyThreshold
        case .unhealthy where passed: needed = settings.healthyThreshold
        case .healthy, .unhealthy:
            streak = 0
            return false
        case .draining, .unused: return false
        }
        streak += 1
        guard streak >= needed else { return false }
        streak = 0
        state = passed ? .healthy : .unhealthy
        return true
    }

    /// Takes the target out of the group.
    public mutating func deregister(now: VirtualInstant) {
        guard isRegistered else { return }
        state = .draining(since: now)
        streak = 0
    }

    /// When connections that are still open are closed and the target is unused; nothing where it
    /// does not drain.
    public var drainEnd: VirtualInstant? {
        guard case .draining(let since) = state else { return nil }
        return since.advanced(by: settings.deregistrationDelay)
    }

    /// Ends a drain whose time is over; one of an idle target is shown until then all the same.
    public mutating func endDrain(now: VirtualInstant) {
        if let drainEnd, now >= drainEnd { state = .unused }
    }
}

/// Whether requests go to all targets because too few are healthy: AWS's fail-open.
public struct FailOpen: Hashable, Sendable {
    /// Fewer healthy targets than this open the group.
    public var countMinimum: Int
    /// Fewer healthy targets than this percentage do, 0 for no such rule.
    public var percentMinimum: Int

    /// The defaults of AWS: one target.
    public init(countMinimum: Int = 1, percentMinimum: Int = 0) {
        self.countMinimum = countMinimum
        self.percentMinimum = percentMinimum
    }

    /// Whether requests go to all.
    public func isOpen(healthy: Int, registered: Int) -> Bool {
        healthy < countMinimum || healthy * 100 < percentMinimum * registered
    }
}
