import OrderedCollections
import Simulator

/// What the coordinators, workers and servers of MapReduce jobs did, as metrics of the catalogue.
struct JobFigures {
    private let part: MapReducePart
    private let faults: [FaultInjector.Entry]
    private let end: VirtualInstant

    /// The figures of a run that ended at `end`, and in which `faults` happened.
    init(of part: MapReducePart, faults: [FaultInjector.Entry], end: VirtualInstant) {
        self.part = part
        self.faults = faults
        self.end = end
    }

    private var journal: MapReduceJournal { part.cluster.journal }

    /// Adds all of them to `metrics`.
    func add(to metrics: inout Metrics) {
        for name in Self.counts { metrics.count(MetricKey(name), 0) }
        for (key, count) in journal.metrics.counters {
            guard let name = Self.names[key.name] else { continue }
            metrics.count(MetricKey(name, key.labels), count)
        }
        for (key, histogram) in journal.metrics.histograms {
            guard let name = Self.names[key.name] else { continue }
            metrics.add(histogram, to: MetricKey(name, key.labels))
        }
        for (key, gauge) in journal.metrics.gauges {
            guard let name = Self.names[key.name] else { continue }
            metrics.take(gauge, as: MetricKey(name, key.labels))
        }
        metrics.count(MetricKey("leaders.elected"), journal.leaders.count)
        for (role, names) in part.components {
            metrics.count(MetricKey("cpu.processes", .init("job", role.rawValue)), names.count)
        }
        addRates(to: &metrics)
        addRecovery(to: &metrics)
        addFailover(to: &metrics)
        addLag(to: &metrics)
    }

    /// What the journal calls a metric of the catalogue.
    private static let names: [String: String] = {
        var names = MetricCatalog.monitoringNames
        for (name, metric) in [
            ("mapreduce_tasks_lost_total", "tasks.lost"),
            ("mapreduce_tasks_speculative_total", "tasks.speculative"),
            ("mapreduce_tasks_duplicate_total", "tasks.duplicate"),
            ("mapreduce_tasks_local_total", "tasks.local"),
            ("mapreduce_tasks_remote_total", "tasks.remote"),
            ("mapreduce_task_duration_seconds", "task-duration"),
            ("mapreduce_job_duration_seconds", "job-duration"),
            ("mapreduce_shuffle_duration_seconds", "shuffle-duration"),
            ("mapreduce_shuffle_pairs_total", "shuffle.pairs"),
            ("mapreduce_map_input_records_total", "map.records"),
            ("mapreduce_map_output_pairs_total", "map.pairs"),
            ("mapreduce_bad_records_total", "map.bad-records"),
            ("mapreduce_late_records_total", "map.late-records"),
            ("mapreduce_map_outputs_lost_total", "map.outputs-lost"),
            ("mapreduce_reduce_input_groups_total", "reduce.keys"),
            ("mapreduce_workers_lost_total", "workers.lost"),
            ("mapreduce_worker_detection_seconds", "worker-detection"),
            ("mapreduce_out_of_memory_total", "workers.killed"),
            ("redis_evicted_keys_total", "shuffle.evictions"),
            ("redis_expired_keys_total", "shuffle.expirations"),
            ("redis_cluster_takeovers_total", "shuffle.failovers"),
            ("process_cpu_busy_nanoseconds", "cpu.busy"),
            ("gateway_requests_total", "gateway.requests"),
        ] { names[name] = metric }
        return names
    }()

    /// Counts that are zero where nothing was counted.
    private static let counts = [
        "jobs.submitted", "jobs.completed", "jobs.failed", "tasks.started", "tasks.completed",
        "tasks.failed", "tasks.lost", "tasks.speculative", "tasks.duplicate", "map.records",
        "map.pairs", "map.bad-records", "map.late-records", "map.outputs-lost", "shuffle.pairs",
        "workers.lost", "workers.killed",
    ]

    // MARK: Rates

