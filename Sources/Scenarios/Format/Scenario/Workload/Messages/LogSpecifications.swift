public import Simulator

/// A producer that sends the messages of a log through the manager of a queue.
public struct ProducerLogSpecification: Sendable, Equatable {
    /// The number by which it is called.
    public var id = 1
    /// When it starts.
    public var from: Duration = .zero
    /// Where messages go, in turn.
    public var topics: [ShardSelector] = []
    /// The log itself.
    public var lines: String?
    /// The file with the log.
    public var file: FileReference?

    /// A producer of nothing yet.
    public init() {}

    /// Its node.
    var nodeName: String { "log-producer-\(id)" }
}

extension ProducerLogSpecification: Section {
    static let name = "producer-log"
    static let documentation =
        "A producer that sends the messages of a log through the manager of a queue."
    static var fields: [Field<Self>] {
        [
            .key("id", \.id, .logNumber, required: true, "The number by which it is called."),
            .key("from", \.from, .duration, "When it starts."),
            .key("topics", \.topics, .selectors, required: true, "Where messages go, in turn."),
            .optional("lines", \.lines, .anyText, "The log itself."),
            .optional("file", \.file, .file, "The file with the log."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        switch (lines, file) {
        case (nil, nil):
            reading.report("has no log", at: node.location, expected: "lines, or file")
        case (_?, _?):
            reading.report(
                "'lines' and 'file' exclude each other",
                at: node.entry("file")?.keyLocation ?? node.location
            )
        case (let lines?, nil):
            guard !topics.isEmpty else { return }
            do throws(ProducerLog.Problem) {
                _ = try ProducerLog(lines, for: topics)
            } catch {
                reading.report(
                    "\(error)",
                    at: node.location(at: ["lines"]),
                    expected: "lines for the topics, one after the other and again"
                )
            }
        case (nil, _?): break
        }
    }
}

/// A consumer that writes a log of what it reads through the manager of a queue.
public struct ConsumerLogSpecification: Sendable, Equatable {
    /// The number by which it is called.
    public var id = 1
    /// When it starts.
    public var from: Duration = .zero
    /// What it reads.
    public var topics: [ShardSelector] = []
    /// After how long without a message it ends.
    public var idle = LogClients.Settings().idle
    /// How long it waits where there is nothing.
    public var poll = LogClients.Settings().poll

    /// A consumer of nothing yet.
    public init() {}

    /// Its node.
    var nodeName: String { "log-consumer-\(id)" }
    /// The file that it writes.
    var fileName: String { "consumer_\(id)" }
}

extension ConsumerLogSpecification: Section {
    static let name = "consumer-log"
    static let documentation =
        "A consumer that writes a log of what it reads through the manager of a queue."
    static var fields: [Field<Self>] {
        [
            .key("id", \.id, .logNumber, required: true, "The number by which it is called."),
            .key("from", \.from, .duration, "When it starts."),
            .key("topics", \.topics, .selectors, required: true, "What it reads."),
            .key(
                "idle",
                \.idle,
                .positiveDuration,
                "After how long without a message it ends."
            ),
            .key(
                "poll",
                \.poll,
                .positiveDuration,
                "How long it waits where there is nothing."
            ),
        ]
    }
}

extension ValueFormat where Value == Int {
    fileprivate static var logNumber: ValueFormat { .integer(in: 0...100_000, example: 1) }
}

extension ValueFormat where Value == [ShardSelector] {
    fileprivate static var selectors: ValueFormat {
        .list("a list of shards", of: .selector, length: 1...1_000)
    }
}

extension ValueFormat where Value == ShardSelector {
    /// A shard of a topic, or all of them.
    fileprivate static var selector: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a shard, or all of a topic",
                example: "T1:P1",
                form: .pattern(#"^[^:\s]+:[^:\s]+$"#)
            ),
            parse: { text throws(ValueProblem) in
                guard let selector = ShardSelector(text) else {
                    throw ValueProblem("is neither TOPIC:SHARD nor TOPIC:*")
                }
                return selector
            },
            write: { $0.description }
        )
    }
}

extension Scenario {
    /// The nodes that send logs.
    var logProducers: [ProducerLogSpecification] {
        workload.compactMap { if case .producerLog(let log) = $0 { log } else { nil } }
    }

    /// The nodes that write logs.
    var logConsumers: [ConsumerLogSpecification] {
        workload.compactMap { if case .consumerLog(let log) = $0 { log } else { nil } }
    }
}
