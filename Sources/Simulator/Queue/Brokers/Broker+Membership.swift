import OrderedCollections

/// How a broker takes part in its cluster: it learns what the controller decided, and acts on it.
extension Broker {
    /// Says again and again that it lives, and learns of changes.
    func stayRegistered() async throws(Interruption) {
        while true {
            if isStorageBroken {
                // One that cannot store anything had better not lead.
                try await node.sleep(for: settings.diskRetry)
                continue
            }
            let heartbeat = BrokerHeartbeat(
                broker: node.name,
                incarnation: node.incarnation,
                version: metadata.version
            )
            do {
                let update = try await network.call(
                    .brokerHeartbeat,
                    of: settings.controller,
                    from: node,
                    heartbeat,
                    timeout: settings.timeout,
                    .background
                )
                learn(update)
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {
                try await node.sleep(for: settings.fetchWait)
            }
        }
    }

    /// Learns what was decided, and acts on where that ends: one that has just begun hears of
    /// everything that ever was, also of times at which it was to have nothing.
    ///
    /// It acts on nothing that was decided before the controller heard of this incarnation: what
    /// its predecessor proposed may be decided and not told yet, and who led again by what is told
    /// would take for safe what those that are in sync by now do not have.
    ///
    /// Source: Apache Kafka, KIP-631: a broker is fenced until it has read its own registration;
    /// `BrokerLifecycleManager.java`, `initialCatchUpFuture`.
    private func learn(_ update: MetadataUpdate) {
        var changed: OrderedSet<TopicPartition> = []
        for change in update.changes {
            metadata.apply(change)
            if case .partition(let partition, let state) = change {
                changed.append(partition)
                replicas[partition]?.leading?.forgetFollowers(but: state)
            }
        }
        if !isRegistered {
            let registration = metadata.brokers[node.name]
            guard registration?.incarnation == node.incarnation else { return }
            isRegistered = true
            changed = OrderedSet(metadata.partitions.keys)
        }
        for partition in changed {
            if let state = metadata.partitions[partition] { adopt(partition, state) }
        }
    }

    /// Does what the controller wants of a partition, unless something later is known.
    func adopt(_ partition: TopicPartition, _ state: PartitionState) {
        // The answer to a proposal may be ahead of what heartbeats tell: what it took away must not
        // come back, empty, because of a state before it.
        guard state.version > adopted[partition] ?? .min else { return }
        adopted[partition] = state.version
        guard state.replicas.contains(node.name) else { return drop(partition) }
        let replica = replica(of: partition)
        let isNewTerm = replica.state?.leaderEpoch != state.leaderEpoch
        replica.state = state
        guard state.leader == node.name else { return follow(replica) }
        guard isNewTerm || replica.leading == nil else {
            let before = replica.leading?.highWatermark
            replica.leading?.confirm(state, now: node.now)
            return noteProgress(of: replica, since: before)
        }
        lead(replica, state)
    }

    private func replica(of partition: TopicPartition) -> PartitionReplica {
        if let replica = replicas[partition] { return replica }
        let log = recovered.removeValue(forKey: partition) ?? PartitionLog(settings: settings.log)
        let replica = PartitionReplica(partition, log: log)
        replicas[partition] = replica
        return replica
    }

    /// Gives a partition up that others have now.
    private func drop(_ partition: TopicPartition) {
        guard replicas[partition] != nil || recovered[partition] != nil else { return }
        let replica = replica(of: partition)
        replica.leading = nil
        replica.state = nil
        dismiss(replica)
        removeFiles(of: replica)
        replicas[partition] = nil
        endGroups(of: partition)
    }

    private func lead(_ replica: PartitionReplica, _ state: PartitionState) {
        journal.noteElection(in: replica.partition)
        replica.leading = LeaderView(
            node.name,
            state,
            end: replica.log.end,
            countedEnd: waitsForDisk ? replica.durableEnd : nil,
            highWatermark: replica.highWatermark,
            minimumInSync: metadata.topics[replica.partition.topic]?.minimumInSync ?? 1,
            now: node.now,
            plantedBug: settings.plantedBug
        )
        noteProgress(of: replica, since: nil)
        beginGroups(of: replica)
    }

    private func follow(_ replica: PartitionReplica) {
        if replica.leading != nil {
            node.sometimes(
                QueuePlace.leaderDeposedWithWaitingWrites,
                replica.waiters.contains { !$0.produce.isComplete }
            )
            let mark = replica.highWatermark
            replica.leading = nil
            replica.note(highWatermark: mark)
            dismiss(replica)
            endGroups(of: replica.partition)
        }
        guard let leader = replica.state?.leader, followed.insert(leader).inserted else { return }
        node.spawn("replicas of \(leader)", .background) { try await self.follow(leader) }
    }
}
