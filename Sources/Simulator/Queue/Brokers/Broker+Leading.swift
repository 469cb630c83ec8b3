import OrderedCollections

/// What a broker does with the partitions that it leads.
extension Broker {
    // MARK: Appending

    /// Appends the batches of a request, and answers when those have them who have to.
    func append(_ produce: PendingProduce) {
        let request = produce.request
        var isWaiting = false
        for (index, entry) in request.entries.enumerated() {
            guard let replica = replicas[entry.partition], let leading = replica.leading else {
                produce.complete(index, .failure(.notLeader))
                continue
            }
            if isStorageBroken {
                produce.complete(index, .failure(.storage))
                continue
            }
            if request.acknowledgement == .all, !leading.hasEnough {
                node.sometimes(QueuePlace.tooFewInSync)
                produce.complete(index, .failure(.notEnoughReplicas))
                continue
            }
            guard entry.batch.isWhole else {
                produce.complete(index, .failure(.corruptMessage))
                continue
            }
            if append(entry.batch, to: replica, produce, index) { isWaiting = true }
        }
        if isWaiting, !produce.isComplete { expire(produce, after: request.timeout) }
    }

    /// Appends a batch.
    ///
    /// - Returns: Whether its producer has to wait.
    private func append(
        _ batch: RecordBatch,
        to replica: PartitionReplica,
        _ produce: PendingProduce,
        _ index: Int
    ) -> Bool {
        guard let state = replica.state else { return false }
        let base: Int
        switch replica.log.append(batch, epoch: state.leaderEpoch) {
        case .written(let written):
            base = written.baseOffset
            journal.noteAppend(written, to: replica.partition)
            write(written, of: replica)
            wakeFetches(of: replica, isForFollowers: true)
            if !waitsForDisk { advance(replica, to: replica.log.end) }
        case .duplicate(let offset):
            base = offset
            node.sometimes(
                QueuePlace.duplicateAfterElection,
                base < replica.leading?.epochStart ?? 0
            )
            journal.noteDuplicate()
        case .outOfOrder:
            node.sometimes(QueuePlace.batchOutOfOrder)
            produce.complete(index, .failure(.outOfOrderSequence))
            return false
        case .fenced:
            node.sometimes(QueuePlace.producerFenced)
            produce.complete(index, .failure(.fencedProducer))
            return false
        }
        let end = base + batch.count
        let isForAll = produce.request.acknowledgement == .all
        let isDone =
            isForAll
            ? replica.highWatermark >= end && isOnDisk(replica, end)
            : produce.request.acknowledgement == .none || isOnDisk(replica, end)
        if isDone {
            produce.complete(index, .success(base))
            return false
        }
        replica.waiters.append(
            PartitionReplica.Waiter(
                end: end,
                produce: produce,
                index: index,
                isForAll: isForAll,
                baseOffset: base
            )
        )
        return true
    }

    private func isOnDisk(_ replica: PartitionReplica, _ end: Int) -> Bool {
        !waitsForDisk || replica.durableEnd >= end
    }

    /// The leader has all up to `end`, as far as that counts.
    func advance(_ replica: PartitionReplica, to end: Int) {
        let before = replica.leading?.highWatermark
        replica.leading?.noteAppend(end: end)
        noteProgress(of: replica, since: before)
    }

    /// Answers those for whom the messages are safe now, and those for whom too few are in sync by
    /// now.
    func noteProgress(of replica: PartitionReplica, since before: Int?) {
        guard let leading = replica.leading else { return }
        let mark = leading.highWatermark
        if mark != before { wakeFetches(of: replica, isForFollowers: false) }
        guard !replica.waiters.isEmpty else { return }
        replica.waiters.removeAll { waiter in
            if waiter.produce.isComplete { return true }
            if waiter.isForAll, !leading.hasEnough {
                node.sometimes(QueuePlace.tooFewInSyncAfterAppend)
                waiter.produce.complete(waiter.index, .failure(.notEnoughReplicasAfterAppend))
                return true
            }
            let isDone =
                isOnDisk(replica, waiter.end) && (!waiter.isForAll || mark >= waiter.end)
            if isDone { waiter.produce.complete(waiter.index, .success(waiter.baseOffset)) }
            return isDone
        }
    }

    // MARK: Reading

    /// Answers a request for messages, or has it wait for some.
    func answer(_ fetch: PendingFetch) {
        let request = fetch.incoming.request
        let parts = parts(for: request, isFirst: true)
        guard request.wait > .zero, !parts.contains(where: \.isNews) else {
            return reply(parts, to: fetch)
        }
        for position in request.positions { replicas[position.partition]?.keep(fetch) }
        wait(fetch)
    }

    /// Answers a request that waited.
    func complete(_ fetch: PendingFetch) {
        reply(parts(for: fetch.incoming.request, isFirst: false), to: fetch)
    }

    private func reply(_ parts: [FetchResponse.Part], to fetch: PendingFetch) {
        fetch.isDone = true
        let bytes = parts.reduce(0) { sum, part in
            part.batches.reduce(sum) { $0 + $1.bytes.count }
        }
        noteAnswer(of: bytes)
        fetch.incoming.reply(FetchResponse(parts: parts))
    }

    private func wakeFetches(of replica: PartitionReplica, isForFollowers: Bool) {
        guard !replica.fetches.isEmpty else { return }
        let waiting = replica.fetches
        replica.fetches = waiting.filter { fetch in
            if fetch.isDone { return false }
            return (fetch.incoming.request.replica != nil) != isForFollowers
        }
        for fetch in waiting where !fetch.isDone {
            guard (fetch.incoming.request.replica != nil) == isForFollowers else { continue }
            complete(fetch)
        }
    }

