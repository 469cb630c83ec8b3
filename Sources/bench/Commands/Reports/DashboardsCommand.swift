import ArgumentParser
import Scenarios

/// `bench dashboards`.
struct DashboardsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboards",
        abstract: "Write dashboards for Grafana.",
        discussion: """
            Example: bench dashboards --output dashboards
            Example: bench dashboards results/m-2-load-test --output dashboards

            They ask a Prometheus that has loaded what 'bench report RESULT --format openmetrics' \
            writes. With a result they show its scenario and its time at first.
            """
    )

    @Argument(
        help: "A file 'result.json' that 'bench run --output' wrote, or its folder.",
        completion: .file()
    )
    var result: String?

    @Option(
        help: ArgumentHelp(
            "Write a file for each dashboard into this folder.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var output: String

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        var document: ResultDocument?
        if let result {
            do throws(ResultLoadingError) {
                document = try ResultDocument(path: result)
            } catch {
                program.report(error.description)
                return error.status
            }
        }
        let files = Dashboard.all.map { dashboard in
            (
                name: "\(dashboard.name).json",
                contents: GrafanaDashboard(dashboard, of: document).json
            )
        }
        try FileWriter.makeFolder(output)
        try FileWriter.write(files, to: output)
        for file in files { try program.output.write("\(output)/\(file.name)\n") }
        return .success
    }
}
