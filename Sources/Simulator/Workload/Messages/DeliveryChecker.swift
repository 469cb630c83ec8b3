public import OrderedCollections

/// Holds what was delivered against what was sent.
///
/// - A place of a partition has one message, whoever reads it and when, unless what was
///   acknowledged may be lost.
/// - A consumer gets a partition in its order.
/// - Two members of a group do not read the same partition in one generation.
/// - Nothing is delivered that was not sent.
/// - What is acknowledged is delivered: to every consumer on its own, and to every group, from
///   where it began first; but for what was deleted before a slow one came to it.
/// - The messages of a producer that numbers them are there once, in one partition, in the order in
///   which it sent them; where it has no name, in the order of each of its incarnations, as nothing
///   keeps a message of one that crashed from arriving after those of the next.
public struct DeliveryChecker {
    /// What has to hold of the messages of a producer.
    public struct Promise: Hashable, Sendable {
        /// The topic that they go to.
        public var topic: String
        /// Whether what was acknowledged must not be lost.
        public var isSafe: Bool
        /// Whether each message is there at most once, and in order.
        public var isExact: Bool
        /// Whether it has a name, by which the brokers refuse what an earlier incarnation of it
        /// sent.
        public var isNamed: Bool

        /// The producer that took its place: nothing of it comes after something of that one.
        public var replacedBy: Int?

        /// A promise.
        public init(topic: String, isSafe: Bool, isExact: Bool, isNamed: Bool = false) {
            self.topic = topic
            self.isSafe = isSafe
            self.isExact = isExact
            self.isNamed = isNamed
        }
    }

    /// What was found.
    public struct Findings: Sendable {
        /// What is wrong, each in a sentence.
        public var problems: [String] = []
        /// Acknowledged messages that a reader did not get, of all readers together.
        public var lost = 0
        /// Messages that a reader got more than once.
        public var repeated = 0
        /// Messages that stand more than once in a partition, or in more than one.
        public var duplicated = 0
        /// Messages that each reader got, each counted once.
        public var delivered: OrderedDictionary<String, Int> = [:]
    }

    /// Problems of a kind that are told in full.
    private static let toldMaximum = 3

    /// One who has to get everything: a consumer on its own, or a group.
    private struct Reader {
        let name: String
        /// What it has to get.
        var subscriptions: [QueueConsumer.Subscription] = []
        /// How often it got each offset, by partition.
        var counts: [TopicPartition: [UInt32]] = [:]

        /// Which messages it got.
        var got: [Bool]
        /// Where it began first, by partition.
        var starts: [TopicPartition: Int] = [:]
        /// When it had begun with all of them.
        var began = VirtualInstant.zero
        /// Whether it begins with the messages that are to come.
        let isLate: Bool
        /// The offsets that it went past as nothing was there any more.
        var skipped: [TopicPartition: [Range<Int>]] = [:]

        /// Whether it has to get a message.
        func wants(_ message: MessageLog.Message, of topic: String) -> Bool {
            let isSubscribed = subscriptions.contains { subscription in
                if let place = message.place { return subscription.includes(place.partition) }
                // Where it is nobody was told.
                if case .topics(let topics) = subscription { return topics.contains(topic) }
                return false
            }
            guard let place = message.place else {
                return isSubscribed && (!isLate || message.intended > began)
            }
            return isSubscribed && place.offset >= starts[place.partition] ?? (isLate ? .max : 0)
        }

        /// Whether it went past a message that was not there any more.
        func hasSkipped(_ message: MessageLog.Message) -> Bool {
            guard let place = message.place else { return false }
            return skipped[place.partition]?.contains { $0.contains(place.offset) } ?? false
        }

        /// Learns where a session began, and where it went on.
        mutating func note(_ session: MessageLog.Session) {
            let partition = session.partition
            if let start = session.start, starts[partition] == nil {
                starts[partition] = start
                began = max(began, session.began)
            }
            for (from, to) in session.jumps where from < to {
                skipped[partition, default: []].append(from..<to)
            }
        }
    }

