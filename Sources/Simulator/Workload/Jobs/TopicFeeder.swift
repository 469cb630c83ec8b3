/// Sends the lines of a topic to a queue, those of each partition in their order.
///
/// Messages are numbered and sent again until they are there, so that the line with a number is the
/// message at that offset.
public enum TopicFeeder {
    /// Starts to send on `node`.
    ///
    /// - Parameters:
    ///   - topic: What is sent.
    ///   - arrival: When messages are sent, of all partitions together.
    ///   - start: When the first one is.
    ///   - node: Where it is sent from.
    ///   - cluster: How the queue is reached.
    ///   - random: Draws the times of messages.
    public static func start(
        _ topic: MemoryTopic,
        _ arrival: Arrival,
        from start: Duration,
        on node: Node,
        to cluster: QueueAddress,
        random: RandomStream
    ) {
        var settings = ProducerSettings()
        settings.requestTimeout = .seconds(5)
        // It gives up nothing.
        settings.deliveryTimeout = .seconds(1 << 30)
        let producer = QueueProducer.start(
            on: node,
            settings: settings,
            cluster: cluster,
            random: random.split("producer")
        ) { _, _ in }
        let feeder = Feeder(
            topic,
            arrival,
            from: start,
            node,
            producer,
            random,
            epoch: cluster.start
        )
        node.spawn("lines") {
            try await feeder.generate()
        }
    }
}

/// Sends lines as a load.
private actor Feeder: LoadGenerator {
    /// A line that is to be sent, and its partition.
    struct Item: Sendable {
        let partition: Int
        let line: ArraySlice<UInt8>
    }

    nonisolated let node: Node
    nonisolated let itemName = "line"
    nonisolated let random: RandomStream
    nonisolated let pace: LoadPace
    var issued = 0
    @exclusivity(unchecked) var hasRoom = true
    private let topic: String
    private let producer: QueueProducer
    private let epoch: Int64
    private let items: [Item]

    init(
        _ topic: MemoryTopic,
        _ arrival: Arrival,
        from start: Duration,
        _ node: Node,
        _ producer: QueueProducer,
        _ random: RandomStream,
        epoch: Int64
    ) {
        self.topic = topic.name
        self.node = node
        self.producer = producer
        self.random = random
        self.epoch = epoch
        items = Self.items(of: topic)
        pace = LoadPace(arrival: arrival, count: items.count, start: start, duration: nil)
    }

    /// The lines of all partitions, one of each in turn.
    private static func items(of topic: MemoryTopic) -> [Item] {
        let lines = topic.partitions.map { bytes in
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            // Behind the end of the last line nothing stands; an empty line is a message, too.
            return lines.last?.isEmpty ?? false ? lines.dropLast() : lines[...]
        }
        let longest = lines.map(\.count).max() ?? 0
        return (0..<longest).flatMap { number in
            lines.enumerated().compactMap { partition, lines in
                number < lines.count ? Item(partition: partition, line: lines[number]) : nil
            }
        }
    }

    func begin(_: VirtualInstant) -> Item { items[issued - 1] }

    func launch(_ item: Item) {
        let record = QueueRecord(
            value: Array(item.line),
            timestamp: epoch + Int64(node.now.nanoseconds / 1_000_000)
        )
        var isTaken = true
        producer.atEvent { producer in
            isTaken = producer.add(record, to: topic, partition: item.partition, tag: 0)
        }
        hasRoom = isTaken
    }

    func awaitRoom() async throws(Interruption) {
        try await producer.awaitRoom()
        hasRoom = true
    }

    func perform(_ item: Item) async throws(Interruption) { launch(item) }

    func finish() async throws { try await producer.flush() }
}
