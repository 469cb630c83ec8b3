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
