public import Simulator

/// The balancer in front of the servers.
public struct BalancerSpecification: Sendable, Equatable {
    /// How a request finds its server.
    public var strategy = BalancerStrategy.consistentHash
    /// The consistent hash.
    public var placement = PlacementSpecification.ring(RingSpecification())
    /// Detection of dead servers.
    public var heartbeat = HeartbeatSpecification()
    /// Requests sent again.
    public var retries = RetriesSpecification()
    /// What becomes of a host name in `/add` that exists.
    public var existingHostname = PoolSettings.NameConflict.substitute
    /// What becomes of a host name in `/rm` that does not exist.
    public var unknownHostname = PoolSettings.NameConflict.substitute
    /// Where it stands.
    public var standing = StandingSpecification()

    /// A balancer with the ring of 512 slots.
    public init() {}
}

/// How a request finds its server.
public enum BalancerStrategy: String, Sendable, CaseIterable {
    /// By the hash of its key.
    case consistentHash = "consistent-hash"
}

extension BalancerSpecification: Section {
    static let name = "balancer"
    static let documentation = "The balancer in front of the servers."
    static var fields: [Field<Self>] {
        [
            .key(
                "strategy",
                \.strategy,
                .choice("strategy", BalancerStrategy.self),
                "How a request finds its server."
            ),
            .key("placement", \.placement, .placement, "The consistent hash."),
            .key("heartbeat", \.heartbeat, .section, "Detection of dead servers."),
            .key("retries", \.retries, .section, "Requests sent again."),
            .key(
                "existing-hostname",
                \.existingHostname,
                .choice("policy", PoolSettings.NameConflict.self),
                "A name in /add that exists: another name instead, passed over, or status 400."
            ),
            .key(
                "unknown-hostname",
                \.unknownHostname,
                .choice("policy", PoolSettings.NameConflict.self),
                "A name in /rm that does not exist: another server, passed over, or status 400."
            ),
        ] + StandingSpecification.singleFields(\.standing)
    }
}

/// Detection and replacement of dead servers.
public struct HeartbeatSpecification: Sendable, Equatable {
    /// Period of the heartbeat requests.
    public var every: Duration = .seconds(1)
    /// An answer later than this is a miss.
    public var timeout: Duration = .milliseconds(500)
    /// Misses in a row after which a server is dead.
    public var misses = 2
    /// Whether a dead server is replaced by a new one.
    public var respawn = true
    /// Time until a new server answers.
    public var spawnTime = DurationDistribution.constant(.milliseconds(500))

    /// A heartbeat each second, two misses.
    public init() {}
}

extension HeartbeatSpecification: Section {
    static let name = "heartbeat"
    static let documentation = "Detection and replacement of dead servers."
    static var fields: [Field<Self>] {
        [
            .key("every", \.every, .interval, "Period of the heartbeat requests."),
            .key("timeout", \.timeout, .positiveDuration, "An answer later than this is a miss."),
            .key("misses", \.misses, .integer(in: 1...1_000), "Misses in a row that mean dead."),
            .key("respawn", \.respawn, .boolean, "A dead server is replaced by a new one."),
            .key("spawn-time", \.spawnTime, .distribution, "Time until a new server answers."),
        ]
    }
}

/// Requests sent again after a failed attempt.
public struct RetriesSpecification: Sendable, Equatable {
    /// Attempts in all.
    public var tries = 3
    /// Time after which one attempt has failed.
    public var timeout: Duration = .seconds(10)
    /// The pause after an attempt that was refused.
    public var delay: Duration = .milliseconds(100)
    /// Whether POST and PATCH are sent again after an attempt that may have been performed.
    public var nonIdempotent = false

    /// Three attempts of ten seconds.
    public init() {}
}

extension RetriesSpecification: Section {
    static let name = "retries"
    static let documentation = "Requests sent again after a failed attempt."
    static var fields: [Field<Self>] {
        [
            .key("tries", \.tries, .integer(in: 1...1_000), "Attempts in all; 1 never retries."),
            .key("timeout", \.timeout, .positiveDuration, "Time of one attempt."),
            .key("delay", \.delay, .duration, "Pause after an attempt that was refused."),
            .key(
                "non-idempotent",
                \.nonIdempotent,
                .boolean,
                "POST and PATCH are sent again also where they may have been performed."
            ),
        ]
    }
}
