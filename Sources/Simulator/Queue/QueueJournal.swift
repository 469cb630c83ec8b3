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

    /// A group that reads a topic.
    private struct Reading: Hashable {
        let group: String
        let topic: String
    }

    /// The offsets that the next messages get, of each shard and summed over each topic.
    @exclusivity(unchecked) private var ends: [TopicPartition: Int] = [:]
    @exclusivity(unchecked) private var topicEnds: [String: Int] = [:]
    /// The offsets that groups have written down, summed over the shards of a topic.
    @exclusivity(unchecked) private var groupOffsets: OrderedDictionary<Reading, Int> = [:]

    /// How many messages of each topic each group has still to write down as read, for the groups
    /// that have written something down, in the order in which they first did.
    public var lags: [(group: String, topic: String, messages: Int)] {
        groupOffsets.map { reading, offset in
            (reading.group, reading.topic, max(0, (topicEnds[reading.topic] ?? 0) - offset))
        }
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
    private var committed: [CommittedPlace: (offset: Int, since: VirtualInstant)] = [:]
    /// Generations of groups.
    public private(set) var rebalances = 0

    /// Nothing yet.
    public init() {}

    /// A broker that leads a shard from an instant on, or that nobody does.
    public struct Leadership: Equatable, Sendable {
        /// When it was written down.
        public let instant: VirtualInstant
        /// The shard.
        public let partition: TopicPartition
        /// The broker; nothing where nobody may lead.
        public let leader: String?
        /// The term.
        public let epoch: Int
    }

    /// Who led the shards of topics of users, in the order in which it was written down; of very
    /// many the first ones.
    public private(set) var leaderships: [Leadership] = []
    private var leaders: [TopicPartition: (leader: String?, epoch: Int)] = [:]
    private static let leadershipsMaximum = 20_000

    /// What the controller has decided.
    ///
    /// - Parameters:
    ///   - changes: What is new in it.
    ///   - moved: Replicas that it has given to others since it said so last.
    func note(
        _ metadata: ClusterMetadata,
        changes: ArraySlice<MetadataChange>,
        moved: Int,
        at now: VirtualInstant
    ) {
        self.metadata = metadata
        self.moved += moved
        for case .partition(let partition, let state) in changes where !partition.isInternal {
            if let known = leaders[partition], known == (state.leader, state.leaderEpoch) {
                continue
            }
            leaders[partition] = (state.leader, state.leaderEpoch)
            guard leaderships.count < Self.leadershipsMaximum else { continue }
            leaderships.append(
                Leadership(
                    instant: now,
                    partition: partition,
                    leader: state.leader,
                    epoch: state.leaderEpoch
                )
            )
        }
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
        let next = batch.nextOffset
        let last = ends.updateValue(next, forKey: partition) ?? 0
        topicEnds[partition.topic, default: 0] += next - last
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
    ///
    /// An offset that is behind the one before goes back only where it was said after that one
    /// stood there: messages that are late arrive in any order.
    func noteCommit(
        _ group: String,
        _ entry: (partition: TopicPartition, offset: Int),
        said: VirtualInstant,
        now: VirtualInstant
    ) {
        let (partition, offset) = entry
        let place = CommittedPlace(group: group, partition: partition)
        let last = committed[place]
        if let last, offset < last.offset, said > last.since {
            regressions[partition.topic, default: 0] += 1
        }
        committed[place] = (offset, now)
        guard !partition.isInternal else { return }
        let reading = Reading(group: group, topic: partition.topic)
        groupOffsets[reading, default: 0] += offset - (last?.offset ?? 0)
    }

    func noteRebalance() { rebalances += 1 }
}
