/// What producers sent from logs, and what consumers wrote into theirs.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class LogTranscript: @unchecked Sendable {
    /// A message of a producer.
    public struct Sent: Sendable {
        /// Which producer sent it.
        let producer: Int
        /// The topic that it was for.
        public let topic: String
        /// The shard that it was for; nothing for any.
        let shard: String?
        let text: String
        /// When it was sent first.
        public let began: VirtualInstant
        /// How often.
        var attempts = 0
        /// The shard that has it, once that was said.
        public fileprivate(set) var place: String?
        /// When that was said, or when the producer gave up; nothing while it is under way.
        public fileprivate(set) var ended: VirtualInstant?
    }

    /// A message that a consumer wrote down.
    struct Line: Hashable, Sendable {
        let topic: String
        let shard: String
        let text: String
    }

    /// Who reads.
    struct Consumer: Sendable {
        let name: String
        let selectors: [ShardSelector]
        /// When all that it reads was registered.
        var registered: VirtualInstant?
        var lines: [Line] = []
        /// Requests for a message without an answer: each may have cost it one.
        var unanswered = 0
        /// When it had got nothing for as long as it waits.
        var ended: VirtualInstant?
    }

    /// The messages of all producers, in the order in which they were sent first.
    public private(set) var sent: [Sent] = []
    private(set) var consumers: [Consumer] = []

    /// Nothing yet.
    public init() {}

    // MARK: Producers

    func begin(_ message: Sent) -> Int {
        sent.append(message)
        return sent.count - 1
    }

    func noteAttempt(_ number: Int) { sent[number].attempts += 1 }

    func end(_ number: Int, in shard: String?, at now: VirtualInstant) {
        sent[number].place = shard
        sent[number].ended = now
    }

    /// What became of the messages of a producer, by its number: how many it sent, how many it
    /// knows to be there, and how many of its attempts failed.
    public func counts(ofProducer producer: Int) -> (sent: Int, acknowledged: Int, failures: Int) {
        let own = sent.filter { $0.producer == producer }
        let acknowledged = own.count { $0.place != nil }
        let attempts = own.reduce(0) { $0 + $1.attempts }
        return (own.count, acknowledged, attempts - acknowledged)
    }

    // MARK: Consumers

    func add(_ name: String, _ selectors: [ShardSelector]) -> Int {
        consumers.append(Consumer(name: name, selectors: selectors))
        return consumers.count - 1
    }

    func register(_ number: Int, at now: VirtualInstant) { consumers[number].registered = now }

    func write(_ line: Line, of number: Int) { consumers[number].lines.append(line) }

    func noteUnanswered(_ number: Int) { consumers[number].unanswered += 1 }

    func end(consumer number: Int, at now: VirtualInstant) { consumers[number].ended = now }

    /// The log of each consumer, by its name: a line for each message, with five blanks between
    /// the shard and what it says.
    public var logs: [(name: String, lines: [String])] {
        consumers.map { consumer in
            (
                consumer.name,
                consumer.lines.map { "\($0.topic):\($0.shard)     \($0.text)" }
            )
        }
    }
}