    private let log: MessageLog
    private let promises: [Promise]
    private var findings = Findings()
    private var kinds: [String: Int] = [:]
    /// What stands where, by partition and offset; −1 where nobody got anything.
    private var contents: OrderedDictionary<TopicPartition, [Int]> = [:]
    private var readers: OrderedDictionary<String, Reader> = [:]

    /// Checks a log.
    ///
    /// - Parameters:
    ///   - log: What was sent and delivered.
    ///   - promises: Of the producers, by their numbers.
    public static func findings(in log: MessageLog, promises: [Promise]) -> Findings {
        var checker = DeliveryChecker(log: log, promises: promises)
        checker.check()
        return checker.findings
    }

    private init(log: MessageLog, promises: [Promise]) {
        self.log = log
        self.promises = promises
    }

    private mutating func tell(_ kind: String, _ problem: @autoclosure () -> String) {
        kinds[kind, default: 0] += 1
        if kinds[kind, default: 0] <= Self.toldMaximum { findings.problems.append(problem()) }
    }

    private mutating func check() {
        for consumer in log.consumers {
            let name = consumer.reader
            let reader = Reader(
                name: name,
                got: [Bool](repeating: false, count: log.messages.count),
                isLate: consumer.reset != .earliest
            )
            readers[name, default: reader].subscriptions.append(consumer.subscription)
        }
        for session in log.sessions {
            readers[log.consumers[session.consumer].reader]?.note(session)
            check(session)
        }
        checkShares()
        checkPlaces()
        checkProducers()
        checkReaders()
        for (kind, count) in kinds.sorted(by: { $0.key < $1.key })
        where count > Self.toldMaximum {
            findings.problems.append("\(count - Self.toldMaximum) more: \(kind)")
        }
    }

    // MARK: What was delivered

    private mutating func check(_ session: MessageLog.Session) {
        let consumer = log.consumers[session.consumer]
        let reader = consumer.reader
        let partition = session.partition
        var counts = readers[reader]?.counts[partition] ?? []
        var known = contents[partition] ?? []
        var got = readers[reader]?.got ?? []
        readers[reader]?.counts[partition] = nil
        readers[reader]?.got = []
        contents[partition] = nil
        let isSafe = promises.allSatisfy { $0.topic != partition.topic || $0.isSafe }
        var last = -1
        for delivery in session.deliveries {
            let offset = delivery.offset
            if session.jumps.contains(where: { $0.to == offset }) {
                // It went there, since nothing was where it was to go on.
            } else if offset <= last {
                tell(
                    "out of order",
                    "\(consumer.name) got offset \(offset) of \(partition) after \(last)"
                )
            } else if last >= 0, offset > last + 1 {
                tell(
                    "gap",
                    "\(consumer.name) got offset \(offset) of \(partition) right after \(last)"
                )
            }
            last = offset
            guard let message = delivery.message else {
                tell(
                    "never sent",
                    "\(consumer.name) got at \(partition) \(offset) what nobody sent"
                )
                continue
            }
            if offset >= known.count {
                known += repeatElement(-1, count: offset + 1 - known.count)
            }
            if offset >= counts.count {
                counts += repeatElement(0, count: offset + 1 - counts.count)
            }
            let other = known[offset]
            if other >= 0, other != message, isSafe {
                tell(
                    "two messages at one place",
                    "\(partition) \(offset) held message \(other) and then message \(message)"
                )
            }
            known[offset] = message
            counts[offset] += 1
            got[message] = true
        }
        contents[partition] = known
        readers[reader]?.counts[partition] = counts
        readers[reader]?.got = got
    }

    /// A partition is read by one member of a group at a time.
    private mutating func checkShares() {
        struct Place: Hashable {
            let group: String
            let term: CoordinatorTerm?
            let generation: Int
            let partition: TopicPartition
        }
        var members: [Place: Int] = [:]
        for session in log.sessions {
            let consumer = log.consumers[session.consumer]
            guard let group = consumer.group, let share = session.share else { continue }
            let place = Place(
                group: group,
                term: share.term,
                generation: share.generation,
                partition: session.partition
            )
            let other = members.updateValue(session.consumer, forKey: place)
            guard let other, other != session.consumer else { continue }
            let name = log.consumers[other].name
            tell(
                "two members",
                "\(consumer.name) and \(name) both read \(session.partition) "
                    + "in generation \(share.generation) of \(group)"
            )
        }
    }

