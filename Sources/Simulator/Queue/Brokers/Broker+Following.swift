import OrderedCollections

/// How a broker follows the leaders of its partitions.
///
/// Source: Apache Kafka, `ReplicaFetcherThread.scala`, `AbstractFetcherThread.scala`; KIP-595 for
/// where logs differ.
extension Broker {
    /// Asks a leader for what comes next, as long as there is something to ask for.
    func follow(_ leader: String) async throws(Interruption) {
        let flushed = Mailbox<Bool>("flushes of replicas of \(leader)", on: node, capacity: 1)
        flushSignals.append(flushed)
        while true {
            try await awaitDisk(leader, flushed)
            let positions = positions(toFetchFrom: leader)
            guard !positions.isEmpty else { break }
            let request = FetchRequest(
                replica: FetchRequest.Replica(broker: node.name, incarnation: node.incarnation),
                positions: positions,
                limit: settings.fetchLimit,
                wait: settings.fetchWait
            )
            var isFailed = false
            do {
                let response = try await network.call(
                    .fetch,
                    of: leader,
                    from: node,
                    request,
                    timeout: settings.fetchWait + settings.timeout,
                    .background
                )
                isFailed = take(response, positions, leader)
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                try await node.sleep(for: settings.fetchBackoff)
            }
            if isFailed { try await node.sleep(for: settings.fetchWait / 5) }
        }
        followed.remove(leader)
        flushSignals.removeAll { $0 === flushed }
    }

    private func isFollowing(_ replica: PartitionReplica, _ leader: String) -> Bool {
        replica.leading == nil && replica.state?.leader == leader
    }

    /// What a follower asks for has to be on its disk, where that is the promise.
    private func awaitDisk(
        _ leader: String,
        _ flushed: Mailbox<Bool>
    ) async throws(Interruption) {
        guard waitsForDisk else { return }
        while isStorageBroken
            || replicas.values.contains(where: {
                isFollowing($0, leader) && $0.durableEnd < $0.log.end
            })
        {
            _ = try await flushed.receive()
        }
    }

    private func positions(toFetchFrom leader: String) -> [FetchRequest.Position] {
        replicas.values.compactMap { replica in
            guard isFollowing(replica, leader), let state = replica.state else { return nil }
            let isSilent = settings.plantedBug == .skipsTruncation
            return FetchRequest.Position(
                partition: replica.partition,
                offset: replica.log.end,
                leaderEpoch: state.leaderEpoch,
                lastEpoch: isSilent ? nil : replica.log.epochs.latest
            )
        }
    }

    /// Appends what came.
    ///
    /// - Returns: Whether there was an error.
    private func take(
        _ response: FetchResponse,
        _ positions: [FetchRequest.Position],
        _ leader: String
    ) -> Bool {
        var isFailed = false
        for (part, position) in zip(response.parts, positions) {
            guard let replica = replicas[part.partition], isFollowing(replica, leader),
                replica.state?.leaderEpoch == position.leaderEpoch,
                replica.log.end == position.offset
            else { continue }
            if let divergence = part.divergence {
                takeBack(replica, divergence)
            } else if part.error == .offsetOutOfRange {
                // The leader has deleted what this one does not have yet, or lost more.
                if replica.log.end < part.start || settings.plantedBug != .skipsTruncation {
                    node.sometimes(QueuePlace.followerBeganAnew)
                    reset(replica, to: part.start)
                } else {
                    isFailed = true
                }
            } else if part.error != nil {
                isFailed = true
            } else {
                for batch in part.batches where replica.log.replicate(batch) {
                    write(batch, of: replica)
                }
                replica.note(highWatermark: part.highWatermark)
            }
        }
        return isFailed
    }

    private func takeBack(_ replica: PartitionReplica, _ divergence: FetchResponse.Divergence) {
        let log = replica.log
        let own = log.epochs.end(of: divergence.epoch, logEnd: log.end)
        truncate(replica, to: min(divergence.end, own?.offset ?? log.start))
    }
}
