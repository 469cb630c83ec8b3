import ArgumentParser
import Scenarios

/// `bench list`.
struct ListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the shipped scenarios, or copy their files.",
        discussion: """
            Example: bench list
            Example: bench list --copy my-scenarios

            A copy is a scenario file like any other: change it and run it by its path.
            """
    )

    @Option(
        name: .customLong("copy"),
        help: ArgumentHelp(
            "Copy the files of all shipped scenarios into this folder.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var folder: String?

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        if let folder { return try copy(to: folder, program) }
        let width = ShippedScenario.all.map(\.name.count).max() ?? 0
        for shipped in ShippedScenario.all {
            let loaded = try ScenarioLoader.load(bytes: shipped.bytes, name: shipped.file)
            let blanks = String(repeating: " ", count: width - shipped.name.count)
            let title = loaded.cells[0].scenario.title
            // A program that reads the list finds a line for each scenario.
            let isBeside = !program.terminal.isInteractive || program.terminal.width >= width + 30
            let indent = isBeside ? width + 2 : 2
            let lines =
                program.terminal.isInteractive
                ? TextWidth.wrapped(title, width: program.terminal.width - indent) : [title]
            let below = "\n" + String(repeating: " ", count: indent)
            let head = isBeside ? "\(shipped.name)\(blanks)  " : shipped.name + below
            try program.output.write("\(head)\(lines.joined(separator: below))\n")
        }
        return .success
    }

    /// Copies every file; a file that was changed is never overwritten.
    private func copy(to folder: String, _ program: CommandLineProgram) throws -> ProgramStatus {
        try FileWriter.makeFolder(folder)
        var files: [(name: String, contents: String)] = []
        for shipped in ShippedScenario.all {
            let path = "\(folder)/\(shipped.file)"
            switch FileWriter.holds(shipped.bytes, path: path) {
            case nil: files.append((shipped.file, String(decoding: shipped.bytes, as: UTF8.self)))
            case true?: break
            case false?: throw WriteError(target: path, reason: "it exists and is different")
            }
        }
        try FileWriter.write(files, to: folder)
        for shipped in ShippedScenario.all {
            try program.output.write("\(folder)/\(shipped.file)\n")
        }
        return .success
    }
}
