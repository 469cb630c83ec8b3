import ArgumentParser

/// `bench completions`.
struct CompletionsCommand: ProgramCommand {
    /// The shells that can be told how to complete.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        /// The same for the parser.
        var completed: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a script that lets a shell complete commands, options and scenarios.",
        discussion: """
            Example: source <(bench completions bash)
            Example: bench completions bash > ~/.local/share/bash-completion/completions/bench
            Example: bench completions zsh > "${fpath[1]}/_bench"
            Example: bench completions fish > ~/.config/fish/completions/bench.fish
            """
    )

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        try program.output.write(BenchCommand.completionScript(for: shell.completed) + "\n")
        return .success
    }
}
