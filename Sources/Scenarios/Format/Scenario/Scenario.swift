import Simulator

/// One run, fully decided: what stands, what is asked of it, what goes wrong, what must hold and
/// what to show.
///
/// Every value is checked and every default filled in; nothing here can be misspelt or out of
/// bounds.
public struct Scenario: Sendable, Equatable {
    /// Version of the file format.
    public var version = 1
    /// What the command line and the result files call it.
    public var name = ""
    /// One line for people; may be empty.
    public var title = ""
    /// From where every random draw derives.
    public var seed: UInt64 = 0
    /// Calendar time of the instant zero: 2024-01-01T00:00:00Z unless said otherwise.
    public var start = CalendarInstant(sinceEpoch: .seconds(1_704_067_200))
    /// Order in which ready tasks run.
    public var schedule = Schedule.fifo
    /// Which of the events of one instant happens first.
    public var ties = Ties.first
    /// What becomes of heartbeats while nothing else happens.
    public var idle = Idle.skip
    /// When the run ends.
    public var until = RunEnd.quiescent
    /// Events after which a run ends undecided.
    public var eventLimit = 10_000_000
    /// Every link.
    public var network = NetworkSpecification()
    /// What stands.
    public var cluster = ClusterSpecification()
    /// What is asked of it.
    public var workload: [WorkloadSpecification] = []
    /// What varies between the cells; this scenario is one of them.
    public var matrix = MatrixSpecification()
    /// Whether the cells of a matrix share the seed.
    public var matrixSeeds = MatrixSeeds.shared
    /// What goes wrong.
    public var faults: [FaultSpecification] = []
    /// What goes wrong besides, drawn by every seed anew.
    public var swarm: SwarmSpecification?
    /// What makes it small, where it says so.
    public var small = SmallSize()
    /// With how many other seeds it is run besides, where it is.
    public var replicate: ReplicateSpecification?
    /// What must hold; only what concerns this cell.
    public var expectations: [Expectation] = []
    /// What a source said; only what concerns this cell.
    public var claims: [Claim] = []
    /// What to show.
    public var report: [ReportItem] = []

    /// A scenario in which nothing happens.
    public init() {}
}

/// Order in which ready tasks run.
public enum Schedule: String, Sendable, CaseIterable {
    /// First in, first out.
    case fifo
    /// Drawn from the seed, to explore interleavings.
    case random
}

/// What becomes of heartbeats while nothing else happens.
public enum Idle: String, Sendable, CaseIterable {
    /// Those are skipped over that change nothing.
    case skip
    /// Each one is sent.
    case play
}

/// When a run ends.
public enum RunEnd: Sendable, Equatable {
    /// When no foreground work is left.
    case quiescent
    /// At this instant.
    case instant(Duration)
}

/// Whether the cells of a matrix share the seed.
public enum MatrixSeeds: String, Sendable, CaseIterable {
    /// All have the seed of the file, so that they differ in nothing but the parameters.
    case shared
    /// Each has its own, split from the seed of the file by the cell's parameters.
    case split
}

extension Scenario: Section {
    static let name = "scenario"
    static let documentation = "A scenario: one YAML file that says everything about a run."

    static var fields: [Field<Self>] { headFields + bodyFields + checkFields }

    private static var headFields: [Field<Self>] {
        [
            .key(
                "version",
                \.version,
                .integer(in: 1...1),
                required: true,
                "Version of the format."
            ),
            .key("name", \.name, .slug, required: true, "What the command line calls it."),
            .key("title", \.title, .line, "One line for people."),
            .key("seed", \.seed, .seed, required: true, "Every random draw derives from it."),
            .key("start", \.start, .instant, "Calendar time of the instant zero."),
            .key(
                "schedule",
                \.schedule,
                .choice("schedule", Schedule.self),
                "Order in which ready tasks run; random explores interleavings."
            ),
            .switching(
                "ties",
                \.ties,
                .ties,
                off: .first,
                "Which of the events of one instant happens first."
            ),
            .key(
                "idle",
                \.idle,
                .choice("idle", Idle.self),
                "Heartbeats while nothing else happens: skipped over, or sent one by one."
            ),
            .key("until", \.until, .runEnd, "End of the run: quiescent, or an instant."),
            .key(
                "event-limit",
                \.eventLimit,
                .integer(in: 1...1_000_000_000_000, example: 1_000_000),
                "Events after which a run ends undecided."
            ),
        ]
    }

    private static var bodyFields: [Field<Self>] {
        [
            .key("network", \.network, .section, "Every link."),
            .key("cluster", \.cluster, .section, "What stands."),
            .key(
                "workload",
                \.workload,
                .list("a list of workloads", of: .workload, length: 0...100),
                "What is asked of it."
            ),
            .key("matrix", \.matrix, .matrix, "Variations, each one a run."),
            .key(
                "matrix-seeds",
                \.matrixSeeds,
                .choice("kind of seeds", MatrixSeeds.self),
                "Whether the runs of a matrix share the seed."
            ),
            .key(
                "faults",
                \.faults,
                .list("a list of faults", of: .section, length: 0...1_000),
                "What goes wrong."
            ),
            .optional("swarm", \.swarm, .section, "Faults of which every seed draws others."),
            .switching(
                "small",
                \.small,
                .smallSize,
                off: SmallSize(),
                "What --small sets: a size of which thousands of runs take no time."
            ),
            .optional("replicate", \.replicate, .replicate, "Runs with other seeds, for means."),
        ]
    }

    private static var checkFields: [Field<Self>] {
        [
            .key(
                "expect",
                \.expectations,
                .list("a list of expectations", of: .expectation),
                "What must hold; decides the exit code."
            ),
            .key(
                "claims",
                \.claims,
                .list("a list of claims", of: .section),
                "What a source said; reported, never decides the exit code."
            ),
            .key(
                "report",
                \.report,
                .list("a list of report items", of: .reportItem, length: 0...100),
                "What to show."
            ),
        ]
    }
}

extension ValueFormat where Value == RunEnd {
    /// `quiescent` or an instant.
    fileprivate static var runEnd: ValueFormat {
        .scalar(
            ScalarShape(
                name: "quiescent or a duration",
                example: "60s",
                form: .pattern(#"^(quiescent|\d[\d_]*(\.\d[\d_]*)?(ns|us|ms|s|m|h|d))$"#)
            ),
            parse: { text throws(ValueProblem) in
                if text == "quiescent" { return .quiescent }
                if let nearest = NearestWord.to(text, among: ["quiescent"]) {
                    throw ValueProblem("is neither", suggestion: nearest)
                }
                let instant = try DurationText.parse(text)
                guard instant > .zero else { throw ValueProblem("is not above zero") }
                return .instant(instant)
            },
            write: { end in
                if case .instant(let instant) = end {
                    DurationText.written(instant)
                } else {
                    "quiescent"
                }
            }
        )
    }
}
