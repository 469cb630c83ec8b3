import OrderedCollections

/// Holds what was delivered against what was sent.
///
/// - A place of a partition has one message, whoever reads it and when.
/// - A consumer gets a partition in its order.
/// - Nothing is delivered that was not sent.
/// - What is acknowledged is delivered: to every consumer on its own, and to every group.
/// - The messages of a producer that numbers them are there once, in the order in which it sent
///   them.
public struct DeliveryChecker {
    /// What has to hold of the messages of a producer.
    public struct Promise: Hashable, Sendable {
        /// Whether what was acknowledged must not be lost.
        public var isSafe: Bool
        /// Whether each message is there at most once, and in order.
        public var isExact: Bool

        /// The producer whose place it took: nothing of that one comes after something of it.
        public var replaces: Int?

        /// A promise.
        public init(isSafe: Bool, isExact: Bool, replaces: Int? = nil) {
            self.isSafe = isSafe
            self.isExact = isExact
            self.replaces = replaces
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
        /// Messages that stand more than once in a partition.
        public var duplicated = 0
        /// Messages that were delivered, each counted once for every reader.
        public var delivered = 0
    }

    /// Problems of a kind that are told in full.
    private static let toldMaximum = 3

    /// One who has to get everything: a consumer on its own, or a group.
    private struct Reader {
        let name: String
        /// What it has to get.
        var subscriptions: [QueueConsumer.Subscription] = []
        /// Which offsets it got, and how often, by partition.
        var counts: [TopicPartition: [Int: Int]] = [:]
    }

    private let log: MessageLog
    private let promises: [Promise]
    private var findings = Findings()
    private var kinds: [String: Int] = [:]
    /// What stands where, by partition and offset.
    private var contents: OrderedDictionary<TopicPartition, [Int: Int]> = [:]
    private var readers: OrderedDictionary<String, Reader> = [:]

    /// Checks a log.
    ///
    /// - Parameter promises: Of the producers, by their numbers.
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
            readers[name, default: Reader(name: name)].subscriptions.append(consumer.subscription)
        }
        for session in log.sessions { check(session) }
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
        var counts = readers[reader]?.counts[partition] ?? [:]
        var known = contents[partition] ?? [:]
        readers[reader]?.counts[partition] = nil
        contents[partition] = nil
        var last = -1
        for delivery in session.deliveries {
            let offset = delivery.offset
            if offset <= last {
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
            if let other = known[offset], other != message {
                tell(
                    "two messages at one place",
                    "\(partition) \(offset) held message \(other) and then message \(message)"
                )
            }
            known[offset] = message
            counts[offset, default: 0] += 1
        }
        contents[partition] = known
        readers[reader]?.counts[partition] = counts
    }

    // MARK: What was acknowledged

    /// An acknowledged message stands where its producer was told, if anybody got that place.
    private mutating func checkPlaces() {
        for (number, message) in log.messages.enumerated() {
            guard let place = message.place, promises[message.producer].isSafe,
                let found = contents[place.partition]?[place.offset], found != number
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
                findings.delivered += counts.count
                findings.repeated += counts.values.reduce(0) { $0 + $1 - 1 }
            }
            for (number, message) in log.messages.enumerated() {
                guard message.isAcknowledged, let place = message.place,
                    reader.subscriptions.contains(where: { $0.includes(place.partition) }),
                    (reader.counts[place.partition]?[place.offset] ?? 0) == 0
                else { continue }
                findings.lost += 1
                guard promises[message.producer].isSafe else { continue }
                tell(
                    "lost",
                    "\(reader.name) never got message \(number), acknowledged at "
                        + "\(place.partition) \(place.offset)"
                )
            }
        }
    }

    // MARK: What producers sent

    /// The messages of each producer in each partition, in the order of their offsets.
    private mutating func checkProducers() {
        for (partition, places) in contents {
            var last: [Int: Int] = [:]
            var seen: Set<Int> = []
            for (offset, message) in places.sorted(by: { $0.key < $1.key }) {
                let producer = log.messages[message].producer
                let isExact = promises[producer].isExact
                if !seen.insert(message).inserted {
                    findings.duplicated += 1
                    if isExact {
                        tell("twice", "message \(message) stands twice in \(partition)")
                    }
                } else if isExact, let before = last[producer], before > message {
                    tell(
                        "overtaken",
                        "at \(partition) \(offset) message \(message) comes after message \(before)"
                    )
                }
                if promises.indices.contains(where: {
                    promises[$0].replaces == producer && last[$0] != nil
                }) {
                    tell(
                        "replaced producer",
                        "at \(partition) \(offset) message \(message) comes after one of the "
                            + "producer that took the place of its own"
                    )
                }
                last[producer] = max(last[producer] ?? -1, message)
            }
        }
    }
}
