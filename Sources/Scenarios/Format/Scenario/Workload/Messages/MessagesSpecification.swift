import Simulator

/// Messages that producers send to a topic.
public struct MessagesSpecification: Sendable, Equatable {
    /// How many each producer sends; nil for as many as come in the time of `duration`.
    public var count: Int?
    /// Where they go.
    public var topic = ""
    /// The partition; by the keys where nothing is said.
    public var partition: Int?
    /// How many producers there are.
    public var producers = 1
    /// Where their keys come from.
    public var key: RequestKeys?
    /// Bytes of a message.
    public var size = 100
    /// When they come, from `from` on.
    public var arrival = ArrivalSpecification.constant(Rate(count: 100, period: .seconds(1)))
    /// When the workload begins.
    public var from: Duration = .zero
    /// After which no more are sent.
    public var duration: Duration?
    /// Who has to have a message before it counts as sent.
    public var acknowledgement = Acks.all
    /// Whether messages are numbered; where nothing is said, if all have to acknowledge them.
    public var isIdempotent: Bool?
    /// Bytes that travel together at most.
    public var batch = ProducerSettings().batchSize
    /// How long a batch waits for more messages.
    public var linger = ProducerSettings().linger
    /// Batches of a partition that are under way at once.
    public var inFlight = ProducerSettings().inFlight
    /// Bytes that a producer keeps.
    public var buffer = ProducerSettings().buffer
    /// How long a request may take.
    public var requestTimeout = ProducerSettings().requestTimeout
    /// How long a message is tried to be delivered.
    public var deliveryTimeout = ProducerSettings().deliveryTimeout

    /// Who has to have a message.
    public enum Acks: String, Sendable, CaseIterable {
        /// Nobody.
        case none
        /// The leader.
        case leader
        /// All that are in sync.
        case all

        /// What the simulator calls it.
        var acknowledgement: Acknowledgement {
            switch self {
            case .none: .none
            case .leader: .leader
            case .all: .all
            }
        }
    }

    /// Messages of a hundred bytes without keys, a hundred a second.
    public init() {}

    /// How their producers work.
    var settings: ProducerSettings {
        var settings = ProducerSettings()
        settings.acknowledgement = acknowledgement.acknowledgement
        settings.isIdempotent = isIdempotent ?? (acknowledgement == .all)
        settings.batchSize = batch
        settings.linger = linger
        settings.inFlight = inFlight
        settings.buffer = buffer
        settings.requestTimeout = requestTimeout
        settings.deliveryTimeout = deliveryTimeout
        return settings
    }
}

extension Scenario {
    /// The nodes that send messages, in the order of the workload.
    var producerNames: [String] {
        let count = workload.reduce(0) { count, workload in
            guard case .messages(let messages) = workload else { return count }
            return count + messages.producers
        }
        return count == 0 ? [] : (1...count).map { "producer-\($0)" }
    }
}

extension MessagesSpecification: Section {
    static let name = "messages"
    static let documentation = "Messages that producers send to a topic."
    static var fields: [Field<Self>] { whatFields + whenFields + howFields + limitFields }

    private static var whatFields: [Field<Self>] {
        [
            .optional(
                "count",
                \.count,
                .integer(in: 1...100_000_000, example: 10_000),
                "How many each producer sends; may be left out when for is given."
            ),
            .key("topic", \.topic, .slug, required: true, "Where they go."),
            .optional(
                "partition",
                \.partition,
                .integer(in: 0...99_999, example: 0),
                "The partition; by default that of their keys."
            ),
            .key(
                "producers",
                \.producers,
                .integer(in: 1...10_000, example: 2),
                "How many send, each as much."
            ),
            .optional("key", \.key, .requestKeys, "Where their keys come from."),
            .key(
                "size",
                \.size,
                .size(in: MessageLoad.sizeMinimum...1 << 20, example: "100B"),
                "Bytes of a message."
            ),
        ]
    }

    private static var whenFields: [Field<Self>] {
        [
            .key("arrival", \.arrival, .arrival, "When they come."),
            .key("from", \.from, .duration, "When the workload begins."),
            .optional("for", \.duration, .positiveDuration, "After which no more are sent."),
        ]
    }

    private static var howFields: [Field<Self>] {
        [
            .key(
                "acks",
                \.acknowledgement,
                .choice("acknowledgement", Acks.self),
                "Who has to have a message before it counts as sent."
            ),
            .optional(
                "idempotent",
                \.isIdempotent,
                .boolean,
                "Whether messages are numbered, and so are there once; by default with acks all."
            ),
            .key(
                "batch",
                \.batch,
                .size(in: 1...1 << 30, example: "16KiB"),
                "Bytes that travel together at most."
            ),
            .key("linger", \.linger, .duration, "How long a batch waits for more messages."),
            .key(
                "in-flight",
                \.inFlight,
                .integer(in: 1...1_000, example: 5),
                "Batches of a partition that are under way at once."
            ),
        ]
    }

    private static var limitFields: [Field<Self>] {
        [
            .key(
                "buffer",
                \.buffer,
                .size(in: 1...1 << 40, example: "32MiB"),
                "Bytes that a producer keeps; more have to wait until there is room."
            ),
            .key(
                "request-timeout",
                \.requestTimeout,
                .positiveDuration,
                "How long a request may take."
            ),
            .key(
                "delivery-timeout",
                \.deliveryTimeout,
                .positiveDuration,
                "How long a message is tried to be delivered."
            ),
        ]
    }

    /// Batches under way of numbered messages, of which a broker remembers the last five.
    private static let inFlightMaximum = 5

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkCount(count, arrival, duration, of: "messages", node)
        if isIdempotent == true, acknowledgement != .all {
            reading.report(
                "numbered messages need acks: all",
                at: node.location(at: ["idempotent"]),
                expected: "'acks: all', or no 'idempotent'"
            )
        }
        if isIdempotent ?? (acknowledgement == .all), inFlight > Self.inFlightMaximum {
            reading.report(
                "a broker does not remember so many batches of numbered messages",
                at: node.location(at: ["in-flight"]),
                expected: "at most \(Self.inFlightMaximum), or 'idempotent: false'"
            )
        }
    }
}
