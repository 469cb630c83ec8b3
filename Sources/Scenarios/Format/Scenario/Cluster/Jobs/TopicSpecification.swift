public import Simulator

/// What jobs read: lines in some partitions.
public struct TopicSpecification: Sendable, Equatable {
    /// Its name.
    public var name = ""
    /// How many partitions there are.
    public var partitions = 4
    /// Which partition a generated line goes to.
    public var dealing = LogSettings.Dealing.roundRobin
    /// What the lines are.
    public var content = TopicContent.generated(GeneratedLogsSpecification())
    /// Bytes that a worker can read a second.
    public var bytesPerSecond = 100_000_000

    /// How many bytes the lines of a file may have, uncompressed, and all lines that are generated.
    public static let bytesMaximum = 1 << 30

    /// Where its partitions are, taken in turn, if they are not everywhere.
    public var standing = StandingSpecification()
    /// How many places each partition has.
    public var copies = 1
    /// Bytes a second that a worker reads which is elsewhere.
    public var remoteBytesPerSecond = 10_000_000
    /// How long it takes until bytes come from elsewhere.
    public var remoteLatency: Duration = .milliseconds(2)

    /// The objects that its partitions are, where they are in a store.
    public var stored: StoredPlaceSpecification?
    /// How its lines go through a queue, where they do.
    public var queued: QueuedTopicSpecification?

    /// A topic that is still to be named.
    public init() {}

    fileprivate var generate: GeneratedLogsSpecification?
    fileprivate var file: FileReference?
}

extension TopicSpecification {
    /// The places of each partition: machines where some are named, or else zones; nowhere in
    /// particular where none are.
    var places: [[InputPlace]] {
        var places = standing.machines.map { InputPlace.machine($0) }
        if places.isEmpty, standing.zones != [StandingSpecification.standardZone] {
            places = standing.zones.map { .zone($0) }
        }
        guard !places.isEmpty else { return [] }
        return (0..<partitions).map { partition in
            (0..<min(copies, places.count)).map { places[(partition + $0) % places.count] }
        }
    }
}

/// What the lines of a topic are.
public enum TopicContent: Sendable, Equatable {
    /// Made from the seed.
    case generated(GeneratedLogsSpecification)
    /// Those of a file, plain or compressed with gzip.
    case file(FileReference)
}

extension TopicSpecification: Section {
    static let name = "topic"
    static let documentation = "What jobs read: lines in some partitions."
    static var fields: [Field<Self>] {
        [
            .key("name", \.name, .name, required: true, "Its name."),
            .key(
                "partitions",
                \.partitions,
                .integer(in: 1...100_000, example: 4),
                "How many partitions there are."
            ),
            .key(
                "dealing",
                \.dealing,
                .choice("dealing", LogSettings.Dealing.self),
                "Which partition a generated line goes to."
            ),
            .key(
                "bytes-per-second",
                \.bytesPerSecond,
                .integer(in: 1...1_000_000_000_000, example: 100_000_000),
                "Bytes that a worker can read a second."
            ),
            .key("copies", \.copies, .integer(in: 1...100), "Places of each partition."),
            .key(
                "remote-bytes-per-second",
                \.remoteBytesPerSecond,
                .integer(in: 1...1_000_000_000_000, example: 10_000_000),
                "Bytes a second of a worker that is elsewhere."
            ),
            .key(
                "remote-latency",
                \.remoteLatency,
                .duration,
                "How long it takes until bytes come from elsewhere."
            ),
            .optional(
                "stored-in",
                \.stored,
                .section,
                "Its partitions are objects of a store, read over the network."
            ),
            .optional(
                "through-queue",
                \.queued,
                .section,
                "Its lines are messages of a queue, each of which is for one job."
            ),
            .optional("generate", \.generate, .section, "Lines made from the seed."),
            .optional(
                "file",
                \.file,
                .file,
                "A file with the lines, plain or compressed with gzip."
            ),
        ] + StandingSpecification.fields(\.standing)
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if stored != nil, copies > 1 || !places.isEmpty {
            reading.report(
                "what is in a store is nowhere else",
                at: node.entry("stored-in")?.keyLocation ?? node.location,
                expected: "a topic without copies, zone and on"
            )
        }
        if queued != nil, copies > 1 || !places.isEmpty || stored != nil {
            reading.report(
                "what goes through a queue is nowhere else",
                at: node.entry("through-queue")?.keyLocation ?? node.location,
                expected: "a topic without stored-in, copies, zone and on"
            )
        }
        switch (generate, file) {
        case (let generate?, nil): content = .generated(generate)
        case (nil, let file?): content = .file(file)
        case (nil, nil):
            reading.report("has no lines", at: node.location, expected: "generate, or file")
        case (.some, .some):
            reading.report(
                "'generate' and 'file' exclude each other",
                at: node.entry("file")?.keyLocation ?? node.location
            )
        }
    }
}

