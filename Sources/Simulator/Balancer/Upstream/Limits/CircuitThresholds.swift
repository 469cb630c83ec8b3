/// How much a group takes on at one time: Envoy's circuit breaker.
///
/// What would be more is answered at once with 503. Retries that are under way are bounded by a
/// number, or by a part of the requests under way where there is a budget.
/// Source: Envoy, `api/envoy/config/cluster/v3/circuit_breaker.proto`.
public struct CircuitThresholds: Hashable, Sendable {
    /// Retries as a part of the requests.
    public struct RetryBudget: Hashable, Sendable {
        /// Of the requests under way and pending.
        public var percent: Int
        /// Retries that may always be under way.
        public var minimum: Int

        /// Envoy's defaults.
        public init(percent: Int = 20, minimum: Int = 3) {
            self.percent = percent
            self.minimum = minimum
        }

        /// Retries that may be under way beside so many requests.
        public func retriesMaximum(requests: Int) -> Int {
            max(minimum, requests * percent / 100)
        }
    }

    /// Connections to all servers.
    public var connectionsMaximum: Int
    /// Requests that wait for a connection.
    public var pendingMaximum: Int
    /// Requests under way.
    public var requestsMaximum: Int
    /// Retries under way, where there is no budget.
    public var retriesMaximum: Int
    /// What replaces `retriesMaximum`.
    public var retryBudget: RetryBudget?

    /// Envoy's defaults.
    public init(
        connectionsMaximum: Int = 1_024,
        pendingMaximum: Int = 1_024,
        requestsMaximum: Int = 1_024,
        retriesMaximum: Int = 3,
        retryBudget: RetryBudget? = nil
    ) {
        self.connectionsMaximum = connectionsMaximum
        self.pendingMaximum = pendingMaximum
        self.requestsMaximum = requestsMaximum
        self.retriesMaximum = retriesMaximum
        self.retryBudget = retryBudget
    }
}

/// Counts what a group has taken on, against its thresholds.
public struct CircuitCounts: Hashable, Sendable {
    /// What is counted.
    public enum Resource: Hashable, Sendable, CaseIterable {
        /// Connections to servers.
        case connection
        /// Requests that wait for a connection.
        case pending
        /// Requests under way.
        case request
        /// Requests that are on their second or later attempt.
        case retry
    }

    /// The thresholds.
    public let thresholds: CircuitThresholds
    /// Connections to servers.
    public private(set) var connections = 0
    /// Requests that wait for a connection.
    public private(set) var pending = 0
    /// Requests under way.
    public private(set) var requests = 0
    /// Retries under way.
    public private(set) var retries = 0
    /// What was turned away.
    public private(set) var overflows = 0

    /// Counts from zero.
    public init(thresholds: CircuitThresholds = CircuitThresholds()) {
        self.thresholds = thresholds
    }

    /// How many retries may be under way now.
    public var retriesMaximum: Int {
        thresholds.retryBudget?.retriesMaximum(requests: requests + pending)
            ?? thresholds.retriesMaximum
    }

    /// Takes one more on, or turns it away.
    public mutating func begin(_ resource: Resource) -> Bool {
        let (count, maximum) =
            switch resource {
            case .connection: (connections, thresholds.connectionsMaximum)
            case .pending: (pending, thresholds.pendingMaximum)
            case .request: (requests, thresholds.requestsMaximum)
            case .retry: (retries, retriesMaximum)
            }
        guard count < maximum else {
            overflows += 1
            return false
        }
        add(1, to: resource)
        return true
    }

    /// Notes the end of what was taken on.
    public mutating func end(_ resource: Resource) {
        add(-1, to: resource)
    }

    private mutating func add(_ change: Int, to resource: Resource) {
        switch resource {
        case .connection: connections += change
        case .pending: pending += change
        case .request: requests += change
        case .retry: retries += change
        }
        let counts = [connections, pending, requests, retries]
        precondition(counts.allSatisfy { $0 >= 0 }, "what ends was begun")
    }
}
