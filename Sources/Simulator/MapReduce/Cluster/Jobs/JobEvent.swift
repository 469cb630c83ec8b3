/// Something that happened to a job, as its coordinator saw it.
public enum JobEvent: Hashable, Sendable {
    /// The job was taken.
    case submitted(String, JobSubmission)
    /// An attempt began.
    case started(AttemptIdentifier, worker: String, isSpeculative: Bool)
    /// An attempt whose input is at hand in some places began in one of them, or elsewhere.
    case placed(AttemptIdentifier, isLocal: Bool)
    /// An attempt ended well, and its task with it.
    case completed(AttemptIdentifier, after: Duration)
    /// An attempt ended well after another one had.
    case duplicate(AttemptIdentifier)
    /// An attempt failed.
    case failed(AttemptIdentifier, reason: String)
    /// An attempt died with its worker, or could not go on for want of its input.
    case lost(AttemptIdentifier)
    /// The output of a completed map task was lost.
    case outputLost(AttemptIdentifier)
    /// A worker was silent for too long.
    case workerLost(String, after: Duration)
    /// A job came to its end.
    case finished(String, JobStatus, after: Duration)
}
