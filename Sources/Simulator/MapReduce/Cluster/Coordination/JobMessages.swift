/// What a client says to a coordinator.
enum JobRequest: Hashable, Sendable {
    /// Do this job; the client chose its identifier, so that asking again does no harm.
    case submit(String, JobSubmission)
    /// How far is it?
    case status(String)
    /// What came out?
    case results(String)
}

/// What a coordinator answers.
enum JobAnswer: Hashable, Sendable {
    /// The job is known, and this far.
    case job(JobState)
    /// The results, partition after partition, as lines of key, tabulator and result.
    case results([[UInt8]])
    /// The job was done, but its results are not whole any more, for this reason.
    case lost(String)
    /// There is no such job.
    case unknown
    /// The job cannot be done, for this reason.
    case invalid(String)
    /// Somebody else leads.
    case notLeading(String?)
}

/// How far a job is.
public struct JobState: Hashable, Sendable {
    /// The job.
    public let identifier: String
    /// How far it is.
    public let status: JobStatus
    /// Why it failed.
    public let error: String?
}

extension Service where Request == JobRequest, Response == JobAnswer {
    static var jobs: Self { Self("jobs") }
}
