import OrderedCollections
import Simulator

/// What jobs and tasks did over time, as coordinators noted it.
struct JobSeries {
    /// What the tasks of a kind did.
    private struct Tasks {
        var running: WindowCounts
        var completed: WindowCounts
        var failed: WindowCounts
        var lost: WindowCounts
        var durations: WindowDurations

        init(_ windows: TimeWindows) {
            running = WindowCounts(windows)
            (completed, failed, lost) = (running, running, running)
            durations = WindowDurations(windows)
        }
    }

    private var submitted: WindowCounts
    private var completed: WindowCounts
    private var failed: WindowCounts
    private var running: WindowCounts
    private var durations: WindowDurations
    private var tasks: OrderedDictionary<TaskKind, Tasks> = [:]
    private var open: [AttemptIdentifier: Bool] = [:]

    /// What `journal` noted.
    init(_ windows: TimeWindows, of journal: MapReduceJournal) {
        submitted = WindowCounts(windows)
        (completed, failed, running) = (submitted, submitted, submitted)
        durations = WindowDurations(windows)
        for kind in TaskKind.allCases { tasks[kind] = Tasks(windows) }
        for entry in journal.entries { add(entry) }
    }

    private mutating func add(_ entry: MapReduceJournal.Entry) {
        let now = entry.instant
        switch entry.event {
        case .submitted:
            submitted.add(at: now)
            running.add(at: now)
        case .finished(_, let status, let duration):
            running.add(-1, at: now)
            if status == .completed {
                completed.add(at: now)
                durations.add(duration, at: now)
            } else {
                failed.add(at: now)
            }
        case .started(let attempt, _, _):
            if open.updateValue(true, forKey: attempt) == nil {
                tasks[attempt.task.kind]?.running.add(at: now)
            }
        case .completed(let attempt, let duration):
            end(attempt, at: now)
            tasks[attempt.task.kind]?.completed.add(at: now)
            tasks[attempt.task.kind]?.durations.add(duration, at: now)
        case .duplicate(let attempt): end(attempt, at: now)
        case .failed(let attempt, _):
            end(attempt, at: now)
            tasks[attempt.task.kind]?.failed.add(at: now)
        case .lost(let attempt):
            end(attempt, at: now)
            tasks[attempt.task.kind]?.lost.add(at: now)
        case .placed, .outputLost, .workerLost: break
        }
    }

    private mutating func end(_ attempt: AttemptIdentifier, at now: VirtualInstant) {
        guard open.removeValue(forKey: attempt) != nil else { return }
        tasks[attempt.task.kind]?.running.add(-1, at: now)
    }

    /// All series.
    var all: [TimeSeries] {
        var all = [
            running.level(of: "jobs.running"), submitted.rate(of: "jobs.submitted"),
            completed.rate(of: "jobs.completed"),
        ]
        if !failed.isEmpty { all.append(failed.rate(of: "jobs.failed")) }
        all += durations.series(of: "job-duration", [], WindowDurations.middleAndTail)
        for (kind, tasks) in tasks {
            let labels = [MetricReference.Label(name: "type", value: kind.rawValue.lowercased())]
            all += [
                tasks.running.level(of: "tasks.running", labels),
                tasks.completed.rate(of: "tasks.completed", labels),
            ]
            if !tasks.failed.isEmpty { all.append(tasks.failed.rate(of: "tasks.failed", labels)) }
            if !tasks.lost.isEmpty { all.append(tasks.lost.rate(of: "tasks.lost", labels)) }
            let statistics = WindowDurations.middleAndTail
            all += tasks.durations.series(of: "task-duration", labels, statistics)
        }
        return all
    }
}
