import OrderedCollections

/// Reads partitions, on its own or as one of a group.
///
/// It asks all leaders at once, and a partition again when everything of it has been processed.
///
/// Source: Apache Kafka, `ClassicKafkaConsumer.java`, `AbstractFetch.java`.
public actor QueueConsumer: SimulatedActor {
    /// What a consumer reads.
    public enum Subscription: Hashable, Sendable {
        /// These partitions.
        case partitions([TopicPartition])
        /// All partitions of these topics, divided among the members of the group.
        case topics([String])

        /// Whether it reads a partition.
        public func includes(_ partition: TopicPartition) -> Bool {
            switch self {
            case .partitions(let partitions): partitions.contains(partition)
            case .topics(let topics): topics.contains(partition.topic)
            }
        }
    }

    /// Messages of a partition that have been processed.
    public enum Processed: Sendable {
        /// Those of a batch whose offsets are in the range.
        case batch(RecordBatch, Range<Int>)
        /// One, at its offset.
        case message(QueueRecord, at: Int)
    }

    /// Takes what has been processed; the number says how often the consumer has got its partitions
    /// anew.
    public typealias Delivery = @Sendable (Int, TopicPartition, Processed) -> Void

    /// The node it runs on.
    public nonisolated let node: Node
    let network: Network
    let settings: ConsumerSettings
    let subscription: Subscription
    private let deliver: Delivery
    let positioned: Positioning
    /// Where it is.
    @exclusivity(unchecked) var positions = ConsumerPositions()
    /// The share of the group that it reads.
    var share: GroupShare?
    /// How often it got its partitions anew.
    var session = 0
    /// Whether it has to ask for its share again.
    var hasToRejoin = false
    /// Since when it has processed what it got at once; nothing where it waits for more.
    var processingSince: VirtualInstant?
    let member: String
    private var connectionStorage: ClusterConnection?
    private var lastCommit = VirtualInstant.zero
    private var retryTimer: Handler<QueueConsumer>?
    private var isRetrySet = false
    private let signal: Mailbox<Bool>
    let news: Mailbox<Bool>
    /// Offsets that leaders are asked for.
    var finding: Set<TopicPartition> = []
    let found: Mailbox<Bool>
    @exclusivity(unchecked) private var random: RandomStream
    private var isStopped = false

    /// Starts a consumer on `node`.
    ///
    /// - Parameters:
    ///   - name: By which its group knows it.
    ///   - node: Where it runs.
    ///   - settings: How it polls, and commits.
    ///   - subscription: What it reads.
    ///   - cluster: How the queue is reached.
    ///   - random: Draws waits between attempts.
    ///   - positioned: Called when it goes on elsewhere than after what it had last.
    ///   - deliver: Called when messages have been processed, in the order of their partition.
    public static func start(
        _ name: String,
        on node: Node,
        settings: ConsumerSettings,
        subscription: Subscription,
        cluster: QueueAddress,
        random: RandomStream,
        positioned: @escaping Positioning = { _ in },
        deliver: @escaping Delivery
    ) -> QueueConsumer {
        let consumer = QueueConsumer(
            "\(name)-\(node.incarnation)",
            node,
            cluster.network,
            settings,
            subscription,
            random,
            positioned,
            deliver
        )
        let retry = Handler("consumer", of: consumer) { $0.retry() }
        consumer.assumeIsolated { consumer in
            consumer.retryTimer = retry
            var random = random.split("brokers")
            consumer.connectionStorage = ClusterConnection(
                node,
                cluster,
                topics: consumer.topics,
                random: &random
            ) { [weak consumer] in
                consumer?.assumeIsolated { $0.learn() }
            }
        }
        node.spawn("consumer", .background) { try await consumer.run() }
        return consumer
    }

    private init(
        _ member: String,
        _ node: Node,
        _ network: Network,
        _ settings: ConsumerSettings,
        _ subscription: Subscription,
        _ random: RandomStream,
        _ positioned: @escaping Positioning,
        _ deliver: @escaping Delivery
    ) {
        self.member = member
        self.node = node
        self.network = network
        self.settings = settings
        self.subscription = subscription
        self.random = random.split("processing")
        self.positioned = positioned
        self.deliver = deliver
        signal = Mailbox("messages", on: node, capacity: 1)
        news = Mailbox("leaders", on: node, capacity: 1)
        found = Mailbox("offsets", on: node, capacity: 1)
    }

    /// The topics that it reads.
    var topics: [String] {
        switch subscription {
        case .partitions(let partitions):
            Array(OrderedSet(partitions.map(\.topic)))
        case .topics(let topics): topics
        }
    }

    /// What it knows of the cluster.
    var connection: ClusterConnection? { connectionStorage }

    /// The partitions of which it has processed all that was safe at some instant at least.
    ///
    /// - Returns: Each with the term of the leader that said what is safe: one that was deposed,
    ///   and does not know it, says less.
    func caughtUp(since instant: VirtualInstant) -> [(partition: TopicPartition, epoch: Int)] {
        positions.caughtUp(since: instant)
    }

    /// The offsets of the next messages that it processes.
    public var offsets: [TopicPartition: Int] {
        Dictionary(uniqueKeysWithValues: positions.readings.map { ($0.key, $0.value.position) })
    }

    // MARK: Reading

    private func run() async throws(Interruption) {
        connection?.refresh()
        while true {
            switch subscription {
            case .topics where isMember: try await joinGroup()
            case .topics(let topics): try await begin(try await partitions(of: topics))
            case .partitions(let partitions): try await begin(partitions)
            }
            lastCommit = node.now
            ask()
            try await read()
            guard isMember else { return }
        }
    }

    /// Whether a group says what it reads.
    var isMember: Bool {
        guard case .topics = subscription else { return false }
        return settings.group != nil
    }

    /// All partitions of some topics, once it knows them.
    private func partitions(
        of topics: [String]
    ) async throws(Interruption) -> [TopicPartition] {
        while true {
            let counts = topics.map { connection?.directory.counts[$0] ?? 0 }
            if !counts.contains(0) {
                return zip(topics, counts).flatMap { topic, count in
                    (0..<count).map { TopicPartition(topic, $0) }
                }
            }
            connection?.refresh()
            try await node.sleep(for: settings.backoff)
        }
    }

    /// Processes what comes, until the group divides anew.
    private func read() async throws(Interruption) {
        while !hasToRejoin {
            let slices = positions.poll(settings.pollLimit)
            if !slices.isEmpty {
                try await process(slices)
                continue
            }
            if case .interval = settings.commit { try await commitByTime() }
            ask()
            guard positions.isDrained, !hasToRejoin else { continue }
            _ = try await signal.receive(timeout: settings.fetchWait)
        }
        switch settings.commit {
        case .after, .interval: try await commit()
        case .before, .never: break
        }
    }

    /// Processes the messages of one poll, and writes down how far it has read as the settings say.
    private func process(_ slices: [ConsumerPositions.Slice]) async throws(Interruption) {
        if settings.commit == .before || settings.plantedBug == .commitsBeforeProcessing {
            let ends = slices.map { (partition: $0.partition, offset: $0.offsets.upperBound) }
            while try await !commit(ends) {
                // Others have its partitions by now.
                if hasToRejoin { return }
            }
        }
        processingSince = node.now
        defer { processingSince = nil }
        for slice in slices {
            try await process(slice.offsets, of: slice.batch, slice.partition)
            positions.update(slice.partition) { $0.position = slice.offsets.upperBound }
            // What is asked for while the rest is processed comes in time.
            ask()
            if hasToRejoin { return }
        }
        switch settings.commit {
        case .after: try await commit()
        case .interval: try await commitByTime()
        case .before, .never: break
        }
    }

    /// Spends the time that these messages take.
    private func process(
        _ offsets: Range<Int>,
        of batch: RecordBatch,
        _ partition: TopicPartition
    ) async throws(Interruption) {
        let session = session
        if settings.processing == .constant(.zero) {
            return deliver(session, partition, .batch(batch, offsets))
        }
        var records: [(record: QueueRecord, offset: Int)] = []
        records.reserveCapacity(offsets.count)
        batch.forEachRecord { view in
            if offsets.contains(view.offset) { records.append((view.record, view.offset)) }
        }
        for (record, offset) in records {
            try await node.work(for: settings.processing.sample(using: &random))
            deliver(session, partition, .message(record, at: offset))
        }
    }

    /// Has the one who processes look up.
    func wake() { signal.put(true) }

    // MARK: Asking

    /// Asks all leaders for partitions of which everything has been processed.
    func ask() {
        guard let connection else { return }
        var requests: OrderedDictionary<String, [FetchRequest.Position]> = [:]
        var isLeaderless = false
        for (partition, reading) in positions.readings
        where reading.asking == nil && reading.polled >= reading.fetched {
            guard let leader = connection.directory.leader(of: partition) else {
                isLeaderless = true
                continue
            }
            requests[leader.name, default: []].append(
                FetchRequest.Position(
                    partition: partition,
                    offset: reading.fetched,
                    leaderEpoch: leader.epoch,
                    lastEpoch: nil
                )
            )
        }
        for (leader, asked) in requests { ask(connection.destination(leader), asked) }
        if isLeaderless { askAgainLater() }
    }

    private func ask(_ leader: Destination, _ asked: [FetchRequest.Position]) {
        for position in asked {
            positions.update(position.partition) {
                $0.asking = (node.now, position.leaderEpoch)
            }
        }
        let session = session
        let request = FetchRequest(
            replica: nil,
            positions: asked,
            limit: settings.fetchLimit * asked.count,
            wait: settings.fetchWait
        )
        network.ask(
            .fetch,
            request,
            of: leader,
            from: node,
            timeout: settings.fetchWait + settings.requestTimeout
        ) { [weak self] result in
            self?.atEvent { $0.take(result, asked, session) }
        }
    }

    private func take(
        _ result: Result<FetchResponse, CallError>,
        _ asked: [FetchRequest.Position],
        _ session: Int
    ) {
        guard session == self.session else { return }
        var isMisled = true
        if case .success(let response) = result { isMisled = !take(response, asked) }
        for position in asked { positions.update(position.partition) { $0.asking = nil } }
        // Those that have nothing are asked for again at once; the broker has them wait.
        if isMisled { askAgainLater() } else { ask() }
    }

    /// Takes in an answer.
    ///
    /// - Returns: Whether those were asked who lead.
    private func take(_ response: FetchResponse, _ asked: [FetchRequest.Position]) -> Bool {
        var isSomething = false
        var isMisled = false
        for (part, position) in zip(response.parts, asked) {
            switch part.error {
            case .offsetOutOfRange: if !reset(part, position) { isMisled = true }
            case .some: isMisled = true
            case nil:
                if positions.take(part, askedFrom: position.offset) { isSomething = true }
            }
        }
        if isSomething { signal.put(true) }
        return !isMisled
    }

    /// Goes to where the settings say, where there is nothing at the offset.
    ///
    /// - Returns: Whether it did.
    private func reset(_ part: FetchResponse.Part, _ position: FetchRequest.Position) -> Bool {
        // An offset beyond what is safe may become so; one before the beginning is gone.
        guard !part.isLagging,
            position.offset < part.start || position.offset > part.highWatermark
        else { return false }
        let offset = settings.reset == .earliest ? part.start : part.highWatermark
        positions.seek(position.partition, to: offset)
        tell(position.partition, from: position.offset, to: offset)
        return true
    }

    private func askAgainLater() {
        connection?.refresh()
        guard !isRetrySet else { return }
        isRetrySet = true
        retryTimer?.schedule(after: settings.backoff, .background)
    }

    private func retry() {
        isRetrySet = false
        ask()
    }

    private func learn() {
        news.put(true)
    }

    // MARK: Offsets

    private func commitByTime() async throws(Interruption) {
        guard case .interval(let interval) = settings.commit,
            lastCommit.duration(to: node.now) >= interval
        else { return }
        lastCommit = node.now
        try await commit()
    }

    private func commit() async throws(Interruption) {
        let offsets = positions.uncommitted
        guard settings.group != nil, !offsets.isEmpty else { return }
        while try await !commit(offsets), !hasToRejoin {}
    }
}
