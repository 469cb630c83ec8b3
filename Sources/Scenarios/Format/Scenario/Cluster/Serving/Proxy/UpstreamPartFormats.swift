public import Simulator

/// When a request moves on to the next server.
public struct NextUpstreamSpecification: Sendable, Equatable {
    /// A case in which it does.
    public enum Case: String, Sendable, CaseIterable {
        /// The connection could not be made or broke.
        case error
        /// The connection or the answer took too long.
        case timeout
        /// The answer was no HTTP.
        case invalidHeader = "invalid-header"
        /// Internal server error.
        case http500 = "http-500"
        /// Bad gateway.
        case http502 = "http-502"
        /// Service unavailable.
        case http503 = "http-503"
        /// Gateway time-out.
        case http504 = "http-504"
        /// Forbidden.
        case http403 = "http-403"
        /// Not found.
        case http404 = "http-404"
        /// Too many requests.
        case http429 = "http-429"
        /// Also requests that may not be repeated.
        case nonIdempotent = "non-idempotent"
    }

    /// The cases.
    public var cases: [Case] = [.error, .timeout]
    /// Attempts in all, 0 for as many as there are servers.
    public var tries = 0
    /// How long after it came a request may still move on; zero for ever.
    public var timeout: Duration = .zero

    /// nginx's rule.
    public init() {}
}

extension NextUpstreamSpecification: Section {
    static let name = "next-upstream"
    static let documentation = "When a request moves on: nginx's proxy_next_upstream."
    static var fields: [Field<Self>] {
        [
            .key(
                "cases",
                \.cases,
                .list("a list of cases", of: .choice("case", Case.self), length: 0...11),
                "In which cases; [] for none."
            ),
            .key(
                "tries",
                \.tries,
                .integer(in: 0...1_000),
                "Attempts in all, the first included; 0 for as many as there are servers."
            ),
            .key(
                "timeout",
                \.timeout,
                .duration,
                "How long after it came a request may still move on; 0s for ever."
            ),
        ]
    }
}

extension KeepaliveCache.Settings: Section {
    init() { self.init(capacity: 32) }

    static var name: String { "keepalive" }
    static var documentation: String { "Connections to servers that are kept for later." }
    static var fields: [Field<Self>] {
        [
            .key(
                "connections",
                \.capacity,
                .integer(in: 0...1_000_000, example: 32),
                "Idle connections that a worker keeps; 0 for none."
            ),
            .key(
                "requests",
                \.requestsMaximum,
                .integer(in: 1...1_000_000_000, example: 1_000),
                "Requests of one connection."
            ),
            .key("timeout", \.timeout, .positiveDuration, "How long one may be idle."),
            .key("time", \.time, .positiveDuration, "How old one may be."),
        ]
    }
}

extension CircuitThresholds: Section {
    init() { self.init(requestsMaximum: 1_024) }

    static var name: String { "circuit" }
    static var documentation: String {
        "How much an upstream takes on at a time; more is answered with 503: Envoy's."
    }
    static var fields: [Field<Self>] {
        [
            .key(
                "requests",
                \.requestsMaximum,
                .integer(in: 0...1_000_000_000, example: 1_024),
                "Requests under way."
            ),
            .key(
                "retries",
                \.retriesMaximum,
                .integer(in: 0...1_000_000_000),
                "Retries under way, where there is no budget."
            ),
            .optional(
                "retry-budget",
                \.retryBudget,
                .section,
                "Retries under way as a part of the requests under way."
            ),
        ]
    }
}

extension CircuitThresholds.RetryBudget: Section {
    init() { self.init(percent: 20) }

    static var name: String { "retry-budget" }
    static var documentation: String { "Retries as a part of the requests under way." }
    static var fields: [Field<Self>] {
        [
            .key("percent", \.percent, .integer(in: 0...100), "Of the requests under way."),
            .key(
                "minimum",
                \.minimum,
                .integer(in: 0...1_000_000),
                "Retries that may always be under way."
            ),
        ]
    }
}

extension OutlierSettings: Section {
    init() { self.init(consecutiveErrors: 5) }

    static var name: String { "outliers" }
    static var documentation: String { "Servers that differ from the others: Envoy's." }
    static var fields: [Field<Self>] {
        let percent = ValueFormat<Int>.integer(in: 0...100)
        let count = ValueFormat<Int>.integer(in: 0...1_000_000)
        return [
            .key("consecutive-5xx", \.consecutiveErrors, count, "Errors in a row; 0 for no rule."),
            .key(
                "consecutive-gateway",
                \.consecutiveGatewayErrors,
                count,
                "Gateway errors in a row; 0 for no rule."
            ),
            .key("interval", \.interval, .interval, "How often servers are compared."),
            .key("base-time", \.baseTime, .positiveDuration, "How long the first time lasts."),
            .key("max-time", \.timeMaximum, .positiveDuration, "The longest time."),
            .key("jitter", \.jitterMaximum, .duration, "The most at random on top of it."),
            .key(
                "max-percent",
                \.ejectionPercentMaximum,
                percent,
                "Servers that may be put aside, in per cent of all."
            ),
            .key("always-one", \.alwaysEjectsOne, .boolean, "One may be, however few there are."),
        ] + rateFields(percent, count)
    }

