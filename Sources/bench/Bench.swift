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
        InterruptedFiles.prepare()
        // A parent may have left them blocked, and nobody could stop the program then.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        sigprocmask(SIG_UNBLOCK, &signals, nil)
        signal(SIGINT) { _ in
            if Interrupt.request() { return }
            InterruptedFiles.unlinkAll()
            _exit(ProgramStatus.interrupted.rawValue)
        }
        for number in [SIGTERM, SIGHUP] {
            signal(number) { number in
                if Interrupt.request() { return }
                InterruptedFiles.unlinkAll()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        var runner = ScenarioRunner()
        runner.tracesViolations = true
        let program = CommandLineProgram(
            runner: runner,
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

            Exit codes: 0 all held; 1 an expectation or invariant failed; 2 changed, or slower; \
            3 not deterministic; 4 undecided; 64 wrong usage; 65 wrong scenario or data; \
            66 cannot read; 69 no browser; 70 internal error; 73 cannot write; 130 interrupted.
            """,
        subcommands: [
            ListCommand.self, RunCommand.self, ExplainCommand.self, ValidateCommand.self,
            SchemaCommand.self, VerifyCommand.self, SweepCommand.self, MergeCommand.self,
            ShrinkCommand.self, BlameCommand.self, ReportCommand.self, CompareCommand.self,
            DashboardsCommand.self, FidelityCommand.self, JobCommand.self, StreamCommand.self,
            MeasureCommand.self, CompletionsCommand.self, ManualCommand.self,
        ]
    )
}
