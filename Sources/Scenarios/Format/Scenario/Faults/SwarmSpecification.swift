import Simulator

/// Faults of which every seed draws others: which kinds, whom, how often and for how long.
public struct SwarmSpecification: Sendable, Equatable {
    /// No fault begins after it.
    public var until = Duration.zero
    /// Whom they may hit.
    public var roles: [FaultRole] = []
    /// What each run draws from; each as strong as it may be.
    public var kinds: [FaultKind] = [
        .crash, .pause, .slow(factor: 10), .partition(from: nil, isSymmetric: true),
        .latency(.exponential(mean: .milliseconds(100))), .loss(0.1), .duplication(0.1),
    ]
    /// The time between two faults of a kind.
    public var every: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// How long a fault lasts.
    public var duration: ClosedRange<Duration> = .milliseconds(100) ... .seconds(10)

    /// A swarm that still lacks its end and its roles.
    public init() {}
}

extension SwarmSpecification: Section {
    static let name = "swarm"
    static let documentation = "Faults of which every seed draws others."
    static var fields: [Field<Self>] {
        [
            .key("until", \.until, .positiveDuration, required: true, "No fault begins after it."),
            .key(
                "roles",
                \.roles,
                .list("a list of roles", of: .choice("role", FaultRole.self), length: 1...100),
                required: true,
                "Whom they hit."
            ),
            .key(
                "kinds",
                \.kinds,
                .list("a list of kinds of faults", of: .faultKind, length: 1...100),
                "What each run draws from."
            ),
            .key("every", \.every, .durationRange, "The time between two faults of a kind."),
            .key("for", \.duration, .durationRange, "How long a fault lasts."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        for (range, key) in [(every, "every"), (duration, "for")]
        where range.lowerBound < .milliseconds(1) {
            let location = node.entry(key)?.value.location ?? node.location
            reading.report("begins too early", at: location, expected: "at least 1ms")
        }
    }
}
