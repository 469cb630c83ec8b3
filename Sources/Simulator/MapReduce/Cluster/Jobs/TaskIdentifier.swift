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
    init?(_ text: String) {
        let parts = text.split(separator: "#")
        let path = parts.first.map { $0.split(separator: "/") } ?? []
        guard parts.count == 2, let number = Int(parts[1]), path.count >= 3,
            let kind = TaskKind(rawValue: path[path.count - 2].uppercased()),
            let index = Int(path[path.count - 1])
        else { return nil }
        let job = path.dropLast(2).joined(separator: "/")
        self.init(task: TaskIdentifier(job: job, kind: kind, index: index), number: number)
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
