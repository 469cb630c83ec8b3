/// What queues and their messages are measured by.
extension MetricCatalog {
    static let messages: [MetricDefinition] =
        [
            byTopic("sent", "Messages that producers began to send."),
            byTopic("acknowledged", "Messages that producers were told are there."),
            byTopic("failed", "Messages that producers gave up."),
            byTopic(
                "unsettled",
                "Messages whose fate producers did not learn, as they crashed."
            ),
            .init(
                "messages.delivered",
                .count,
                labels: ["reader"],
                from: .messages,
                "Messages that a consumer on its own, or a group, has processed, each counted once."
            ),
            plain("messages.repeated", "Messages that a reader processed again."),
            plain(
                "messages.lost",
                "Acknowledged messages that a reader never got, counted for each."
            ),
            plain(
                "messages.duplicated",
                "Messages that stand more than once in a partition, or in more than one."
            ),
            time(
                "message-latency",
                "From when a message was to be sent until a reader had processed it first."
            ),
            time(
                "acknowledgement",
                "From when a message was to be sent until its producer knew that it is there."
            ),
        ] + queue + logs

    private static let logs: [MetricDefinition] =
        [
            ("sent", "Messages of logs that producers began to send."),
            ("acknowledged", "Messages of logs that producers were told are there."),
            ("failures", "Attempts to send one that failed."),
        ].map { name, documentation in
            .init(
                "logs.\(name)",
                .count,
                labels: ["producer"],
                from: .producerLog,
                documentation
            )
        } + [
            .init(
                "logs.received",
                .count,
                labels: ["consumer"],
                from: .consumerLog,
                "Messages that consumers wrote into logs."
            )
        ]

    private static let queue: [MetricDefinition] = [
        plain("queue.bytes", from: .queue, "Bytes of messages that leaders appended."),
        plain("queue.elections", from: .queue, "Terms of leaders that began."),
        plain("queue.rebalances", from: .queue, "Divisions of groups."),
        plain("queue.refused-duplicates", from: .queue, "Batches that came again."),
        plain("queue.truncated", from: .queue, "Messages that replicas took back."),
        byBroker("shards", "Replicas that a broker has at the end."),
        byBroker("leaders", "Replicas that a broker leads at the end."),
        plain(
            "queue.moved",
            from: .queue,
            "Replicas that were given to a broker that did not have them."
        ),
    ]

    private static func plain(
        _ name: String,
        from source: MetricDefinition.Source = .messages,
        _ documentation: String
    ) -> MetricDefinition {
        .init(name, .count, from: source, documentation)
    }

    private static func byTopic(_ name: String, _ documentation: String) -> MetricDefinition {
        .init("messages.\(name)", .count, labels: ["topic"], from: .messages, documentation)
    }

    private static func byBroker(_ name: String, _ documentation: String) -> MetricDefinition {
        .init("queue.\(name)", .count, labels: ["broker"], from: .queue, documentation)
    }

    private static func time(_ name: String, _ documentation: String) -> MetricDefinition {
        .init(
            name,
            .duration,
            statistics: ["count"] + quantiles,
            from: .messages,
            documentation
        )
    }

    static let messageInvariants: [InvariantDefinition] = [
        .init(
            "messages-delivered",
            from: .messages,
            "Each place of a partition holds one message; readers get a partition in order, "
                + "nothing that was not sent, and all that every replica in sync acknowledged; "
                + "numbered messages are there once and in order; offsets do not go back."
        ),
        .init(
            "logs-delivered",
            from: .consumerLog,
            "The logs of consumers have what was sent to the shards that they read, no more often "
                + "than it was sent, all that was acknowledged while they read, and each shard in "
                + "one order."
        ),
    ]
}
