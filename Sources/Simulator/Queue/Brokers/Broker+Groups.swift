import OrderedCollections

/// A group that a broker coordinates.
final class CoordinatedGroup {
    var state = GroupState()
    /// The offsets of the next messages.
    var offsets: [TopicPartition: Int] = [:]
    /// How often an offset is being written down.
    var unstable: [TopicPartition: Int] = [:]
    /// Members that wait for their share.
    var joining:
        OrderedDictionary<
            String, IncomingRequest<JoinRequest, Result<GroupShare, QueueError>>
        > = [:]
}

/// How a broker coordinates groups: those whose offsets stand in a partition that it leads.
///
/// Source: Apache Kafka, `GroupMetadataManager.scala`.
extension Broker {
    /// How often it looks for members that are gone.
    private static let tick = Duration.milliseconds(100)
    /// How long offsets wait for the other replicas: `offsets.commit.timeout.ms`.
    private static let commitTimeout = Duration.seconds(5)

    nonisolated func serveGroups() {
        network.serve(.join, on: node) { incoming in
            self.assumeIsolated { $0.join(incoming) }
        }
        network.serve(.memberHeartbeat, on: node) { incoming in
            incoming.reply(
                self.assumeIsolated { broker in
                    let request = incoming.request
                    guard broker.coordinates(request.group) else {
                        return .failure(.notCoordinator)
                    }
                    return broker.group(request.group).state.note(request, now: broker.node.now)
                }
            )
        }
        network.serve(.commit, on: node) { incoming in
            self.assumeIsolated { $0.commit(incoming) }
        }
        network.serve(.committed, on: node) { incoming in
            incoming.reply(self.assumeIsolated { $0.committed(incoming.request) })
        }
    }

    /// The partition that holds the offsets of a group.
    private func offsetsPartition(of group: String) -> TopicPartition? {
        let count = metadata.counts[TopicPartition.offsetsTopic] ?? 0
        return count > 0 ? TopicPartition.offsets(of: group, of: count) : nil
    }

    private func coordinates(_ group: String) -> Bool {
        guard let partition = offsetsPartition(of: group) else { return false }
        return replicas[partition]?.leading != nil
    }

    private func group(_ name: String) -> CoordinatedGroup {
        if let group = groups[name] { return group }
        let group = CoordinatedGroup()
        groups[name] = group
        return group
    }

    // MARK: Members

    private func join(_ incoming: IncomingRequest<JoinRequest, Result<GroupShare, QueueError>>) {
        let request = incoming.request
        guard coordinates(request.group) else { return incoming.reply(.failure(.notCoordinator)) }
        let group = group(request.group)
        if let share = group.state.join(request, now: node.now) {
            return incoming.reply(.success(own(share, of: request.group)))
        }
        group.joining[request.member] = incoming
        guard !isWatchingGroups else { return }
        isWatchingGroups = true
        groupTimer?.schedule(after: Self.tick, .background)
    }

    /// Divides the partitions of groups anew where it is time to.
    func watchGroups() {
        for (name, group) in groups {
            let (shares, gone) = group.state.advance(to: node.now) { metadata.counts[$0] ?? 0 }
            if !shares.isEmpty { journal.noteRebalance() }
            node.sometimes(QueuePlace.memberLost, !gone.isEmpty)
            for member in gone {
                group.joining.removeValue(forKey: member)?.reply(.failure(.unknownMember))
            }
            for (member, incoming) in group.joining.elements {
                guard let share = shares[member] else { continue }
                group.joining[member] = nil
                let isShared = settings.plantedBug == .sharesPartitions
                let other = isShared ? shares.min { $0.key < $1.key }?.value : nil
                incoming.reply(.success(own(other ?? share, of: name)))
            }
        }
        isWatchingGroups = groups.values.contains { !$0.state.isEmpty }
        if isWatchingGroups { groupTimer?.schedule(after: Self.tick, .background) }
    }

    /// A share as it is given out under the present term.
    private func own(_ share: GroupShare, of group: String) -> GroupShare {
        var share = share
        share.term = offsetsPartition(of: group).flatMap { replicas[$0]?.state }.map { state in
            CoordinatorTerm(leaderEpoch: state.leaderEpoch, incarnation: node.incarnation)
        }
        return share
    }

    // MARK: Offsets

