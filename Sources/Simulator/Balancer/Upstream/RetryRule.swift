/// In which cases a request moves on to the next server: `proxy_next_upstream`.
public struct RetryConditions: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt16

    /// A set from its bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The connection could not be made or broke.
    public static let error = RetryConditions(rawValue: 1)
    /// The connection or the answer took too long.
    public static let timeout = RetryConditions(rawValue: 2)
    /// The answer was empty or no HTTP.
    public static let invalidHeader = RetryConditions(rawValue: 4)
    /// Internal server error.
    public static let http500 = RetryConditions(rawValue: 8)
    /// Bad gateway.
    public static let http502 = RetryConditions(rawValue: 16)
    /// Service unavailable.
    public static let http503 = RetryConditions(rawValue: 32)
    /// Gateway time-out.
    public static let http504 = RetryConditions(rawValue: 64)
    /// Forbidden; never counts as a failure.
    public static let http403 = RetryConditions(rawValue: 128)
    /// Not found; never counts as a failure.
    public static let http404 = RetryConditions(rawValue: 256)
    /// Too many requests.
    public static let http429 = RetryConditions(rawValue: 512)
    /// Requests that may not be repeated are repeated nevertheless.
    public static let nonIdempotent = RetryConditions(rawValue: 1_024)

    /// Nothing moves on.
    public static let off: RetryConditions = []
    /// nginx's default.
    public static let standard: RetryConditions = [.error, .timeout]

    /// The case that a status is, if it is one.
    static func status(_ status: Int) -> RetryConditions? {
        switch status {
        case 500: .http500
        case 502: .http502
        case 503: .http503
        case 504: .http504
        case 403: .http403
        case 404: .http404
        case 429: .http429
        default: nil
        }
    }
}

/// How an attempt at a server ended.
public enum AttemptOutcome: Hashable, Sendable {
    /// It answered with this status.
    case answered(status: Int)
    /// No connection; nothing was sent.
    case refused
    /// The connection took too long; nothing was sent.
    case connectTimedOut
    /// The connection broke after the request was sent.
    case broken
    /// The answer took too long.
    case timedOut
    /// The answer was no HTTP.
    case invalidHeader
    /// The client went away.
    case abandoned

    /// The case that it is for a rule, if the answer is not simply passed on.
    var condition: RetryConditions? {
        switch self {
        case .answered(let status): .status(status)
        case .refused, .broken: .error
        case .connectTimedOut, .timedOut: .timeout
        case .invalidHeader: .invalidHeader
        case .abandoned: nil
        }
    }

    /// Whether the server has seen the request.
    var wasSent: Bool { self != .refused && self != .connectTimedOut }
}

/// What becomes of a request after an attempt.
public enum UpstreamVerdict: Hashable, Sendable {
    /// The next server is to be tried.
    case retry
    /// The client gets the answer of the server, or this status in its place.
    case respond(status: Int)
    /// There is no client any more.
    case abandoned
}

/// When a request moves on to the next server, and what counts as a failure of this one.
///
/// Source: nginx, `src/http/ngx_http_upstream.c`, `ngx_http_upstream_test_next` and
/// `ngx_http_upstream_next`.
public struct RetryRule: Hashable, Sendable {
    /// The cases in which it moves on.
    public var conditions: RetryConditions
    /// Attempts including the first, 0 for as many as there are servers: `…_tries`.
    public var triesMaximum: Int
    /// How long after the start of the request it may still move on, 0 for ever: `…_timeout`.
    public var timeout: Duration

    /// nginx's defaults.
    public init(
        conditions: RetryConditions = .standard,
        triesMaximum: Int = 0,
        timeout: Duration = .zero
    ) {
        precondition(triesMaximum >= 0, "attempts are counted from none")
        self.conditions = conditions
        self.triesMaximum = triesMaximum
        self.timeout = timeout
    }

    /// What the rule says of one attempt.
    struct Decision: Equatable {
        var verdict: UpstreamVerdict
        /// Whether the server has a failure more.
        var countsAsFailure: Bool
        /// Attempts left afterwards.
        var triesLeft: Int
    }

    /// What follows from `outcome`.
    ///
    /// A status that is passed on to the client never counts. What was no answer always does, even
    /// where nothing moves on.
    /// - Parameters:
    ///   - triesLeft: Attempts left, this one included.
    ///   - isReused: Whether the connection was kept alive from before: its breaking costs no try.
    func decision(
        after outcome: AttemptOutcome,
        isIdempotent: Bool,
        triesLeft: Int,
        startedAt: VirtualInstant,
        now: VirtualInstant,
        isReused: Bool
    ) -> Decision {
        let left = max(0, triesLeft - 1)
        guard var condition = outcome.condition else {
            return Decision(verdict: passed(outcome), countsAsFailure: false, triesLeft: left)
        }
        let isUncounted = condition == .http403 || condition == .http404
        if outcome.wasSent, !isIdempotent { condition.insert(.nonIdempotent) }
        let isAllowed = conditions.isSuperset(of: condition) && !isLate(startedAt, now)
        if case .answered = outcome {
            guard isAllowed, triesLeft > 1 else {
                return Decision(verdict: passed(outcome), countsAsFailure: false, triesLeft: left)
            }
            return Decision(verdict: .retry, countsAsFailure: !isUncounted, triesLeft: left)
        }
        let isFree = isReused && condition.contains(.error)
        let remaining = isFree ? left + 1 : left
        let verdict = isAllowed && remaining > 0 ? UpstreamVerdict.retry : passed(outcome)
        return Decision(verdict: verdict, countsAsFailure: true, triesLeft: remaining)
    }

    /// nginx's clock of milliseconds decides.
    private func isLate(_ startedAt: VirtualInstant, _ now: VirtualInstant) -> Bool {
        let limit = Int(timeout.wholeNanoseconds / 1_000_000)
        return limit > 0 && now.millisecond - startedAt.millisecond >= limit
    }

    private func passed(_ outcome: AttemptOutcome) -> UpstreamVerdict {
        switch outcome {
        case .answered(let status): .respond(status: status)
        case .refused, .broken, .invalidHeader: .respond(status: 502)
        case .connectTimedOut, .timedOut: .respond(status: 504)
        case .abandoned: .abandoned
        }
    }
}