/// Lines of logs that are made from the seed.
public struct GeneratedLogsSpecification: Sendable, Equatable {
    /// What they look like, but for their start and their partitions.
    public var settings = LogSettings(.application, lines: 4_000)

    /// The 4,000 lines of the original's integration test.
    public init() {}

    /// The exponent of the frequencies of words; zero where all are alike.
    fileprivate var skew: Double {
        get {
            switch settings.frequencies {
            case .uniform: 0
            case .zipf(let exponent): exponent
            }
        }
        set { settings.frequencies = newValue == 0 ? .uniform : .zipf(exponent: newValue) }
    }
}

extension GeneratedLogsSpecification: Section {
    static let name = "generated-logs"
    static let documentation = "Lines of logs that are made from the seed."

    static var fields: [Field<Self>] { wordFields + timeFields + otherFields }

    private static var wordFields: [Field<Self>] {
        [
            .key(
                "logs",
                \.settings.format,
                .choice("format", LogSettings.Format.self),
                "How a line is written."
            ),
            .key(
                "count",
                \.settings.lines,
                .integer(in: 0...100_000_000, example: 4_000),
                "How many lines there are."
            ),
            .key(
                "vocabulary",
                \.settings.vocabulary,
                .integer(in: 1...10_000_000, example: 2_000),
                "Different words, of which messages and paths consist."
            ),
            .key(
                "skew",
                \.skew,
                .number(in: 0...20, example: "1"),
                "Frequency of words: rank r with weight 1 / r^skew; 0 is even."
            ),
            .key(
                "words",
                \.settings.wordsPerLine,
                .integer(in: 0...10_000, example: 8),
                "Words of a message."
            ),
            .key("errors", \.settings.errorShare, .ratio, "Part of lines that tell of an error."),
        ]
    }

    private static var timeFields: [Field<Self>] {
        [
            .key(
                "rate",
                \.settings.linesPerSecond,
                .perSecond,
                "Lines by their own time, which begins at the start of the scenario."
            ),
            .key(
                "disorder",
                \.settings.jitter,
                .duration,
                "How much too early the time of a line is at most."
            ),
            .key("late", \.settings.lateShare, .ratio, "Part of lines that are earlier still."),
            .key("lateness", \.settings.lateness, .duration, "By how much late lines are late."),
            .key(
                "latency",
                \.settings.latency,
                .duration,
                "Mean of the times that requests took, by the lines that tell it."
            ),
            .key(
                "request-time",
                \.settings.hasRequestTime,
                .boolean,
                "Whether lines of an access log end with the time of the request."
            ),
        ]
    }

    private static var otherFields: [Field<Self>] {
        [
            .key(
                "users",
                \.settings.users,
                .integer(in: 1...16_777_216, example: 1_000),
                "How many users there are."
            ),
            .optional(
                "sessions",
                \.settings.sessions,
                .section,
                "Users come in sessions; without it every line is of any user."
            ),
            .key("bad", \.settings.badShare, .ratio, "Part of lines that are none of the format."),
            .key(
                "line-length",
                \.settings.lineLength,
                .size,
                "Bytes to which lines are filled up, with their ends."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if let problem = settings.problem {
            reading.report(problem, at: node.location)
        }
    }
}

extension LogSettings.Sessions: Section {
    init() { self.init(concurrent: 10, events: 10) }

    static var name: String { "user-sessions" }
    static var documentation: String { "Users that come, do something for a while, and rest." }
    static var fields: [Field<Self>] {
        [
            .key(
                "concurrent",
                \.concurrent,
                .integer(in: 1...16_777_216, example: 10),
                "Users that are active at any time."
            ),
            .key(
                "events",
                \.events,
                .number(in: 1...1_000_000, example: "10"),
                "Lines of one session in the mean."
            ),
        ]
    }
}
