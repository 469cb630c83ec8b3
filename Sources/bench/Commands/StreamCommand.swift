import ArgumentParser
import Simulator

/// `bench stream`.
struct StreamCommand: ProgramCommand {
    /// The steps.
    enum Step: String, ExpressibleByArgument, CaseIterable {
        case map, combine, reduce

        /// The same for the stream.
        var streamed: NativeStream.Step {
            switch self {
            case .map: .map
            case .combine: .combine
            case .reduce: .reduce
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "stream",
        abstract: "Map, combine or reduce lines, in the contract of Hadoop Streaming.",
        discussion: """
            Example: bench stream map --map word-count --reduce sum < access.log | LC_ALL=C sort \
            | bench stream reduce --map word-count --reduce sum

            Lines go from standard input to standard output: a key, a tab and a value; a line \
            without a tab is a key with an empty value. Lines to combine or reduce must be sorted. \
            Counters go to standard error as reporter:counter:bench,NAME,NUMBER. All three steps \
            of a job name both functions, because each must know what the other takes.
            """
    )

    @Argument(help: "The step: map, combine or reduce.")
    var step: Step

    @OptionGroup var functions: FunctionOptions

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let code = try functions.code()
        guard step != .combine || code.isCombinable else {
            throw ValidationError("The reduce function '\(functions.reduce)' cannot be combined.")
        }
        // Where Hadoop or mrjob says which file it is, that is what the function learns.
        let source = ["mapreduce_map_input_file", "map_input_file"].lazy
            .compactMap(Terminal.variable).first
        do {
            let counters = try NativeStream(code, badRecords: functions.badRecords.policy).run(
                step.streamed,
                from: program.input,
                source: source ?? "standard input",
                to: { try program.output.write(bytes: $0) }
            )
            report(counters, program)
            return .success
        } catch let error as NativeJobError {
            program.report("\(error)\n")
            return error.status
        }
    }

    private func report(_ counters: NativeStream.Counters, _ program: CommandLineProgram) {
        let rows = [
            ("\(step.rawValue)-input-records", counters.input.records),
            ("\(step.rawValue)-output-records", counters.lines),
            ("bad-records", counters.input.badRecords),
            ("late-records", counters.input.lateRecords),
        ]
        for (name, number) in rows where number > 0 {
            program.report("reporter:counter:bench,\(name),\(number)\n")
        }
    }
}
