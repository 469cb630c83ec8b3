public import OrderedCollections

/// How long workloads took, run by run: what `bench measure --save` writes.
///
/// This is the one document with real times in it, which no two machines give alike; so they are
/// compared by ratios of many runs.
public struct Measurements: Equatable, Sendable {
    /// The version of the format.
    static let version = 1
    /// What tells the format from others.
    static let formatName = "cluster-simulator/measurements"

    /// What the times depend on beside the program: name and value, such as the processor.
    public var environment: OrderedDictionary<String, String> = [:]
    /// The workloads.
    public var workloads: [Workload] = []

    /// A workload with its times.
    public struct Workload: Equatable, Sendable {
        /// Its name.
        public var name = ""
        /// How many operations a run does; nothing where nobody says.
        public var operations: Int?
        /// What tells apart runs that did other things, in hexadecimal digits.
        public var digest: String?
        /// The time that each run took, in seconds.
        public var wallSeconds: [Double] = []
        /// The time that processors spent on each run, in seconds; empty where nobody says.
        public var processorSeconds: [Double] = []
        /// What a loop that is always the same took beside each run, in seconds; empty where nobody
        /// ran it.
        public var calibrationWallSeconds: [Double] = []
        /// The time that processors spent on that loop beside each run, in seconds; likewise.
        public var calibrationProcessorSeconds: [Double] = []

        /// A workload of nothing.
        public init() {}
    }

    /// Measurements of nothing.
    public init() {}

    /// The measurements as JSON, ending with a line feed.
    public var json: String {
        JSONValue(ValueFormat<Measurements>.section.write(self)).written() + "\n"
    }
}

extension Measurements: Section {
    static let name = "measurements"
    static let documentation = "How long workloads took, run by run."
    static let fields: [Field<Self>] = [
        .constant("format", .words("format", FormatName.self), .measurements, "What it is."),
        .constant("version", .whole, version, "The version of the format."),
        .always("environment", \.environment, .members(.string), "Where they ran."),
        .always("workloads", \.workloads, .all(.section), "The workloads."),
    ]

    /// The only name that the format has.
    private enum FormatName: String, CaseIterable, Sendable {
        case measurements = "cluster-simulator/measurements"
    }
}

extension Measurements.Workload: Section {
    static let name = "workload"
    static let documentation = "A workload with its times, one for each run."
    static let fields: [Field<Self>] = [
        .always("workload", \.name, .string, "Its name."),
        .always("operations", \.operations, .nullable(.whole), "How many operations a run does."),
        .always("digest", \.digest, .nullable(.string), "Tells apart what was done."),
        .always("wallSeconds", \.wallSeconds, .all(.decimal), "The time that each run took."),
        .always(
            "processorSeconds",
            \.processorSeconds,
            .all(.decimal),
            "The time of processors that each run took; empty where nobody measured it."
        ),
        .switching(
            "calibrationWallSeconds",
            \.calibrationWallSeconds,
            .all(.decimal),
            off: [],
            "The time that a loop, always the same, took beside each run."
        ),
        .switching(
            "calibrationProcessorSeconds",
            \.calibrationProcessorSeconds,
            .all(.decimal),
            off: [],
            "The time of processors that the loop took beside each run."
        ),
    ]

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let times =
            wallSeconds + processorSeconds + calibrationWallSeconds + calibrationProcessorSeconds
        if let wrong = times.first(where: { $0 <= 0 || !$0.isFinite }) {
            reading.reportKind(node, wanted: "times above 0 in '\(name)', not \(wrong)")
        }
        let others = [processorSeconds, calibrationWallSeconds, calibrationProcessorSeconds]
        if others.contains(where: { !$0.isEmpty && $0.count != wallSeconds.count }) {
            reading.reportKind(node, wanted: "as many times of all kinds in '\(name)'")
        }
    }
}
