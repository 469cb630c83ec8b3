/// Places in the code of MapReduce jobs that faults ought to reach sometimes.
public enum MapReducePlace: String, Place {
    /// A coordinator took over while jobs were running.
    case tookOverInAJob = "coordinator-took-over-in-a-job"
    /// A coordinator learned that it does not lead any more.
    case steppedDown = "coordinator-stepped-down"
    /// A transaction was refused because another copy of it had been faster.
    case commitMetItself = "commit-met-itself"
    /// A sub-coordinator could not be reached with orders.
    case delegateLost = "sub-coordinator-not-reached"
    /// An attempt completed a task that another one had completed.
    case completedTwice = "task-completed-twice"
    /// An attempt completed its task after it had been given up.
    case lostAttemptCompleted = "late-completion-of-a-lost-attempt"
    /// A speculative attempt was faster than the one that it doubles.
    case speculationWon = "speculative-attempt-won"
    /// Map output was lost after reduce tasks of its job had begun.
    case outputLostWhileReducing = "map-output-lost-while-reducing"
    /// Map output was reported that was gone with its worker.
    case reportOfTheDead = "report-of-an-earlier-incarnation"
    /// A coordinator learned of an attempt by the sign of life of its worker.
    case attemptAdopted = "attempt-learned-from-its-worker"
    /// A sign of life came after a later message of its worker.
    case signOvertaken = "sign-of-life-overtaken"
    /// A worker refused an order of an earlier term.
    case orderOutdated = "order-of-a-deposed-coordinator"
    /// A worker got an order that it had followed or was following.
    case orderRepeated = "order-came-twice"
    /// Map output was pushed again that had been pushed.
    case pushMetItself = "push-met-itself"
    /// A replica of the shuffle store took the place of its master.
    case replicaTookOver = "shuffle-replica-took-over"
    /// A worker was killed because it needed more memory than it has.
    case ranOutOfMemory = "worker-ran-out-of-memory"

    /// What happens there.
    public var meaning: String {
        switch self {
        case .tookOverInAJob: "a coordinator took over while jobs were running"
        case .steppedDown: "a coordinator learned that it does not lead any more"
        case .commitMetItself:
            "a transaction was refused because another copy of it had been faster"
        case .delegateLost: "a sub-coordinator could not be reached with orders"
        case .completedTwice: "an attempt completed a task that another one had completed"
        case .lostAttemptCompleted: "an attempt completed its task after it had been given up"
        case .speculationWon: "a speculative attempt was faster than the one that it doubles"
        case .outputLostWhileReducing: "map output was lost after reduce tasks of its job had begun"
        case .reportOfTheDead: "map output was reported that was gone with its worker"
        case .attemptAdopted:
            "a coordinator learned of an attempt by the sign of life of its worker"
        case .signOvertaken: "a sign of life came after a later message of its worker"
        case .orderOutdated: "a worker refused an order of an earlier term"
        case .orderRepeated: "a worker got an order that it had followed or was following"
        case .pushMetItself: "map output was pushed again that had been pushed"
        case .replicaTookOver: "a replica of the shuffle store took the place of its master"
        case .ranOutOfMemory: "a worker was killed because it needed more memory than it has"
        }
    }
}
