import Simulator

/// The report of a study, for people and for programs.
public struct FidelityReport: Sendable {
    /// Its folder below that of all results.
    public static let folder = "fidelity"
    /// The version of the format `cluster-simulator/fidelity`.
    public static let version = 1

    private let results: [FidelityResult]
    private let models: [FidelityModel]
    private let scale: Double
    private let command: String

    /// A report of these results.
    ///
    /// - Parameters:
    ///   - results: What came of each model.
    ///   - study: How they were run.
    ///   - command: What makes it again.
    public init(_ results: [FidelityResult], of study: FidelityStudy, command: String) {
        self.results = results
        models = results.compactMap { FidelityModel.named($0.name) }
        scale = study.scale
        self.command = command
    }

    /// Whether every model fits.
    public var isHeld: Bool { results.allSatisfy { $0.verdict == .fits } }

    /// The files: the report, the same for programs, and a scenario of each model, that of the
    /// first replication.
    public var files: [ReportSet.File] {
        [
            ReportSet.File(name: "report.txt", contents: text()),
            ReportSet.File(name: "result.json", contents: json()),
        ]
            + models.map { model in
                ReportSet.File(
                    name: "\(model.name).yaml",
                    contents: model.scenario(replication: 1, scale: scale)
                )
            }
    }

    // MARK: Text

    /// The report for a terminal.
    public func text(style: TextReport.Style = .init()) -> String {
        let paint = Paint(isColoured: style.isColoured, isASCII: style.isASCII)
        let count = results.count { $0.verdict == .fits }
        let title = "fidelity: mean times in the system, simulated and exact"
        var lines = TextWidth.wrapped(title, width: style.width).map(paint.bold)
        lines += TextWidth.wrapped(identity, width: style.width).map(paint.dim)
        lines.append(
            "\(paint.sign(isHeld: isHeld)) \(count) of "
                + "\(ReportSections.counted(results.count, "model")) "
                + (count == 1 ? "fits" : "fit")
        )
        for section in [table, notes] {
            lines.append("")
            lines += SectionLayout(section: section, style: style, paint: paint).lines
        }
        lines += ["", "Run it again:", "  \(command)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private var identity: String {
        let requests = results.reduce(0) { $0 + $1.requests }
        return "\(FidelityStudy.replications) replications of each model, "
            + "\(NumberText.grouped(requests)) requests counted, digest \(digest)"
    }

    /// What tells all runs from any other.
    private var digest: TraceDigest {
        var digest = TraceDigest()
        for replication in results.flatMap(\.replications) {
            digest.fold(replication.digest.value, UInt64(replication.requests))
        }
        return digest
    }

    private var table: ReportSection {
        let confidence = DecimalText.significant(FidelityStudy.confidence * 100, digits: 4)
        var table = ReportTable(
            columns: [
                .init(header: "model", isNumeric: false), .init(header: "exact"),
                .init(header: "simulated"), .init(header: "\(confidence)% interval"),
                .init(header: "+-"), .init(header: "fits", isNumeric: false),
            ],
            rows: []
        )
        table.rows = results.map { result in
            let interval = result.interval
            return [
                result.name, Self.seconds(result.exact, 6), Self.seconds(interval.mean, 6),
                "\(Self.seconds(interval.low, 4))...\(Self.seconds(interval.high, 4))",
                DecimalText.percent(result.width, decimals: 2), result.verdict.rawValue,
            ]
        }
        let problems = results.flatMap { result in
            result.problems.prefix(Self.problemsShown).map { "\(result.name), \($0)" }
        }
        return ReportSection(title: "In mean times of service", table: table, notes: problems)
    }

    /// How many problems of a model are shown.
    private static let problemsShown = 3

    private var notes: ReportSection {
        let study = FidelityStudy(scale: scale)
        let width = DecimalText.percent(study.widthMaximum, decimals: 1)
        return ReportSection(
            title: "How they come about",
            notes: models.map { "\($0.name): \($0.title). Exact: \($0.source)." } + [
                "A model fits where the exact value lies in the interval, by Student's t, and "
                    + "the half-width is at most \(width) of it. Nothing is subtracted: links "
                    + "and the proxy take no time, and the mean time of service is 1 s. Requests "
                    + "of the warm-up are not counted."
            ]
        )
    }

    private static func seconds(_ value: Double, _ decimals: Int) -> String {
        DecimalText.fixed(value, decimals: decimals)
    }

    // MARK: JSON

    /// Everything that the study gave; times are in seconds, with twelve significant digits.
    public func json() -> String {
        JSONValue.members([
            "format": .string("cluster-simulator/fidelity"),
            "version": .integer(Self.version),
            "command": .string(command),
            "scale": .decimal(scale),
            "confidence": .decimal(FidelityStudy.confidence),
            "digest": .string(digest.description),
            "held": .boolean(isHeld),
            "models": .array(zip(models, results).map { model($0, $1) }),
        ]).written() + "\n"
    }

    private func model(_ model: FidelityModel, _ result: FidelityResult) -> JSONValue {
        .members([
            "name": .string(result.name),
            "title": .string(model.title),
            "source": .string(model.source),
            "exact": .decimal(result.exact),
            "tolerance": .decimal(result.tolerance),
            "mean": .decimal(result.interval.mean),
            "low": .decimal(result.interval.low),
            "high": .decimal(result.interval.high),
            "halfWidth": .decimal(result.width),
            "halfWidthMaximum": .decimal(result.widthMaximum),
            "requests": .integer(result.requests),
            "fits": .string(result.verdict.rawValue),
            "problems": .array(result.problems.map { .string($0) }),
            "replications": .array(
                result.replications.map { replication in
                    .members([
                        "seed": .integer(replication.seed),
                        "requests": .integer(replication.requests),
                        "mean": .decimal(replication.mean),
                        "digest": .string(replication.digest.description),
                    ])
                }
            ),
        ])
    }
}
