import OrderedCollections

/// What became of all messages of a run, and who got them.
///
/// A message says in its first bytes which one it is, so that what is delivered can be compared
/// with what was sent.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation.
public final class MessageLog: @unchecked Sendable {
    /// What is known of a message.
    public struct Message: Sendable {
        /// Which producer sent it.
        public let producer: Int
        /// Which incarnation of it did.
        public let incarnation: Int
        /// When it was to be sent.
        public let intended: VirtualInstant
        /// When its fate was known to its producer.
        public internal(set) var ended: VirtualInstant?
        /// Its partition and offset, where that was said.
        public internal(set) var place: (partition: TopicPartition, offset: Int)?
        /// Why it was given up.
        public internal(set) var error: QueueError?

        /// Whether its producer was told that it is there.
        public var isAcknowledged: Bool { ended != nil && error == nil }
    }

    /// A message that a consumer got.
    public struct Delivery: Hashable, Sendable {
        /// Its offset.
        public let offset: Int
        /// Which message it is; nothing where nobody sent it.
        public let message: Int?
    }

    /// What a consumer got of a partition between two times that it got its partitions anew.
    public struct Session: Sendable {
        /// Its consumer, among those of the log.
        public let consumer: Int
        /// Which incarnation of it, and how often that one has got its partitions.
        public let number: SessionNumber
        /// The partition.
        public let partition: TopicPartition
        /// When it began.
        public let began: VirtualInstant
        /// The offset at which it began, where that is known.
        public let start: Int?
        /// What its group had it read, where it is one of a group.
        public let share: GroupShare?
        /// In the order in which they came.
        public internal(set) var deliveries: [Delivery] = []
        /// Where the consumer went elsewhere, since there was nothing where it was to go on.
        public internal(set) var jumps: [(from: Int, to: Int)] = []
    }

    /// Who reads: a consumer on its own, or one of a group.
    public struct Consumer: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// The group that it is one of.
        public let group: String?
        /// What it reads.
        public let subscription: QueueConsumer.Subscription
        /// Where it begins where nothing is written down.
        public let reset: OffsetQuery

