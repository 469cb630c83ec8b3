/// What a worker is told to do.
struct TaskOrder: Hashable, Sendable {
    let attempt: AttemptIdentifier
    /// The term of the coordinator that gives the order; an older one than any seen is refused.
    let epoch: Int
    let submission: JobSubmission
    let input: Input

    enum Input: Hashable, Sendable {
        case map([InputSplit])
        case reduce([MapOutputLocation])
    }
}

/// What a worker says to an order.
enum OrderAnswer: Hashable, Sendable {
    case accepted
    /// It works on something else.
    case busy
    /// It knows of a coordinator of this later term.
    case outdated(Int)
}

/// Which message of which worker it is, so that one that was overtaken is known for what it is.
struct WorkerStamp: Hashable, Sendable {
    let worker: String
    let incarnation: UInt32
    /// Counts the messages of the incarnation in the order in which they were first sent.
    let number: Int
}

/// How an attempt ended.
struct AttemptReport: Hashable, Sendable {
    let attempt: AttemptIdentifier
    let stamp: WorkerStamp
    let outcome: Outcome

    enum Outcome: Hashable, Sendable {
        /// A map task's output is there: so many pairs for each partition.
        case mapped(pairs: [Int])
        /// A reduce task's results are written, in so many batches of rows.
        case reduced(batches: Int)
        /// It failed, for this reason.
        case failed(String)
        /// The output of these attempts at map tasks is not to be had.
        case lostInput([AttemptIdentifier])
    }
}

/// A sign of life of a worker.
struct WorkerHeartbeat: Hashable, Sendable {
    let stamp: WorkerStamp
    let kind: TaskKind
    /// Where the worker stands.
    let zone: String
    let machine: String?
    /// What it works on, and how much of it is done, 0 to 1.
    let running: Running?
    /// Attempts that ended, and whose end nobody has taken note of yet.
    let unreported: [AttemptIdentifier]
    /// Jobs whose map output it keeps.
    let keeping: [String]

    struct Running: Hashable, Sendable {
        let attempt: AttemptIdentifier
        let progress: Double
    }

    /// Whether the worker speaks of `attempt`.
    func mentions(_ attempt: AttemptIdentifier) -> Bool {
        running?.attempt == attempt || unreported.contains(attempt)
    }
}

/// What a coordinator says to a worker.
enum CoordinatorAnswer: Hashable, Sendable {
    /// It took note. Nobody needs that attempt any more, nor map output of those jobs.
    case noted(obsolete: AttemptIdentifier?, ended: [String])
    /// It does not lead; that one may.
    case notLeading(String?)
}

extension Service where Request == TaskOrder, Response == OrderAnswer {
    static var taskOrder: Self { Self("task order") }
}

extension Service where Request == AttemptReport, Response == CoordinatorAnswer {
    static var attemptReport: Self { Self("attempt report") }
}

extension Service where Request == WorkerHeartbeat, Response == CoordinatorAnswer {
    static var workerHeartbeat: Self { Self("worker heartbeat") }
}

extension Service where Request == AttemptIdentifier, Response == Bool {
    /// Ends an attempt that nobody needs.
    static var abandonment: Self { Self("abandonment") }
}
