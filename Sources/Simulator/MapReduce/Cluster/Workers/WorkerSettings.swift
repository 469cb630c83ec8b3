/// How a worker works. The defaults are the original's.
public struct WorkerSettings: Sendable {
    /// The nodes on which coordinators may be.
    public var coordinators: [String]
    /// How often the worker gives a sign of life.
    public var heartbeat: Duration
    /// How long a coordinator may take to answer.
    public var timeout: Duration
    /// Bytes of memory; a process that needs more is killed.
    public var memory: Int
    /// How long work takes.
    public var costs: CostModel
    /// How map output travels.
    public var shuffle: ShuffleSettings
    /// Result rows that are written together.
    public var resultBatch: Int
    /// How orders come to the worker.
    public var tasksThrough: TaskDelivery
    package var plantedBug: MapReducePlantedBug?

    /// Creates settings.
    public init(
        coordinators: [String],
        memory: Int,
        shuffle: ShuffleSettings,
        heartbeat: Duration = .seconds(3),
        timeout: Duration = .seconds(1),
        costs: CostModel = CostModel(),
        resultBatch: Int = 1_000,
        tasksThrough: TaskDelivery = .calls
    ) {
        precondition(
            !coordinators.isEmpty && memory > 0 && resultBatch > 0 && heartbeat > .zero,
            "a worker can work"
        )
        self.coordinators = coordinators
        self.memory = memory
        self.shuffle = shuffle
        self.heartbeat = heartbeat
        self.timeout = timeout
        self.costs = costs
        self.resultBatch = resultBatch
        self.tasksThrough = tasksThrough
    }
}
