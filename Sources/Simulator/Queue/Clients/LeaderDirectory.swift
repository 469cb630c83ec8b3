/// Who leads which partition, as far as a client knows.
struct LeaderDirectory: Sendable {
    private var version = -1
    private var leaders: [TopicPartition: PartitionLeader] = [:]
    /// How many partitions each topic has.
    private(set) var counts: [String: Int] = [:]

    /// Learns what a broker says, unless it knows less.
    mutating func learn(_ response: TopicsResponse) {
        guard response.version >= version else { return }
        version = response.version
        for entry in response.partitions {
            leaders[entry.partition] = entry
            let count = entry.partition.partition + 1
            counts[entry.partition.topic] = max(counts[entry.partition.topic] ?? 0, count)
        }
    }

    /// The leader of a partition and its term.
    func leader(of partition: TopicPartition) -> (name: String, epoch: Int)? {
        guard let entry = leaders[partition], let name = entry.leader else { return nil }
        return (name, entry.epoch)
    }
}

/// The connection of a client to a cluster: asks the brokers one after the other who leads.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class ClusterConnection: @unchecked Sendable {
    private let node: Node
    private let network: Network
    private let brokers: [Destination]
    private let timeout: Duration
    private let backoff: Duration
    private var destinations: [String: Destination] = [:]
    private var next: Int
    private var isAsking = false
    private var topics: [String]
    private let learnt: () -> Void
    /// What it knows.
    private(set) var directory = LeaderDirectory()

    /// A connection to the cluster of which some brokers are known.
    ///
    /// - Parameter learnt: Called whenever there is news.
    init(
        _ node: Node,
        _ cluster: QueueAddress,
        topics: [String],
        timeout: Duration = .seconds(2),
        backoff: Duration = .milliseconds(100),
        random: inout RandomStream,
        learnt: @escaping () -> Void
    ) {
        self.node = node
        network = cluster.network
        brokers = cluster.brokers.map(Destination.init)
        self.timeout = timeout
        self.backoff = backoff
        self.topics = topics
        self.learnt = learnt
        next = brokers.isEmpty ? 0 : Int(random.below(UInt64(brokers.count)))
    }

    /// The broker of a name.
    func destination(_ name: String) -> Destination {
        if let known = destinations[name] { return known }
        let destination = Destination(name)
        destinations[name] = destination
        return destination
    }

    /// Wants to know of a topic, too.
    func add(topic: String) {
        guard !topics.contains(topic) else { return }
        topics.append(topic)
        refresh()
    }

    /// Asks anew, unless it is at it.
    func refresh() {
        guard !isAsking, !brokers.isEmpty else { return }
        isAsking = true
        next = (next + 1) % brokers.count
        let request = TopicsRequest(topics: topics)
        network.ask(.topics, request, of: brokers[next], from: node, timeout: timeout) { result in
            self.isAsking = false
            guard case .success(let response) = result else { return }
            self.directory.learn(response)
            self.learnt()
        }
    }
}
