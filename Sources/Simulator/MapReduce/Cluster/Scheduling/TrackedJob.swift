/// One execution of a task that is under way.
struct TrackedAttempt: Hashable, Sendable {
    let number: Int
    let worker: String
    let startedAt: VirtualInstant
    let isSpeculative: Bool
    var progress = 0.0
}

/// A task as its coordinator knows it.
struct TrackedTask: Hashable, Sendable {
    enum Status: String, Hashable, Sendable {
        case pending = "PENDING"
        case running = "RUNNING"
        case completed = "COMPLETED"
        case failed = "FAILED"
    }

    let identifier: TaskIdentifier
    /// What a map task reads.
    let splits: [InputSplit]
    /// Where they are at hand; nowhere in particular where there is nothing.
    var places: [InputPlace] = []
    var status = Status.pending
    /// Attempts that are under way; they are none where the task is not running.
    var attempts: [TrackedAttempt] = []
    /// The number of the last attempt.
    var lastAttempt = 0
    /// The numbers of the attempts that failed.
    var failedAttempts: [Int] = []
    /// Before which instant it is not tried again.
    var notBefore = VirtualInstant.zero
    /// Where the output of a completed map task is.
    var output: MapOutputLocation?
    /// The attempt whose result counts, of a completed task.
    var winner = 0
    /// In how many batches the result of a completed reduce task stands.
    var resultBatches = 0
    var startedAt: VirtualInstant?
    var completedAt: VirtualInstant?
    var error: String?

    init(_ identifier: TaskIdentifier, splits: [InputSplit] = []) {
        self.identifier = identifier
        self.splits = splits
    }

    /// Removes an attempt of a worker.
    ///
    /// - Returns: Whether there was one.
    mutating func remove(_ attempt: AttemptIdentifier, on worker: String) -> Bool {
        let place = attempts.firstIndex { $0.number == attempt.number && $0.worker == worker }
        guard let place else { return false }
        attempts.remove(at: place)
        if attempts.isEmpty { status = .pending }
        return true
    }

    /// The attempt after the last one.
    var nextAttempt: AttemptIdentifier {
        AttemptIdentifier(task: identifier, number: lastAttempt + 1)
    }
}

/// A job as its coordinator knows it.
struct TrackedJob: Hashable, Sendable {
    let identifier: String
    let submission: JobSubmission
    let createdAt: VirtualInstant
    var status = JobStatus.running
    var maps: [TrackedTask]
    var reduces: [TrackedTask]
    /// Map tasks that count as completed; a planted bug lets it differ from how many are.
    var completedMaps = 0
    var completedAt: VirtualInstant?
    var error: String?
    /// Whether its map output was deleted after its end.
    var isCleared = false
    /// Since when it has been waiting for a worker where its input is.
    var waitsSince: VirtualInstant?
    /// Before which instant no further second attempt is looked for.
    var speculationNotBefore = VirtualInstant.zero

    init(
        _ identifier: String,
        _ submission: JobSubmission,
        inputs: [[InputSplit]],
        createdAt: VirtualInstant
    ) {
        self.identifier = identifier
        self.submission = submission
        self.createdAt = createdAt
        maps = inputs.enumerated().map {
            let task = TaskIdentifier(job: identifier, kind: .map, index: $0)
            return TrackedTask(task, splits: $1)
        }
        reduces = (0..<submission.reducers).map {
            TrackedTask(TaskIdentifier(job: identifier, kind: .reduce, index: $0))
        }
    }

    subscript(kind: TaskKind, index: Int) -> TrackedTask {
        get { kind == .map ? maps[index] : reduces[index] }
        set {
            if kind == .map { maps[index] = newValue } else { reduces[index] = newValue }
        }
    }

    /// The tasks of one kind.
    func tasks(_ kind: TaskKind) -> [TrackedTask] { kind == .map ? maps : reduces }

    /// Whether all tasks are there; a database that loses what it promised to keep may have lost
    /// some.
    var isWhole: Bool {
        maps.count == submission.mappers && reduces.count == submission.reducers
    }

    /// Whether reduce tasks may begin.
    var areMapsDone: Bool { completedMaps >= maps.count }

    /// Pairs in the shuffle that no completed reduce task has taken.
    var pairsInShuffle: Int {
        guard status == .running else { return 0 }
        return maps.reduce(0) { sum, map in
            guard let output = map.output else { return sum }
            return sum
                + zip(output.pairs, reduces).reduce(0) {
                    $0 + ($1.1.status == .completed ? 0 : $1.0)
                }
        }
    }
}