    private static func rateFields(
        _ percent: ValueFormat<Int>,
        _ count: ValueFormat<Int>
    ) -> [Field<Self>] {
        [
            .key("enforce-5xx", \.consecutivePercent, percent, "How often that rule is followed."),
            .key("enforce-gateway", \.gatewayPercent, percent, "How often that rule is followed."),
            .key("enforce-success", \.successPercent, percent, "How often that rule is followed."),
            .key("enforce-failure", \.failurePercent, percent, "How often that rule is followed."),
            .key("success-hosts", \.successHostsMinimum, count, "Servers that must be judged."),
            .key("success-requests", \.successRequestVolume, count, "Requests in an interval."),
            .key(
                "success-deviations",
                \.deviationFactor,
                .number(in: 0...100, example: "1.9"),
                "Standard deviations below the mean rate of success."
            ),
            .key("failure-percent", \.failurePercentage, percent, "The part of failures."),
            .key("failure-hosts", \.failureHostsMinimum, count, "Servers that must be judged."),
            .key("failure-requests", \.failureRequestVolume, count, "Requests in an interval."),
        ]
    }
}

extension ValueFormat where Value == ProxyCheck {
    /// Checks by the rules of HAProxy or AWS.
    static var proxyCheck: ValueFormat {
        .union(
            "check",
            "checks by somebody's rules",
            [
                .of("haproxy", "As HAProxy counts.", .section) { (shape: CounterShape) in
                    ProxyCheck(.counter(shape.settings), path: shape.path)
                } unwrap: {
                    guard case .counter(let settings) = $0.rules else { return nil }
                    return CounterShape(settings: settings, path: $0.path)
                },
                .of("alb", "As the load balancer of AWS counts.", .section) {
                    (shape: TargetShape) in
                    ProxyCheck(.target(shape.settings), path: shape.path)
                } unwrap: {
                    guard case .target(let settings) = $0.rules else { return nil }
                    return TargetShape(settings: settings, path: $0.path)
                },
            ]
        )
    }
}

/// What stands below `haproxy`.
private struct CounterShape: Section {
    var settings = CheckCounter.Settings()
    var path = "/health"

    init() {}

    init(settings: CheckCounter.Settings, path: String) {
        self.settings = settings
        self.path = path
    }

    static let name = "haproxy-check"
    static let documentation = "A counter that successes raise and failures lower."
    static var fields: [Field<Self>] {
        [
            .key("path", \.path, .requestPath, "What is asked for."),
            .key("inter", \.settings.interval, .interval, "Between checks."),
            .optional(
                "fastinter",
                \.settings.fastInterval,
                .interval,
                "Between checks of a server that changes."
            ),
            .optional(
                "downinter",
                \.settings.downInterval,
                .interval,
                "Between checks of one that is down."
            ),
            .optional(
                "timeout",
                \.settings.timeout,
                .positiveDuration,
                "How long a check may take; without it, the interval."
            ),
            .key("rise", \.settings.rise, .integer(in: 1...1_000), "Successes that bring it up."),
            .key("fall", \.settings.fall, .integer(in: 1...1_000), "Failures that take it down."),
        ]
    }

    func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.requireTimeout(settings.checkTimeout, within: settings.interval, "inter", node)
    }
}

/// What stands below `alb`.
private struct TargetShape: Section {
    var settings = TargetHealth.Settings()
    var path = "/health"

    init() {}

    init(settings: TargetHealth.Settings, path: String) {
        self.settings = settings
        self.path = path
    }

    static let name = "alb-check"
    static let documentation = "Results in a row; one pass for a new server."
    static var fields: [Field<Self>] {
        [
            .key("path", \.path, .requestPath, "What is asked for."),
            .key("interval", \.settings.interval, .interval, "Between checks."),
            .key("timeout", \.settings.timeout, .positiveDuration, "How long a check may take."),
            .key(
                "healthy",
                \.settings.healthyThreshold,
                .integer(in: 1...1_000),
                "Successes in a row that make a server healthy again."
            ),
            .key(
                "unhealthy",
                \.settings.unhealthyThreshold,
                .integer(in: 1...1_000),
                "Failures in a row that make it unhealthy."
            ),
        ]
    }

    func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.requireTimeout(settings.timeout, within: settings.interval, "interval", node)
    }
}

extension Reading {
    /// A check that takes longer than the interval would put off the next one.
    fileprivate mutating func requireTimeout(
        _ timeout: Duration,
        within interval: Duration,
        _ key: String,
        _ node: YAMLNode
    ) {
        guard timeout > interval else { return }
        report(
            "a check may take longer than the \(key)",
            at: node.location(at: [node.entry("timeout") == nil ? key : "timeout"])
        )
    }
}
