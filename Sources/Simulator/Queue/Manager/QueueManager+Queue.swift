/// What a manager asks of the queue.
extension QueueManager {
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
