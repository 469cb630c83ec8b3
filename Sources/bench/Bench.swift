import ArgumentParser
import Scenarios

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The process around the program: streams, signals, exit code.
@main
enum Bench {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT) { _ in _exit(ProgramStatus.interrupted.rawValue) }
        let program = CommandLineProgram(
            runner: ScenarioRunner(),
            output: DescriptorOutput(STDOUT_FILENO, name: "standard output"),
            errors: DescriptorOutput(STDERR_FILENO, name: "standard error"),
            terminal: .detect()
        )
        exit(program.run(arguments: Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}

/// The command `bench`.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Runs a data cluster in virtual time, and says how it did.",
        discussion: """
            Example: bench run a-1

            Exit codes: 0 all held; 1 an expectation or invariant failed; 3 not deterministic; \
            4 undecided; 64 wrong usage; 65 wrong scenario or data; 66 cannot read; 70 internal \
            error; 73 cannot write; 130 interrupted.
            """,
        subcommands: [
            ListCommand.self, RunCommand.self, ExplainCommand.self, ValidateCommand.self,
            SchemaCommand.self, VerifyCommand.self, MeasureCommand.self,
        ]
    )
}
