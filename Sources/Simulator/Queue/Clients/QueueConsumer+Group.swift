import OrderedCollections

/// How a consumer is one of a group, and writes down how far it has read.
extension QueueConsumer {
    /// The node that coordinates the group, where it is known.
    private var coordinator: String? {
        guard let group = settings.group, let directory = connection?.directory,
            let count = directory.counts[TopicPartition.offsetsTopic], count > 0
        else { return nil }
        return directory.leader(of: .offsets(of: group, of: count))?.name
    }

    /// Asks the coordinator, as soon as it is known who that is; learns anew where it is not.
    private func askCoordinator<Request: Sendable, Answer: Sendable>(
        _ service: Service<Request, Result<Answer, QueueError>>,
        _ request: Request,
        timeout: Duration
    ) async throws(Interruption) -> Result<Answer, QueueError>? {
        connection?.add(topic: TopicPartition.offsetsTopic)
        guard let coordinator else {
            connection?.refresh()
            try await node.sleep(for: settings.backoff)
            return nil
        }
        do {
            let answer = try await network.call(
                service,
                of: coordinator,
                from: node,
                request,
                timeout: timeout,
                .background
            )
            guard case .failure(let error) = answer, error == .notCoordinator || error.isTransient
            else { return answer }
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {}
        connection?.refresh()
        try await node.sleep(for: settings.backoff)
        return nil
    }

    // MARK: Partitions

    /// Begins to read these partitions where it ended, and the others where the settings say, as
    /// soon as their leaders have told the offsets.
    func begin(_ partitions: [TopicPartition]) async throws(Interruption) {
        guard let committed = try await committed(partitions) else { return }
        let known = zip(partitions, committed).compactMap { partition, offset in
            offset.map { (partition: partition, offset: $0) }
        }
        positions.assign(known)
        positions.note(committed: known)
        session += 1
        for (partition, offset) in known { tell(partition, to: offset) }
        let unknown = zip(partitions, committed).filter { $0.1 == nil }.map(\.0)
        guard !unknown.isEmpty else { return }
        finding = []
        let session = session
        node.spawn("offsets", .background) { try await self.find(unknown, in: session) }
    }

    /// How far the group has read; nothing where its partitions are to be divided anew.
    private func committed(
        _ partitions: [TopicPartition]
    ) async throws(Interruption) -> [Int?]? {
        guard let group = settings.group, settings.commit != .never, !partitions.isEmpty else {
            return partitions.map { _ in nil }
        }
        let request = CommittedRequest(group: group, partitions: partitions)
        while !hasToRejoin {
            let answer = try await askCoordinator(
                .committed,
                request,
                timeout: settings.requestTimeout
            )
            if case .success(let offsets)? = answer { return offsets }
        }
        return nil
    }

    /// Asks the leaders of partitions for the offsets at which to begin, again and again until it
    /// knows all, or reads others.
    private func find(
        _ partitions: [TopicPartition],
        in session: Int
    ) async throws(Interruption) {
        while session == self.session {
            let missing = partitions.filter { positions.readings[$0] == nil }
            if missing.isEmpty { return }
            for partition in missing where !finding.contains(partition) {
                guard let leader = connection?.directory.leader(of: partition) else { continue }
                ask(leader.name, for: partition, in: session)
            }
            let deadline = node.now.advanced(by: settings.backoff)
            while !finding.isEmpty, node.now < deadline {
                _ = try await found.receive(timeout: node.now.duration(to: deadline))
            }
            // All that answered by now are asked for messages together.
            guard session == self.session else { return }
            ask()
            guard missing.contains(where: { positions.readings[$0] == nil }) else { return }
            connection?.refresh()
            if node.now < deadline { try await node.sleep(until: deadline) }
        }
    }

    private func ask(_ leader: String, for partition: TopicPartition, in session: Int) {
        guard let connection else { return }
        finding.insert(partition)
        network.ask(
            .offsets,
            OffsetRequest(partition: partition, query: settings.reset),
            of: connection.destination(leader),
            from: node,
            timeout: settings.requestTimeout
        ) { [weak self] result in
            self?.atEvent { $0.note(result, of: partition, in: session) }
        }
    }

    private func note(
        _ result: Result<Result<Int, QueueError>, CallError>,
        of partition: TopicPartition,
        in session: Int
    ) {
        guard session == self.session else { return }
        finding.remove(partition)
        if case .success(.success(let offset)) = result {
            positions.add(partition, at: offset)
            tell(partition, to: offset)
        }
        found.put(true)
    }

    // MARK: Group

    /// Becomes one of the group, and waits for its share.
    func joinGroup() async throws(Interruption) {
        guard let group = settings.group, case .topics(let topics) = subscription else { return }
        hasToRejoin = false
        let request = JoinRequest(
            group: group,
            member: member,
            topics: Set(topics),
            owned: share?.partitions ?? [],
            assignment: settings.assignment,
            sessionTimeout: settings.sessionTimeout,
            rebalanceTimeout: settings.rebalanceTimeout
        )
        // What it reads no more is no more sought either: an offset that is found while it joins
        // would be written down as if the new share had been read from there.
        positions.assign([])
        session += 1
        while true {
            let answer = try await askCoordinator(
                .join,
                request,
                timeout: settings.rebalanceTimeout + settings.requestTimeout
            )
            guard case .success(let share)? = answer else { continue }
            let isFirst = self.share == nil
            self.share = share
            // What was said of the share before, by a heartbeat under way, does not count any more.
            hasToRejoin = false
            if isFirst {
                node.spawn("heartbeats", .background) { try await self.stayMember() }
            }
            break
        }
        try await begin(share?.partitions ?? [])
    }

    /// Whether it has processed for so long that the group goes on without it.
    private var isOverdue: Bool {
        guard let processingSince else { return false }
        return processingSince.duration(to: node.now) > settings.rebalanceTimeout
    }

    /// Says again and again that it lives; or that it leaves, until it comes for more messages.
    ///
    /// Source: Apache Kafka, KIP-62; `AbstractCoordinator.HeartbeatThread`.
    private func stayMember() async throws(Interruption) {
        guard let group = settings.group else { return }
        while true {
            try await node.sleep(for: settings.heartbeat)
            guard let share, !hasToRejoin else { continue }
            let isLeaving = isOverdue
            let request = MemberRequest(
                group: group,
                member: member,
                generation: share.generation,
                isLeaving: isLeaving
            )
            let answer = try await askCoordinator(
                .memberHeartbeat,
                request,
                timeout: settings.requestTimeout
            )
            switch answer {
            case .failure? where self.share == share: rejoin()
            case .success? where isLeaving && self.share == share: rejoin()
            default: break
            }
        }
    }

    private func rejoin() {
        hasToRejoin = true
        wake()
    }

    // MARK: Offsets

    /// Writes down offsets.
    ///
    /// - Returns: Whether they are written down.
    @discardableResult
    func commit(
        _ offsets: [(partition: TopicPartition, offset: Int)]
    ) async throws(Interruption) -> Bool {
        guard let group = settings.group else { return true }
        let member = share.map { (id: self.member, generation: $0.generation) }
        let request = CommitRequest(
            group: group,
            said: node.now,
            member: member,
            offsets: offsets
        )
        let answer = try await askCoordinator(
            .commit,
            request,
            timeout: settings.requestTimeout
        )
        switch answer {
        case .success?:
            positions.note(committed: offsets)
            return true
        case .failure?:
            // Others read these partitions by now.
            hasToRejoin = true
            return false
        case nil: return false
        }
    }
}
