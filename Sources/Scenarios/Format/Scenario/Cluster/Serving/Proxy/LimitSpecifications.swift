public import Simulator

/// A rule of who may come.
public struct AccessRuleSpecification: Sendable, Equatable {
    /// Whether those may come whom it fits.
    public var verdict = Verdict.deny
    /// Whom it fits, as text; `all` for everybody.
    public var network = "all"

    /// Whether somebody may come.
    public enum Verdict: String, Sendable, CaseIterable {
        /// Yes.
        case allow
        /// No: status 403.
        case deny
    }

    /// Nobody may come.
    public init() {}
}

extension AccessRuleSpecification: Section {
    static let name = "access-rule"
    static let documentation = "A rule of who may come."
    static var fields: [Field<Self>] {
        [
            .key(
                "rule",
                \.verdict,
                .choice("rule", Verdict.self),
                required: true,
                "Whether those may come whom it fits."
            ),
            .key("from", \.network, .clientNetwork, required: true, "Whom it fits."),
        ]
    }
}

extension ValueFormat where Value == String {
    /// `all`, or addresses.
    fileprivate static var clientNetwork: ValueFormat {
        .scalar(
            ScalarShape(
                name: "all, an address or a network",
                example: "10.0.0.0/8",
                form: .pattern("^(all|[0-9a-fA-F.:]+(/[0-9]{1,3})?)$")
            ),
            parse: { text throws(ValueProblem) in
                guard text == "all" || AccessList.Network(text) != nil else {
                    throw ValueProblem("is no network")
                }
                return text
            },
            write: { $0 }
        )
    }
}

/// A limit on requests.
public struct RequestLimitSpecification: Sendable, Equatable {
    /// How requests are counted.
    public enum Kind: String, Sendable, CaseIterable {
        /// By nginx's `limit_req`.
        case leakyBucket = "leaky-bucket"
        /// By tokens that come evenly.
        case tokenBucket = "token-bucket"
    }

    /// How they are counted.
    public var kind = Kind.leakyBucket
    /// Requests a second, or a minute.
    public var rate = Rate(count: 100, period: .seconds(1))
    /// Requests beyond the rate.
    public var burst = 0
    /// Requests of the burst that do not wait; nothing where none waits.
    public var delay: Int? = 0
    /// What requests are counted by.
    public var key = ProxySettings.LimitKey.client

    /// A hundred requests a second of each client.
    public init() {}
}

extension RequestLimitSpecification: Section {
    static let name = "request-limit"
    static let documentation = "A limit on requests: nginx's limit_req, or a token bucket."
    static var fields: [Field<Self>] {
        [
            .key("kind", \.kind, .choice("kind", Kind.self), "How requests are counted."),
            .key("rate", \.rate, .rate, required: true, "Requests that pass in a time."),
            .key(
                "burst",
                \.burst,
                .integer(in: 0...1_000_000),
                "Requests beyond the rate that are not refused; of a token bucket, at once after a "
                    + "pause."
            ),
            .optional(
                "delay",
                \.delay,
                .integer(in: 0...1_000_000),
                "Requests of the burst that do not wait."
            ),
            .key("no-delay", \.hasNoDelay, .boolean, "No request of the burst waits."),
            .key(
                "by",
                \.key,
                .choice("key", ProxySettings.LimitKey.self),
                "What requests are counted by."
            ),
        ]
    }

    func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if kind == .tokenBucket { return checkTokens(node, &reading) }
        if delay == nil, node.entry("delay") != nil {
            reading.report(
                "no request of the burst waits",
                at: node.location(at: ["delay"]),
                expected: "either delay or no-delay"
            )
        }
        if let delay, delay > burst {
            reading.report(
                "more requests than the burst has",
                at: node.location(at: ["delay"]),
                expected: "at most \(burst)"
            )
        }
    }

    /// Who finds no token is refused, and nobody waits.
    private func checkTokens(_ node: YAMLNode, _ reading: inout Reading) {
        if burst == 0 {
            reading.report(
                "no request would ever find a token",
                at: node.location(at: node.entry("burst") == nil ? ["kind"] : ["burst"]),
                expected: "a burst of at least 1"
            )
        }
        for (key, isSaid) in [("delay", delay ?? 0 > 0), ("no-delay", hasNoDelay)] where isSaid {
            reading.report(
                "nobody waits for a token",
                at: node.location(at: [key]),
                expected: "kind: leaky-bucket"
            )
        }
    }

    /// Whether no request waits.
    var hasNoDelay: Bool {
        get { delay == nil }
        set { delay = newValue ? nil : delay ?? 0 }
    }
}

/// A limit on requests under way.
public struct ConnectionLimitSpecification: Sendable, Equatable {
    /// How many.
    public var count = 100
    /// What requests are counted by.
    public var key = ProxySettings.LimitKey.client

    /// A hundred of each client.
    public init() {}
}

extension ConnectionLimitSpecification: Section {
    static let name = "connection-limit"
    static let documentation = "A limit on requests under way: nginx's limit_conn."
    static var fields: [Field<Self>] {
        [
            .key(
                "count",
                \.count,
                .integer(in: 1...1_000_000),
                required: true,
                "Requests under way at one time."
            ),
            .key(
                "by",
                \.key,
                .choice("key", ProxySettings.LimitKey.self),
                "What requests are counted by."
            ),
        ]
    }
}
