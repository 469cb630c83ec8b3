import ArgumentParser
import Scenarios
import Simulator

/// The program behind `bench`, without a process: arguments in, text and an exit status out.
struct CommandLineProgram {
    /// Runs the cells of scenarios.
    let runner: any ScenarioRunning
    /// Where results go.
    let output: any TextOutput
    /// Where problems and progress go.
    let errors: any TextOutput
    /// What the terminal can do.
    private(set) var terminal: Terminal
    /// The descriptor of the standard input.
    let input: Int32
    /// Where relative paths begin.
    let folder: String

    init(
        runner: any ScenarioRunning,
        output: any TextOutput,
        errors: any TextOutput,
        terminal: Terminal = .none,
        input: Int32 = 0,
        folder: String = "."
    ) {
        self.runner = runner
        self.output = output
        self.errors = errors
        self.terminal = terminal
        self.input = input
        self.folder = folder
    }

    /// Does what the arguments say.
    func run(arguments: [String]) -> ProgramStatus {
        if let problem = Self.unknownCommand(in: arguments) {
            report(problem)
            return .usage
        }
        var program = self
        do {
            let command = try BenchCommand.parseAsRoot(arguments)
            guard let command = command as? any ProgramCommand else {
                var command = command
                try command.run()
                return .success
            }
            program.terminal = terminal.coloured(command.color)
            return try command.run(in: program)
        } catch let error as WriteError {
            program.report("\(error)\n")
            return .cannotWrite
        } catch let error as PageOpenerError {
            report("\(error)\n")
            return .unavailable
        } catch {
            return program.finish(error)
        }
    }

    /// Writes to standard error; where that fails too, nobody is left to tell.
    func report(_ text: String) {
        try? errors.write(terminal.colorsErrors ? ErrorPaint.coloured(text) : text)
    }

    /// The words that call the commands.
    static var commandNames: [String] {
        BenchCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    /// What to say where the first word is no command; the parser would call it one too many.
    private static func unknownCommand(in arguments: [String]) -> String? {
        guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
        let commands = commandNames
        guard !commands.contains(word), word != "help" else { return nil }
        let nearest = NearestWord.to(word, among: commands)
        let hint =
            nearest.map { "Did you mean '\($0)'?" }
            ?? "The commands are \(commands.joined(separator: ", "))."
        return "Error: There is no command '\(word)'. \(hint)\n"
            + "Usage: bench <subcommand>\n  See 'bench --help' for more information.\n"
    }

    /// Shows what the parser has to say: help on the output, anything else as an error.
    private func finish(_ error: any Error) -> ProgramStatus {
        let code = BenchCommand.exitCode(for: error)
        let message = BenchCommand.fullMessage(for: error, columns: terminal.width)
        guard code.isSuccess else {
            report("\(message)\n")
            return code == .validationFailure
                ? .usage
                : ProgramStatus(rawValue: code.rawValue)
                    ?? .internalError
        }
        do {
            try output.write("\(message)\n")
            return .success
        } catch {
            report("\(error)\n")
            return .cannotWrite
        }
    }
}

/// A command that writes to the program's streams.
protocol ProgramCommand: ParsableCommand {
    /// Does the work and says how it ended.
    func run(in program: CommandLineProgram) throws -> ProgramStatus

    /// When what it prints is coloured.
    var color: ColorChoice { get }
}

extension ProgramCommand {
    var color: ColorChoice { .auto }
}
