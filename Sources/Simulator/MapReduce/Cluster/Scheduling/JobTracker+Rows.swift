import OrderedCollections

/// The tables of the original: `jobs`, `tasks` and `results`, and how jobs and tasks stand in them.
enum JobTables {
    static let jobs = "jobs"
    static let tasks = "tasks"
    static let results = "results"
    static let leases = "leases"

    /// The row of the results of an attempt at a reduce task.
    static func resultKey(_ attempt: AttemptIdentifier) -> DatabaseKey {
        DatabaseKey(results, "\(attempt)")
    }
}

extension JobTracker {
    /// Writes down a job.
    mutating func save(_ job: TrackedJob) {
        var row = job.submission.columns
        row["status"] = .text(job.status.rawValue)
        row["created_at"] = .instant(job.createdAt)
        row["completed_at"] = .instant(job.completedAt)
        row["error_message"] = job.error.map { .text($0) } ?? .null
        row["output_deleted"] = .integer(job.isCleared ? 1 : 0)
        row["epoch"] = .integer(epoch)
        let key = DatabaseKey(JobTables.jobs, job.identifier)
        actions.append(.save(.put(key, row, inserts: 1)))
    }

    /// Writes down a task.
    mutating func save(_ task: TrackedTask) {
        let identifier = task.identifier
        var row: DatabaseRow = [
            "job_id": .text(identifier.job),
            "task_type": .text(identifier.kind.rawValue),
            "task_index": .integer(identifier.index),
            "status": .text(task.status.rawValue),
            "retry_count": .integer(task.failedAttempts.count),
            "failed_attempts": .bytes(TaskRows.bytes(task.failedAttempts)),
            "attempt": .integer(task.lastAttempt),
            "winner": .integer(task.winner),
            "worker": task.attempts.last.map { .text($0.worker) } ?? .null,
            "started_at": .instant(task.startedAt),
            "completed_at": .instant(task.completedAt),
            "error_message": task.error.map { .text($0) } ?? .null,
            "epoch": .integer(epoch),
        ]
        if identifier.kind == .map { row["splits"] = .bytes(TaskRows.bytes(task.splits)) }
        if let output = task.output {
            row["output_worker"] = .text(output.worker)
            row["output_pairs"] = .bytes(TaskRows.bytes(output.pairs))
        }
        if identifier.kind == .reduce { row["result_batches"] = .integer(task.resultBatches) }
        let key = DatabaseKey(JobTables.tasks, "\(identifier)")
        actions.append(.save(.put(key, row, inserts: 1)))
    }

    /// Takes over the jobs that the database has. What was running is pending: workers that are
    /// still at it say so with their next sign of life.
    mutating func load(jobs rows: [DatabaseMatch], tasks: [DatabaseMatch], _ now: VirtualInstant) {
        jobs = TaskRows.jobs(rows, tasks: tasks)
        for job in jobs.values {
            if job.status == .completed, settings.plantedBug != .forgetsWhatWasConsumed {
                noteConsumed(by: job)
            }
            if job.status == .running {
                running.append(job.identifier)
                findInputs(of: job.identifier)
            } else if !job.isCleared, !settings.isShuffleLocal {
                clearances[job.identifier] = Clearance(dueAt: now)
            } else {
                over.append(job.identifier)
            }
        }
        forgetOldest()
    }
}

/// Reads rows of the tables.
enum TaskRows {
    static func bytes(_ splits: [InputSplit]) -> [UInt8] {
        bytes(splits.flatMap { [$0.input, $0.range.lowerBound, $0.range.upperBound] })
    }

    static func bytes(_ numbers: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { VariableLengthInteger.append(number, to: &bytes) }
        return bytes
    }

    private static func numbers(_ value: ColumnValue?) -> [Int] {
        (value?.bytes ?? []).withUnsafeBytes { bytes in
            var numbers: [Int] = []
            var offset = 0
            while let number = VariableLengthInteger.read(ByteView(bytes), at: &offset) {
                numbers.append(number)
            }
            return numbers
        }
    }

