import Simulator

extension ResultDocument {
    /// How a result is described, read and written.
    static let format = ValueFormat<ResultDocument>.section
    /// What tells the format from others.
    static let formatName = "cluster-simulator/result"
}

extension ResultDocument: Section {
    static let name = "result"
    static let documentation = """
        What the runs of a scenario gave. Durations and instants are whole nanoseconds of virtual \
        time; a figure that a run does not have is null.
        """

    static let fields: [Field<ResultDocument>] = [
        .constant("format", .words("format", FormatName.self), .result, "What the file is."),
        .constant("version", .whole, version, "The version of the format."),
        .always("scenario", \.scenario, .slug, "The scenario's name."),
        .always("title", \.title, .string, "One line for people."),
        .always("command", \.command, .string, "The command line that gives the same again."),
        .always("seed", \.seed, .whole, "The seed of the scenario."),
        .always("digest", \.digest, .string, "The digest of all runs, in hexadecimal digits."),
        .always("verdict", \.verdict, .words("verdict"), "Whether everything held."),
        .always("start", \.start, .string, "The calendar time of instant zero, in UTC."),
        .always("axes", \.axes, .all(.section), "What varies between the cells."),
        .always("report", \.report, .all(.reportItem), "What the report is to show."),
        .always(
            "configuration",
            \.configuration,
            .json,
            "What the file says with every default filled in, for the first cell, but for what is "
                + "expected, claimed, shown or varied."
        ),
        .always("swapTest", \.swapTest, .nullable(.section), "Which hash makes the skew."),
        .always("cells", \.cells, .all(.section), "The runs."),
    ]

    /// What every reader relies on.
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if (try? NameText.slug(scenario)) == nil {
            reading.reportKind(node, wanted: "a name of a scenario, as files have it")
        }
        for (line, name) in [(title, "title"), (command, "command")]
        where line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            reading.reportKind(node, wanted: "a \(name) of one line")
        }
        if cells.isEmpty || cells.enumerated().contains(where: { $0 != $1.index }) {
            reading.reportKind(node, wanted: "one run at least, numbered from zero on")
        }
    }

    /// The only name that the format has.
    private enum FormatName: String, CaseIterable, Sendable {
        case result = "cluster-simulator/result"
    }
}

extension Field {
    /// A key that every file has.
    static func always<Value>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ format: ValueFormat<Value>,
        _ documentation: String
    ) -> Field {
        .key(key, path, format, required: true, documentation)
    }

    /// A key that has the same value in every file.
    static func constant<Value: Equatable>(
        _ key: String,
        _ format: ValueFormat<Value>,
        _ value: Value,
        _ documentation: String
    ) -> Field {
        Field(
            key: key,
            documentation: documentation,
            shape: format.shape,
            isRequired: true,
            read: { node, reading, _ in
                guard let found = format.read(node, &reading), found != value else { return }
                reading.reportKind(node, wanted: "\(value)")
            },
            write: { _ in format.write(value) }
        )
    }
}

extension ResultDocument.Axis: Section {
    static let name = "axis"
    static let documentation = "What varies between the cells."
    static let fields: [Field<Self>] = [
        .always("path", \.path, .string, "The path of the key that varies, or `label`."),
        .always("values", \.values, .all(.string), "Its values, each once."),
    ]
}

extension ResultDocument.Cell: Section {
    static let name = "cell"
    static let documentation = "One run."
    static let fields: [Field<Self>] =
        identity + [
            .always("figures", \.figures, .figures, "Every figure of the run."),
            .always(
                "distribution",
                \.distribution,
                .all(.section),
                "Requests completed by server; empty where there is none."
            ),
            .always(
                "placement",
                \.placement,
                .members(.string),
                "What the placement is like: name and value of each figure."
            ),
            .always("expectations", \.expectations, .all(.section), "What was expected."),
            .always("claims", \.claims, .all(.section), "What others claim."),
            .always("violations", \.violations, .all(.section), "Broken properties, in order."),
            .always("notes", \.notes, .all(.string), "What a reader of the figures must know."),
            .always("timeline", \.timeline, .all(.section), "What happened, in order."),
            .always(
                "timelineOmitted",
                \.timelineOmitted,
                .count,
                "How many entries the timeline would have more."
            ),
            .always("jobs", \.jobs, .all(.section), "What became of jobs."),
            .always("observations", \.observations, .section, "What charts draw."),
            .optional("replications", \.replications, .section, "The runs with other seeds."),
        ]

    private static let identity: [Field<Self>] = [
        .always("index", \.index, .natural, "Its number, from zero."),
        .always("label", \.label, .nullable(.string), "Its name, where the file gives one."),
        .always(
            "parameters",
            \.parameters,
            .members(.string),
            "What the matrix sets in it: path and value."
        ),
        .always("seed", \.seed, .whole, "The seed of this run."),
        .always("digest", \.digest, .string, "The digest of its events."),
        .always("ending", \.ending, .ending, "Why it ended."),
        .always("duration", \.duration, .natural, "When it ended, in nanoseconds since the start."),
        .always("events", \.events, .whole, "How many events it had."),
        .always("verdict", \.verdict, .words("verdict"), "Whether everything held."),
    ]
}

extension ValueFormat where Value == RunOutcome.Ending {
    fileprivate static var ending: ValueFormat {
        let all: [RunOutcome.Ending] = [.quiescent, .deadline, .violation]
        return .word("ending", all.map { ($0.rawValue, $0) })
    }
}

extension ResultDocument.Server: Section {
    static let name = "server"
    static let documentation = "A server with its part of the requests."
    static let fields: [Field<Self>] = [
        .always("server", \.name, .string, "Its name."),
        .always("count", \.count, .count, "The requests that it completed."),
        .always("share", \.share, .nullable(.decimal), "Their part of all."),
        .always(
            "expectedShare",
            \.expectedShare,
            .nullable(.decimal),
            "The exact part that the placement gives it."
        ),
        .always(
            "shareAtStart",
            \.shareAtStart,
            .nullable(.decimal),
            "The exact part that it had at the start, where servers came or went."
        ),
    ]
}
