import ArgumentParser
import Scenarios
import Simulator

/// `bench verify`.
struct VerifyCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Run a scenario again and find the first event that differs.",
        discussion: """
            Example: bench verify a-1 --repeat 5
            Example: bench verify a-1 --ties random --repeat 20

            The same scenario and seed must take the same events, in the same order, at the same \
            instants, and give the same report. The exit code is 3 when they do not; then both \
            runs are shown side by side where they part, with the draw or the task that is the \
            cause.

            With --ties it is run in another order of the events that happen at one instant, and \
            every figure is listed that depends on it. The exit code is 1 where something that is \
            expected holds in one order and not in another.
            """
    )

    @Argument(
        help: "The name of a shipped scenario, or the path of a scenario file.",
        completion: .scenario
    )
    var scenario: String

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "How many times to run it again; with --ties random, in as many orders.",
            valueName: "n"
        )
    )
    var repetitions = 1

    @Option(
        help: ArgumentHelp(
            "Run it with the events of each instant in another order: reversed or random.",
            valueName: "order"
        )
    )
    var ties: TieOrder?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    func validate() throws {
        guard (1...1_000).contains(repetitions) else {
            throw ValidationError("--repeat is \(repetitions); it must be from 1 to 1000.")
        }
        guard repetitions == 1 || ties != .reversed else {
            throw ValidationError("There is one reversed order; --repeat goes with --ties random.")
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let loaded = LoadedScenarios([scenario], options.overrides, program)
        guard let scenario = loaded.all.first?.loaded else { return loaded.status }
        do {
            if let ties { return try verify(scenario, ties, program) }
            var events: UInt64 = 0
            for cell in scenario.cells {
                let place = cell.title.isEmpty ? scenario.name : cell.title
                if let difference = try difference(in: cell, place, program, events: &events) {
                    try program.output.write(difference)
                    return .notDeterministic
                }
            }
            let times = repetitions == 1 ? "once" : "\(repetitions) times"
            let runs = scenario.cells.count == 1 ? "" : " in each of \(scenario.cells.count) runs"
            try program.output.write(
                "\(scenario.name): deterministic: run again \(times), \(events) events "
                    + "and every figure the same\(runs)\n"
            )
            return .success
        } catch let error as ScenarioRunningError {
            program.report("\(self.scenario): \(error)\n")
            return error.status
        }
    }

    /// Says what depends on the order of simultaneous events.
    private func verify(
        _ scenario: LoadedScenario,
        _ ties: TieOrder,
        _ program: CommandLineProgram
    ) throws -> ProgramStatus {
        let base = scenario.cells[0].scenario.ties
        if ties == .reversed, base == .reversed {
            throw ValidationError("'\(self.scenario)' has reversed ties already.")
        }
        let seed = scenario.cells[0].scenario.seed
        let verification = TieVerification(
            scenario: scenario,
            command: options.command(self.scenario, seed: seed),
            program: program
        )
        let dependence = try verification.dependence(on: ties, repetitions)
        let style = program.terminal.style(isASCII: ascii)
        var text = TieReport(style: style).render(dependence)
        if let first = dependence.outcomes.first(where: \.isExpected) {
            var options = options
            options.settings.append("ties=\(dependence.orders[first.place])")
            // Not wrapped, so that it can be copied.
            text += "\nRun it in that order:\n  \(options.command(self.scenario, seed: seed))\n"
        }
        try program.output.write(text)
        return dependence.changesOutcome ? .failed : .success
    }

    /// Runs a cell and its repetitions; what differs first, if anything does.
    private func difference(
        in cell: ScenarioCell,
        _ place: String,
        _ program: CommandLineProgram,
        events: inout UInt64
    ) throws -> String? {
        let history = RunHistory(names: HistoryNames())
        let original = try program.runner.run(cell, observer: history)
        events += original.outcome.events
        let report = report(cell, original)
        for number in 2...repetitions + 1 {
            let comparison = RunComparison(with: history)
            let record = try program.runner.run(cell, observer: comparison)
            if let divergence = comparison.divergence(of: place, number: number) {
                return divergence.text(style: program.terminal.style(isASCII: ascii))
            }
            if record.outcome.digest != original.outcome.digest {
                return "\(place): not deterministic: the digests are \(original.outcome.digest) "
                    + "and \(record.outcome.digest)\n"
            }
            if self.report(cell, record) != report {
                return "\(place): not deterministic: the figures differ, the events do not\n"
            }
        }
        return nil
    }

    private func report(_ cell: ScenarioCell, _ record: RunRecord) -> String {
        JSONReport().render(ResultDocument.Cell(of: CellResult(of: cell, record: record)))
    }
}
