import ArgumentParser
import Scenarios

/// `bench report`.
struct ReportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make reports again from saved results.",
        discussion: """
            Example: bench report results/a-1
            Example: bench report results/a-1/result.json --format html > a-1.html
            Example: bench report results/a-1 results/a-2 --output reports

            A report that is made again has the same bytes as the one that was made with the run.
            """
    )

    @Argument(
        help: "Files 'result.json' that 'bench run --output' wrote, or their folders.",
        completion: .file()
    )
    var results: [String]

    @OptionGroup var shape: ReportOptions

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    @Option(
        help: ArgumentHelp(
            "Write the reports into this folder; logs are written by the run alone.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var output: String?

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        var status = ProgramStatus.success
        var documents: [ResultDocument] = []
        for path in results {
            do throws(ResultLoadingError) {
                documents.append(try ResultDocument(path: path))
            } catch {
                program.report(error.description)
                status = status.worse(error.status)
            }
        }
        guard status == .success else { return status }
        if let output {
            for document in documents {
                try ReportSet(of: document, isFull: shape.full).write(to: output)
            }
            return status
        }
        for (number, document) in documents.enumerated() {
            try shape.show(document, isLast: number == documents.count - 1, program)
        }
        return status
    }
}

extension ResultLoadingError {
    /// The status of a program that fails with it.
    var status: ProgramStatus {
        switch self {
        case .unreadable: .cannotRead
        case .wrong: .badData
        }
    }
}
