import OrderedCollections

/// A broker: keeps partitions, leads some of them and follows the leaders of others.
///
/// A request takes its time on the broker, one after the other, and then takes effect at one
/// instant. What it decides of a partition stands in ``LeaderView`` and ``PartitionLog``.
///
/// Source: Apache Kafka, `ReplicaManager.scala`, `Partition.scala`.
actor Broker: SimulatedActor {
    /// A request that waits for its turn.
    private enum Work {
        case produce(IncomingRequest<ProduceRequest, ProduceResponse>)
        case fetch(IncomingRequest<FetchRequest, FetchResponse>)
    }

    /// The node it runs on.
    nonisolated let node: Node
    let network: Network
    let settings: BrokerSettings
    let journal: QueueJournal
    let controller: Destination
    /// The cluster as far as it knows.
    var metadata = ClusterMetadata()
    /// In the order in which it got them.
    @exclusivity(unchecked)
    var replicas: OrderedDictionary<TopicPartition, PartitionReplica> = [:]
    /// What stands on the disk of partitions of which nothing is known yet, by their names.
    var recovered: OrderedDictionary<TopicPartition, PartitionLog> = [:]
    /// The version of the state of each partition that it acted on last, also where it has none of
    /// it any more.
    var adopted: [TopicPartition: Int] = [:]
    /// Whether it has learned that the controller knows of this incarnation.
    var isRegistered = false
    /// Leaders that it asks for messages.
    var followed: Set<String> = []
    /// What is to be written.
    @exclusivity(unchecked) var writes: [LogWrite] = []
    /// Messages that are not on the disk yet.
    var unflushed = 0
    let writeSignal: Mailbox<Bool>
    /// Those who wait for the disk.
    var flushSignals: [Mailbox<Bool>] = []
    /// Whether the disk takes what is written.
    var isStorageBroken = false
    /// Groups that it coordinates, by their names.
    var groups: OrderedDictionary<String, CoordinatedGroup> = [:]
    @exclusivity(unchecked) private var queue: [Work] = []
    @exclusivity(unchecked) private var queueHead = 0
    @exclusivity(unchecked) private var busyUntil = VirtualInstant.zero
    @exclusivity(unchecked) private var service: Handler<Broker>?
    @exclusivity(unchecked) private var produceExpiry: Handler<Broker>?
    @exclusivity(unchecked) private var fetchExpiry: Handler<Broker>?
    var groupTimer: Handler<Broker>?
    var isWatchingGroups = false
    @exclusivity(unchecked) private var expiring: [UInt32: PendingProduce] = [:]
    @exclusivity(unchecked) private var waiting: [UInt32: PendingFetch] = [:]
    @exclusivity(unchecked) private var nextNumber: UInt32 = 0

    /// Starts a broker on `node`.
    @discardableResult
    static func start(
        on node: Node,
        network: Network,
        settings: BrokerSettings,
        journal: QueueJournal
    ) -> Broker {
        let broker = Broker(node, network, settings, journal)
        broker.prepare()
        node.spawn("broker", .background) { try await broker.begin() }
        return broker
    }

    private init(
        _ node: Node,
        _ network: Network,
        _ settings: BrokerSettings,
        _ journal: QueueJournal
    ) {
        self.node = node
        self.network = network
        self.settings = settings
        self.journal = journal
        controller = Destination(settings.controller)
        writeSignal = Mailbox("writes", on: node, capacity: 1)
    }

    private nonisolated func prepare() {
        let service = Handler("request", of: self) { $0.serveNext() }
        let produceExpiry = Handler("acknowledgement", of: self, numbered: { $0.expire($1) })
        let fetchExpiry = Handler("fetch", of: self, numbered: { $0.endWait($1) })
        let groupTimer = Handler("groups", of: self) { $0.watchGroups() }
        assumeIsolated { broker in
            broker.service = service
            broker.produceExpiry = produceExpiry
            broker.fetchExpiry = fetchExpiry
            broker.groupTimer = groupTimer
        }
    }

    /// Reads what the disk holds, then takes part.
    private func begin() async throws(Interruption) {
        try await recover()
        serve()
        node.spawn("log writer", .background) { try await self.writeLogs() }
        node.spawn("in-sync replicas", .background) { try await self.watchReplicas() }
        node.spawn("retention", .background) { try await self.expireLogs() }
        try await stayRegistered()
    }

    private nonisolated func serve() {
        network.serve(
            .produce,
            on: node,
            accept: atEvents { $0.accept(.produce($1), bytes: $1.request.bytes) }
        )
        network.serve(
            .fetch,
            on: node,
            accept: atEvents { $0.accept(.fetch($1), bytes: 0) }
        )
        network.serve(.offsets, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.offset(incoming.request) })
        }
        network.serve(.topics, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.topics(incoming.request) })
        }
        serveGroups()
    }

    /// Milliseconds since 1970.
    var timestamp: Int64 { settings.start + Int64(node.now.nanoseconds / 1_000_000) }

    // MARK: Requests

    private func accept(_ work: Work, bytes: Int) {
        queue.append(work)
        let end = occupy(for: settings.requestTime + transferTime(of: bytes))
        service?.schedule(after: node.now.duration(to: end), .background)
    }

    /// Keeps the broker busy for some time more.
    private func occupy(for time: Duration) -> VirtualInstant {
        busyUntil = max(busyUntil, node.now).advanced(by: node.stretched(time))
        return busyUntil
    }

    private func transferTime(of bytes: Int) -> Duration {
        .nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(settings.bandwidth))
    }

    private func serveNext() {
        guard queueHead < queue.count else { return }
        let work = queue[queueHead]
        queueHead += 1
        if queueHead == queue.count {
            queue.removeAll(keepingCapacity: true)
            queueHead = 0
        }
        switch work {
        case .produce(let incoming):
            append(PendingProduce(incoming.request) { incoming.reply($0) })
        case .fetch(let incoming): answer(PendingFetch(incoming))
        }
    }

    /// The bytes of an answer keep the broker busy, too.
    func noteAnswer(of bytes: Int) {
        if bytes > 0 { _ = occupy(for: transferTime(of: bytes)) }
    }

    /// Has a request be answered without what does not come in time.
    func expire(_ produce: PendingProduce, after timeout: Duration) {
        nextNumber &+= 1
        expiring[nextNumber] = produce
        produceExpiry?.schedule(after: timeout, number: nextNumber, .background)
    }

    private func expire(_ number: UInt32) {
        expiring.removeValue(forKey: number)?.expire()
    }

    /// Has a request be answered with nothing, where nothing comes in time.
    func wait(_ fetch: PendingFetch) {
        nextNumber &+= 1
        waiting[nextNumber] = fetch
        fetchExpiry?.schedule(
            after: fetch.incoming.request.wait,
            number: nextNumber,
            .background
        )
    }

    private func endWait(_ number: UInt32) {
        guard let fetch = waiting.removeValue(forKey: number), !fetch.isDone else { return }
        complete(fetch)
    }

    // MARK: Metadata

    private func topics(_ request: TopicsRequest) -> TopicsResponse {
        var leaders: [PartitionLeader] = []
        for topic in request.topics {
            for number in 0..<(metadata.counts[topic] ?? 0) {
                let partition = TopicPartition(topic, number)
                guard let state = metadata.partitions[partition] else { continue }
                leaders.append(
                    PartitionLeader(
                        partition: partition,
                        leader: state.leader,
                        epoch: state.leaderEpoch
                    )
                )
            }
        }
        return TopicsResponse(version: metadata.version, partitions: leaders)
    }

    private func offset(_ request: OffsetRequest) -> Result<Int, QueueError> {
        guard let replica = replicas[request.partition], let leading = replica.leading else {
            return .failure(.notLeader)
        }
        let end: Result<Int, QueueError> =
            leading.isLagging ? .failure(.offsetNotAvailable) : .success(leading.highWatermark)
        switch request.query {
        case .earliest: return .success(replica.log.start)
        case .latest: return end
        case .at(let time):
            let offset = replica.log.offset(at: time) ?? .max
            return offset < leading.highWatermark ? .success(offset) : end
        }
    }
}
