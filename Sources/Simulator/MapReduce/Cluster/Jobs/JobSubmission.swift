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
    /// The map function, in the spelling of requests: `WORD_COUNT`.
    public let map: FunctionCall
    /// The reduce function, in the spelling of requests: `SUM`.
    public let reduce: FunctionCall
    /// The windows of event time into which records fall; nothing for none.
    public var window: WindowSettings?
    /// Whether map tasks combine, where the reduce function can.
    public var combines: Bool
    /// What becomes of records that cannot be understood.
    public var badRecords: BadRecordPolicy

    /// Creates a submission; its functions may be named in either spelling.
    /// - Precondition: there are mappers and reducers.
    public init(
        name: String,
        inputTopic: String,
        mappers: Int,
        reducers: Int,
        map: FunctionCall = FunctionCall("WORD_COUNT"),
        reduce: FunctionCall = FunctionCall("SUM"),
        window: WindowSettings? = nil,
        combines: Bool = true,
        badRecords: BadRecordPolicy = .skip
    ) {
        precondition(mappers > 0 && reducers > 0, "a job has map tasks and reduce tasks")
        self.name = name
        self.inputTopic = inputTopic
        self.mappers = mappers
        self.reducers = reducers
        self.map = map.inRequestSpelling
        self.reduce = reduce.inRequestSpelling
        self.window = window
        self.combines = combines
        self.badRecords = badRecords
    }
}

extension FunctionCall {
    /// The same call with the name in capitals and underscores, as requests and tables have it.
    fileprivate var inRequestSpelling: FunctionCall {
        FunctionCall(String(name.uppercased().map { $0 == "-" ? "_" : $0 }), parameters)
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
