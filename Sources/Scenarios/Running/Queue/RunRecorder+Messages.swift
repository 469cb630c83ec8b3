import OrderedCollections
import Simulator

/// What became of messages, and whether the queue kept its promises.
extension RunRecorder {
    func recordMessages(_ record: inout RunRecord) {
        guard let part = cluster.queue else { return }
        recordQueue(part.cluster.journal, &record.metrics)
        recordLogs(part, &record)
        guard !part.topics.isEmpty else { return }
        var counts: OrderedDictionary<String, MessageCounts> = [:]
        for message in part.traffic.log.messages {
            counts[part.topics[message.producer], default: MessageCounts()].add(message)
        }
        for (topic, counts) in counts { record.metrics.add(counts, of: topic) }
        let findings = part.traffic.findings
        for (reader, count) in findings.delivered {
            record.metrics.count(
                MetricKey("messages.delivered", .init("reader", reader)),
                count
            )
        }
        for (name, count) in [
            ("repeated", findings.repeated), ("lost", findings.lost),
            ("duplicated", findings.duplicated),
        ] {
            record.metrics.count(MetricKey("messages.\(name)"), count)
        }
        let log = part.traffic.log
        if log.latencies.count > 0 {
            record.metrics.add(log.latencies, to: MetricKey("message-latency"))
        }
        if log.acknowledgements.count > 0 {
            record.metrics.add(log.acknowledgements, to: MetricKey("acknowledgement"))
        }
        record.invariants["messages-delivered"] = .some(Self.sentence(findings.problems))
    }

    private func recordLogs(_ part: QueuePart, _ record: inout RunRecord) {
        let scenario = cluster.cell.scenario
        for (index, producer) in scenario.logProducers.enumerated() {
            let counts = part.logs.transcript.counts(ofProducer: index)
            let label = MetricKey.Label("producer", producer.nodeName)
            record.metrics.count(MetricKey("logs.sent", label), counts.sent)
            record.metrics.count(MetricKey("logs.acknowledged", label), counts.acknowledged)
            record.metrics.count(MetricKey("logs.failures", label), counts.failures)
        }
        guard !scenario.logConsumers.isEmpty else { return }
        for (consumer, log) in zip(scenario.logConsumers, part.logs.transcript.logs) {
            let label = MetricKey.Label("consumer", consumer.nodeName)
            record.metrics.count(MetricKey("logs.received", label), log.lines.count)
            record.consumerLogs[consumer.fileName] = log.lines
        }
        record.invariants["logs-delivered"] = .some(Self.sentence(part.logs.problems))
    }

    private func recordQueue(_ journal: QueueJournal, _ metrics: inout Metrics) {
        for (name, count) in [
            ("bytes", journal.bytes), ("elections", journal.elections),
            ("rebalances", journal.rebalances), ("refused-duplicates", journal.duplicates),
            ("truncated", journal.truncated), ("moved", journal.moved),
        ] {
            metrics.count(MetricKey("queue.\(name)"), count)
        }
        for (broker, counts) in journal.shardCounts {
            let label = MetricKey.Label("broker", broker)
            metrics.count(MetricKey("queue.shards", label), counts.replicas)
            metrics.count(MetricKey("queue.leaders", label), counts.leaders)
        }
    }
}

/// What became of the messages of a topic.
private struct MessageCounts {
    var sent = 0
    var acknowledged = 0
    var failed = 0

    mutating func add(_ message: MessageLog.Message) {
        sent += 1
        if message.isAcknowledged { acknowledged += 1 }
        if message.error != nil { failed += 1 }
    }
}

extension Metrics {
    fileprivate mutating func add(_ counts: MessageCounts, of topic: String) {
        let label = MetricKey.Label("topic", topic)
        for (name, number) in [
            ("sent", counts.sent), ("acknowledged", counts.acknowledged),
            ("failed", counts.failed),
            ("unsettled", counts.sent - counts.acknowledged - counts.failed),
        ] {
            count(MetricKey("messages.\(name)", label), number)
        }
    }
}
