/// The dashboards of a MapReduce cluster: its jobs, its workers, and what they stand on.
extension Dashboard {
    static let jobs = [jobOverview, workerPerformance, infrastructure]

    /// `sum by (run_name)` over what `rate` gives for a counter.
    private static func rate(_ counter: String, by label: String? = nil) -> String {
        let labels = ["run_name"] + [label].compactMap { $0 }
        let selector = "\(counter){scenario=\"$scenario\"}[$window]"
        return "sum by (\(labels.joined(separator: ", "))) (rate(\(selector)))"
    }

    /// Completion rate, duration distribution, failure rate.
    private static let jobOverview = Dashboard(
        name: "job-overview",
        title: "Job Overview",
        documentation: "How many jobs a cluster completes, how long they take, and which fail.",
        scenario: "m-2-load-test",
        panels: [
            Panel(
                "Jobs completed",
                "Jobs that completed since the start.",
                .number,
                .plain,
                [.init(gauge("mapreduce_jobs_completed_total"), "{{run_name}}")]
            ),
            Panel(
                "Jobs failed",
                "Jobs that failed since the start.",
                .number,
                .plain,
                [.init(gauge("mapreduce_jobs_failed_total"), "{{run_name}}")]
            ),
            Panel(
                "Job throughput",
                "Jobs that complete in a second.",
                .number,
                .operations,
                [.init(rate("mapreduce_jobs_completed_total"), "{{run_name}}")]
            ),
            Panel(
                "Task success rate",
                "Tasks that complete as a part of those that begin.",
                .number,
                .ratio,
                [
                    .init(
                        rate("mapreduce_tasks_completed_total") + " / "
                            + rate("mapreduce_tasks_started_total"),
                        "{{run_name}}"
                    )
                ]
            ),
            Panel(
                "Completion rate",
                "Jobs that a coordinator takes, and that complete, in a second.",
                .lines,
                .operations,
                [
                    .init(rate("mapreduce_jobs_submitted_total"), "submitted {{run_name}}"),
                    .init(rate("mapreduce_jobs_completed_total"), "completed {{run_name}}"),
                ]
            ),
            Panel(
                "Failure rate",
                "Jobs that fail, in a second.",
                .lines,
                .operations,
                [.init(rate("mapreduce_jobs_failed_total"), "failed {{run_name}}")]
            ),
            Panel(
                "Duration distribution",
                "How long jobs took that ended in a window of time.",
                .lines,
                .seconds,
                [
                    .init(gauge("cluster_job_duration_p50_window_seconds"), "p50 {{run_name}}"),
                    .init(gauge("cluster_job_duration_p99_window_seconds"), "p99 {{run_name}}"),
                ]
            ),
            Panel(
                "Jobs under way",
                "Jobs that were taken and have not ended.",
                .lines,
                .plain,
                [.init(gauge("cluster_jobs_running_window"), "{{run_name}}")]
            ),
        ]
    )

    /// CPU and memory usage, task throughput, error rate.
    private static let workerPerformance = Dashboard(
        name: "worker-performance",
        title: "Worker Performance",
        documentation: "How busy workers are, what they get done, and what they fail at.",
        scenario: "m-2-load-test",
        panels: [
            Panel(
                "CPU usage",
                "The part of the time in which the processes of a kind were busy.",
                .lines,
                .ratio,
                [.init(gauge("process_cpu_usage"), "{{job}} {{run_name}}")]
            ),
            Panel(
                "Memory usage",
                "Bytes that the workers of a kind use.",
                .lines,
                .bytes,
                [.init(gauge("jvm_memory_used_bytes"), "{{job}} {{run_name}}")]
            ),
            Panel(
                "Task throughput",
                "Tasks that complete in a second.",
                .lines,
                .operations,
                [
                    .init(
                        rate("mapreduce_tasks_completed_total", by: "type"),
                        "{{type}} {{run_name}}"
                    )
                ]
            ),
            Panel(
                "Task duration",
                "How long tasks took that ended in a window of time.",
                .lines,
                .seconds,
                [
                    .init(
                        gauge("cluster_task_duration_by_type_p50_window_seconds"),
                        "{{type}} p50 {{run_name}}"
                    ),
                    .init(
                        gauge("cluster_task_duration_by_type_p99_window_seconds"),
                        "{{type}} p99 {{run_name}}"
                    ),
                ]
            ),
            Panel(
                "Error rate",
                "Attempts at tasks that fail, or are lost with their worker, in a second.",
                .lines,
                .operations,
                [
                    .init(rate("mapreduce_tasks_failed_total"), "failed {{run_name}}"),
                    .init(rate("mapreduce_tasks_lost_total"), "lost {{run_name}}"),
                ]
            ),
            Panel(
                "Tasks under way",
                "Attempts at tasks that have begun and have not ended.",
                .lines,
                .plain,
                [.init(gauge("cluster_tasks_running_by_type_window"), "{{type}} {{run_name}}")]
            ),
        ]
    )

    /// Kafka lag, Redis memory, PostgreSQL connections.
    private static let infrastructure = Dashboard(
        name: "infrastructure",
        title: "Infrastructure",
        documentation: "What jobs stand on: the queue, the shuffle store and the database.",
        scenario: "m-2-load-test",
        panels: [
            Panel(
                "Kafka lag",
                "Messages of a topic that no job has read.",
                .lines,
                .plain,
                [.init(gauge("kafka_consumergroup_lag"), "{{topic}} {{run_name}}")]
            ),
            Panel(
                "Redis memory",
                "Bytes that the shuffle store holds.",
                .lines,
                .bytes,
                [.init(gauge("redis_memory_used_bytes"), "{{instance}} {{run_name}}")]
            ),
            Panel(
                "Shuffle data volume",
                "Commands that the shuffle store does in a second.",
                .lines,
                .operations,
                [.init(rate("redis_commands_processed_total", by: "cmd"), "{{cmd}} {{run_name}}")]
            ),
            Panel(
                "PostgreSQL connections",
                "Connections of the database that are in use.",
                .lines,
                .plain,
                [.init(gauge("pg_stat_database_numbackends"), "{{run_name}}")]
            ),
        ]
    )
}
