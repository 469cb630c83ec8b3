public import Simulator

/// The gateways through which clients reach the coordinators over HTTP.
public struct GatewaySpecification: Sendable, Equatable {
    /// How many there are; clients take them in turn.
    public var count = 1
    /// How each works.
    public var settings = GatewaySettings()
    /// Where they stand.
    public var standing = StandingSpecification()

    /// A gateway with the usual limits.
    public init() {}
}

extension GatewaySpecification: Section {
    static let name = "gateway"
    static let documentation = "The gateways through which clients submit jobs over HTTP."
    static var fields: [Field<Self>] {
        [
            .key("count", \.count, .integer(in: 1...100), "How many there are."),
            .key("rate", \.settings.rate, .perSecond, "Requests that it admits."),
            .key(
                "burst",
                \.settings.burst,
                .number(in: 1...1_000_000, example: "100"),
                "Requests that it admits at once after a pause."
            ),
            .key(
                "deadline",
                \.settings.deadline,
                .positiveDuration,
                "How long it tries to find a coordinator that takes a job."
            ),
            .key(
                "timeout",
                \.settings.timeout,
                .positiveDuration,
                "How long one answer of a coordinator may take."
            ),
            .key(
                "concurrency",
                \.settings.concurrency,
                .integer(in: 1...1_000_000, example: 1_000),
                "Requests that it works on at a time; more are refused."
            ),
            .key(
                "breaker",
                \.settings.breaker,
                .section,
                "When it stops to ask coordinators that fail."
            ),
        ] + StandingSpecification.fields(\.standing)
    }
}

extension CircuitBreaker.Settings: Section {
    init() { self.init(window: 100) }

    static var name: String { "breaker" }
    static var documentation: String { "A circuit breaker, after Resilience4j." }
    static var fields: [Field<Self>] {
        [
            .key(
                "window",
                \.window,
                .integer(in: 1...1_000_000, example: 100),
                "Calls that are judged, the last ones."
            ),
            .key(
                "minimum-calls",
                \.minimumCalls,
                .integer(in: 1...1_000_000, example: 100),
                "Calls without which nothing is judged."
            ),
            .key(
                "failure-rate",
                \.failureRate,
                .ratio,
                "The part of failures that opens it."
            ),
            .key("wait", \.wait, .duration, "How long it stays open."),
            .key(
                "trials",
                \.trials,
                .integer(in: 1...1_000_000, example: 10),
                "Calls that pass while it is half-open."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if failureRate == 0 {
            reading.within("failure-rate") { reading in
                reading.report(
                    "would open it without a failure",
                    at: node.location(at: ["failure-rate"]),
                    expected: "a ratio above 0%"
                )
            }
        }
        if minimumCalls > window {
            reading.within("minimum-calls") { reading in
                reading.report(
                    "are more than the window has",
                    at: node.location(at: ["minimum-calls"]),
                    expected: "at most \(NumberText.written(window))"
                )
            }
        }
    }
}