    private func commit(_ incoming: IncomingRequest<CommitRequest, Result<Bool, QueueError>>) {
        let request = incoming.request
        guard let partition = offsetsPartition(of: request.group),
            let replica = replicas[partition], replica.leading != nil
        else { return incoming.reply(.failure(.notCoordinator)) }
        let group = group(request.group)
        if let member = request.member, settings.plantedBug != .ignoresGenerations,
            let error = group.state.mayCommit(member.id, generation: member.generation)
        {
            node.sometimes(QueuePlace.commitOfOldGeneration)
            return incoming.reply(.failure(error))
        }
        let records = request.offsets.map { entry in
            QueueRecord(
                key: CommittedOffset.key(request.group, entry.partition),
                value: Array("\(entry.offset)".utf8),
                timestamp: timestamp
            )
        }
        guard !records.isEmpty else { return incoming.reply(.success(true)) }
        let entry = ProduceRequest.Entry(partition: partition, batch: RecordBatch(records))
        let produce = ProduceRequest(
            acknowledgement: .all,
            timeout: Self.commitTimeout,
            entries: [entry]
        )
        for entry in request.offsets { group.unstable[entry.partition, default: 0] += 1 }
        append(
            PendingProduce(produce) { [journal, node] response in
                for entry in request.offsets { group.unstable[entry.partition, default: 1] -= 1 }
                if case .failure(let error)? = response.results.first {
                    return incoming.reply(.failure(error))
                }
                for entry in request.offsets {
                    group.offsets[entry.partition] = entry.offset
                    journal.noteCommit(request.group, entry, said: request.said, now: node.now)
                }
                incoming.reply(.success(true))
            }
        )
    }

    /// How far a group has read, unless that changes just now: a member that began where another
    /// one was before would write an offset down that is behind the one that is being written down.
    ///
    /// Source: Apache Kafka, KIP-447, which asks for that where offsets belong to transactions.
    private func committed(_ request: CommittedRequest) -> Result<[Int?], QueueError> {
        guard coordinates(request.group) else { return .failure(.notCoordinator) }
        let group = group(request.group)
        guard request.partitions.allSatisfy({ group.unstable[$0] ?? 0 == 0 }) else {
            return .failure(.unstableOffsetCommit)
        }
        return .success(request.partitions.map { group.offsets[$0] })
    }

    /// Learns from its log what groups had read, when it begins to lead one of their partitions.
    func beginGroups(of replica: PartitionReplica) {
        guard replica.partition.holdsOffsets, settings.plantedBug != .forgetsCommittedOffsets else {
            return
        }
        for segment in replica.log.segments {
            for batch in segment.batches {
                batch.forEachRecord { view in
                    guard let entry = CommittedOffset(view.record) else { return }
                    group(entry.group).offsets[entry.partition] = entry.offset
                }
            }
        }
    }

    /// Lets go of the groups of a partition that it does not lead any more.
    func endGroups(of partition: TopicPartition) {
        guard partition.holdsOffsets else { return }
        for (name, group) in groups.elements where offsetsPartition(of: name) == partition {
            groups[name] = nil
            for incoming in group.joining.values { incoming.reply(.failure(.notCoordinator)) }
        }
    }
}

extension TopicPartition {
    /// The partition that holds the offsets of a group.
    static func offsets(of group: String, of count: Int) -> TopicPartition {
        TopicPartition(offsetsTopic, KeyPartitioner().shard(of: Array(group.utf8), of: count))
    }
}

/// How far a group has read a partition, as a message.
struct CommittedOffset: Hashable {
    let group: String
    let partition: TopicPartition
    let offset: Int

    /// The key, by which a later one replaces it.
    static func key(_ group: String, _ partition: TopicPartition) -> [UInt8] {
        Array("\(group)\t\(partition.topic)\t\(partition.partition)".utf8)
    }

    /// What a message says, where it is one.
    init?(_ record: QueueRecord) {
        guard let key = record.key else { return nil }
        let fields = String(decoding: key, as: UTF8.self).split(
            separator: "\t",
            omittingEmptySubsequences: false
        )
        guard fields.count == 3, let number = Int(fields[2]),
            let offset = Int(String(decoding: record.value, as: UTF8.self))
        else { return nil }
        group = String(fields[0])
        partition = TopicPartition(String(fields[1]), number)
        self.offset = offset
    }
}
