import ArgumentParser
import Scenarios
import Simulator

/// `bench fidelity`.
struct FidelityCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "fidelity",
        abstract: "Compare simulated times with those of queueing theory.",
        discussion: """
            Example: bench fidelity
            Example: bench fidelity --model m-m-1 jsq-3 --scale 0.1

            Each model is a scenario whose mean time in the system is known exactly, and is run 30 \
            times with fixed seeds. It fits where the exact value lies in the 99.9 % interval of \
            the means, whose half-width is at most 1 %. The exit code is 1 where one does not.

            With --output, the folder fidelity gets report.txt, result.json and a scenario of \
            each model: the same bytes every time. All of it takes minutes; --scale 0.1 counts a \
            tenth of the time, and the intervals may be wider by the square root of that.
            """
    )

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The models, of \(FidelityModel.all.map(\.name).joined(separator: ", ")); "
                + "all without it.",
            valueName: "name"
        ),
        completion: .list(FidelityModel.all.map(\.name))
    )
    var model: [String] = []

    @Option(help: ArgumentHelp("How many times the time that is counted.", valueName: "factor"))
    var scale = 1.0

    @Option(
        help: ArgumentHelp("Write the reports into this folder.", valueName: "folder"),
        completion: .directory
    )
    var output: String?

    @Flag(help: "Print no report; the exit code says how it went.")
    var quiet = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @OptionGroup var appearance: AppearanceOptions

    var color: ColorChoice { appearance.color }

    func validate() throws {
        guard scale >= 0.001, scale <= 100 else {
            throw ValidationError("--scale is \(scale); it must be from 0.001 to 100.")
        }
        let names = FidelityModel.all.map(\.name)
        for (index, name) in model.enumerated() {
            guard names.contains(name) else {
                let nearest = NearestWord.to(name, among: names)
                let hint = nearest.map { "Did you mean '\($0)'?" }
                throw ValidationError(
                    "There is no model '\(name)'. "
                        + (hint ?? "The models are \(names.joined(separator: ", ")).")
                )
            }
            if model[..<index].contains(name) {
                throw ValidationError("The model '\(name)' is named twice.")
            }
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let folder = output.map { "\($0)/\(FidelityReport.folder)" }
        if let folder {
            try FileWriter.makeFolder(folder)
            try FileWriter.checkFolder(folder)
        }
        let models = FidelityModel.all.filter { model.isEmpty || model.contains($0.name) }
        let study = FidelityStudy(scale: scale)
        let results: [FidelityResult]
        do throws(ScenarioRunningError) {
            results = try run(models, study, program)
        } catch {
            program.report("fidelity: \(error)\n")
            return error.status
        }
        let report = FidelityReport(results, of: study, command: command)
        if !quiet {
            try program.output.write(
                report.text(
                    style: program.terminal.style(isASCII: ascii)
                )
            )
        } else if !report.isHeld {
            program.report("fidelity: failed: \(command)\n")
        }
        if let folder {
            try FileWriter.write(report.files.map { ($0.name, $0.contents) }, to: folder)
        }
        return report.isHeld ? .success : .failed
    }

    private func run(
        _ models: [FidelityModel],
        _ study: FidelityStudy,
        _ program: CommandLineProgram
    ) throws(ScenarioRunningError) -> [FidelityResult] {
        let progress = ProgressBar(
            total: models.count * FidelityStudy.replications,
            on: program,
            isHidden: quiet,
            isASCII: ascii
        )
        defer { progress.finish() }
        var results: [FidelityResult] = []
        for model in models {
            results.append(
                try study.run(
                    model,
                    with: program.runner,
                    observer: { progress.observer(of: "\(model.name), \($0)") },
                    finished: { progress.advance("\(model.name), \($0)") }
                )
            )
        }
        return results
    }

    /// What makes the same report again.
    private var command: String {
        var words = ["bench", "fidelity"]
        if !model.isEmpty { words += ["--model"] + model }
        if scale != 1 { words += ["--scale", String(scale)] }
        return words.joined(separator: " ")
    }
}
