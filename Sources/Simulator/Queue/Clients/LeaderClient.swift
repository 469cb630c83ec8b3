/// Asks those who lead shards for what is in them, from one node.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class LeaderClient: @unchecked Sendable {
    /// How long to wait before another attempt.
    private static let backoff = Duration.milliseconds(100)

    private let node: Node
    private let network: Network
    private let timeout: Duration
    private let news: Mailbox<Bool>
    private let connection: ClusterConnection

    /// A client on `node`.
    ///
    /// - Parameter timeout: How long an answer may take.
    init(
        on node: Node,
        of cluster: QueueAddress,
        timeout: Duration,
        random: RandomStream
    ) {
        self.node = node
        self.timeout = timeout
        network = cluster.network
        let news = Mailbox<Bool>("leaders", on: node, capacity: 1)
        self.news = news
        var random = random
        connection = ClusterConnection(node, cluster, topics: [], random: &random) {
            news.put(true)
        }
    }

    /// Who leads a shard, as far as is known.
    func leader(of partition: TopicPartition) -> String? {
        connection.directory.leader(of: partition)?.name
    }

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
        let deadline = node.now.advanced(by: timeout)
        connection.add(topic: partition.topic)
        while node.now < deadline {
            guard let leader = connection.directory.leader(of: partition) else {
                connection.refresh()
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
            connection.refresh()
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

    /// What comes after an offset of a shard: a batch at least, where there is something.
    ///
    /// - Parameter limit: Bytes at most, but for a batch that is larger.
    func fetch(
        _ partition: TopicPartition,
        from offset: Int,
        limit: Int = 1
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
                return FetchRequest(replica: nil, positions: [position], limit: limit, wait: .zero)
            },
            problem: { response in
                guard let part = response.parts.first else { return nil }
                let isUnknown = part.isLagging && part.batches.isEmpty
                return part.error ?? (isUnknown ? .offsetNotAvailable : nil)
            }
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
}

extension RecordBatch {
    /// Its records from an offset on.
    func records(from offset: Int) -> [(record: QueueRecord, offset: Int)] {
        var records: [(QueueRecord, Int)] = []
        forEachRecord { view in
            if view.offset >= offset { records.append((view.record, view.offset)) }
        }
        return records
    }
}
