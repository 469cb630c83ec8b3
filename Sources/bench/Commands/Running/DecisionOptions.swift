import ArgumentParser
import Scenarios
import Simulator

/// What `bench run` does with the decisions of runs: everything that they leave to chance.
struct DecisionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save every scheduling and random decision of the runs of a scenario into this file, "
                + "which is replaced.",
            valueName: "file"
        ),
        completion: .file()
    )
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Run what was saved in this file again, with the same decisions as far as the code "
                + "asks for them, and say where it does not.",
            valueName: "file"
        ),
        completion: .file()
    )
    var replay: String?

    /// What these options and the others say together must make sense.
    func check(scenarios: [String], hasDatabase: Bool, outputs: [String]) throws {
        if replay != nil {
            guard scenarios.isEmpty else {
                throw ValidationError("--replay runs the scenario of its file; name no other one.")
            }
            guard record == nil else {
                throw ValidationError("--record and --replay exclude each other.")
            }
        } else if scenarios.isEmpty {
            throw ValidationError("Name at least one scenario, or a file with --replay.")
        }
        for (place, path) in outputs.enumerated() {
            guard !outputs[..<place].contains(where: { PartialFile.isSame($0, path) }) else {
                throw ValidationError("Two files would be written to \(path).")
            }
            guard replay.map({ !PartialFile.isSame($0, path) }) ?? true else {
                throw ValidationError("What --replay follows would be overwritten.")
            }
        }
        guard record == nil || scenarios.count == 1 else {
            throw ValidationError(
                "--record goes with a single scenario; here are \(scenarios.count)."
            )
        }
        guard record == nil || !hasDatabase else {
            throw ValidationError("--record and --database exclude each other.")
        }
    }

    /// Begins the file, so that nothing is run for what cannot be written.
    func begin(
        _ scenario: LoadedScenario,
        _ reference: String,
        _ overrides: ScenarioOverrides
    ) throws -> DecisionSession {
        guard let record else { return DecisionSession() }
        let header = DecisionLogHeader(
            scenario: scenario.name,
            seed: scenario.cells[0].scenario.seed,
            configuration: try ScenarioLoader.explain(reference, overrides: overrides),
            folder: scenario.cells[0].folder
        )
        return DecisionSession(recorder: try DecisionRecorder(path: record, header: header))
    }
}

/// The decisions of the runs of one command: saved, followed, or neither.
struct DecisionSession {
    /// Who saves them.
    var recorder: DecisionRecorder?
    /// What is followed.
    var log: DecisionLog?

    /// Runs a cell.
    ///
    /// - Parameter observer: Who sees every event, too.
    /// - Returns: The record, and what there is to say about how the log was followed.
    func run(
        _ cell: ScenarioCell,
        keeping details: RunDetails,
        observer: (any EventObserver)?,
        with runner: any ScenarioRunning
    ) throws -> (record: RunRecord, note: String?) {
        if let recorder {
            recorder.begin(index: cell.index, seed: cell.scenario.seed, title: cell.title)
            let run = DecidedRun(by: recorder, next: observer) {
                recorder.note(event: $0, instant: $1, digest: $2)
            }
            let record = try runner.run(cell, keeping: details, observer: run)
            recorder.end(record.outcome)
            return (record, nil)
        }
        guard let log else {
            return (try runner.run(cell, keeping: details, observer: observer), nil)
        }
        guard cell.index < log.runs.count else {
            let record = try runner.run(cell, keeping: details, observer: observer)
            return (record, "\(log.path): the log has no run '\(cell.title)'")
        }
        let follower = try DecisionFollower(log.runs[cell.index], of: log.path)
        let run = DecidedRun(by: follower, next: observer) {
            follower.note(event: $0, instant: $1, digest: $2)
        }
        let record = try runner.run(cell, keeping: details, observer: run)
        follower.finish(record.outcome)
        let name = cell.title.isEmpty ? log.path : "\(log.path), \(cell.title)"
        return (record, "\(name): \(Self.sentence(follower.deviation, record.outcome))")
    }

    private static func sentence(
        _ deviation: DecisionFollower.Deviation?,
        _ outcome: RunOutcome
    ) -> String {
        guard let deviation else {
            return "the code follows the log to its end, event \(outcome.events) at "
                + "\(outcome.instant)"
        }
        return "the code follows the log up to event \(deviation.event) at \(deviation.instant); "
            + "then \(deviation.what)"
    }
}

extension DecisionLog {
    /// What was run, with the changes of the command line.
    func scenario(_ overrides: ScenarioOverrides) throws(ScenarioLoadingError) -> LoadedScenario {
        try ScenarioLoader.load(
            bytes: Array(header.configuration.utf8),
            name: "\(path) (configuration)",
            folder: header.folder,
            overrides: overrides
        )
    }

    /// What to say where another toolchain saved it; nothing where it was the same.
    var toolchainNote: String? {
        let present = DecisionLogHeader.presentToolchain
        guard header.toolchain != present else { return nil }
        return "\(path): note: it was saved by a program of \(header.toolchain); this is one of "
            + "\(present)"
    }
}
