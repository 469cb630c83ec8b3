import Testing

@testable import Scenarios

/// A queue with a topic, and these keys besides.
private func queue(_ text: String) -> String {
    "cluster: {queue: {topics: [{name: orders, partitions: 2, replicas: 2}], \(text)}}"
}

private let badQueues: [BadInput] = [
    .init("no topics", "cluster: {queue: §{brokers: 3}}", "there is nothing to keep", "a manager"),
    .init(
        "fewer names than brokers",
        queue("brokers: 3, broker-names: §[a, b]"),
        "2 names for 3 brokers",
        "a name for each"
    ),
    .init(
        "two brokers of one name",
        queue("broker-names: §[a, b, a]"),
        "two have the name \"a\""
    ),
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
        "more in sync than there are brokers",
        "cluster: {queue: {brokers: 1, topics: [{name: a, replicas: 3, minimum-in-sync: §2}]}}",
        "more have to be in sync than there are brokers",
        "at most 1"
    ),
    .init(
        "a consumer on its own that is called like a group",
        queue("consumers: [{name: §c, topics: [orders]}, {name: d, topics: [orders], group: c}]"),
        "called \"c\" like a group"
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
    .init(
        "a broker without which jump hashing cannot do",
        queue("shards: {hashed: jump}, changes: [§{at: 1s, remove: broker-1}]"),
        "jump hashing cannot do without broker-1",
        "the broker that came last, or another placement"
    ),
    .init(
        "more brokers than an anchor has room for",
        queue("shards: {hashed: {anchor: {capacity: §3}}}, changes: [{at: 1s, add: broker-4}]"),
        "4 brokers do not fit",
        "a capacity of at least 4"
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
        "numbered messages that the leader alone acknowledges",
        queue("brokers: 3")
            + "\nworkload: "
            + "[{messages: {topic: orders, count: 1, acks: leader, idempotent: §true}}]",
        "numbered messages need acks: all"
    ),
    .init(
        "more numbered batches under way than a broker remembers",
        queue("brokers: 3") + "\nworkload: [{messages: {topic: orders, count: 1, in-flight: §6}}]",
        "does not remember so many batches",
        "at most 5"
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

/// A manager, and these workloads.
private func managed(_ workloads: String) -> String {
    "cluster: {queue: {manager: {}}}\nworkload: [\(workloads)]"
}

private let badLogs: [BadInput] = [
    .init(
        "lines for a topic that no queue has",
        "cluster: {queue: {topics: [{name: orders}]}, "
            + "topics: [{name: order, partitions: 1, through-queue: §{}, generate: {}}]}",
        "no queue has a topic \"order\"",
        "orders"
    ),
    .init(
        "lines for a topic with other partitions",
        "cluster: {queue: {topics: [{name: orders}]}, "
            + "topics: [{name: orders, partitions: 2, through-queue: §{}, generate: {}}]}",
        "the topic of the queue has 1 partitions",
        "2, as many as the topic of jobs"
    ),
    .init(
        "lines that are in a queue and elsewhere",
        "cluster: {queue: {topics: [{name: a}]}, topics: [{name: a, partitions: 1, "
            + "zone: [b], §through-queue: {}, generate: {}}]}",
        "what goes through a queue is nowhere else"
    ),
    .init(
        "lines that wait for an answer",
        "cluster: {queue: {topics: [{name: a}]}, topics: [{name: a, partitions: 1, "
            + "through-queue: {arrival: §{closed: {clients: 1}}}, generate: {}}]}",
        "lines wait for no answer"
    ),
    .init(
        "a log without a manager",
        queue("brokers: 3") + "\nworkload: [{consumer-log: §{id: 1, topics: [\"T1:P1\"]}}]",
        "nobody takes part in it",
        "cluster.queue.manager"
    ),
    .init(
        "managers that keep fewer copies than they need",
        "cluster: {queue: {manager: {replicas: 2, minimum-in-sync: §3}}}",
        "more have to be in sync than there are replicas",
        "at most 2"
    ),
    .init(
        "two logs of one number",
        managed(
            "{consumer-log: {id: 1, topics: [\"T1:*\"]}}, "
                + "{consumer-log: {id: §1, topics: [\"T1:*\"]}}"
        ),
        "another one has the number 1"
    ),
    .init(
        "what is no shard",
        managed("{consumer-log: {id: 1, topics: [§T1]}}"),
        "is neither TOPIC:SHARD nor TOPIC:*"
    ),
    .init(
        "a producer without a log",
        managed("{producer-log: §{id: 1, topics: [\"T1:P1\"]}}"),
        "has no log",
        "lines, or file"
    ),
    .init(
        "a log that stands twice",
        managed("{producer-log: {id: 1, topics: [\"T1:P1\"], lines: a, §file: b}}"),
        "exclude each other"
    ),
    .init(
        "a log whose lines do not follow its topics",
        managed(
            "{producer-log: {id: 1, topics: [\"T1:P1\", \"T2:P1\"], "
                + "lines: §\"0:00 a P1 T1\\n0:01 b P1 T1\"}}"
        ),
        "line 2: T1:P1 instead of T2:P1: log file:incompitable, make sure msg for topics are in "
            + "order for a perticular time"
    ),
    .init(
        "a line with too few fields",
        managed("{producer-log: {id: 1, topics: [\"T1:P1\"], lines: §0:00 a P1}}"),
        "line 1: has 3 fields",
        "lines for the topics"
    ),
    .init(
        "a figure of logs where none are written",
        queue("brokers: 3") + "\nexpect: [§logs.received == 1]",
        "a workload of consumer-log"
    ),
    .init(
        "a log of a consumer that is not there",
        managed("{consumer-log: {id: 1, topics: [\"T1:*\"]}}")
            + "\nexpect: [§'logs.received{consumer=\"log-consumer-2\"} == 1']",
        "there is no consumer \"log-consumer-2\"",
        "log-consumer-1"
    ),
]

struct BadQueueTests {
    @Test(arguments: badLogs)
    func `what is wrong with managers and logs is said precisely`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badQueues)
    func `what is wrong with queues and messages is said precisely`(input: BadInput) {
        input.check()
    }
}
