/// How a coordinator works. The defaults are the original's.
public struct CoordinatorSettings: Hashable, Sendable {
    /// How it schedules.
    public var scheduling: SchedulingSettings
    /// Tasks that it, and each of its sub-coordinators, can hand out a second.
    public var tasksPerSecond: Int
    /// How orders come to workers.
    public var tasksThrough: TaskDelivery
    /// The nodes of sub-coordinators, which hand out the orders; filled in by the cluster.
    var subCoordinators: [String] = []
    /// How often it looks for silent workers and slow tasks.
    public var tick: Duration
    /// How long its lease on leadership lasts; it is renewed three times in that time.
    public var lease: Duration
    /// The largest drift of a clock, of a coordinator's and of the database's, with which no two
    /// coordinators lead at the same time. With a larger one a deposed leader may answer from what
    /// it knew; what it writes is refused all the same.
    public var clockDriftMaximum: Double
    /// How long a worker may take to answer an order.
    public var orderTimeout: Duration

    /// Creates settings.
    public init(
        scheduling: SchedulingSettings = SchedulingSettings(),
        tasksPerSecond: Int = 1_000,
        tasksThrough: TaskDelivery = .calls,
        tick: Duration = .seconds(1),
        lease: Duration = .seconds(9),
        clockDriftMaximum: Double = 0.01,
        orderTimeout: Duration = .seconds(1)
    ) {
        precondition((0..<1).contains(clockDriftMaximum), "a clock goes forward")
        precondition(tasksPerSecond > 0 && tick > .zero && lease > .zero, "it does something")
        self.scheduling = scheduling
        self.tasksPerSecond = tasksPerSecond
        self.tasksThrough = tasksThrough
        self.tick = tick
        self.lease = lease
        self.clockDriftMaximum = clockDriftMaximum
        self.orderTimeout = orderTimeout
    }

    /// How much of a lease its holder uses, by its own clock: where that is slow and the
    /// database's is fast, it is over for both at the same moment.
    ///
    /// Source: Gray and Cheriton, "Leases", 1989, section 2.
    var usableLease: Duration {
        lease * ((1 - clockDriftMaximum) / (1 + clockDriftMaximum))
    }
}
