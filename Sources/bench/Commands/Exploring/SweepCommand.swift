public import ArgumentParser
public import Scenarios

/// `bench sweep`.
struct SweepCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Run scenarios with many seeds, and say what fails.",
        discussion: """
            Example: bench sweep q-3-broker-crash --small --seeds 1...1000
            Example: bench sweep my.yaml --seeds 1...1000000 --for 10m --output results
            Example: bench sweep my.yaml --until-saturated --invariants

            What fails is grouped by what noticed it, what it says and what happened before; each \
            group has the seed that fails soonest and the command that runs it again. With \
            --output, the folder of each scenario gets sweep.json and sweep.txt, also while the \
            sweep runs and when it is interrupted. The result does not depend on --jobs.

            With --stdin, seeds are read from standard input, a line each, and a line of JSON is \
            written for each of them; bench merge adds them up. The exit code is 0 then, whatever \
            the lines say.
            """
    )

    @Argument(
        help: "Names of shipped scenarios, or paths of scenario files.",
        completion: .scenario
    )
    var scenarios: [String]

    @Option(help: ArgumentHelp("The seeds, such as 1...1000 or 7,20...29.", valueName: "seeds"))
    var seeds: SeedSet?

    @OptionGroup var threads: JobsOption

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Begin no more seeds of a scenario after this time, such as 10m.",
            valueName: "time"
        )
    )
    var duration: RealDuration?

    @Flag(help: "End when new seeds reach nothing new.")
    var untilSaturated = false

    @Flag(
        help: """
            Judge invariants, rules of the simulation and answers to calls only: what must hold \
            under every seed.
            """
    )
    var invariants = false

    @Flag(help: "Read seeds from standard input, and write a line of JSON for each.")
    var stdin = false

    @OptionGroup var options: ScenarioOptions

    @OptionGroup var report: SweepReportOptions

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func validate() throws {
        guard options.seed == nil else {
            throw ValidationError("A sweep has many seeds: say --seeds.")
        }
        guard stdin else { return }
        guard scenarios.count == 1 else {
            throw ValidationError("--stdin goes with a single scenario.")
        }
        guard seeds == nil, threads.jobs == nil, duration == nil, !untilSaturated,
            report.output == nil
        else {
            throw ValidationError(
                "--stdin goes without --seeds, --jobs, --for, --until-saturated and --output."
            )
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let loaded = LoadedScenarios(scenarios, options.overrides, program)
        guard loaded.status == .success else { return loaded.status }
        if stdin, let (reference, scenario) = loaded.all.first {
            return try SeedLines(sweep(scenario, reference, program)).run(program)
        }
        if report.output != nil { try loaded.checkNames() }
        try report.prepare()
        Interrupt.hold()
        defer { Interrupt.release() }
        var status = ProgramStatus.success
        for (reference, scenario) in loaded.all where !Interrupt.isRequested {
            let sweep = sweep(scenario, reference, program)
            status = status.worse(try run(sweep, reference, program))
        }
        return Interrupt.isRequested ? .interrupted : status
    }

    private func sweep(
        _ scenario: LoadedScenario,
        _ reference: String,
        _ program: CommandLineProgram
    ) -> Sweep {
        var sweep = Sweep(
            scenario,
            seeds: seeds ?? SeedSet(1...100),
            command: options.command(reference, seed: nil, isAlone: scenario.isReplicated),
            by: program.runner
        )
        sweep.jobs = threads.count
        sweep.judgesFigures = !invariants
        sweep.endsWhenSaturated = untilSaturated
        return sweep
    }

    private func run(
        _ sweep: Sweep,
        _ reference: String,
        _ program: CommandLineProgram
    ) throws -> ProgramStatus {
        let watcher = SweepWatcher(sweep, report, program)
        let start = ProgressBar.clock()
        let limit = duration?.value
        let (result, error) = sweep.run {
            if Interrupt.isRequested { return .interrupted }
            if let limit, ProgressBar.clock() - start >= limit { return .time }
            return nil
        } observe: {
            watcher.see($0)
        }
        let saving = Result { () throws(WriteError) in try watcher.finish(result) }
        try report.show(result, program)
        try saving.get()
        if let error {
            program.report("\(reference): \(error)\n")
            return error.status
        }
        return ProgramStatus(result.verdict)
    }
}

extension SeedSet: ExpressibleByArgument {
    /// The seeds that an argument says.
    public init?(argument: String) {
        self.init(argument)
    }
}
