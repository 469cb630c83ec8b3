/// How a coordinator schedules tasks. The defaults are the original's.
public struct SchedulingSettings: Hashable, Sendable {
    /// Failed attempts at one task after which its job is given up.
    public var attemptsMaximum: Int
    /// The wait before a task that failed is tried again.
    public var backoff: Backoff
    /// Attempts at one task for whatever reason after which its job is given up.
    public var restartsMaximum: Int
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
    /// Whether map output is lost with the worker that wrote it.
    public var isShuffleLocal: Bool
    package var plantedBug: MapReducePlantedBug?

    /// Creates settings.
    public init(
        attemptsMaximum: Int = 3,
        backoff: Backoff = Backoff(first: .seconds(1), maximum: .seconds(30)),
        restartsMaximum: Int = 100,
        concurrentMaps: Int = 4,
        heartbeatTimeout: Duration = .seconds(15),
        queueDepthMaximum: Int = 10_000_000,
        speculation: Speculation = .off,
        assignment: AssignmentPolicy = .leastRecentlyUsed,
        isShuffleLocal: Bool = false
    ) {
        precondition(attemptsMaximum > 0 && concurrentMaps > 0, "a job can run")
        self.attemptsMaximum = attemptsMaximum
        self.backoff = backoff
        self.restartsMaximum = restartsMaximum
        self.concurrentMaps = concurrentMaps
        self.heartbeatTimeout = heartbeatTimeout
        self.queueDepthMaximum = queueDepthMaximum
        self.speculation = speculation
        self.assignment = assignment
        self.isShuffleLocal = isShuffleLocal
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

/// Bugs for tests that show that the checkers notice them.
package enum MapReducePlantedBug: String, Hashable, Sendable, CaseIterable {
    /// A second completion of a map task counts as that of another one.
    case acceptsDuplicateCompletions
    /// A job is told to be done before that is in the database.
    case completesBeforePersisting
    /// A coordinator goes on writing after its lease has passed to another.
    case ignoresTheEpoch
    /// Map output that is lost is taken for empty.
    case forgetsLostMapOutput
    /// A map task whose output is lost does not run again.
    case keepsOutputOfTheDead
    /// All attempts at a map task write to the same lists.
    case sharesListsBetweenAttempts
    /// A push that is repeated is appended again.
    case repeatsPushes
    /// Keys go to the partition of a hash that is another one in every worker.
    case partitionsByProcess
    /// A mean is combined as the mean of means.
    case combinesMeans
    /// Results of every attempt at a reduce task are taken, not only those of the one that won.
    case readsResultsOfAllAttempts
    /// A failed job stays running for ever.
    case forgetsFailures
    /// A record that stands across the boundary of two splits is read by both.
    case readsBoundaryRecordsTwice
}
