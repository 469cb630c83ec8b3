public import OrderedCollections

/// What a queue did with the topics of its users; those that it made for itself do not count.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation.
public final class QueueJournal: @unchecked Sendable {
    private struct CommittedPlace: Hashable {
        let group: String
        let partition: TopicPartition
    }

    /// Messages that leaders appended.
    @exclusivity(unchecked) public private(set) var appended = 0
    /// Their bytes, in batches.
    @exclusivity(unchecked) public private(set) var bytes = 0
    /// Replicas that were given to brokers that did not have them.
    public private(set) var moved = 0
    /// What the controller has written down.
    private(set) var metadata = ClusterMetadata()
    /// Batches that came again.
    public private(set) var duplicates = 0
    /// Messages that were taken back from replicas.
    public private(set) var truncated = 0
    /// Times that a disk made durable what a broker wrote.
    public private(set) var flushes = 0
    /// Terms that leaders began.
    public private(set) var elections = 0
    /// Times that a group's offset of a partition went back, by topic.
    public private(set) var regressions: OrderedDictionary<String, Int> = [:]
    private var committed: [CommittedPlace: Int] = [:]
    /// Generations of groups.
    public private(set) var rebalances = 0

    /// Nothing yet.
    public init() {}

    /// What the controller has decided.
    ///
    /// - Parameter moved: Replicas that it has given to others since it said so last.
    func note(_ metadata: ClusterMetadata, moved: Int) {
        self.metadata = metadata
        self.moved += moved
    }

    /// Replicas of topics that a broker has, and those that it leads, as the controller has it.
    public var shardCounts: OrderedDictionary<String, (replicas: Int, leaders: Int)> {
        var counts: OrderedDictionary<String, (replicas: Int, leaders: Int)> = [:]
        for broker in metadata.members { counts[broker] = (0, 0) }
        for (partition, state) in metadata.partitions where !partition.isInternal {
            for broker in state.replicas { counts[broker, default: (0, 0)].replicas += 1 }
            if let leader = state.leader { counts[leader, default: (0, 0)].leaders += 1 }
        }
        return counts
    }

    func noteAppend(_ batch: RecordBatch, to partition: TopicPartition) {
        guard !partition.isInternal else { return }
        appended += batch.count
        bytes += batch.bytes.count
    }

    func noteDuplicate() { duplicates += 1 }

    func noteTruncation(of count: Int, in partition: TopicPartition) {
        if !partition.isInternal { truncated += count }
    }

    func noteFlush() { flushes += 1 }

    func noteElection(in partition: TopicPartition) {
        if !partition.isInternal { elections += 1 }
    }

    /// A group has written down how far it has read.
    func noteCommit(_ group: String, _ partition: TopicPartition, _ offset: Int) {
        let place = CommittedPlace(group: group, partition: partition)
        if let last = committed[place], offset < last {
            regressions[partition.topic, default: 0] += 1
        }
        committed[place] = offset
    }

    func noteRebalance() { rebalances += 1 }
}
