/// A job as a client asks for it.
public struct JobSubmission: Hashable, Sendable {
    /// What the job is called; several may have the same name.
    public var name: String
    /// The topic or the files it reads.
    public var inputTopic: String
    /// How many map tasks its input is cut into.
    public var mappers: Int
    /// How many reduce tasks, and with them partitions of the result, there are.
    public var reducers: Int
    /// The map function, as the interface spells it: `WORD_COUNT`.
    public var mapFunction: String
    /// The reduce function, as the interface spells it: `SUM`.
    public var reduceFunction: String
    /// Whether map tasks combine, where the reduce function can.
    public var combines: Bool

    /// Creates a submission.
    /// - Precondition: there are mappers and reducers.
    public init(
        name: String,
        inputTopic: String,
        mappers: Int,
        reducers: Int,
        mapFunction: String = "WORD_COUNT",
        reduceFunction: String = "SUM",
        combines: Bool = true
    ) {
        precondition(mappers > 0 && reducers > 0, "a job has map tasks and reduce tasks")
        self.name = name
        self.inputTopic = inputTopic
        self.mappers = mappers
        self.reducers = reducers
        self.mapFunction = mapFunction
        self.reduceFunction = reduceFunction
        self.combines = combines
    }
}

/// How far a job is.
public enum JobStatus: String, Hashable, Sendable, CaseIterable {
    /// Its tasks are being worked on, or wait for that.
    case running = "RUNNING"
    /// All results are there.
    case completed = "COMPLETED"
    /// It was given up, for a reason that is known.
    case failed = "FAILED"

    /// Whether it stays so for ever.
    public var isFinal: Bool { self != .running }
}

/// The code and the input of jobs: what a cluster has installed.
public protocol JobLibrary: Sendable {
    /// The code of a job; nothing where a function is unknown or the two do not fit.
    func code(for submission: JobSubmission) -> JobCode?
    /// The input called `topic`.
    func input(_ topic: String) -> (any RecordSource)?
}
