import Simulator

/// How the lines of a topic go through a queue.
public struct QueuedTopicSpecification: Sendable, Equatable {
    /// When lines are sent, from `from` on, those of all partitions in turn.
    public var arrival = ArrivalSpecification.constant(Rate(count: 100, period: .seconds(1)))
    /// When the first one is sent.
    public var from: Duration = .zero

    /// A hundred lines a second.
    public init() {}
}

extension QueuedTopicSpecification: Section {
    static let name = "queued-topic"
    static let documentation = "How the lines of a topic go through a queue."
    static var fields: [Field<Self>] {
        [
            .key("arrival", \.arrival, .arrival, "When lines are sent."),
            .key("from", \.from, .duration, "When the first one is sent."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard case .closed = arrival else { return }
        reading.report(
            "lines wait for no answer",
            at: node.location(at: ["arrival"]),
            expected: "an arrival other than closed"
        )
    }
}

extension ClusterSpecification {
    /// Notes topics of jobs that go through a queue which has no such topic.
    func checkQueuedTopics(_ node: YAMLNode, _ reading: inout Reading) {
        for (index, topic) in (mapReduce?.topics ?? []).enumerated() where topic.queued != nil {
            let location = node.location(at: ["topics", String(index), "through-queue"])
            let found = queue?.topics.first { $0.name == topic.name }
            guard let found else {
                reading.report(
                    "no queue has a topic \"\(Shortened.text(topic.name))\"",
                    at: location,
                    expected: "cluster.queue.topics with one of this name",
                    suggestion: NearestWord.to(topic.name, among: queue?.topics.map(\.name) ?? [])
                )
                continue
            }
            guard found.partitions != topic.partitions else { continue }
            reading.report(
                "the topic of the queue has \(found.partitions) partitions",
                at: location,
                expected: "\(topic.partitions), as many as the topic of jobs"
            )
        }
    }
}
