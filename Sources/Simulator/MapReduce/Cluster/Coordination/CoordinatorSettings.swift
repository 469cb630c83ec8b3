/// How a coordinator works. The defaults are the original's.
public struct CoordinatorSettings: Hashable, Sendable {
    /// How it schedules.
    public var scheduling: SchedulingSettings
    /// Tasks it can hand out a second.
    public var tasksPerSecond: Int
    /// How often it looks for silent workers and slow tasks.
    public var tick: Duration
    /// How long its lease on leadership lasts; it is renewed three times in that time.
    public var lease: Duration
    /// How long a worker may take to answer an order.
    public var orderTimeout: Duration

    /// Creates settings.
    public init(
        scheduling: SchedulingSettings = SchedulingSettings(),
        tasksPerSecond: Int = 1_000,
        tick: Duration = .seconds(1),
        lease: Duration = .seconds(9),
        orderTimeout: Duration = .seconds(1)
    ) {
        precondition(tasksPerSecond > 0 && tick > .zero && lease > .zero, "it does something")
        self.scheduling = scheduling
        self.tasksPerSecond = tasksPerSecond
        self.tick = tick
        self.lease = lease
        self.orderTimeout = orderTimeout
    }
}
