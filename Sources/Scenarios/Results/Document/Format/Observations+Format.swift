import OrderedCollections

extension RunObservations: Section {
    static let name = "observations"
    static let documentation = "What charts draw of a run."
    static let fields: [Field<Self>] = [
        .always("series", \.series, .all(.section), "What went up and down."),
        .always("curves", \.curves, .all(.section), "How durations are spread."),
        .always("activities", \.activities, .all(.section), "What lasted."),
        .always(
            "activitiesOmitted",
            \.activitiesOmitted,
            .count,
            "How many activities there were beyond those that were kept."
        ),
        .always("ring", \.ring, .nullable(.section), "The ring at the start."),
        .always("flows", \.flows, .nullable(.section), "Which keys moved from where to where."),
        .always("messages", \.messages, .all(.section), "Messages around the first violation."),
    ]
}

extension TimeSeries: Section {
    static let name = "series"
    static let documentation = "A figure over time: a value for each window of one length."

    init() { self.init("", unit: .number, window: 1, values: []) }

    static let fields: [Field<Self>] = [
        .always("metric", \.metric, .string, "The metric."),
        .always("statistic", \.statistic, .nullable(.string), "Which statistic of the window."),
        .always("labels", \.labels, .labels, "Its labels: name and value."),
        .always("unit", \.unit, .unit, "What is measured."),
        .always("begin", \.begin, .natural, "When the first window begins, in nanoseconds."),
        .always("window", \.window, .natural, "How long a window is, in nanoseconds."),
        .always(
            "values",
            \.values,
            .all(.nullable(.decimal)),
            "A value for each window, null where there was none."
        ),
    ]
}

extension TimeSeries {
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let (length, isLong) = window.multipliedReportingOverflow(by: values.count)
        if window <= 0 || isLong || begin.addingReportingOverflow(length).overflow {
            reading.reportKind(node, wanted: "windows of a length that times can have")
        }
    }
}

extension DistributionCurve: Section {
    static let name = "curve"
    static let documentation = "An empirical distribution function of durations."

    init() { self.init("", count: 0, points: []) }

    static let fields: [Field<Self>] = [
        .always("metric", \.metric, .string, "The metric."),
        .always("labels", \.labels, .labels, "Its labels: name and value."),
        .always("count", \.count, .count, "How many durations there were."),
        .always("durations", \.durations, .all(.natural), "Durations in nanoseconds, ascending."),
        .always(
            "fractions",
            \.fractions,
            .all(.decimal),
            "For each of them, the fraction of all that do not exceed it."
        ),
    ]

    private var durations: [Int] {
        get { points.map(\.duration) }
        set { points = newValue.map { Point(duration: $0, fraction: 1) } }
    }

    private var fractions: [Double] {
        get { points.map(\.fraction) }
        set { points = zip(points, newValue).map { Point(duration: $0.duration, fraction: $1) } }
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let counts = ["durations", "fractions"].map { node.entry($0)?.value.items?.count }
        if counts[0] != counts[1] {
            reading.reportKind(node, wanted: "as many durations as fractions")
        }
    }
}

extension Activity: Section {
    static let name = "activity"
    static let documentation = "Something that lasted."

    init() { self.init(.fault, of: "", "", begin: 0, end: nil) }

    static let fields: [Field<Self>] = [
        .always("kind", \.kind, .words("kind"), "What kind of thing."),
        .always("subject", \.subject, .string, "On whom."),
        .always("name", \.name, .string, "What."),
        .optional("group", \.group, .string, "What it is a part of: the job of a task."),
        .always("begin", \.begin, .natural, "When it began, in nanoseconds."),
        .always("end", \.end, .nullable(.natural), "When it ended; null where it did not."),
        .optional("outcome", \.outcome, .string, "What became of it."),
    ]
}

extension Activity {
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if let end, end < begin { reading.reportKind(node, wanted: "an end after the begin") }
    }
}

extension ObservedMessage: Section {
    static let name = "message"
    static let documentation = "A message from one node to another."

    init() { self.init(from: "", to: "", "", sent: 0, received: nil) }

    static let fields: [Field<Self>] = [
        .always("source", \.source, .string, "The node that sent it."),
        .always("destination", \.destination, .string, "The node that it was sent to."),
        .always("name", \.name, .string, "What it is."),
        .always("sent", \.sent, .natural, "When it was sent, in nanoseconds."),
        .always(
            "received",
            \.received,
            .nullable(.natural),
            "When it arrived; null where it did not."
        ),
    ]
}

extension RingArcs: Section {
    static let name = "ring"
    static let documentation = "A ring as its servers divide it."

    init() { self.init(servers: [], arcs: []) }

    static let fields: [Field<Self>] = [
        .always("servers", \.servers, .all(.string), "The servers."),
        .always("owners", \.owners, .all(.natural), "The place of the server of each arc."),
        .always(
            "ends",
            \.ends,
            .all(.decimal),
            "Where each arc ends, as a fraction of the circle; it begins where the last ended, "
                + "the first one where the last one of all does."
        ),
    ]

    private var owners: [Int] {
        get { arcs.map(\.server) }
        set { arcs = newValue.map { Arc(server: $0, begin: 0, end: 0) } }
    }

    private var ends: [Double] {
        get { arcs.map(\.end) }
        set {
            let turn = (newValue.last ?? 0).truncatingRemainder(dividingBy: 1)
            for (place, end) in zip(arcs.indices, newValue) {
                arcs[place].end = end
                arcs[place].begin = place == 0 ? turn : newValue[place - 1]
            }
        }
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let counts = ["owners", "ends"].map { node.entry($0)?.value.items?.count }
        if counts[0] != counts[1] { reading.reportKind(node, wanted: "as many owners as ends") }
        if let wrong = arcs.first(where: { !servers.indices.contains($0.server) }) {
            reading.reportKind(node, wanted: "a server for each owner, not for \(wrong.server)")
        }
    }
}

extension KeyFlows: Section {
    static let name = "flows"
    static let documentation = "Keys by the server that they left and the one that they came to."

    init() { self.init(servers: [], counts: []) }

    static let fields: [Field<Self>] = [
        .always("servers", \.servers, .all(.string), "The servers."),
        .always(
            "counts",
            \.counts,
            .all(.all(.count)),
            "For each server that keys were at, how many of them each server has afterwards."
        ),
    ]

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let isSquare =
            counts.count == servers.count && counts.allSatisfy { $0.count == servers.count }
        if !isSquare { reading.reportKind(node, wanted: "a row and a column for each server") }
    }
}

extension ValueFormat where Value == [MetricReference.Label] {
    /// Labels as an object.
    fileprivate static var labels: ValueFormat {
        ValueFormat<OrderedDictionary<String, String>>.members(.string).converted(
            to: { labels in labels.map { Value.Element(name: $0.key, value: $0.value) } },
            from: { labels in
                OrderedDictionary(
                    labels.map { ($0.name, $0.value) },
                    uniquingKeysWith: { first, _ in first }
                )
            }
        )
    }
}