    /// Tells those who wait that the broker does not lead the partition any more.
    func dismiss(_ replica: PartitionReplica) {
        let (waiters, fetches) = (replica.waiters, replica.fetches)
        replica.waiters = []
        replica.fetches = []
        for waiter in waiters { waiter.produce.complete(waiter.index, .failure(.notLeader)) }
        for fetch in fetches where !fetch.isDone { complete(fetch) }
    }

    /// What there is for a request.
    ///
    /// - Parameter isFirst: Whether it has not been looked at before: what a follower says with it
    ///   counts once.
    private func parts(for request: FetchRequest, isFirst: Bool) -> [FetchResponse.Part] {
        var rest = request.limit
        return request.positions.map { position in
            var part = FetchResponse.Part(partition: position.partition)
            guard let replica = replicas[position.partition], let state = replica.state,
                let leading = replica.leading
            else {
                part.error = .notLeader
                return part
            }
            if position.leaderEpoch != state.leaderEpoch {
                let isOld = position.leaderEpoch < state.leaderEpoch
                node.sometimes(QueuePlace.fetchOfOldTerm, isOld && request.replica != nil)
                part.error = isOld ? .fencedLeaderEpoch : .unknownLeaderEpoch
                return part
            }
            part.start = replica.log.start
            part.isLagging = leading.isLagging
            if let last = position.lastEpoch, let divergence = divergence(replica, position, last) {
                part.divergence = divergence
                return part
            }
            guard (replica.log.start...replica.log.end).contains(position.offset) else {
                part.error = .offsetOutOfRange
                part.highWatermark = replica.highWatermark
                return part
            }
            if let follower = request.replica, isFirst {
                noteFetch(by: follower, of: replica, from: position.offset)
            }
            let isUnbound =
                request.replica != nil || settings.plantedBug == .servesUnsafeMessages
            let bound = isUnbound ? replica.log.end : replica.highWatermark
            part.highWatermark = replica.highWatermark
            guard rest > 0, position.offset < bound else { return part }
            part.batches = replica.log.read(from: position.offset, limit: rest, before: bound)
            rest -= part.batches.reduce(0) { $0 + $1.bytes.count }
            return part
        }
    }

    /// Where a log that ends with `last` at the position differs from that of the leader.
    private func divergence(
        _ replica: PartitionReplica,
        _ position: FetchRequest.Position,
        _ last: Int
    ) -> FetchResponse.Divergence? {
        let log = replica.log
        guard let own = log.epochs.end(of: last, logEnd: log.end) else {
            // It has nothing of that time.
            return position.offset > log.start
                ? FetchResponse.Divergence(epoch: -1, end: log.start) : nil
        }
        guard own.epoch < last || own.offset < position.offset else { return nil }
        return FetchResponse.Divergence(epoch: own.epoch, end: own.offset)
    }

    private func noteFetch(
        by follower: FetchRequest.Replica,
        of replica: PartitionReplica,
        from offset: Int
    ) {
        let before = replica.leading?.highWatermark
        let known = replica.incarnations[follower.broker] ?? 0
        // Where a process of the follower stands that ended says nothing of the one that runs.
        guard follower.incarnation >= known else { return }
        if follower.incarnation > known {
            replica.incarnations[follower.broker] = follower.incarnation
        }
        replica.leading?.noteFetch(by: follower.broker, from: offset, now: node.now)
        noteProgress(of: replica, since: before)
        // Whether those that are in sync still are is looked at every so often.
        if replica.state?.inSync.contains(follower.broker) == false { propose(replica) }
    }

    // MARK: Who is in sync

    /// Looks again and again for followers that fell behind.
    func watchReplicas() async throws(Interruption) {
        while true {
            try await node.sleep(for: settings.replicaLag / 2)
            for replica in replicas.values { propose(replica) }
        }
    }

    /// Asks the controller to write down who is in sync, where that has changed.
    private func propose(_ replica: PartitionReplica) {
        let members = replica.leading?.proposal(lag: settings.replicaLag, now: node.now)
        guard let members, let state = replica.state else { return }
        let own = FetchRequest.Replica(broker: node.name, incarnation: node.incarnation)
        let request = InSyncRequest(
            partition: replica.partition,
            leader: own,
            leaderEpoch: state.leaderEpoch,
            version: state.version,
            members: members.map { member in
                member == node.name
                    ? own
                    : FetchRequest.Replica(
                        broker: member,
                        incarnation: replica.incarnations[member] ?? 0
                    )
            }
        )
        ask(request)
    }

    private func ask(_ request: InSyncRequest) {
        network.ask(
            .inSync,
            request,
            of: controller,
            from: node,
            timeout: settings.timeout
        ) { [weak self] result in
            self?.atEvent { $0.conclude(request, result) }
        }
    }

    /// What became of a proposal.
    ///
    /// As long as that is not known, those count who are in sync before it and those after it.
    private func conclude(
        _ request: InSyncRequest,
        _ result: Result<Result<PartitionState, QueueError>, CallError>
    ) {
        guard let replica = replicas[request.partition], let leading = replica.leading,
            leading.state.leaderEpoch == request.leaderEpoch,
            leading.state.version == request.version
        else { return }
        switch result {
        case .success(.success(let state)): adopt(request.partition, state)
        case .success(.failure(.ineligibleReplica)):
            node.sometimes(QueuePlace.proposalIneligible)
            replica.leading?.withdraw()
        case .success(.failure): break
        case .failure:
            node.sometimes(QueuePlace.proposalUnanswered)
            ask(request)
        }
    }
}
