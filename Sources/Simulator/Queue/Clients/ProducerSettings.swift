/// How a producer works. The names in quotes are those of Kafka's configuration.
public struct ProducerSettings: Sendable {
    /// By which a later incarnation replaces an earlier one: `transactional.id`; without one, each
    /// is another producer.
    public var name: String?
    /// Who has to have a message: `acks`.
    public var acknowledgement = Acknowledgement.all
    /// Whether messages are numbered, so that none is there twice, where all have to acknowledge
    /// them: `enable.idempotence`.
    public var isIdempotent = true
    /// Bytes of a batch: `batch.size`.
    public var batchSize = 16_384
    /// How long a batch waits for more messages: `linger.ms`.
    public var linger = Duration.milliseconds(5)
    /// Bytes of messages that wait at most: `buffer.memory`.
    public var buffer = 32 << 20
    /// Batches of a partition that are under way at once:
    /// `max.in.flight.requests.per.connection`.
    public var inFlight = 5
    /// How long a request may take: `request.timeout.ms`.
    public var requestTimeout = Duration.seconds(30)
    /// How long a message is tried to be delivered: `delivery.timeout.ms`.
    public var deliveryTimeout = Duration.seconds(120)
    /// How long to wait before another attempt: `retry.backoff.ms`.
    public var backoff = Duration.milliseconds(100)
    /// Which partition a key has.
    public var partitioner = KeyPartitioner()

    /// A producer as Kafka's defaults have it.
    public init() {}

    /// Whether messages are numbered: where somebody may lose what he acknowledged, or nobody says
    /// that a message is missing, those after it would be refused for ever.
    var numbersMessages: Bool { isIdempotent && acknowledgement == .all }
}
