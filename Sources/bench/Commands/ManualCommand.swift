import ArgumentParser

/// `bench manual`.
struct ManualCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page, for man.",
        discussion: """
            Example: bench manual | man -l -
            Example: bench manual > ~/.local/share/man/man1/bench.1

            The page is made from the help of all commands, in the language mdoc.
            """
    )

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        try program.output.write(try ManualPage(of: BenchCommand._dumpHelp()).text)
        return .success
    }
}
