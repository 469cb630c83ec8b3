import ArgumentParser
import Scenarios

/// `bench blame`.
struct BlameCommand: ProgramCommand {
    /// What is printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Run a scenario again without each of its faults, and say what each one cost.",
        discussion: """
            Example: bench blame my.yaml --seed 7

            Random streams are split by label, so the faults that stay come when they would have \
            come. What is shown are conditions that hold in one of the runs only, the figures that \
            the scenario names, the latencies, and how long recovery took.
            """
    )

    @Argument(
        help: "The name of a shipped scenario, or the path of a scenario file.",
        completion: .scenario
    )
    var scenario: String

    @OptionGroup var options: ScenarioOptions

    @Flag(help: "Leave out each fault that was injected, instead of each that the file says.")
    var each = false

    @Option(help: "What is printed: text, json.")
    var format = Format.text

    @Flag(help: "Show the figures, too, that stay the same.")
    var full = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let loaded = LoadedScenarios([scenario], options.overrides, program)
        guard let scenario = loaded.all.first?.loaded else { return loaded.status }
        let runs = FaultBlamer.runs(of: scenario)
        guard runs > 0 else {
            program.report("\(self.scenario): it has no faults\n")
            return .success
        }
        let progress = ProgressBar(total: runs, on: program, isASCII: ascii)
        let blamer = FaultBlamer(
            runner: program.runner,
            isOneByOne: each,
            progress: { progress.advance($0) }
        )
        let result: BlameResult
        do throws(ScenarioRunningError) {
            result = try blamer.blame(scenario)
        } catch {
            progress.finish()
            program.report("\(self.scenario): \(error)\n")
            return error.status
        }
        progress.finish()
        let style = program.terminal.style(isASCII: ascii)
        let report = BlameReport(format: format == .json ? .json : .text(style), isFull: full)
        try program.output.write(report.render(result))
        return .success
    }
}
