/// What MapReduce jobs and the nodes that do them are measured by.
extension MetricCatalog {
    private static let times = ["count"] + quantiles

    static let jobs: [MetricDefinition] = [
        .init("jobs.submitted", .count, from: .mapReduce, "Jobs that coordinators took."),
        .init("jobs.completed", .count, from: .mapReduce, "Jobs that ended well."),
        .init("jobs.failed", .count, from: .mapReduce, "Jobs that were given up, with a reason."),
        .init(
            "jobs.abandoned",
            .count,
            from: .jobs,
            "Jobs whose clients gave up, or stopped, before they had the results or a failure."
        ),
        .init(
            "jobs.unsubmitted",
            .count,
            from: .jobs,
            "Jobs that were never submitted, because their client had stopped."
        ),
        .init(
            "job-duration",
            .duration,
            statistics: times,
            from: .mapReduce,
            "Time from when a coordinator took a job to its good end."
        ),
        .init(
            "job-latency",
            .duration,
            statistics: times,
            labels: ["job"],
            from: .jobs,
            "Time from when a client wanted a job to when it had its results."
        ),
        .init(
            "jobs.span",
            .duration,
            from: .jobs,
            "Time from when the first client wanted a job to when the last one had its results."
        ),
        .init("results.rows", .count, from: .jobs, "Rows of the results of completed jobs."),
        .init(
            "session-length",
            .duration,
            statistics: times,
            from: .jobs,
            "From the first to the last event of each session, of jobs that find sessions."
        ),
    ]

    static let tasks: [MetricDefinition] = [
        tasks("started", "Attempts at tasks that began."),
        tasks("completed", "Attempts that ended well and counted."),
        tasks("failed", "Attempts that failed."),
        tasks("lost", "Attempts that died with their worker or for want of their input."),
        tasks("speculative", "Second attempts at slow tasks."),
        tasks("duplicate", "Attempts that ended well after another one had."),
        .init(
            "tasks.failure-ratio",
            .ratio,
            from: .mapReduce,
            "Part of the attempts that failed."
        ),
        tasks("local", "Map tasks that ran where their input is.", labels: []),
        tasks("remote", "Map tasks that read their input from elsewhere.", labels: []),
        .init(
            "task-duration",
            .duration,
            statistics: times,
            labels: ["type"],
            from: .mapReduce,
            "Time from the start of a task's first attempt to its good end."
        ),
        .init("map.records", .count, from: .mapReduce, "Records that map tasks read."),
        .init("map.pairs", .count, from: .mapReduce, "Pairs that map functions gave."),
        .init("map.bad-records", .count, from: .mapReduce, "Records that were not understood."),
        .init("map.late-records", .count, from: .mapReduce, "Records too late for their window."),
        .init(
            "map.outputs-lost",
            .count,
            from: .mapReduce,
            "Outputs of completed map tasks that were lost, so that these ran again."
        ),
        .init(
            "map.rate",
            .number,
            from: .mapReduce,
            "Records a second, from the start of the first map task to the end of the last one."
        ),
        .init(
            "reduce.rate",
            .number,
            from: .mapReduce,
            "Keys a second, from the start of the first reduce task to the end of the last one."
        ),
        .init("reduce.keys", .count, from: .mapReduce, "Keys that reduce tasks reduced."),
    ]

    private static func tasks(
        _ name: String,
        _ documentation: String,
        labels: [String] = ["type"]
    ) -> MetricDefinition {
        .init("tasks.\(name)", .count, labels: labels, from: .mapReduce, documentation)
    }

    static let shuffle: [MetricDefinition] = [
        .init(
            "shuffle.pairs",
            .count,
            from: .mapReduce,
            "Pairs that map tasks handed to the shuffle, after combining."
        ),
        .init(
            "shuffle.saving",
            .ratio,
            from: .mapReduce,
            "Part of the pairs of map functions that combining kept out of the shuffle."
        ),
        .init(
            "shuffle-duration",
            .duration,
            statistics: times,
            from: .mapReduce,
            "Time in which a reduce task fetched its part of all map output."
        ),
        .init(
            "shuffle.commands",
            .count,
            labels: ["cmd"],
            from: .mapReduce,
            "Commands that shuffle servers performed, one for each pair of a push."
        ),
        .init(
            "shuffle.memory",
            .number,
            statistics: gauges,
            labels: ["server"],
            from: .mapReduce,
            "Bytes in use on a shuffle server."
        ),
        .init(
            "shuffle.evictions",
            .count,
            from: .mapReduce,
            "Lists of map output that full servers threw away."
        ),
        .init(
            "shuffle.expirations",
            .count,
            from: .mapReduce,
            "Lists of map output that were gone after their time."
        ),
        .init(
            "shuffle.failovers",
            .count,
            from: .mapReduce,
            "Replicas that took the place of their master."
        ),
    ]

    /// What is known of something that has a value at every instant.
    private static let gauges = ["mean", "min", "max"]

    static let processes: [MetricDefinition] = [
        .init("workers.lost", .count, from: .mapReduce, "Workers that were taken for dead."),
        .init(
            "workers.killed",
            .count,
            labels: ["type"],
            from: .mapReduce,
            "Processes of workers that were killed for want of memory."
        ),
        .init(
            "worker-detection",
            .duration,
            statistics: times,
            from: .mapReduce,
            "Time from the last sign of life of a worker to when it was taken for dead."
        ),
        .init(
            "recovery",
            .duration,
            statistics: times,
            from: .mapReduce,
            "Time from the crash of a worker to the next start of a task that ran on it."
        ),
        .init("leaders.elected", .count, from: .mapReduce, "Coordinators that took the lead."),
        .init(
            "failover",
            .duration,
            statistics: times,
            from: .mapReduce,
            "Time from the crash of a leading coordinator to when another one leads."
        ),
        .init(
            "cpu.usage",
            .number,
            labels: ["job"],
            from: .mapReduce,
            "Part of the run in which a process of the role computes, on average."
        ),
        .init(
            "memory.used",
            .number,
            statistics: gauges,
            labels: ["job"],
            from: .mapReduce,
            "Bytes of memory that a process of the role has in use."
        ),
        .init(
            "database.connections",
            .number,
            statistics: gauges,
            from: .mapReduce,
            "Connections to the database in use."
        ),
        .init(
            "topic.lag",
            .number,
            statistics: gauges,
            labels: ["topic"],
            from: .mapReduce,
            "Records of a topic that jobs are still to read."
        ),
        .init(
            "gateway.requests",
            .count,
            labels: ["status"],
            from: .gateway,
            "Requests that the gateway answered."
        ),
    ]

    /// The names that the original's monitoring gives some metrics.
    static let monitoringNames = [
        "mapreduce_jobs_submitted_total": "jobs.submitted",
        "mapreduce_jobs_completed_total": "jobs.completed",
        "mapreduce_jobs_failed_total": "jobs.failed",
        "mapreduce_tasks_started_total": "tasks.started",
        "mapreduce_tasks_completed_total": "tasks.completed",
        "mapreduce_tasks_failed_total": "tasks.failed",
        "redis_commands_processed_total": "shuffle.commands",
        "process_cpu_usage": "cpu.usage",
        "jvm_memory_used_bytes": "memory.used",
        "redis_memory_used_bytes": "shuffle.memory",
        "pg_stat_activity_count": "database.connections",
        "kafka_consumergroup_lag": "topic.lag",
    ]
}
