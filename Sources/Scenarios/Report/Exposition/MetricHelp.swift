/// What the metrics of a run over time say, in a sentence each.
enum MetricHelp {
    /// The sentence for a series.
    static func of(_ series: TimeSeries) -> String {
        if let known = foreign[series.metric] { return known }
        if let metric = MetricCatalog.metric(named: series.metric) {
            return series.statistic == "total"
                ? "\(metric.documentation) (running total)"
                : "\(metric.documentation) (over time)"
        }
        let words = series.metric.map { ".-_".contains($0) ? " " : $0 }
        return "The course of \(String(words)) in virtual time."
    }

    /// The metrics that have names of real systems.
    private static let foreign = [
        "mapreduce_jobs_submitted_total": "Jobs that a coordinator took.",
        "mapreduce_jobs_completed_total": "Jobs that completed.",
        "mapreduce_jobs_failed_total": "Jobs that failed.",
        "mapreduce_tasks_started_total": "Attempts at tasks that began.",
        "mapreduce_tasks_completed_total": "Tasks that completed.",
        "mapreduce_tasks_failed_total": "Attempts at tasks that failed.",
        "mapreduce_tasks_lost_total": "Attempts at tasks whose worker was lost.",
        "mapreduce_tasks_duplicate_total": "Attempts that ended after another one had.",
        "mapreduce_tasks_speculative_total": "Attempts beside one that was slow.",
        "mapreduce_tasks_local_total": "Map tasks that read from their own machine.",
        "mapreduce_tasks_remote_total": "Map tasks that read from another machine.",
        "mapreduce_map_input_records_total": "Records that map tasks read.",
        "mapreduce_map_output_pairs_total": "Pairs that map functions gave.",
        "mapreduce_map_outputs_lost_total": "Outputs of map tasks that were gone from the store.",
        "mapreduce_shuffle_pairs_total": "Pairs that went through the shuffle.",
        "mapreduce_reduce_input_groups_total": "Keys that reduce tasks took in.",
        "mapreduce_bad_records_total": "Records that could not be read.",
        "mapreduce_late_records_total": "Records that came after their window had closed.",
        "mapreduce_workers_lost_total": "Workers that were given up.",
        "mapreduce_out_of_memory_total": "Workers that ran out of memory.",
        "mapreduce_orders_refused_total": "Orders of leaders that had been deposed.",
        "gateway_requests_total": "Requests to the gateway of jobs.",
        "gateway_breaker_changes_total": "Changes of the gateway's breaker.",
        "redis_commands_processed_total": "Commands that the shuffle store did.",
        "redis_memory_used_bytes": "Bytes that the shuffle store holds.",
        "redis_evicted_keys_total": "Keys that the shuffle store evicted for want of memory.",
        "redis_expired_keys_total": "Keys of the shuffle store whose time to live passed.",
        "redis_sync_full_total": "Full copies from a master of the shuffle store to a replica.",
        "redis_cluster_takeovers_total": "Replicas of the shuffle store that became masters.",
        "jvm_memory_used_bytes": "Bytes that a worker uses.",
        "process_cpu_usage": "The part of a window in which the processes were busy.",
        "pg_stat_activity_count": "Connections of the database that are in use.",
        "pg_connections_refused_total": "Connections that the database refused.",
        "kafka_consumergroup_lag": "Messages of a topic that no job has read.",
    ]
}
