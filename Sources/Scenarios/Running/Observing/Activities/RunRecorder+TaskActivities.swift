import OrderedCollections
import Simulator

/// Jobs and tasks.
extension RunRecorder {
    /// The jobs: first those of clients of workloads, from when they were wanted to when their
    /// client knew the end, then those that came by other ways, as the coordinator saw them.
    ///
    /// - Parameter records: What became of the former, in the order of their log.
    func jobActivities(_ records: [JobRecord]) -> [Activity] {
        guard let part = cluster.mapReduce else { return [] }
        var begins: OrderedDictionary<String, VirtualInstant> = [:]
        var ends: [String: (instant: VirtualInstant, status: JobStatus)] = [:]
        for entry in part.cluster.journal.entries {
            switch entry.event {
            case .submitted(let job, _): begins[job] = begins[job] ?? entry.instant
            case .finished(let job, let status, _): ends[job] = (entry.instant, status)
            default: break
            }
        }
        let wanted = part.jobs.flatMap(\.log.entries)
        var bars = zip(wanted, records).map { entry, record in
            let told = entry.outcome.flatMap { $0.status.isFinal ? $0.endedAt : nil }
            return Activity(
                .job,
                of: ClusterSpecification.clientName,
                entry.identifier,
                begin: entry.intended.ordinate,
                end: (told ?? ends[entry.job]?.instant)?.ordinate,
                outcome: record.status
            )
        }
        let known = Set(wanted.map(\.job))
        for (job, begin) in begins where !known.contains(job) {
            bars.append(
                Activity(
                    .job,
                    of: MapReduceRole.coordinator.rawValue,
                    job,
                    begin: begin.ordinate,
                    end: ends[job]?.instant.ordinate,
                    outcome: (ends[job]?.status ?? .running).rawValue
                )
            )
        }
        return bars
    }

    /// The attempts at tasks, each on its worker.
    var taskActivities: [Activity] {
        guard let part = cluster.mapReduce else { return [] }
        let names = Dictionary(
            part.jobs.flatMap(\.log.entries).map { ($0.job, $0.identifier) },
            uniquingKeysWith: { first, _ in first }
        )
        var bars = TaskBars(names)
        for entry in part.cluster.journal.entries { bars.add(entry) }
        return bars.all
    }
}

/// The attempts at tasks as coordinators noted them.
struct TaskBars {
    /// What becomes of an attempt that ends well.
    static let completed = JobStatus.completed.rawValue

    private let names: [String: String]
    private(set) var all: [Activity] = []
    private var open: [AttemptIdentifier: Int] = [:]

    /// None yet, of jobs that clients call by `names`.
    init(_ names: [String: String]) {
        self.names = names
    }

    /// Goes on with what a coordinator noted next.
    mutating func add(_ entry: MapReduceJournal.Entry) {
        switch entry.event {
        case .started(let attempt, let worker, let isSpeculative):
            // A coordinator that takes over may begin again what the one before it began.
            end(attempt, "lost", at: entry.instant)
            open[attempt] = all.count
            let task = attempt.task
            let name = "\(task.kind.rawValue.lowercased())/\(task.index)#\(attempt.number)"
            all.append(
                Activity(
                    .task,
                    of: worker,
                    isSpeculative ? "\(name) speculative" : name,
                    group: names[task.job] ?? task.job,
                    begin: entry.instant.ordinate,
                    end: nil
                )
            )
        case .completed(let attempt, _): end(attempt, Self.completed, at: entry.instant)
        case .duplicate(let attempt): end(attempt, "duplicate", at: entry.instant)
        case .failed(let attempt, _): end(attempt, "failed", at: entry.instant)
        case .lost(let attempt): end(attempt, "lost", at: entry.instant)
        case .submitted, .placed, .outputLost, .workerLost, .finished: break
        }
    }

    private mutating func end(
        _ attempt: AttemptIdentifier,
        _ outcome: String,
        at instant: VirtualInstant
    ) {
        guard let place = open.removeValue(forKey: attempt) else { return }
        all[place].end = instant.ordinate
        all[place].outcome = outcome
    }
}