    /// The jobs that can be read, with their tasks, in the order of their rows.
    static func jobs(
        _ rows: [DatabaseMatch],
        tasks: [DatabaseMatch]
    ) -> OrderedDictionary<String, TrackedJob> {
        var jobs: OrderedDictionary<String, TrackedJob> = [:]
        var parts = self.tasks(tasks.map(\.row))
        for row in rows {
            let tasks = parts.removeValue(forKey: row.key) ?? [:]
            guard let job = job(row, tasks: tasks) else { continue }
            jobs[row.key] = job
        }
        return jobs
    }

    /// The tasks of each job, by their kind, as far as they follow each other from the first on.
    static func tasks(_ rows: [DatabaseRow]) -> [String: [TaskKind: [TrackedTask]]] {
        var jobs: [String: [TaskKind: [TrackedTask]]] = [:]
        let tasks = rows.compactMap(task).sorted { $0.identifier.index < $1.identifier.index }
        for task in tasks {
            let identifier = task.identifier
            let known = jobs[identifier.job]?[identifier.kind]?.count ?? 0
            guard identifier.index == known else { continue }
            jobs[identifier.job, default: [:]][identifier.kind, default: []].append(task)
        }
        return jobs
    }

    /// A job with its tasks.
    static func job(_ match: DatabaseMatch, tasks: [TaskKind: [TrackedTask]]) -> TrackedJob? {
        let row = match.row
        guard let submission = JobSubmission(columns: row), let state = JobState(match) else {
            return nil
        }
        var job = TrackedJob(
            match.key,
            submission,
            maps: tasks[.map] ?? [],
            reduces: tasks[.reduce] ?? [],
            createdAt: row["created_at"]?.instant ?? .zero
        )
        job.status = state.status
        job.completedAt = row["completed_at"]?.instant
        job.error = state.error
        job.isCleared = row["output_deleted"]?.integer == 1
        return job
    }

    static func task(_ row: DatabaseRow) -> TrackedTask? {
        guard let job = row["job_id"]?.text,
            let kind = row["task_type"]?.text.flatMap(TaskKind.init),
            let index = row["task_index"]?.integer,
            let status = row["status"]?.text.flatMap(TrackedTask.Status.init)
        else { return nil }
        let places = numbers(row["splits"])
        let splits = stride(from: 0, to: places.count - places.count % 3, by: 3).map {
            InputSplit(input: places[$0], range: places[$0 + 1]..<places[$0 + 2])
        }
        let identifier = TaskIdentifier(job: job, kind: kind, index: index)
        var task = TrackedTask(identifier, splits: splits)
        task.status = status == .running ? .pending : status
        task.failedAttempts = numbers(row["failed_attempts"])
        task.resultBatches = row["result_batches"]?.integer ?? 0
        task.lastAttempt = row["attempt"]?.integer ?? 0
        task.winner = row["winner"]?.integer ?? 0
        task.startedAt = row["started_at"]?.instant
        task.completedAt = row["completed_at"]?.instant
        task.error = row["error_message"]?.text
        if status == .completed, kind == .map, let worker = row["output_worker"]?.text {
            task.output = MapOutputLocation(
                attempt: AttemptIdentifier(task: identifier, number: task.winner),
                worker: worker,
                pairs: numbers(row["output_pairs"])
            )
        }
        return task
    }
}

extension JobState {
    /// How far a job is by its row.
    init?(_ match: DatabaseMatch) {
        guard let status = match.row["status"]?.text.flatMap(JobStatus.init) else { return nil }
        self.init(
            identifier: match.key,
            status: status,
            error: match.row["error_message"]?.text
        )
    }
}

extension ColumnValue {
    /// An instant as a number of nanoseconds; null for none.
    static func instant(_ instant: VirtualInstant?) -> ColumnValue {
        instant.map { .integer(Int(clamping: $0.nanoseconds)) } ?? .null
    }

    /// The instant, where it is a number.
    var instant: VirtualInstant? {
        integer.map { VirtualInstant(nanoseconds: UInt64(clamping: $0)) }
    }
}
