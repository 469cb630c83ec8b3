import OrderedCollections

/// Sends messages to the leaders of their partitions, in batches, again and again until they are
/// acknowledged or their time is over.
///
/// Source: Apache Kafka, `KafkaProducer.java`, `Sender.java`.
public actor QueueProducer: SimulatedActor {
    /// What became of a message: its partition and offset, or why it was given up.
    public enum Outcome: Hashable, Sendable {
        /// It is there.
        case acknowledged(TopicPartition, offset: Int)
        /// It may be there or not.
        case failed(QueueError)
    }

    /// A message of a topic whose partitions are not known yet.
    struct Homeless {
        let record: QueueRecord
        let topic: String
        let tag: Int
        let created: VirtualInstant
    }

    /// A partition to which messages without a key go until they come to the bytes of a batch.
    ///
    /// Source: Apache Kafka, KIP-794; `BuiltInPartitioner.java`.
    private struct Sticky {
        let shard: Int
        var bytes = 0
    }

    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: ProducerSettings
    let controller: Destination
    let report: @Sendable (Int, Outcome) -> Void
    @exclusivity(unchecked) var queues: OrderedDictionary<TopicPartition, ProducerQueue> =
        [:]
    /// Partitions for which messages wait.
    @exclusivity(unchecked) var dirty: OrderedSet<TopicPartition> = []
    /// Messages of topics whose partitions are not known yet.
    @exclusivity(unchecked) var homeless: [Homeless] = []
    /// Bytes that wait or are under way.
    @exclusivity(unchecked) var buffered = 0
    /// Messages whose fate is not known.
    @exclusivity(unchecked) public internal(set) var outstanding = 0
    var identity: ProducerIdentity?
    var isAskingIdentity = false
    /// Whether a later incarnation took its place.
    public internal(set) var isFenced = false
    private var isHurried = false
    private var isTimerSet = false
    private var timer: Handler<QueueProducer>?
    var connection: ClusterConnection?
    /// The partition to which messages without a key go, by topic.
    @exclusivity(unchecked) private var sticky: [String: Sticky] = [:]
    @exclusivity(unchecked) private var random: RandomStream
    let room: Mailbox<Bool>

    /// Starts a producer on `node`.
    ///
    /// - Parameters:
    ///   - node: Where it runs.
    ///   - settings: How it batches, and tries again.
    ///   - cluster: How the queue is reached.
    ///   - random: Draws waits between attempts, and partitions.
    ///   - report: Called once for each message, with the tag that it was added with.
    public static func start(
        on node: Node,
        settings: ProducerSettings,
        cluster: QueueAddress,
        random: RandomStream,
        report: @escaping @Sendable (Int, Outcome) -> Void
    ) -> QueueProducer {
        let producer = QueueProducer(node, settings, cluster, random, report)
        let timer = Handler("producer", of: producer) { $0.tick() }
        producer.assumeIsolated { producer in
            producer.timer = timer
            var random = random.split("brokers")
            producer.connection = ClusterConnection(
                node,
                cluster,
                topics: [],
                random: &random
            ) { [weak producer] in
                producer?.assumeIsolated { $0.learn() }
            }
        }
        return producer
    }

    private init(
        _ node: Node,
        _ settings: ProducerSettings,
        _ cluster: QueueAddress,
        _ random: RandomStream,
        _ report: @escaping @Sendable (Int, Outcome) -> Void
    ) {
        self.node = node
        network = cluster.network
        self.settings = settings
        self.controller = Destination(cluster.controller)
        self.report = report
        self.random = random.split("sticky")
        room = Mailbox("room", on: node, capacity: 1)
    }

    // MARK: Messages

    /// Takes a message, which is sent soon.
    ///
    /// - Parameters:
    ///   - record: The message.
    ///   - topic: Where it goes.
    ///   - partition: Where it goes; by its key where nothing is said, and wherever a batch is open
    ///     where it has none.
    ///   - tag: By which its fate is reported.
    /// - Returns: Whether there is room for more.
    @discardableResult
    public func add(
        _ record: QueueRecord,
        to topic: String,
        partition: Int? = nil,
        tag: Int
    ) -> Bool {
        guard !isFenced else {
            report(tag, .failed(.fencedProducer))
            return true
        }
        outstanding += 1
        buffered += record.value.count
        if let partition {
            enqueue(record, for: TopicPartition(topic, partition), tag)
        } else if let count = connection?.directory.counts[topic] {
            enqueue(record, topic, of: count, tag)
        } else {
            homeless.append(
                Homeless(record: record, topic: topic, tag: tag, created: node.now)
            )
            connection?.add(topic: topic)
            setTimer()
        }
        return buffered < settings.buffer
    }

    private func enqueue(_ record: QueueRecord, _ topic: String, of count: Int, _ tag: Int) {
        if let key = record.key {
            let shard = settings.partitioner.shard(of: key, of: count)
            return enqueue(record, for: TopicPartition(topic, shard), tag)
        }
        var place = sticky[topic] ?? Sticky(shard: Int(random.below(UInt64(count))))
        place.bytes += record.value.count
        sticky[topic] = place.bytes >= settings.batchSize ? nil : place
        enqueue(record, for: TopicPartition(topic, place.shard), tag)
    }

    private func enqueue(_ record: QueueRecord, for partition: TopicPartition, _ tag: Int) {
        let added = queues[partition, default: ProducerQueue()].add(
            record,
            tag: tag,
            limit: settings.batchSize,
            now: node.now
        )
        if added.begins {
            dirty.append(partition)
            if connection?.directory.counts[partition.topic] == nil {
                connection?.add(topic: partition.topic)
            }
        }
        if added.completes {
            pump([partition])
        } else if added.begins {
            setTimer()
        }
    }

    /// Waits until there is room for more messages.
    public func awaitRoom() async throws(Interruption) {
        while buffered >= settings.buffer { _ = try await room.receive() }
    }

    /// Sends what waits without waiting for more, and waits until everything has its fate.
    public func flush() async throws(Interruption) {
        isHurried = true
        pump(dirty)
        while outstanding > 0 { _ = try await room.receive() }
        isHurried = false
    }

    // MARK: Sending

    /// Whether it has no number yet, though it is to have one.
    private var isNameless: Bool { settings.numbersMessages && identity == nil }

    /// Looks again later at what cannot be sent now.
    func setTimer() {
        guard !isTimerSet else { return }
        isTimerSet = true
        let now = node.now
        let isBlocked =
            !homeless.isEmpty || isNameless || isAskingIdentity
            || dirty.contains { (queues[$0]?.blockedUntil ?? .zero) > now }
        let delay = isBlocked ? settings.backoff : max(settings.linger, .milliseconds(1))
        timer?.schedule(after: delay, .background)
    }

    private func tick() {
        isTimerSet = false
        expire()
        pump(dirty)
        guard !homeless.isEmpty else { return }
        connection?.refresh()
        setTimer()
    }

    private func learn() {
        guard let directory = connection?.directory else { return }
        let homeless = homeless
        self.homeless = []
        for entry in homeless {
            if let count = directory.counts[entry.topic] {
                enqueue(entry.record, entry.topic, of: count, entry.tag)
            } else {
                self.homeless.append(entry)
            }
        }
        pump(dirty)
    }

    /// Sends the batches that may be sent, all those for a broker together.
    func pump(_ partitions: OrderedSet<TopicPartition>) {
        guard !isNameless else {
            askIdentity()
            return setTimer()
        }
        guard let connection else { return }
        var requests: OrderedDictionary<String, [ProduceRequest.Entry]> = [:]
        var isLeaderless = false
        var needsIdentity = false
        for partition in partitions {
            guard let queue = queues[partition] else { continue }
            if queue.waiting.isEmpty {
                dirty.remove(partition)
                continue
            }
            if queue.needsIdentity {
                needsIdentity = true
                continue
            }
            guard
                queue.isReady(
                    linger: settings.linger,
                    limit: settings.batchSize,
                    inFlight: settings.inFlight,
                    isHurried: isHurried,
                    now: node.now
                )
            else { continue }
            guard let leader = connection.directory.leader(of: partition) else {
                isLeaderless = true
                continue
            }
            guard let batch = queues[partition]?.send(as: identity) else { continue }
            requests[leader.name, default: []].append(
                ProduceRequest.Entry(partition: partition, batch: batch)
            )
        }
        for (leader, entries) in requests { send(entries, to: leader) }
        if isLeaderless { connection.refresh() }
        if needsIdentity { askIdentity() }
        if !dirty.isEmpty { setTimer() }
    }

    private func send(_ entries: [ProduceRequest.Entry], to leader: String) {
        guard let connection else { return }
        let request = ProduceRequest(
            acknowledgement: settings.acknowledgement,
            timeout: settings.requestTimeout,
            entries: entries
        )
        let keys = entries.map { ($0.partition, Self.sequence(of: $0, in: queues)) }
        network.ask(
            .produce,
            request,
            of: connection.destination(leader),
            from: node,
            timeout: settings.requestTimeout
        ) { [weak self] result in
            self?.atEvent { $0.conclude(keys, result) }
        }
        guard settings.acknowledgement == .none else { return }
        // Nobody says where they are; they count as sent.
        for (partition, sequence) in keys {
            if let sequence { finish(partition, sequence, .success(-1)) }
        }
    }

    private static func sequence(
        of entry: ProduceRequest.Entry,
        in queues: OrderedDictionary<TopicPartition, ProducerQueue>
    ) -> Int32? {
        queues[entry.partition]?.underWay.last?.sequence
    }

    private func conclude(
        _ keys: [(TopicPartition, Int32?)],
        _ result: Result<ProduceResponse, CallError>
    ) {
        guard let connection else { return }
        guard settings.acknowledgement != .none else {
            // They count as sent; what comes after them is to find the leader.
            guard case .success(let response) = result else { return connection.refresh() }
            let isMisled = response.results.contains { outcome in
                if case .failure(let error) = outcome { error.asksForMetadata } else { false }
            }
            if isMisled { connection.refresh() }
            return
        }
        var isMisled = false
        for (index, (partition, sequence)) in keys.enumerated() {
            guard let sequence else { continue }
            let outcome: ProduceResult
            switch result {
            case .success(let response): outcome = response.results[index]
            case .failure:
                // It may have been appended or not.
                outcome = .failure(.timedOut)
                isMisled = true
            }
            if case .failure(let error) = outcome, error.asksForMetadata { isMisled = true }
            finish(partition, sequence, outcome)
        }
        if isMisled { connection.refresh() }
        expire()
        pump(OrderedSet(keys.map(\.0)))
    }
}
