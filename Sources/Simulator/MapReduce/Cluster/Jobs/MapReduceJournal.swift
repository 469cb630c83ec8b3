import OrderedCollections

/// What happened in a MapReduce cluster, for checkers and reports. It is no part of the cluster:
/// nothing in a run reads it.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class MapReduceJournal: @unchecked Sendable {
    /// Something with the instant at which it happened.
    public struct Entry: Hashable, Sendable {
        /// When it happened.
        public let instant: VirtualInstant
        /// What happened.
        public let event: JobEvent
    }

    /// A coordinator that took over.
    public struct Leader: Hashable, Sendable {
        /// When it did.
        public let instant: VirtualInstant
        /// Its node.
        public let name: String
        /// Its term.
        public let epoch: Int
    }

    /// Whether a server of the shuffle is a master.
    public struct Mastership: Hashable, Sendable {
        /// Since when.
        public let instant: VirtualInstant
        /// Its node.
        public let name: String
        /// Which part of the keys it is about, from zero.
        public let shard: Int
        /// Whether it has them.
        public let isMaster: Bool
    }

    /// Who was a master of the shuffle, where it has replicas, in the order in which servers learnt
    /// of it; of very many the first ones.
    public private(set) var masters: [Mastership] = []
    private var knownRoles: [String: StandingRole] = [:]
    private static let mastersMaximum = 20_000

    /// What an incarnation of a server of the shuffle was last.
    private struct StandingRole: Equatable {
        let incarnation: UInt32
        let isMaster: Bool
    }

    /// What coordinators noted, in its order.
    public private(set) var entries: [Entry] = []
    /// The coordinators that led, in their order.
    public private(set) var leaders: [Leader] = []
    /// Counts and times, under the names of the original's monitoring where it has one.
    public private(set) var metrics = Metrics()

    /// An empty journal.
    public init() {}

    func note(_ event: JobEvent, at instant: VirtualInstant) {
        entries.append(Entry(instant: instant, event: event))
        switch event {
        case .submitted: count("mapreduce_jobs_submitted_total")
        case .started(let attempt, _, let isSpeculative):
            count("mapreduce_tasks_started_total", attempt.task.kind)
            if isSpeculative { count("mapreduce_tasks_speculative_total", attempt.task.kind) }
        case .placed(_, let isLocal):
            count(isLocal ? "mapreduce_tasks_local_total" : "mapreduce_tasks_remote_total")
        case .completed(let attempt, let duration):
            count("mapreduce_tasks_completed_total", attempt.task.kind)
            time("mapreduce_task_duration_seconds", attempt.task.kind, duration)
        case .duplicate(let attempt):
            count("mapreduce_tasks_duplicate_total", attempt.task.kind)
        case .failed(let attempt, _): count("mapreduce_tasks_failed_total", attempt.task.kind)
        case .lost(let attempt): count("mapreduce_tasks_lost_total", attempt.task.kind)
        case .outputLost: count("mapreduce_map_outputs_lost_total")
        case .workerLost(_, let silence):
            count("mapreduce_workers_lost_total")
            metrics.record(MetricKey("mapreduce_worker_detection_seconds"), silence)
        case .finished(_, let status, let duration):
            if status == .completed {
                count("mapreduce_jobs_completed_total")
                metrics.record(MetricKey("mapreduce_job_duration_seconds"), duration)
            } else {
                count("mapreduce_jobs_failed_total")
            }
        }
    }

    /// Adds up what map tasks counted, of all attempts.
    func note(_ counters: MapCounters) {
        count("mapreduce_map_input_records_total", counters.records)
        count("mapreduce_map_output_pairs_total", counters.pairs)
        count("mapreduce_bad_records_total", counters.badRecords)
        count("mapreduce_late_records_total", counters.lateRecords)
    }

    func noteLeader(_ name: String, epoch: Int, at instant: VirtualInstant) {
        leaders.append(Leader(instant: instant, name: name, epoch: epoch))
    }

    /// Notes whether a server of the shuffle is the master of a shard from now on.
    func noteMaster(_ node: Node, _ isMaster: Bool, of shard: Int) {
        let role = StandingRole(incarnation: node.incarnation, isMaster: isMaster)
        guard knownRoles.updateValue(role, forKey: node.name) != role,
            masters.count < Self.mastersMaximum
        else { return }
        masters.append(
            Mastership(instant: node.now, name: node.name, shard: shard, isMaster: isMaster)
        )
    }

    /// Counts something else.
    func count(_ name: String, _ amount: Int = 1) {
        metrics.count(MetricKey(name), amount)
    }

    /// Counts something with labels.
    func count(_ key: MetricKey, _ amount: Int = 1) {
        metrics.count(key, amount)
    }

    /// Gauges something with labels.
    func set(_ key: MetricKey, _ value: Int, at instant: VirtualInstant) {
        metrics.set(key, value, at: instant)
    }

    /// Notes that a processor was busy with work of a role.
    func noteBusy(_ role: MapReduceRole, _ duration: Duration) {
        metrics.count(
            MetricKey("process_cpu_busy_nanoseconds", .init("job", role.rawValue)),
            Int(clamping: duration.wholeNanoseconds)
        )
    }

    /// Notes bytes of memory that the process on a node has in use from `instant` on.
    func noteMemory(_ bytes: Int, of node: Node, at instant: VirtualInstant) {
        let key = MetricKey(
            "jvm_memory_used_bytes",
            .init("job", node.role),
            .init("server", node.name)
        )
        metrics.set(key, bytes, at: instant)
    }

    private func count(_ name: String, _ kind: TaskKind) {
        metrics.count(MetricKey(name, .init("type", kind.rawValue.lowercased())))
    }

    /// Times something of a kind of task.
    func time(_ name: String, _ kind: TaskKind, _ duration: Duration) {
        metrics.record(MetricKey(name, .init("type", kind.rawValue.lowercased())), duration)
    }
}
