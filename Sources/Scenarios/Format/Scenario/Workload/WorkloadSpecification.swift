/// A part of what is asked of the cluster.
public enum WorkloadSpecification: Sendable, Equatable {
    /// Many requests that are alike.
    case requests(RequestsSpecification)
    /// Single requests with expected answers.
    case calls([CallSpecification])
    /// MapReduce jobs that are alike.
    case jobs(JobsSpecification)
    /// Operations on objects that are alike.
    case objects(ObjectsSpecification)
    /// Messages that are alike.
    case messages(MessagesSpecification)
    /// Messages of a log.
    case producerLog(ProducerLogSpecification)
    /// A log of messages.
    case consumerLog(ConsumerLogSpecification)
    /// A new version of the servers.
    case deploy(DeploySpecification)
}

extension ValueFormat where Value == WorkloadSpecification {
    /// Any workload.
    static var workload: ValueFormat {
        .union(
            "workload",
            "a workload",
            [
                .of("requests", "Many requests that are alike.", .section) {
                    .requests($0)
                } unwrap: {
                    if case .requests(let requests) = $0 { requests } else { nil }
                },
                .of(
                    "calls",
                    "Single requests with expected answers.",
                    .list("a list of calls", of: .section, length: 1...10_000)
                ) {
                    .calls($0)
                } unwrap: {
                    if case .calls(let calls) = $0 { calls } else { nil }
                },
                .of("jobs", "MapReduce jobs that are alike.", .section) {
                    .jobs($0)
                } unwrap: {
                    if case .jobs(let jobs) = $0 { jobs } else { nil }
                },
                .of("objects", "Operations on objects that are alike.", .section) {
                    .objects($0)
                } unwrap: {
                    if case .objects(let objects) = $0 { objects } else { nil }
                },
                .of("messages", "Messages that producers send to a topic.", .section) {
                    .messages($0)
                } unwrap: {
                    if case .messages(let messages) = $0 { messages } else { nil }
                },
                .of("producer-log", "Messages of a log, through a manager.", .section) {
                    .producerLog($0)
                } unwrap: {
                    if case .producerLog(let log) = $0 { log } else { nil }
                },
                .of("consumer-log", "A log of messages, through a manager.", .section) {
                    .consumerLog($0)
                } unwrap: {
                    if case .consumerLog(let log) = $0 { log } else { nil }
                },
                .of("deploy", "A new version of the servers, one at a time.", .section) {
                    .deploy($0)
                } unwrap: {
                    if case .deploy(let deploy) = $0 { deploy } else { nil }
                },
            ]
        )
    }
}

/// Many requests that are alike.
public struct RequestsSpecification: Sendable, Equatable {
    /// What figures of its own are told apart by; nil where it has none.
    public var name: String?
    /// How many; nil for as many as begin in the time of `duration`.
    public var count: Int?
    /// What is asked for.
    public var path = "/home"
    /// How.
    public var method = CallMethod.get
    /// How many clients they come from, each with an address of its own.
    public var clients = 1
    /// What is hashed.
    public var key = RequestKeys.sixDigitIDs
    /// When they come, from `from` on.
    public var arrival = ArrivalSpecification.allAt(.zero)
    /// When the workload begins.
    public var from: Duration = .zero
    /// After which no more requests begin.
    public var duration: Duration?
    /// The time after `from` whose requests stand in no figure; nil where all do.
    public var warmUp: Duration?
    /// The client's patience, over all retries.
    public var timeout: Duration = .seconds(60)
    /// Clients that send or read slowly, where there are any.
    public var slow: SlowClientsSpecification?
    /// The part of the clients that accepts gzip; all, where nothing is said.
    public var acceptsGzip: Double?

    /// Requests for `/home`, all at once.
    public init() {}
}

