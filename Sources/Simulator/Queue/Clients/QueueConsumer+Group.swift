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

    /// Begins to read these partitions where it ended, or where the settings say.
    func begin(_ partitions: [TopicPartition]) async throws(Interruption) {
        var offsets: [(partition: TopicPartition, offset: Int)] = []
        let committed = try await committed(partitions)
        for (partition, offset) in zip(partitions, committed) {
            if let offset {
                offsets.append((partition, offset))
            } else {
                offsets.append((partition, try await find(settings.reset, of: partition)))
            }
        }
        positions.assign(offsets)
        positions.note(
            committed: zip(partitions, committed).compactMap { partition, offset in
                offset.map { (partition, $0) }
            }
        )
    }

    private func committed(
        _ partitions: [TopicPartition]
    ) async throws(Interruption) -> [Int?] {
        guard let group = settings.group, settings.commit != .never, !partitions.isEmpty else {
            return partitions.map { _ in nil }
        }
        let request = CommittedRequest(group: group, partitions: partitions)
        while true {
            let answer = try await askCoordinator(
                .committed,
                request,
                timeout: settings.requestTimeout
            )
            if case .success(let offsets)? = answer { return offsets }
        }
    }

    /// Asks the leader of a partition for an offset.
    private func find(
        _ query: OffsetQuery,
        of partition: TopicPartition
    ) async throws(Interruption) -> Int {
        while true {
            if let leader = connection?.directory.leader(of: partition) {
                do {
                    let answer = try await network.call(
                        .offsets,
                        of: leader.name,
                        from: node,
                        OffsetRequest(partition: partition, query: query),
                        timeout: settings.requestTimeout,
                        .background
                    )
                    if case .success(let offset) = answer { return offset }
                } catch .interrupted(let interruption) {
                    throw interruption
                } catch {}
            }
            connection?.refresh()
            try await node.sleep(for: settings.backoff)
        }
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
        positions.assign([])
        while true {
            let answer = try await askCoordinator(
                .join,
                request,
                timeout: settings.rebalanceTimeout + settings.requestTimeout
            )
            guard case .success(let share)? = answer else { continue }
            let isFirst = self.share == nil
            self.share = share
            if isFirst {
                node.spawn("heartbeats", .background) { try await self.stayMember() }
            }
            break
        }
        try await begin(share?.partitions ?? [])
    }

    /// Says again and again that it lives.
    private func stayMember() async throws(Interruption) {
        guard let group = settings.group else { return }
        while true {
            try await node.sleep(for: settings.heartbeat)
            guard let share, !hasToRejoin else { continue }
            let request = MemberRequest(
                group: group,
                member: member,
                generation: share.generation,
                isLeaving: false
            )
            let answer = try await askCoordinator(
                .memberHeartbeat,
                request,
                timeout: settings.requestTimeout
            )
            if case .failure? = answer, self.share == share { rejoin() }
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
        let request = CommitRequest(group: group, member: member, offsets: offsets)
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
