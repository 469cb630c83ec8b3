/// Sends the messages of a load and logs what became of each.
public actor MessageGenerator: LoadGenerator {
    /// A message that is to be sent.
    struct Item: Sendable {
        let number: Int
        let record: QueueRecord
    }

    /// The node it runs on.
    public nonisolated let node: Node
    nonisolated let itemName = "message"
    nonisolated let random: RandomStream
    var issued = 0
    private let load: MessageLoad
    private let log: MessageLog
    private let index: Int
    private let epoch: Int64
    private var producer: QueueProducer?
    @exclusivity(unchecked) private var keys: KeyGenerator?
    @exclusivity(unchecked) var hasRoom = true
    /// Those who wait for the fate of a message.
    @exclusivity(unchecked) private var waiting: [Int: Mailbox<Bool>] = [:]

    nonisolated var pace: LoadPace { load.pace }

    /// Starts to send the messages of `load` from `node`, into `log`; it ends when the fate of all
    /// is known.
    ///
    /// - Parameters:
    ///   - load: What is sent, and when.
    ///   - index: Tells the loads of a run apart.
    ///   - node: Where it is sent from.
    ///   - cluster: How the queue is reached.
    ///   - settings: Those of the producer.
    ///   - log: What notes each message and its fate.
    ///   - issued: How many were sent before by an earlier incarnation.
    ///   - random: Draws times, keys and sizes.
    ///   - ended: Called at the end.
    public static func start(
        _ load: MessageLoad,
        index: Int,
        on node: Node,
        to cluster: QueueAddress,
        settings: ProducerSettings,
        log: MessageLog,
        issued: Int = 0,
        random: RandomStream,
        ended: @escaping @Sendable () -> Void = {}
    ) {
        let generator = MessageGenerator(load, index, node, cluster, log, random)
        let producer = QueueProducer.start(
            on: node,
            settings: settings,
            cluster: cluster,
            random: random.split("producer")
        ) { [weak generator] number, outcome in
            generator?.atEvent { $0.end(number, outcome) }
        }
        generator.assumeIsolated { generator in
            generator.producer = producer
            generator.issued = issued
        }
        node.spawn("messages") {
            try await generator.generate()
            ended()
        }
    }

    private init(
        _ load: MessageLoad,
        _ index: Int,
        _ node: Node,
        _ cluster: QueueAddress,
        _ log: MessageLog,
        _ random: RandomStream
    ) {
        self.load = load
        self.index = index
        self.node = node
        self.log = log
        self.random = random
        epoch = cluster.start
        keys = load.keys.map { KeyGenerator($0, random: random.split("keys")) }
    }

    func begin(_ intended: VirtualInstant) -> Item {
        let number = log.begin(
            producer: index,
            incarnation: Int(node.incarnation),
            intended: intended
        )
        let record = QueueRecord(
            key: (keys?.nextNumber()).map { Array("\($0)".utf8) },
            value: MessageLog.value(number, size: load.size),
            timestamp: epoch + Int64(node.now.nanoseconds / 1_000_000)
        )
        return Item(number: number, record: record)
    }

    func launch(_ item: Item) {
        var isTaken = true
        producer?.atEvent { producer in
            isTaken = producer.add(
                item.record,
                to: load.topic,
                partition: load.partition,
                tag: item.number
            )
        }
        hasRoom = isTaken
    }

    func awaitRoom() async throws(Interruption) {
        try await producer?.awaitRoom()
        hasRoom = true
    }

    func perform(_ item: Item) async throws(Interruption) {
        let fate = Mailbox<Bool>("message", on: node, capacity: 1)
        waiting[item.number] = fate
        launch(item)
        _ = try await fate.receive()
    }

    func finish() async throws { try await producer?.flush() }

    private func end(_ number: Int, _ outcome: QueueProducer.Outcome) {
        log.end(number, outcome, at: node.now)
        if !waiting.isEmpty { waiting.removeValue(forKey: number)?.put(true) }
    }
}
