import ArgumentParser
import Scenarios
import Simulator

/// The files that `bench run` writes beside the reports: everything that there is of runs.
struct RunFiles: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the runs, with every request and every task, into this SQLite file, which is "
                + "replaced.",
            valueName: "file"
        ),
        completion: .file()
    )
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Write the runs of a scenario, with every request and every message, as a trace into "
                + "this file, which is replaced.",
            valueName: "file"
        ),
        completion: .file()
    )
    var trace: String?

    /// What runs have to keep for them.
    var details: RunDetails {
        var details: RunDetails = []
        if database != nil || trace != nil { details.insert(.requests) }
        if trace != nil { details.insert(.messages) }
        return details
    }

    /// Begins the files, so that nothing is run for what cannot be written.
    func begin(for loaded: LoadedScenarios) throws -> RunFileWriter {
        guard trace == nil || loaded.all.count == 1 else {
            throw ValidationError(
                "--trace goes with a single scenario; here are \(loaded.all.count)."
            )
        }
        return try RunFileWriter(database: database, trace: trace)
    }
}

/// Writes what there is of runs, as they end.
struct RunFileWriter {
    private let file: PartialFile?
    private let database: RunDatabase?
    private let trace: PartialFile?

    fileprivate init(database path: String?, trace: String?) throws {
        let file = try path.map { try PartialFile($0) }
        if let path, file?.isRegular == false {
            throw WriteError(target: path, reason: "it is no regular file")
        }
        self.file = file
        database = file.map { RunDatabase(path: $0.temporaryPath, target: path ?? "") }
        self.trace = try trace.map { try PartialFile($0) }
    }

    /// Adds the runs of a scenario.
    func add(
        _ result: ResultDocument,
        _ records: [RunRecord],
        of scenario: LoadedScenario
    ) throws {
        try database?.add(result, records, start: scenario.start)
        try trace?.write(TraceReport(details: records).render(result))
    }

    /// Puts in its place what was begun; a trace is that of a run, or there is none.
    func commit(isWhole: Bool) throws {
        try file?.commit()
        if isWhole { try trace?.commit() }
    }
}

extension LoadedScenario {
    /// When its first run begins.
    fileprivate var start: EventTime {
        let start = cells[0].scenario.start.sinceEpoch.components
        return EventTime(
            milliseconds: Int(clamping: start.seconds) * 1_000
                + Int(start.attoseconds / 1_000_000_000_000_000)
        )
    }
}
