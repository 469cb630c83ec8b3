/// What a manager asks of those who lead shards.
extension QueueManager {
    /// How long to wait before another attempt.
    private static let backoff = Duration.milliseconds(100)

    /// What is at an offset of a shard.
    enum Reading: Sendable {
        /// A message.
        case message(QueueRecord, at: Int)
        /// Nothing yet.
        case nothing
        /// Nobody leads the shard.
        case leaderless
    }

    /// Asks the leader of a shard, another one where it does not lead any more, until the time is
    /// over.
    ///
    /// - Parameters:
    ///   - request: What it is asked for, with the term of the leader that is known.
    ///   - problem: Why an answer is none.
    /// - Returns: Nothing where nobody answers.
    private func ask<Request: Sendable, Response: Sendable>(
        _ service: Service<Request, Response>,
        of partition: TopicPartition,
        _ request: (Int) -> Request,
        problem: (Response) -> QueueError?
    ) async throws(Interruption) -> Response? {
        let deadline = node.now.advanced(by: settings.timeout)
        connection?.add(topic: partition.topic)
        while node.now < deadline {
            guard let leader = connection?.directory.leader(of: partition) else {
                connection?.refresh()
                _ = try await news.receive(timeout: Self.backoff)
                continue
            }
            do {
                let response = try await network.call(
                    service,
                    of: leader.name,
                    from: node,
                    request(leader.epoch),
                    timeout: node.now.duration(to: deadline),
                    .background
                )
                guard let error = problem(response), error.isTransient else { return response }
            } catch .interrupted(let interruption) {
                throw interruption
            } catch {}
            connection?.refresh()
            try await node.sleep(for: Self.backoff)
        }
        return nil
    }

    /// The offset after the last message of a shard that is safe.
    func end(of partition: TopicPartition) async throws(Interruption) -> Int? {
        let request = OffsetRequest(partition: partition, query: .latest)
        let answer = try await ask(.offsets, of: partition, { _ in request }) { result in
            if case .failure(let error) = result { error } else { nil }
        }
        return try? answer?.get()
    }

    private func fetch(
        _ partition: TopicPartition,
        from offset: Int
    ) async throws(Interruption) -> FetchResponse.Part? {
        let response = try await ask(
            .fetch,
            of: partition,
            { epoch in
                let position = FetchRequest.Position(
                    partition: partition,
                    offset: offset,
                    leaderEpoch: epoch,
                    lastEpoch: nil
                )
                return FetchRequest(replica: nil, positions: [position], limit: 1, wait: .zero)
            },
            problem: { $0.parts.first?.error }
        )
        return response?.parts.first
    }

    /// The message at an offset of a shard, or the first one after it where it is gone.
    func message(
        of partition: TopicPartition,
        at offset: Int
    ) async throws(Interruption) -> Reading {
        var offset = offset
        while let part = try await fetch(partition, from: offset) {
            if part.error == .offsetOutOfRange {
                // One beyond what is safe may become so; one before the beginning is gone.
                guard offset < part.start else { return .nothing }
                offset = part.start
                continue
            }
            for batch in part.batches where batch.nextOffset > offset {
                if let view = batch.records(from: offset).first {
                    return .message(view.record, at: view.offset)
                }
            }
            return .nothing
        }
        return .leaderless
    }

    /// How many messages of a shard there are from an offset on.
    func count(
        of partition: TopicPartition,
        from offset: Int
    ) async throws(Interruption) -> Int? {
        guard let part = try await fetch(partition, from: offset) else { return nil }
        return max(0, part.highWatermark - max(offset, part.start))
    }

    /// Sends a message to a shard, and waits until its fate is known.
    func send(
        _ text: String,
        to partition: TopicPartition
    ) async throws(Interruption) -> QueueProducer.Outcome {
        lastTag += 1
        let tag = lastTag
        let fate = Mailbox<QueueProducer.Outcome>("message", on: node, capacity: 1)
        waiting[tag] = fate
        let record = QueueRecord(
            value: Array(text.utf8),
            timestamp: cluster.address.start + Int64(node.now.nanoseconds / 1_000_000)
        )
        producer?.atEvent {
            _ = $0.add(record, to: partition.topic, partition: partition.partition, tag: tag)
        }
        return try await fate.receive()
    }

    /// Has the controller do something; nothing where it does not answer.
    func administer(_ order: Administration) async throws(Interruption) -> AdministrationAnswer? {
        do {
            return try await network.call(
                .administration,
                of: cluster.address.controller,
                from: node,
                order,
                timeout: settings.timeout,
                .background
            )
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            return nil
        }
    }
}

extension RecordBatch {
    /// Its records from an offset on.
    fileprivate func records(from offset: Int) -> [(record: QueueRecord, offset: Int)] {
        var records: [(QueueRecord, Int)] = []
        forEachRecord { view in
            if view.offset >= offset { records.append((view.record, view.offset)) }
        }
        return records
    }
}