    // MARK: What was acknowledged

    /// An acknowledged message stands where its producer was told, if anybody got that place.
    private mutating func checkPlaces() {
        for (number, message) in log.messages.enumerated() {
            guard let place = message.place, promises[message.producer].isSafe,
                let places = contents[place.partition], place.offset < places.count
            else { continue }
            let found = places[place.offset]
            guard found >= 0, found != number
            else { continue }
            tell(
                "replaced",
                "message \(number) was acknowledged at \(place.partition) \(place.offset), "
                    + "where message \(found) stands"
            )
        }
    }

    private mutating func checkReaders() {
        for reader in readers.values {
            for counts in reader.counts.values {
                for count in counts where count > 1 { findings.repeated += Int(count) - 1 }
            }
            findings.delivered[reader.name] = reader.got.count { $0 }
            for (number, message) in log.messages.enumerated() {
                let promise = promises[message.producer]
                guard message.isAcknowledged, !reader.got[number],
                    reader.wants(message, of: promise.topic)
                else { continue }
                findings.lost += 1
                guard promise.isSafe, !reader.hasSkipped(message) else { continue }
                let place = message.place.map { ", acknowledged at \($0.partition) \($0.offset)" }
                tell("lost", "\(reader.name) never got message \(number)\(place ?? "")")
            }
        }
    }

    // MARK: What producers sent

    /// The messages of each producer in each partition, in the order of their offsets.
    private mutating func checkProducers() {
        // In which partition a message was met last.
        var met = [Int](repeating: -1, count: log.messages.count)
        let contents = contents
        let sequences = Sequences(of: promises, in: log)
        for (index, (partition, places)) in contents.enumerated() {
            // The latest message of each sequence, and who has a message there.
            var last = [Int](repeating: -1, count: sequences.count)
            var hasBegun = [Bool](repeating: false, count: promises.count)
            for (offset, message) in places.enumerated() where message >= 0 {
                let producer = log.messages[message].producer
                let promise = promises[producer]
                let sequence = sequences.of(log.messages[message])
                if met[message] == index {
                    findings.duplicated += 1
                    if promise.isExact {
                        tell("twice", "message \(message) stands twice in \(partition)")
                    }
                } else if met[message] >= 0 {
                    findings.duplicated += 1
                    if promise.isExact {
                        tell(
                            "two partitions",
                            "message \(message) stands in \(partition) and in another partition"
                        )
                    }
                } else if promise.isExact, last[sequence] > message {
                    tell(
                        "overtaken",
                        "at \(partition) \(offset) message \(message) comes after message "
                            + "\(last[sequence])"
                    )
                }
                if let successor = promise.replacedBy, hasBegun[successor] {
                    tell(
                        "replaced producer",
                        "at \(partition) \(offset) message \(message) comes after one of the "
                            + "producer that took the place of its own"
                    )
                }
                met[message] = index
                last[sequence] = max(last[sequence], message)
                hasBegun[producer] = true
            }
        }
    }
}

/// The messages that brokers keep in order: those of a producer that has a name, else those of one
/// of its incarnations.
private struct Sequences {
    /// The number of the first sequence of each producer, and whether it has but one.
    private var firsts: [(first: Int, isSingle: Bool)] = []
    /// How many there are.
    private(set) var count = 0

    init(of promises: [DeliveryChecker.Promise], in log: MessageLog) {
        var incarnations = [Int](repeating: 0, count: promises.count)
        for message in log.messages {
            incarnations[message.producer] = max(
                incarnations[message.producer],
                message.incarnation
            )
        }
        for (promise, last) in zip(promises, incarnations) {
            firsts.append((count, promise.isNamed))
            count += promise.isNamed ? 1 : last + 1
        }
    }

    /// The number of the sequence that a message belongs to.
    func of(_ message: MessageLog.Message) -> Int {
        let (first, isSingle) = firsts[message.producer]
        return isSingle ? first : first + message.incarnation
    }
}
