import ArgumentParser
import Scenarios

/// `bench shrink`.
struct ShrinkCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "shrink",
        abstract: "Find the smallest scenario that fails in the same way.",
        discussion: """
            Example: bench shrink my.yaml --seed 7 --output small.yaml
            Example: bench shrink x-4-swarm-queue --seed 7 --keep cluster.queue

            Faults, parts of the cluster, work and time go as long as the same still fails: the same \
            expectation, invariant or rule, and the same that is wrong with it. What is left is a \
            scenario file, which says in comments what fails and how much smaller it is. Where \
            nothing fails, nothing is written, and the exit code is 0 as well.

            A queue that writes nothing through loses messages too, and so a failure may get small \
            by becoming another one: --keep says what has to stay as it is.
            """
    )

    @Argument(
        help: "The name of a shipped scenario, or the path of a scenario file.",
        completion: .scenario
    )
    var scenario: String

    @OptionGroup var options: ScenarioOptions

    @Option(
        help: ArgumentHelp(
            "Write the scenario into this file, which is replaced.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    @Option(help: ArgumentHelp("How many runs it may take.", valueName: "n"))
    var runs = 2_000

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long it may take, such as 30s or 10m.", valueName: "time")
    )
    var time: RealDuration?

    @Option(
        help: ArgumentHelp(
            "Leave what stands at a path as it is, such as cluster.queue; may be repeated.",
            valueName: "path"
        )
    )
    var keep: [String] = []

    @Flag(help: "Let whatever the same checker finds count as the same failure.")
    var anyPlace = false

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func validate() throws {
        guard (1...1_000_000).contains(runs) else {
            throw ValidationError("--runs is \(runs); it must be from 1 to 1000000.")
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        program.noteHiddenFile(scenario)
        let file = try output.map { try PartialFile($0) }
        let progress = ProgressBar(total: runs, on: program)
        let outcome: ShrinkOutcome
        do throws(ShrinkError) {
            outcome = try shrinker(program, progress).shrink(scenario, overrides: options.overrides)
        } catch {
            progress.finish()
            program.report(message(error))
            return error.status
        }
        progress.finish()
        switch outcome {
        case .shrunk(let shrunk):
            let text = shrunk.file(
                origin: options.command(
                    scenario,
                    seed: shrunk.seed,
                    isAlone: shrunk.isReplicated
                ),
                command: Self.command(output ?? "\(shrunk.name).yaml")
            )
            try (file ?? program.output).write(text)
            try file?.commit()
            program.report(summary(of: shrunk))
            return .success
        case .nothingFails:
            program.report("\(scenario): nothing fails, so there is nothing to shrink\n")
            return .success
        case .undecided:
            program.report(
                "\(scenario): nothing fails as far as it goes, but a run used up its event limit\n"
            )
            return .undecided
        }
    }

    private func shrinker(
        _ program: CommandLineProgram,
        _ progress: ProgressBar
    ) -> ScenarioShrinker {
        let clock = ProgressBar.clock
        let start = clock()
        let time = time?.value
        return ScenarioShrinker(
            runner: program.runner,
            limits: ShrinkLimits(runs: runs) { time.map { clock() - start >= $0 } ?? false },
            comparesPlaces: !anyPlace,
            keeping: keep,
            progress: { progress.advance("\($0.smallest.description)") }
        )
    }

    private func message(_ error: ShrinkError) -> String {
        if case .loading = error { return error.description }
        return "\(scenario): \(error.description)"
    }

    /// What became of it, for whoever looks at the terminal.
    private func summary(of shrunk: ShrunkScenario) -> String {
        var lines = [
            "\(shrunk.failure.cause.checker): \(shrunk.failure.message)",
            "before: \(shrunk.before.description)",
            "after:  \(shrunk.after.description), in \(shrunk.runs) runs",
        ]
        if shrunk.isCutShort {
            lines.append("It may get smaller: --runs or --for ended it.")
        }
        if !shrunk.files.isEmpty {
            let files = shrunk.files.joined(separator: ", ")
            lines.append("It needs, in the folder of the file: \(files)")
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private static func command(_ path: String) -> String {
        ScenarioOptions.line(["bench", "run", path])
    }
}

extension ShrinkError {
    /// The exit status of a program that could not make a scenario smaller.
    var status: ProgramStatus {
        switch self {
        case .loading(let error): error.status
        case .running(let error): error.status
        case .unwritable, .nothingToKeep: .badData
        case .notRepeated: .internalError
        }
    }
}
