/// A job as its coordinator knows it.
struct TrackedJob: Sendable {
    let identifier: String
    let submission: JobSubmission
    let createdAt: VirtualInstant
    var status = JobStatus.running
    private(set) var maps: TaskTable
    private(set) var reduces: TaskTable
    /// Map tasks that count as completed; a planted bug lets it differ from how many are.
    var completedMaps: Int
    var completedAt: VirtualInstant?
    var error: String?
    /// Whether its map output was deleted after its end.
    var isCleared = false
    /// Since when it has been waiting for a worker where its input is.
    var waitsSince: VirtualInstant?
    /// Before which instant no further second attempt is looked for.
    var speculationNotBefore = VirtualInstant.zero
    /// How many pairs of map output there are for each reduce task.
    private var pairs: [Int]
    /// How many of them no completed reduce task has taken.
    private var untakenPairs = 0

    /// A job of which nothing was done.
    init(
        _ identifier: String,
        _ submission: JobSubmission,
        inputs: [[InputSplit]],
        createdAt: VirtualInstant
    ) {
        self.init(
            identifier,
            submission,
            maps: inputs.enumerated().map {
                let task = TaskIdentifier(job: identifier, kind: .map, index: $0)
                return TrackedTask(task, splits: $1)
            },
            reduces: (0..<submission.reducers).map {
                TrackedTask(TaskIdentifier(job: identifier, kind: .reduce, index: $0))
            },
            createdAt: createdAt
        )
    }

    /// A job that is as far as its tasks are.
    init(
        _ identifier: String,
        _ submission: JobSubmission,
        maps: [TrackedTask],
        reduces: [TrackedTask],
        createdAt: VirtualInstant
    ) {
        self.identifier = identifier
        self.submission = submission
        self.createdAt = createdAt
        self.maps = TaskTable(maps)
        self.reduces = TaskTable(reduces)
        completedMaps = self.maps.completedCount
        pairs = [Int](repeating: 0, count: reduces.count)
        for task in maps { count(task.output, by: 1) }
    }

    /// A task. What is known of all tasks together is kept up to date when it changes.
    ///
    /// - Complexity: O(log *n*) in the number of tasks, and O(*r*) in that of reduce tasks where
    ///   map output comes or goes.
    subscript(kind: TaskKind, index: Int) -> TrackedTask {
        get { kind == .map ? maps[index] : reduces[index] }
        set {
            guard kind == .map else { return updateReduce(index, newValue) }
            let output = maps[index].output
            if output != newValue.output {
                count(output, by: -1)
                count(newValue.output, by: 1)
            }
            maps[index] = newValue
        }
    }

    private mutating func updateReduce(_ index: Int, _ task: TrackedTask) {
        let wasTaken = reduces[index].status == .completed
        let isTaken = task.status == .completed
        if wasTaken != isTaken { untakenPairs += isTaken ? -pairs[index] : pairs[index] }
        reduces[index] = task
    }

    private mutating func count(_ output: MapOutputLocation?, by sign: Int) {
        guard let output else { return }
        for (partition, count) in output.pairs.prefix(pairs.count).enumerated() {
            pairs[partition] += sign * count
            if reduces[partition].status != .completed { untakenPairs += sign * count }
        }
    }

    /// The tasks of one kind.
    func tasks(_ kind: TaskKind) -> TaskTable { kind == .map ? maps : reduces }

    /// Lets the tasks of one kind be due whose time to wait is over.
    mutating func wake(_ kind: TaskKind, _ now: VirtualInstant) {
        if kind == .map { maps.wake(now) } else { reduces.wake(now) }
    }

    /// Whether all tasks are there; a database that loses what it promised to keep may have lost
    /// some.
    var isWhole: Bool {
        maps.count == submission.mappers && reduces.count == submission.reducers
    }

    /// Whether reduce tasks may begin.
    var areMapsDone: Bool { completedMaps >= maps.count }

    /// The kind of task that it is at.
    var phase: TaskKind { areMapsDone ? .reduce : .map }

    /// Pairs in the shuffle that no completed reduce task has taken.
    var pairsInShuffle: Int { status == .running ? untakenPairs : 0 }
}