    /// Notes between which instants map and reduce tasks ran.
    private func addRates(to metrics: inout Metrics) {
        for kind in TaskKind.allCases {
            var first: VirtualInstant?
            var last: VirtualInstant?
            for entry in journal.entries {
                switch entry.event {
                case .started(let attempt, _, _) where attempt.task.kind == kind:
                    first = first ?? entry.instant
                case .completed(let attempt, _) where attempt.task.kind == kind:
                    last = entry.instant
                default: break
                }
            }
            guard let first, let last, first < last else { continue }
            let name = kind == .map ? "map.span" : "reduce.span"
            metrics.record(MetricKey(name), first.duration(to: last))
        }
    }

    // MARK: Recovery

    /// How long each task that ran on a worker when it crashed waited for its next start.
    private func addRecovery(to metrics: inout Metrics) {
        var running: OrderedDictionary<AttemptIdentifier, String> = [:]
        var crashed: OrderedDictionary<TaskIdentifier, VirtualInstant> = [:]
        var crashes = faults.filter(\.endsNode)[...]
        for entry in journal.entries {
            while let crash = crashes.first, crash.instant <= entry.instant {
                for (attempt, worker) in running where worker == crash.subject {
                    crashed[attempt.task] = crashed[attempt.task] ?? crash.instant
                }
                crashes.removeFirst()
            }
            switch entry.event {
            case .started(let attempt, let worker, _):
                running[attempt] = worker
                if let crash = crashed.removeValue(forKey: attempt.task) {
                    metrics.record(MetricKey("recovery"), crash.duration(to: entry.instant))
                }
            case .completed(let attempt, _), .duplicate(let attempt), .lost(let attempt):
                running[attempt] = nil
            case .failed(let attempt, _): running[attempt] = nil
            default: break
            }
        }
    }

    /// How long there was no leader after one crashed.
    private func addFailover(to metrics: inout Metrics) {
        for crash in faults where crash.endsNode {
            guard
                let leader = journal.leaders.last(where: { $0.instant <= crash.instant }),
                leader.name == crash.subject,
                let next = journal.leaders.first(where: { $0.instant > crash.instant })
            else { continue }
            metrics.record(MetricKey("failover"), crash.instant.duration(to: next.instant))
        }
    }

    // MARK: Lag

    /// How many records of each topic were still to be read by jobs that run.
    private func addLag(to metrics: inout Metrics) {
        var submissions: [String: JobSubmission] = [:]
        var left: [String: [Int]] = [:]
        var counts = RecordCounts(part.topics)
        for entry in journal.entries {
            switch entry.event {
            case .submitted(let job, let submission):
                submissions[job] = submission
                let tasks = counts.tasks(of: submission)
                left[job] = tasks
                adjust(submission.inputTopic, by: tasks.reduce(0, +), entry.instant, &metrics)
            case .completed(let attempt, _) where attempt.task.kind == .map:
                let index = attempt.task.index
                guard let submission = submissions[attempt.task.job],
                    let tasks = left[attempt.task.job], index < tasks.count
                else { continue }
                left[attempt.task.job]?[index] = 0
                adjust(submission.inputTopic, by: -tasks[index], entry.instant, &metrics)
            case .finished(let job, _, _):
                guard let submission = submissions[job], let tasks = left[job] else { continue }
                left[job] = nil
                adjust(submission.inputTopic, by: -tasks.reduce(0, +), entry.instant, &metrics)
            default: break
            }
        }
    }

    private func adjust(
        _ topic: String,
        by change: Int,
        _ instant: VirtualInstant,
        _ metrics: inout Metrics
    ) {
        metrics.adjust(MetricKey("topic.lag", .init("topic", topic)), by: change, at: instant)
    }
}

/// How many records the map tasks of jobs read.
private struct RecordCounts {
    private struct Plan: Hashable {
        let topic: String
        let mappers: Int
    }

    private let topics: Topics
    private var known: [Plan: [Int]] = [:]

    init(_ topics: Topics) {
        self.topics = topics
    }

    mutating func tasks(of submission: JobSubmission) -> [Int] {
        let plan = Plan(topic: submission.inputTopic, mappers: submission.mappers)
        if let counts = known[plan] { return counts }
        guard let topic = topics.all[plan.topic] else { return [] }
        let inputs = JobPlan.mapInputs(
            sizes: topic.partitions.map(\.count),
            mappers: plan.mappers
        )
        let counts = inputs.map { $0.reduce(0) { $0 + topic.lineCount(of: $1) } }
        known[plan] = counts
        return counts
    }
}