        /// Who gets each message: its group, or it itself.
        var reader: String { group ?? name }
    }

    private struct SessionKey: Hashable {
        let consumer: Int
        let number: SessionNumber
        let partition: TopicPartition
    }

    /// Which incarnation of a consumer, and how often that one has got its partitions.
    public struct SessionNumber: Hashable, Sendable {
        let incarnation: Int
        let session: Int
    }

    /// All messages, in the order in which they were to be sent.
    @exclusivity(unchecked) public private(set) var messages: [Message] = []
    @exclusivity(unchecked) private var counts: [Int] = []
    /// Messages that were delivered, each time that they were.
    @exclusivity(unchecked) public private(set) var delivered = 0
    /// The consumers.
    public private(set) var consumers: [Consumer] = []
    /// What they got.
    @exclusivity(unchecked) public private(set) var sessions: [Session] = []
    @exclusivity(unchecked) private var sessionNumbers: [SessionKey: Int] = [:]
    /// From when a message was to be sent until a consumer had processed it, of the first delivery
    /// to each reader.
    @exclusivity(unchecked) public private(set) var latencies = DurationHistogram()
    /// From when a message was to be sent until its producer knew that it is there.
    @exclusivity(unchecked) public private(set) var acknowledgements = DurationHistogram()

    /// Nothing yet.
    public init() {}

    // MARK: Sending

    /// An incarnation of a producer is to send a message; its number.
    func begin(producer: Int, incarnation: Int, intended: VirtualInstant) -> Int {
        while counts.count <= producer { counts.append(0) }
        counts[producer] += 1
        messages.append(
            Message(producer: producer, incarnation: incarnation, intended: intended)
        )
        return messages.count - 1
    }

    /// How many messages a producer has begun.
    func begun(by producer: Int) -> Int { producer < counts.count ? counts[producer] : 0 }

    /// A producer knows what became of a message.
    func end(_ number: Int, _ outcome: QueueProducer.Outcome, at now: VirtualInstant) {
        messages[number].ended = now
        switch outcome {
        case .acknowledged(let partition, let offset):
            if offset >= 0 { messages[number].place = (partition, offset) }
            acknowledgements.record(messages[number].intended.duration(to: now))
        case .failed(let error): messages[number].error = error
        }
    }

    /// The bytes of a message: its number in sixteen digits, and as many more as it is long.
    static func value(_ number: Int, size: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            bytes.initialize(repeating: UInt8(ascii: "."))
            var rest = number
            for place in (0..<MessageLoad.sizeMinimum).reversed() {
                bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            count = size
        }
    }

    /// Which message these bytes are.
    private func number(of value: ByteView) -> Int? {
        guard value.count >= MessageLoad.sizeMinimum else { return nil }
        var number = 0
        for place in 0..<MessageLoad.sizeMinimum {
            let digit = Int(value[place]) - Int(UInt8(ascii: "0"))
            guard (0...9).contains(digit) else { return nil }
            number = number * 10 + digit
        }
        return number < messages.count ? number : nil
    }

    /// Which messages each reader got.
    @exclusivity(unchecked) private var got: [String: [Bool]] = [:]

    // MARK: Receiving

    /// A consumer takes part; its number.
    public func add(_ consumer: Consumer) -> Int {
        consumers.append(consumer)
        return consumers.count - 1
    }

    /// A consumer goes on at an offset.
    func note(
        _ position: QueueConsumer.Position,
        of consumer: Int,
        incarnation: Int,
        at now: VirtualInstant
    ) {
        let number = (incarnation, position.session)
        let index = index(of: consumer, number, position.partition, position, now)
        if let from = position.from { sessions[index].jumps.append((from, position.offset)) }
    }

    private func index(
        of consumer: Int,
        _ session: (incarnation: Int, session: Int),
        _ partition: TopicPartition,
        _ position: QueueConsumer.Position?,
        _ now: VirtualInstant
    ) -> Int {
        let number = SessionNumber(incarnation: session.incarnation, session: session.session)
        let key = SessionKey(consumer: consumer, number: number, partition: partition)
        if let known = sessionNumbers[key] { return known }
        sessionNumbers[key] = sessions.count
        sessions.append(
            Session(
                consumer: consumer,
                number: number,
                partition: partition,
                began: now,
                start: position?.offset,
                share: position?.share
            )
        )
        return sessions.count - 1
    }

    /// A consumer has processed messages.
    func deliver(
        to consumer: Int,
        session: (incarnation: Int, session: Int),
        _ partition: TopicPartition,
        _ processed: QueueConsumer.Processed,
        at now: VirtualInstant
    ) {
        let index = index(of: consumer, session, partition, nil, now)
        switch processed {
        case .message(let record, let offset):
            record.value.withUnsafeBytes { note(ByteView($0), at: offset, in: index, now) }
        case .batch(let batch, let offsets):
            batch.forEachRecord { view in
                if offsets.contains(view.offset) {
                    note(view.value, at: view.offset, in: index, now)
                }
            }
        }
    }

    private func note(
        _ value: ByteView,
        at offset: Int,
        in session: Int,
        _ now: VirtualInstant
    ) {
        let number = number(of: value)
        delivered += 1
        sessions[session].deliveries.append(Delivery(offset: offset, message: number))
        guard let number, isFirst(number, for: consumers[sessions[session].consumer].reader) else {
            return
        }
        latencies.record(messages[number].intended.duration(to: now))
    }

    /// Whether a reader gets a message for the first time, which is noted.
    private func isFirst(_ number: Int, for reader: String) -> Bool {
        let known = got[reader]?.count ?? 0
        if number >= known {
            got[reader, default: []] += repeatElement(false, count: messages.count - known)
        }
        defer { got[reader]?[number] = true }
        return got[reader]?[number] == false
    }
}