extension RequestsSpecification: Section {
    static let name = "requests"
    static let documentation = "Many requests that are alike."
    static var fields: [Field<Self>] {
        [
            .optional("name", \.name, .name, "Latency and availability are given for it alone."),
            .optional(
                "count",
                \.count,
                .integer(in: 1...100_000_000, example: 10_000),
                "How many; may be left out when for is given."
            ),
            .key("path", \.path, .requestPath, "What is asked for."),
            .key("method", \.method, .choice("method", CallMethod.self), "How."),
            .key(
                "clients",
                \.clients,
                .integer(in: 1...10_000_000, example: 100),
                "Addresses that they come from, taken in turn."
            ),
            .key("key", \.key, .requestKeys, "What is hashed."),
            .key("arrival", \.arrival, .arrival, "When they come."),
            .key("from", \.from, .duration, "When the workload begins."),
            .optional("for", \.duration, .positiveDuration, "After which no more requests begin."),
            .optional(
                "warm-up",
                \.warmUp,
                .positiveDuration,
                "Requests of this time after from stand in no figure."
            ),
            .key(
                "timeout",
                \.timeout,
                .positiveDuration,
                "The client's patience, over all retries."
            ),
            .optional("slow", \.slow, .section, "Clients that send or read slowly."),
            .optional(
                "accepts-gzip",
                \.acceptsGzip,
                .ratio,
                "The part of the clients that accepts gzip."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkCount(count, arrival, duration, of: "requests", node)
        checkWarmUp(node, &reading)
    }

    /// Notes a warm-up after which no request begins.
    private func checkWarmUp(_ node: YAMLNode, _ reading: inout Reading) {
        guard let warmUp, let entry = node.entry("warm-up") else { return }
        let problem: String
        if let duration, warmUp >= duration {
            problem = "no request begins after it: the workload ends before"
        } else if case .allAt(let instant) = arrival, warmUp > instant {
            problem = "no request begins after it: all come before"
        } else {
            return
        }
        reading.report(problem, at: entry.value.location, expected: "a shorter time")
    }
}

extension Reading {
    /// Notes a load that has no end.
    mutating func checkCount(
        _ count: Int?,
        _ arrival: ArrivalSpecification,
        _ duration: Duration?,
        of things: String,
        _ node: YAMLNode
    ) {
        guard count == nil else { return }
        if case .allAt = arrival {
            report(
                "the key 'count' is missing",
                at: node.location,
                expected: "how many \(things)"
            )
        } else if duration == nil {
            report(
                "neither 'count' nor 'for' is given",
                at: node.location,
                expected: "how many \(things), or for how long"
            )
        }
    }
}

/// What the requests of a workload ask for, as the balancer hashes it.
public enum RequestKeys: Sendable, Equatable {
    /// `100000 + SplitMix64(seed).next() % 900000`, from the run's seed itself.
    case sixDigitIDs
    /// Every key below the population alike.
    case uniform(population: Int)
    /// One after the other.
    case sequence(first: Int)
    /// Rank `r` with weight `1 / r^exponent`.
    case zipf(exponent: Double, population: Int)
}

extension ValueFormat where Value == RequestKeys {
    /// Any source of keys.
    static var requestKeys: ValueFormat {
        .union(
            "keys",
            "a source of keys",
            [
                .of(
                    "ids",
                    "Ids drawn from the run's seed itself.",
                    .choice("kind of ids", IDKind.self)
                ) { _ in
                    .sixDigitIDs
                } unwrap: {
                    $0 == .sixDigitIDs ? .sixDigit : nil
                },
                .of("uniform", "Every key alike.", .section) { (shape: UniformKeys) in
                    .uniform(population: shape.population)
                } unwrap: {
                    guard case .uniform(let population) = $0 else { return nil }
                    return UniformKeys(population: population)
                },
                .of("sequence", "One after the other.", .section) { (shape: SequentialKeys) in
                    .sequence(first: shape.first)
                } unwrap: {
                    if case .sequence(let first) = $0 { SequentialKeys(first: first) } else { nil }
                },
                .of("zipf", "A few keys asked for most.", .section) { (shape: ZipfKeys) in
                    .zipf(exponent: shape.exponent, population: shape.population)
                } unwrap: {
                    guard case .zipf(let exponent, let population) = $0 else { return nil }
                    return ZipfKeys(exponent: exponent, population: population)
                },
            ]
        )
    }
}

/// The kinds of request ids.
private enum IDKind: String, CaseIterable {
    case sixDigit = "six-digit"
}

/// What stands below `uniform`.
private struct UniformKeys: Section {
    var population = 1_000_000

    static let name = "uniform-keys"
    static let documentation = "Every key alike."
    static var fields: [Field<Self>] {
        [.key("population", \.population, .integer(in: 1...1_000_000_000), "Different keys.")]
    }
}

/// What stands below `sequence`.
private struct SequentialKeys: Section {
    var first = 0

    static let name = "sequence-keys"
    static let documentation = "One key after the other."
    static var fields: [Field<Self>] {
        [.key("first", \.first, .integer(in: 0...1_000_000_000_000), "The first key.")]
    }
}

/// What stands below `zipf`.
private struct ZipfKeys: Section {
    var exponent = 1.1
    var population = 100_000

    static let name = "zipf-keys"
    static let documentation = "A few keys asked for most: rank r with weight 1 / r^exponent."
    static var fields: [Field<Self>] {
        [
            .key(
                "exponent",
                \.exponent,
                .number(in: 0...10, example: "1.1"),
                "How skewed; 0 is even."
            ),
            .key("population", \.population, .integer(in: 1...10_000_000), "Different keys."),
        ]
    }
}
