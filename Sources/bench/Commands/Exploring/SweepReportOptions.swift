import ArgumentParser
import Scenarios

/// What is printed of a sweep, and where it is saved.
struct SweepReportOptions: ParsableArguments {
    /// The formats of results on standard output.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(help: "What is printed: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = Format.text

    @Option(
        help: ArgumentHelp("Write the results into this folder.", valueName: "folder"),
        completion: .directory
    )
    var output: String?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    /// Makes sure that results can be saved, before any is made.
    func prepare() throws(WriteError) {
        guard let output else { return }
        try FileWriter.makeFolder(output)
        try FileWriter.checkFolder(output)
    }

    /// Saves a result in the folder of its scenario, where it is to be saved.
    func save(_ result: SweepResult) throws(WriteError) {
        guard let output else { return }
        let folder = "\(output)/\(result.scenario)"
        try FileWriter.makeFolder(folder)
        let report = SweepReport(of: result)
        try FileWriter.write(
            [(SweepReport.files.json, report.json), (SweepReport.files.text, report.text)],
            to: folder
        )
    }

    /// Prints a result.
    func show(_ result: SweepResult, _ program: CommandLineProgram) throws(WriteError) {
        let report = SweepReport(of: result, style: program.terminal.style(isASCII: ascii))
        try program.output.write(format == .json ? report.json : report.text)
    }
}
