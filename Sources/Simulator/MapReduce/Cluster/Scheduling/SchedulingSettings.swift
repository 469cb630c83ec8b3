/// How a coordinator schedules tasks. The defaults are the original's.
public struct SchedulingSettings: Hashable, Sendable {
    /// Failed attempts at one task after which its job is given up.
    public var attemptsMaximum: Int
    /// The wait before a task that failed is tried again.
    public var backoff: Backoff
    /// Attempts at one task for whatever reason after which its job is given up.
    public var restartsMaximum: Int
    /// How long a job may run before it is given up.
    public var jobTimeout: Duration
    /// Map tasks of one job that run at once.
    public var concurrentMaps: Int
    /// How long a worker may be silent before it is taken for dead.
    public var heartbeatTimeout: Duration
    /// Pairs in the shuffle past which no job begins its map tasks while another one reduces.
    public var queueDepthMaximum: Int
    /// Whether and when slow tasks get a second attempt.
    public var speculation: Speculation
    /// Which worker gets a task.
    public var assignment: AssignmentPolicy
    /// How long a job waits for a worker where its input is before it takes another one.
    public var localityWait: Duration
    /// Whether map output is lost with the worker that wrote it.
    public var isShuffleLocal: Bool
    /// Jobs that are over of which more is kept in memory than what the database has; asked about
    /// older ones, a coordinator looks there: `yarn.resourcemanager.max-completed-applications`.
    public var finishedJobsMaximum: Int
    package var plantedBug: MapReducePlantedBug?

    /// Creates settings.
    public init(
        attemptsMaximum: Int = 3,
        backoff: Backoff = Backoff(first: .seconds(1), maximum: .seconds(30), jitter: 0.5),
        restartsMaximum: Int = 100,
        jobTimeout: Duration = .seconds(3_600),
        concurrentMaps: Int = 4,
        heartbeatTimeout: Duration = .seconds(15),
        queueDepthMaximum: Int = 10_000_000,
        speculation: Speculation = .off,
        assignment: AssignmentPolicy = .leastRecentlyUsed,
        localityWait: Duration = .seconds(3),
        isShuffleLocal: Bool = false,
        finishedJobsMaximum: Int = 1_000
    ) {
        precondition(attemptsMaximum > 0 && concurrentMaps > 0, "a job can run")
        precondition(jobTimeout > .zero, "a job has some time")
        precondition(finishedJobsMaximum >= 0, "a number of jobs is kept")
        self.attemptsMaximum = attemptsMaximum
        self.backoff = backoff
        self.restartsMaximum = restartsMaximum
        self.jobTimeout = jobTimeout
        self.concurrentMaps = concurrentMaps
        self.heartbeatTimeout = heartbeatTimeout
        self.queueDepthMaximum = queueDepthMaximum
        self.speculation = speculation
        self.assignment = assignment
        self.localityWait = localityWait
        self.isShuffleLocal = isShuffleLocal
        self.finishedJobsMaximum = finishedJobsMaximum
    }
}

/// Which of the free workers gets a task.
public enum AssignmentPolicy: String, Hashable, Sendable, CaseIterable {
    /// The one that has been free for the longest time.
    case leastRecentlyUsed = "least-recently-used"
    /// The first free one in the order of rendezvous hashing of the task's name, so that a task
    /// that runs again goes where it was, and few tasks move when workers come and go.
    case consistentHash = "consistent-hash"
}
