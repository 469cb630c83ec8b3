import Testing

@testable import Scenarios

/// A queue with a topic, and these keys besides.
private func queue(_ text: String) -> String {
    "cluster: {queue: {topics: [{name: orders, partitions: 2, replicas: 2}], \(text)}}"
}

private let badQueues: [BadInput] = [
    .init("no topics", "cluster: {queue: §{brokers: 3}}", "topics"),
    .init(
        "two topics of one name",
        "cluster: {queue: {topics: §[{name: a}, {name: a}]}}",
        "two have the name \"a\""
    ),
    .init(
        "more in sync than there are",
        "cluster: {queue: {topics: [{name: a, replicas: 2, minimum-in-sync: §3}]}}",
        "more have to be in sync than there are replicas",
        "at most 2"
    ),
    .init(
        "a consumer of a topic that is not there",
        queue("consumers: [{name: c, topics: [§order]}]"),
        "there is no topic \"order\"",
        "orders"
    ),
    .init(
        "two consumers of one name",
        queue(
            "consumers: §[{name: c, count: 2, topics: [orders]}, {name: c-2, topics: [orders]}]"
        ),
        "two have the name \"c-2\""
    ),
    .init(
        "a broker that comes though it is there",
        queue("changes: [§{at: 1s, add: broker-1}]"),
        "there is a broker \"broker-1\" already"
    ),
    .init(
        "a broker that goes though it is not there",
        queue("changes: [§{at: 1s, remove: broker-9}]"),
        "there is no broker \"broker-9\""
    ),
    .init(
        "no broker that stays",
        queue("brokers: 1, changes: §[{at: 1s, remove: broker-1}]"),
        "no broker is left"
    ),
    .init(
        "more replicas than a run can hold",
        "cluster: {queue: {brokers: 9, topics: §[{name: a, partitions: 50_000, replicas: 3}]}}",
        "150000 replicas",
        "at most 100000 in all"
    ),
    .init(
        "more consumers than a run can hold",
        queue(
            "consumers: §["
                + (1...11).map { "{name: c\($0)x, count: 10_000, topics: [orders]}" }
                .joined(separator: ", ") + "]"
        ),
        "110000 consumers",
        "at most 100000 in all"
    ),
    .init("a change of nothing", queue("changes: [§{at: 1s}]"), "nothing changes"),
    .init("a way to place shards", queue("shards: §hash-ed"), "hashed"),
    .init(
        "messages without a queue",
        "workload: [{messages: §{topic: orders, count: 1}}]",
        "nothing keeps them",
        "cluster.queue"
    ),
    .init(
        "messages to a topic that is not there",
        queue("brokers: 3") + "\nworkload: [{messages: {topic: §ordrs, count: 1}}]",
        "there is no topic \"ordrs\"",
        "orders"
    ),
    .init(
        "messages to a partition that is not there",
        queue("brokers: 3") + "\nworkload: [{messages: {topic: orders, partition: §2, count: 1}}]",
        "the topic has no partition 2",
        "0 to 1"
    ),
    .init(
        "messages without an end",
        queue("brokers: 3") + "\nworkload: [{messages: §{topic: orders}}]",
        "neither 'count' nor 'for' is given"
    ),
    .init(
        "messages that are too short to tell apart",
        queue("brokers: 3") + "\nworkload: [{messages: {topic: orders, count: 1, size: §8B}}]",
        "16"
    ),
    .init(
        "a figure of messages where none are sent",
        queue("brokers: 3") + "\nexpect: [§messages.lost == 0]",
        "a workload of messages"
    ),
    .init(
        "a promise of messages where none are sent",
        queue("brokers: 3") + "\nexpect: [§{invariant: messages-delivered}]",
        "a workload of messages"
    ),
]

struct BadQueueTests {
    @Test(arguments: badQueues)
    func `what is wrong with queues and messages is said precisely`(input: BadInput) {
        input.check()
    }
}
