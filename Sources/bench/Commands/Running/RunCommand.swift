import ArgumentParser
import Scenarios
import Simulator

/// `bench run`.
struct RunCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run scenarios and report what happened.",
        discussion: """
            Example: bench run a-1
            Example: bench run a-1 my.yaml --seed 7 --output results
            Example: bench run a-1 --set cluster.servers.service=20ms --format json
            Example: bench run a-1 --record decisions.log
            Example: bench run --replay decisions.log

            With --output, a folder for each scenario gets report.txt, report.md, report.html, \
            result.json, figures.csv and distribution.csv: the same bytes for the same scenario \
            and seed.

            Where the scenario says replicate, each of its runs is done with so many seeds, on as \
            many threads as --jobs says, and the report has means with intervals. What else is \
            reported, recorded and saved is of the first of them.

            With --record every draw of a random stream and every pick among tasks or events is \
            saved, with the scenario. With --replay they are made again as they were, also by a \
            program that has changed elsewhere; standard error says how far the code follows.
            """
    )

    @Argument(
        help: "Names of shipped scenarios, or paths of scenario files.",
        completion: .scenario
    )
    var scenarios: [String] = []

    @OptionGroup var options: ScenarioOptions

    @Option(
        help: ArgumentHelp("Write the reports into this folder.", valueName: "folder"),
        completion: .directory
    )
    var output: String?

    @OptionGroup var threads: JobsOption

    @OptionGroup var files: RunFiles

    @OptionGroup var decisions: DecisionOptions

    @OptionGroup var shape: ReportOptions

    @Flag(
        help: "Show the reports in a browser; without --output they go to a temporary folder."
    )
    var open = false

    @OptionGroup var appearance: AppearanceOptions

    @Flag(help: "Print no report; the exit code says how it went.")
    var quiet = false

    var color: ColorChoice { appearance.color }

    func validate() throws {
        try decisions.check(
            scenarios: scenarios,
            hasDatabase: files.database != nil,
            outputs: [files.database, files.trace, decisions.record].compactMap(\.self)
        )
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        do {
            guard let path = decisions.replay else {
                let loaded = LoadedScenarios(scenarios, options.overrides, program)
                guard loaded.status == .success else { return loaded.status }
                let (reference, scenario) = loaded.all[0]
                let session = try decisions.begin(scenario, reference, options.overrides)
                return try run(loaded, session, program)
            }
            let log = try DecisionLog(path: path)
            if let note = log.toolchainNote { program.report("\(note)\n") }
            let loaded = LoadedScenarios(following: log, options.overrides, program)
            guard loaded.status == .success else { return loaded.status }
            return try run(loaded, DecisionSession(log: log), program)
        } catch let error as DecisionLogError {
            program.report("\(error)\n")
            return error.status
        } catch let error as ScenarioLoadingError {
            program.report(error.description)
            return error.status
        }
    }

    private func run(
        _ loaded: LoadedScenarios,
        _ session: DecisionSession,
        _ program: CommandLineProgram
    ) throws -> ProgramStatus {
        let opener = try open ? PageOpener(in: Terminal.variable("PATH")) : nil
        let folder = try output ?? (open ? FileWriter.makeTemporaryFolder() : nil)
        if let folder {
            try loaded.checkNames()
            try FileWriter.makeFolder(folder)
            try FileWriter.checkFolder(folder)
        }
        let writer = try files.begin(for: loaded)
        var status = ProgramStatus.success
        var isWhole = true
        let progress = ProgressBar(
            total: loaded.all.reduce(0) { $0 + $1.loaded.cells.count },
            on: program,
            isHidden: quiet,
            isASCII: shape.ascii
        )
        for (number, (reference, scenario)) in loaded.all.enumerated() {
            let cells: [CellResult]
            do {
                cells = try run(scenario, session, program, progress)
            } catch let error as ScenarioRunningError {
                progress.finish()
                program.report("\(reference): \(error)\n")
                status = status.worse(error.status)
                isWhole = false
                continue
            }
            progress.finish()
            let seed = scenario.cells[0].scenario.seed
            let command = command(reference, seed: seed)
            let result = ScenarioResult(of: scenario, cells: cells, command: command)
            try show(result, isLast: number == loaded.all.count - 1, program)
            if let folder {
                let page = try write(result, reference: reference, to: folder)
                try opener?.open(page)
            }
            try writer.add(ResultDocument(of: result), cells.map(\.record), of: scenario)
            status = status.worse(ProgramStatus(result.verdict))
        }
        try writer.commit(isWhole: isWhole)
        if isWhole { try session.recorder?.commit() }
        return status
    }

    private func run(
        _ scenario: LoadedScenario,
        _ session: DecisionSession,
        _ program: CommandLineProgram,
        _ progress: ProgressBar
    ) throws -> [CellResult] {
        var results: [CellResult] = []
        var notes: [String] = []
        for cell in scenario.cells {
            let title = cell.title.isEmpty ? scenario.name : cell.title
            let (record, note) = try session.run(
                cell,
                keeping: files.details,
                observer: progress.observer(of: title, until: cell.scenario.expectedEnd),
                with: program.runner
            )
            results.append(try result(record, of: cell, title, program, progress))
            if let note { notes.append(note) }
            progress.advance(title)
        }
        progress.finish()
        for note in notes { program.report("\(note)\n") }
        return results
    }

    /// The result of a run, and of those with other seeds where the scenario has any.
    private func result(
        _ record: RunRecord,
        of cell: ScenarioCell,
        _ title: String,
        _ program: CommandLineProgram,
        _ progress: ProgressBar
    ) throws(ScenarioRunningError) -> CellResult {
        guard var replicator = Replicator(of: cell, by: program.runner) else {
            return CellResult(of: cell, record: record)
        }
        replicator.jobs = threads.count
        let watcher = ReplicationWatcher(progress, title: title)
        return try replicator.result(record) { watcher.see(done: $0, wanted: $1) }
    }

    /// The line that runs `reference` again: a scenario, or a file of decisions.
    private func command(_ reference: String, seed: UInt64) -> String {
        decisions.replay == nil
            ? options.command(reference, seed: seed) : options.command(replaying: reference)
    }

    private func show(
        _ result: ScenarioResult,
        isLast: Bool,
        _ program: CommandLineProgram
    ) throws {
        guard !quiet else {
            if result.verdict != .held {
                program.report("\(result.name): \(result.verdict.rawValue): \(result.command)\n")
            }
            return
        }
        try shape.show(ResultDocument(of: result), isLast: isLast, program)
    }

    /// Writes the report set and gives the path of its page; files name the scenario by its last
    /// path component, since no path of this machine belongs into them.
    private func write(
        _ result: ScenarioResult,
        reference: String,
        to folder: String
    ) throws -> String {
        var result = result
        let name = reference.split(separator: "/").last.map(String.init) ?? reference
        result.command = command(name, seed: result.seed)
        let set = ReportSet(of: result, isFull: shape.full)
        try set.write(to: folder)
        return "\(folder)/\(set.folder)/report.html"
    }
}

extension ProgramStatus {
    /// The status of a program that found `verdict`.
    init(_ verdict: Verdict) {
        switch verdict {
        case .held: self = .success
        case .undecided: self = .undecided
        case .failed: self = .failed
        }
    }
}
