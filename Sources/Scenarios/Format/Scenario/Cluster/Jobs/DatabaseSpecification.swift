public import Simulator

/// The database of jobs, tasks and results.
public struct DatabaseSpecification: Sendable, Equatable {
    /// How it performs.
    public var settings = DatabaseSettings()
    /// How many copies for reading there are.
    public var replicas = 0
    /// How far the copies lag behind.
    public var lag: Duration = .milliseconds(100)
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
        ] + StandingSpecification.fields(\.standing)
    }
}
