/// When a consumer writes down how far it has read.
public enum CommitPolicy: Hashable, Sendable {
    /// Before it processes what it got: each message at most once.
    case before
    /// After it has processed: each at least once.
    case after
    /// Every so often, with what was processed by then: `auto.commit.interval.ms`.
    case interval(Duration)
    /// Never: it begins anew each time.
    case never
}

/// How a consumer works. The names in quotes are those of Kafka's configuration.
public struct ConsumerSettings: Sendable {
    /// The group that it is one of, or under whose name it keeps how far it has read; nothing where
    /// it reads on its own.
    public var group: String?
    /// How a group divides its partitions: `partition.assignment.strategy`.
    public var assignment = GroupAssignment.range
    /// Where to begin where nothing is written down: `auto.offset.reset`.
    public var reset = OffsetQuery.latest
    /// When it writes down how far it has read.
    public var commit = CommitPolicy.interval(.seconds(5))
    /// How long a message takes to be processed.
    public var processing = DurationDistribution.constant(.zero)
    /// Messages that are processed in one go: `max.poll.records`.
    public var pollLimit = 500
    /// Bytes of a partition that are fetched at once: `max.partition.fetch.bytes`.
    public var fetchLimit = 1 << 20
    /// How long a broker waits for messages: `fetch.max.wait.ms`.
    public var fetchWait = Duration.milliseconds(500)
    /// After how long a member of a group counts as gone: `session.timeout.ms`.
    public var sessionTimeout = Duration.seconds(45)
    /// How often it says that it lives: `heartbeat.interval.ms`.
    public var heartbeat = Duration.seconds(3)
    /// How long it may process until the group goes on without it: `max.poll.interval.ms`.
    public var rebalanceTimeout = Duration.seconds(300)
    /// How long a request may take, beside what it waits for.
    public var requestTimeout = Duration.seconds(5)
    /// How long to wait before another attempt: `retry.backoff.ms`.
    public var backoff = Duration.milliseconds(100)
    package var plantedBug: QueuePlantedBug?

    /// A consumer as Kafka's defaults have it.
    public init() {}
}
