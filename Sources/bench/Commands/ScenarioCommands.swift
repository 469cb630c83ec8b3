import ArgumentParser
import Scenarios

/// `bench explain`.
struct ExplainCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show a scenario with every default filled in and every key explained.",
        discussion: """
            Example: bench explain a-1 --set cluster.servers.count=5
            Example: bench explain --metrics
            Example: bench explain --metric latency

            What a scenario may expect and report is listed by --metrics, and each of it is \
            explained by --metric.
            """
    )

    @Argument(
        help: "The name of a shipped scenario, or the path of a scenario file.",
        completion: .scenario
    )
    var scenario: String?

    @Flag(help: "List all metrics instead: units, statistics and labels, by part.")
    var metrics = false

    @Option(
        help: ArgumentHelp("Say what a metric or an invariant means instead.", valueName: "name"),
        completion: .list(MetricExplanation.names)
    )
    var metric: String?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func validate() throws {
        let subjects = [scenario != nil, metrics, metric != nil].count { $0 }
        guard subjects == 1 else {
            throw ValidationError("Explain a scenario, or --metrics, or a --metric: one of them.")
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let style = program.terminal.style(isASCII: ascii)
        if metrics {
            try program.output.write(MetricExplanation.table(style: style))
            return .success
        }
        if let metric {
            do {
                let text = try MetricExplanation.text(for: metric, style: style)
                try program.output.write(text)
            } catch let error as UnknownMetric {
                throw ValidationError(error.description)
            }
            return .success
        }
        guard let scenario else { return .usage }
        let text: String
        program.noteHiddenFile(scenario)
        do throws(ScenarioLoadingError) {
            text = try ScenarioLoader.explain(scenario, overrides: options.overrides)
        } catch {
            program.report(error.description)
            return error.status
        }
        try program.output.write(text)
        return .success
    }
}

/// `bench validate`.
struct ValidateCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check scenario files and report every problem of all of them.",
        discussion: "Example: bench validate my.yaml other.yaml"
    )

    @Argument(
        help: "Names of shipped scenarios, or paths of scenario files.",
        completion: .scenario
    )
    var scenarios: [String]

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let loaded = LoadedScenarios(scenarios, options.overrides, program)
        for (reference, scenario) in loaded.all {
            let count = scenario.cells.count
            try program.output.write("\(reference): right, \(count) run\(count == 1 ? "" : "s")\n")
        }
        return loaded.status
    }
}

/// `bench schema`.
struct SchemaCommand: ProgramCommand {
    /// What a schema may describe.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case scenario, result, sweep
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of scenario files, of saved results, or of saved sweeps.",
        discussion: """
            Example: bench schema > scenario.schema.json
            Example: bench schema result > result.schema.json
            """
    )

    @Argument(help: "What is described: scenario, result or sweep.")
    var subject = Subject.scenario

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        switch subject {
        case .scenario: try program.output.write(ScenarioSchema.jsonSchema())
        case .result: try program.output.write(ResultSchema.jsonSchema())
        case .sweep: try program.output.write(SweepSchema.jsonSchema())
        }
        return .success
    }
}
