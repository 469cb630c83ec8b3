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
    /// It knows a later coordinator.
    case outdated
}

/// How an attempt ended.
struct AttemptReport: Hashable, Sendable {
    let attempt: AttemptIdentifier
    let worker: String
    let outcome: Outcome

    enum Outcome: Hashable, Sendable {
        /// A map task's output is there: so many pairs for each partition.
        case mapped(pairs: [Int])
        /// A reduce task's results are written.
        case reduced
        /// It failed, for this reason.
        case failed(String)
        /// The output of these attempts at map tasks is not to be had.
        case lostInput([AttemptIdentifier])
    }
}

/// A sign of life of a worker.
struct WorkerHeartbeat: Hashable, Sendable {
    let worker: String
    let kind: TaskKind
    let incarnation: UInt32
    let zone: String
    /// What it works on, and how much of it is done, 0 to 1.
    let running: Running?
    /// An attempt whose process was killed for want of memory before the worker started again.
    let killed: AttemptIdentifier?

    struct Running: Hashable, Sendable {
        let attempt: AttemptIdentifier
        let progress: Double
    }
}

/// What a coordinator says to a worker.
enum CoordinatorAnswer: Hashable, Sendable {
    /// It took note.
    case noted
    /// It took note, and nobody needs that attempt any more.
    case abandon(AttemptIdentifier)
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
