/// When a broker has the disk make durable what it wrote.
public enum FlushPolicy: Hashable, Sendable {
    /// Before it acknowledges: `log.flush.interval.messages=1`.
    case always
    /// After so many messages of all partitions, but every so often at least:
    /// `log.flush.interval.messages` and `log.flush.interval.ms`.
    case messages(Int, interval: Duration)
    /// Every so often, as an operating system does whose program does not ask for it.
    case interval(Duration)
}

/// How a broker works. The names in quotes are those of Kafka's configuration.
public struct BrokerSettings: Sendable {
    /// How logs are cut and what is kept.
    var log = PartitionLog.Settings()
    /// Bytes from which on a file of a log is closed: `log.segment.bytes`.
    public var segmentBytes: Int {
        get { log.segmentBytes }
        set { log.segmentBytes = newValue }
    }
    /// How long messages are kept; nil for ever: `log.retention.ms`.
    public var retentionTime: Duration? {
        get { log.retentionTime.map { .milliseconds($0) } }
        set { log.retentionTime = newValue.map { Int64($0.wholeNanoseconds / 1_000_000) } }
    }
    /// Bytes of a partition that are kept at least; nil for all: `log.retention.bytes`.
    public var retentionBytes: Int? {
        get { log.retentionBytes }
        set { log.retentionBytes = newValue }
    }
    /// When it is durable.
    public var flush = FlushPolicy.interval(.seconds(30))
    /// How long a follower may lack something until it is not in sync:
    /// `replica.lag.time.max.ms`.
    public var replicaLag = Duration.seconds(30)
    /// How long a follower waits for messages: `replica.fetch.wait.max.ms`.
    public var fetchWait = Duration.milliseconds(500)
    /// Bytes that a follower takes at once: `replica.fetch.response.max.bytes`.
    public var fetchLimit = 10 << 20
    /// How long a follower waits after its leader did not answer: `replica.fetch.backoff.ms`.
    public var fetchBackoff = Duration.seconds(1)
    /// How long a request takes, beside its bytes.
    public var requestTime = Duration.microseconds(20)
    /// Bytes a second that a broker takes in and gives out.
    public var bandwidth = 200_000_000
    /// How often it looks for what need not be kept: `log.retention.check.interval.ms`.
    public var retentionInterval = Duration.seconds(300)
    /// How long it waits after its disk took nothing.
    public var diskRetry = Duration.seconds(1)
    /// How long its requests to others may take, beside what they wait for.
    public var timeout = Duration.seconds(2)
    /// The node of the controller.
    public var controller = "controller"
    /// The civil time at the start of the run, in milliseconds since 1970.
    public var start: Int64 = 0
    var plantedBug: QueuePlantedBug?

    /// A broker as Kafka's defaults have it.
    public init() {}
}
