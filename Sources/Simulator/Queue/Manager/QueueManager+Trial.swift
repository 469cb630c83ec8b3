import OrderedCollections

/// Tries a broker with a shard of its own: makes it, sends to it, reads it as two consumers.
///
/// Source: prasenjit52282/shardQ, `manager/testbroker.py`.
extension QueueManager {
    private static let trialText = "msg"

    /// What came of the steps of a trial.
    private struct Steps {
        private(set) var lines: [String] = []
        private(set) var isPassed = true

        mutating func note(_ step: String, _ isRight: Bool) {
            lines.append(isRight ? "Pass: \(step)" : "Error: \(step)")
            if !isRight { isPassed = false }
        }

        mutating func noteExpected(_ failure: String) { lines.append("AsExpected: \(failure)") }

        /// A line for each step, and one that says whether all passed.
        var text: String {
            let end =
                isPassed
                ? "------------>  All test cases are passed :)  <------------"
                : "------------>  Some test cases are failed :(  <------------"
            return (lines + [end]).map { $0 + "\n" }.joined()
        }
    }

    /// Tries a broker; a line for each step, and one that says whether all passed.
    func trial(of broker: String) async throws(Interruption) -> String {
        var result = Steps()
        let shard = try await makeTrialShard(on: broker)
        result.note("CreateTopic", shard != nil)
        if let shard { try await use(shard, &result) }
        return result.text
    }

    private func use(
        _ shard: TopicPartition,
        _ result: inout Steps
    ) async throws(Interruption) {
        guard let first = try await registerTrialConsumer(of: shard, &result) else { return }
        try await check(size: 0, of: shard, from: first, &result)
        if case .nothing = try await leaders.message(of: shard, at: first) {
            result.noteExpected("Empty logs for Topic:\(shard)")
        } else {
            result.note("Consume", false)
        }
        for _ in 0..<2 { try await produce(to: shard, &result) }
        try await check(size: 2, of: shard, from: first, &result)
        if case .message(let record, first) = try await leaders.message(of: shard, at: first) {
            result.note("Consume", record.value == Array(Self.trialText.utf8))
        } else {
            result.note("Consume", false)
        }
        try await check(size: 1, of: shard, from: first + 1, &result)
        guard let second = try await registerTrialConsumer(of: shard, &result) else { return }
        try await check(size: 0, of: shard, from: second, &result)
        try await produce(to: shard, &result)
        try await check(size: 2, of: shard, from: first + 1, &result)
        try await check(size: 1, of: shard, from: second, &result)
    }

    /// A shard that the broker leads; nothing where it does not.
    private func makeTrialShard(on broker: String) async throws(Interruption) -> TopicPartition? {
        trials += 1
        let name = "\(node.name)-\(node.incarnation)-\(trials)"
        let topic = TopicPartition.trialTopic
        let order = Administration.addShard(
            name,
            topic: topic,
            TopicSettings(),
            broker: broker
        )
        guard let metadata = try await administer(order)?.metadata,
            let shard = metadata.shard(of: topic, named: name),
            metadata.partitions[shard]?.leader == broker
        else { return nil }
        return shard
    }

    private func registerTrialConsumer(
        of shard: TopicPartition,
        _ result: inout Steps
    ) async throws(Interruption) -> Int? {
        let end = try await leaders.end(of: shard)
        result.note("RegisterConsumer", end != nil)
        return end
    }

    private func produce(
        to shard: TopicPartition,
        _ result: inout Steps
    ) async throws(Interruption) {
        if case .acknowledged = try await send(Self.trialText, to: shard) {
            result.note("Produce", true)
        } else {
            result.note("Produce", false)
        }
    }

    private func check(
        size: Int,
        of shard: TopicPartition,
        from offset: Int,
        _ result: inout Steps
    ) async throws(Interruption) {
        result.note("Size", try await leaders.count(of: shard, from: offset) == size)
    }
}
