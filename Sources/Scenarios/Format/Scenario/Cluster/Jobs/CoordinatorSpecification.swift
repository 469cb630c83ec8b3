public import Simulator

/// The coordinators of MapReduce jobs.
public struct CoordinatorSpecification: Sendable, Equatable {
    /// How many there are; one leads, the others stand by.
    public var count = 1
    /// How they work.
    public var settings = CoordinatorSettings()
    /// How many nodes hand out the tasks of jobs that are theirs.
    public var subCoordinators = 0
    /// Where they stand.
    public var standing = StandingSpecification()

    /// One coordinator that works as the original's.
    public init() {}
}

extension CoordinatorSpecification: Section {
    static let name = "coordinator"
    static let documentation = "The coordinators of MapReduce jobs: one leads, others stand by."

    static var fields: [Field<Self>] {
        [.key("count", \.count, .integer(in: 1...9), "How many there are.")]
            + failureFields + schedulingFields + leadershipFields
            + StandingSpecification.fields(\.standing)
    }

    private static var failureFields: [Field<Self>] {
        [
            .key(
                "attempts",
                \.settings.scheduling.attemptsMaximum,
                .integer(in: 1...1_000),
                "Failed attempts at one task after which its job is given up."
            ),
            .key(
                "backoff",
                \.settings.scheduling.backoff,
                .section,
                "The wait before a task that failed is tried again."
            ),
            .key(
                "restarts",
                \.settings.scheduling.restartsMaximum,
                .integer(in: 1...1_000_000, example: 100),
                "Attempts at one task, for whatever reason, after which its job is given up."
            ),
            .key(
                "heartbeat-timeout",
                \.settings.scheduling.heartbeatTimeout,
                .positiveDuration,
                "Silence after which a worker is taken for dead."
            ),
        ]
    }

    private static var schedulingFields: [Field<Self>] {
        [
            .key(
                "job-timeout",
                \.settings.scheduling.jobTimeout,
                .positiveDuration,
                "How long a job may take; one that takes longer fails."
            ),
            .key(
                "locality-wait",
                \.settings.scheduling.localityWait,
                .duration,
                "How long a map task waits for a worker where its input is."
            ),
            .key(
                "sub-coordinators",
                \.subCoordinators,
                .integer(in: 0...1_000),
                "Nodes that hand out the tasks of the jobs which are theirs."
            ),
            .key(
                "tasks-through",
                \.settings.tasksThrough,
                .choice("way", TaskDelivery.self),
                "How tasks reach workers: by calls, or through a topic that idle workers poll."
            ),
            .key(
                "concurrent-maps",
                \.settings.scheduling.concurrentMaps,
                .integer(in: 1...100_000, example: 4),
                "Map tasks of one job that run at once."
            ),
            .key(
                "queue-depth",
                \.settings.scheduling.queueDepthMaximum,
                .integer(in: 0...1_000_000_000_000, example: 10_000_000),
                "Pairs in the shuffle past which no other job begins its map tasks."
            ),
            .key(
                "speculation",
                \.settings.scheduling.speculation,
                .choice("rule", Speculation.self),
                "When a slow task gets a second attempt: by the rule of a real system."
            ),
            .key(
                "assignment",
                \.settings.scheduling.assignment,
                .choice("policy", AssignmentPolicy.self),
                "Which of the free workers gets a task."
            ),
            .key(
                "tasks-per-second",
                \.settings.tasksPerSecond,
                .integer(in: 1...1_000_000_000, example: 1_000),
                "Tasks that one coordinator can hand out a second."
            ),
        ]
    }

    private static var leadershipFields: [Field<Self>] {
        [
            .key(
                "tick",
                \.settings.tick,
                .interval,
                "How often it looks for silent workers and slow tasks."
            ),
            .key(
                "lease",
                \.settings.lease,
                .interval,
                "How long leadership lasts without being renewed."
            ),
            .key(
                "order-timeout",
                \.settings.orderTimeout,
                .positiveDuration,
                "How long a worker may take to answer an order."
            ),
        ]
    }
}

extension Backoff: Section {
    init() { self = SchedulingSettings().backoff }

    static var name: String { "backoff" }
    static var documentation: String { "Waits between attempts, each longer than the one before." }
    static var fields: [Field<Self>] {
        [
            .key("first", \.first, .duration, "After the first attempt."),
            .key("factor", \.factor, .growth, "How many times longer each wait is."),
            .key("maximum", \.maximum, .duration, "The longest wait."),
            .key("jitter", \.jitter, .ratio, "The largest part of a wait that is taken off."),
        ]
    }
}

extension ValueFormat where Value == Double {
    /// How many times more, at least once.
    fileprivate static var growth: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a factor of at least 1x",
                example: "2x",
                form: .pattern(#"^\d[\d_]*(\.\d[\d_]*)?x$"#)
            ),
            parse: { text throws(ValueProblem) in
                let value = try QuantityText.factor(text)
                if value < 1 { throw ValueProblem("is below 1x") }
                return value
            },
            write: { "\(NumberText.written($0))x" }
        )
    }
}
