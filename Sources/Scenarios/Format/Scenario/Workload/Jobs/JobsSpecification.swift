public import Simulator

/// Jobs that are alike.
public struct JobsSpecification: Sendable, Equatable {
    /// How many; nil for as many as begin in the time of `duration`.
    public var count: Int?
    /// What they are called; `{i}` is the number of the job.
    public var names = "job-{i}"
    /// What they read.
    public var topic = ""
    /// Map tasks of a job.
    public var mappers = 4
    /// Reduce tasks of a job.
    public var reducers = 2
    /// The map function.
    public var map = FunctionCall("word-count")
    /// The reduce function.
    public var reduce = FunctionCall("sum")
    /// Windows of event time, if any.
    public var window: WindowSettings?
    /// Whether map tasks combine, where the reduce function can.
    public var combines = true
    /// What becomes of records that cannot be understood.
    public var badRecords = BadRecordPolicy.skip
    /// When they come, from `from` on.
    public var arrival = ArrivalSpecification.allAt(.zero)
    /// When the workload begins.
    public var from: Duration = .zero
    /// After which no more jobs are submitted.
    public var duration: Duration?
    /// How long a client waits for the end of its job: longer than a job may take, by default.
    public var patience: Duration = .seconds(7_200)

    /// Whom clients ask.
    public var through = JobEntrance.coordinator

    /// Word counts of a topic that is still to be named.
    public init() {}
}

/// Whom the clients of jobs ask.
public enum JobEntrance: String, Sendable, CaseIterable {
    /// The coordinators themselves.
    case coordinator
    /// The gateways, over HTTP.
    case gateway
    /// The proxy in front of the gateways.
    case proxy
}

extension JobsSpecification: Section {
    static let name = "jobs"
    static let documentation = "MapReduce jobs that are alike."

    static var fields: [Field<Self>] { whatFields + functionFields + whenFields }

    private static var whatFields: [Field<Self>] {
        [
            .optional(
                "count",
                \.count,
                .integer(in: 1...1_000_000),
                "How many; may be left out when for is given."
            ),
            .key("names", \.names, .namePattern, "What they are called; {i} is the number."),
            .key("topic", \.topic, .name, required: true, "What they read."),
            .key(
                "mappers",
                \.mappers,
                .integer(in: 1...10_000, example: 4),
                "Map tasks of a job."
            ),
            .key(
                "reducers",
                \.reducers,
                .integer(in: 1...10_000, example: 2),
                "Reduce tasks of a job, and parts of its result."
            ),
        ]
    }

    private static var functionFields: [Field<Self>] {
        [
            .key("map", \.map, .function(.map), "The map function."),
            .key("reduce", \.reduce, .function(.reduce), "The reduce function."),
            .optional("window", \.window, .window, "Windows of event time."),
            .key(
                "combine",
                \.combines,
                .boolean,
                "Whether map tasks combine, where the reduce function can be combined."
            ),
            .key(
                "bad-records",
                \.badRecords,
                .choice("policy", BadRecordPolicy.self),
                "What becomes of records that cannot be understood."
            ),
        ]
    }

    private static var whenFields: [Field<Self>] {
        [
            .key("arrival", \.arrival, .arrival, "When they are submitted."),
            .key("from", \.from, .duration, "When the workload begins."),
            .optional(
                "for",
                \.duration,
                .positiveDuration,
                "After which no more jobs are submitted."
            ),
            .key(
                "through",
                \.through,
                .choice("entrance", JobEntrance.self),
                "Whom clients ask: coordinators, gateways over HTTP, or the proxy before those."
            ),
            .key(
                "patience",
                \.patience,
                .positiveDuration,
                "How long a client waits for the end of its job."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkCount(count, arrival, duration, of: "jobs", node)
        checkParts(node, &reading)
        if count != 1 { reading.checkPattern(names, count: count ?? .max, node) }
        do throws(JobError) {
            _ = try FunctionCatalog.code(map: map, reduce: reduce, window: window)
        } catch {
            reading.report(error.description, at: node.location)
        }
    }

    /// Parts of map output that one job may have.
    private static let partsMaximum = 1_000_000

    /// Every map task has a part of its output for every reduce task.
    private func checkParts(_ node: YAMLNode, _ reading: inout Reading) {
        guard mappers * reducers > Self.partsMaximum else { return }
        let key = node.entry("reducers") == nil ? "mappers" : "reducers"
        reading.within(key) { reading in
            reading.report(
                "\(NumberText.grouped(mappers)) map tasks with a part for each of "
                    + "\(NumberText.grouped(reducers)) reduce tasks are too much",
                at: node.location(at: [key]),
                expected: "at most \(NumberText.grouped(Self.partsMaximum)) parts"
            )
        }
    }
}
