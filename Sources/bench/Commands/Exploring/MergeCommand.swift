import ArgumentParser
import Scenarios

/// `bench merge`.
struct MergeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Add up the results of sweeps of other seeds of one scenario.",
        discussion: """
            Example: bench merge shard-1/sweep.json shard-2/sweep.json
            Example: bench merge part-00000 part-00001 --output results

            A file is one that bench sweep --output wrote, or holds lines as bench sweep --stdin \
            writes them. What comes out is what one sweep of all the seeds would have given. That \
            the scenario was the same in all is not looked at, but for its name and command.
            """
    )

    @Argument(help: "The results: files, or folders with sweep.json.", completion: .file())
    var results: [String]

    @OptionGroup var report: SweepReportOptions

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        var merged: SweepResult?
        for path in results {
            do {
                let result = try SweepResult(path: path)
                if merged == nil { merged = result } else { try merged?.merge(result) }
            } catch let error as ResultLoadingError {
                program.report(error.description)
                return error.status
            } catch let error as SweepMergeError {
                program.report("\(path): error: \(error)\n")
                return .badData
            }
        }
        guard let merged else { return .usage }
        try report.prepare()
        try report.save(merged)
        try report.show(merged, program)
        return ProgramStatus(merged.verdict)
    }
}
