public import Simulator

/// The database of jobs, tasks and results.
public struct DatabaseSpecification: Sendable, Equatable {
    /// How it performs.
    public var settings = DatabaseSettings()
    /// How many copies for reading there are.
    public var replicas = 0
    /// How those behave.
    public var replica = DatabaseReplicaSettings()
    /// Where it and its copies stand.
    public var standing = StandingSpecification()

    /// The original's database.
    public init() {}
}

extension DatabaseSpecification: Section {
    static let name = "database"
    static let documentation = "The database of jobs, tasks and results."
    static var fields: [Field<Self>] {
        [
            .key(
                "inserts-per-second",
                \.settings.insertsPerSecond,
                .integer(in: 1...1_000_000_000, example: 10_000),
                "Rows that can be written a second."
            ),
            .key("query", \.settings.query, .duration, "Time of a query."),
            .key(
                "group-commit",
                \.settings.groupCommit,
                .integer(in: 1...1_000_000, example: 64),
                "Transactions that share one flush of the log at most."
            ),
            .key(
                "queue",
                \.settings.queue,
                .integer(in: 1...10_000_000, example: 10_000),
                "Requests that may wait; more are refused."
            ),
            .key(
                "connections",
                \.settings.connectionsMaximum,
                .integer(in: 1...1_000_000, example: 100),
                "Connections at once; more are refused."
            ),
            .key("replicas", \.replicas, .integer(in: 0...100), "Copies for reading."),
            .key(
                "replica-period",
                \.replica.period,
                .interval,
                "How often a copy asks for what is new."
            ),
            .key(
                "replica-delay",
                \.replica.delay,
                .duration,
                "How long a copy waits before it applies what it got."
            ),
        ] + StandingSpecification.fields(\.standing)
    }
}
