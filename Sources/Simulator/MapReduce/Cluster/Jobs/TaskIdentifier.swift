/// The two kinds of tasks, and of workers.
public enum TaskKind: String, Hashable, Sendable, CaseIterable {
    /// Reads a part of the input and writes map output.
    case map = "MAP"
    /// Reads one partition of all map output and writes results.
    case reduce = "REDUCE"
}

/// One task of a job.
public struct TaskIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The job.
    public let job: String
    /// What the task does.
    public let kind: TaskKind
    /// Which of the job's tasks of this kind it is, from zero.
    public let index: Int

    /// The task `index` of its kind.
    public init(job: String, kind: TaskKind, index: Int) {
        self.job = job
        self.kind = kind
        self.index = index
    }

    /// `job-1/map/3`
    public var description: String { "\(job)/\(kind.rawValue.lowercased())/\(index)" }
}

/// One execution of a task; a task that fails, or is slow, has several.
public struct AttemptIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The task.
    public let task: TaskIdentifier
    /// Which execution of the task it is, from 1.
    public let number: Int

    /// The attempt `number` at `task`.
    public init(task: TaskIdentifier, number: Int) {
        self.task = task
        self.number = number
    }

    /// `job-1/map/3#2`
    public var description: String { "\(task)#\(number)" }
}

extension AttemptIdentifier {
    /// Reads the description of an identifier: `job-1/map/3#2`.
    ///
    /// It is read from its end, so that the name of the job may contain anything.
    init?(_ text: String) {
        guard let (path, number) = Self.halves(of: text, at: "#"),
            let (task, index) = Self.halves(of: path, at: "/"),
            let (job, kind) = Self.halves(of: task, at: "/"),
            let number = Int(number), let index = Int(index),
            let kind = TaskKind.allCases.first(where: { $0.rawValue.lowercased() == kind })
        else { return nil }
        self.init(
            task: TaskIdentifier(job: String(job), kind: kind, index: index),
            number: number
        )
    }

    /// What stands before and after the last of some marks.
    private static func halves(
        of text: some StringProtocol,
        at mark: Character
    ) -> (before: Substring, after: Substring)? {
        let text = Substring(text)
        guard let place = text.lastIndex(of: mark) else { return nil }
        return (text[..<place], text[text.index(after: place)...])
    }
}

/// Where the output of a map task is: for each partition, how many pairs, and who has them.
public struct MapOutputLocation: Hashable, Sendable {
    /// The attempt that wrote it.
    public let attempt: AttemptIdentifier
    /// The worker that ran it, and keeps the output where the shuffle is local.
    public let worker: String
    /// How many pairs there are for each partition.
    public let pairs: [Int]

    /// The output of `attempt`.
    public init(attempt: AttemptIdentifier, worker: String, pairs: [Int]) {
        self.attempt = attempt
        self.worker = worker
        self.pairs = pairs
    }
}
