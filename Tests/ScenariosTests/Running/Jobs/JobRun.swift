import Foundation
import Scenarios
import Simulator

@testable import Scenarios

/// A scenario of MapReduce jobs with what its only run gave.
struct JobRun {
    let cell: ScenarioCell
    let record: RunRecord

    /// Runs a scenario that is given as text; its files stand in `folder`.
    init(
        _ text: String,
        in folder: String? = nil,
        plantedBug: MapReducePlantedBug? = nil
    ) throws {
        let loaded = try ScenarioLoader.load(
            bytes: Array(text.utf8),
            name: "jobs.yaml",
            folder: folder
        )
        var runner = ScenarioRunner()
        runner.plantedBugs.mapReduce = plantedBug
        cell = loaded.cells[0]
        record = try runner.run(cell)
    }

    /// What came out, held against what was expected.
    var result: CellResult { CellResult(of: cell, record: record) }

    /// The value of a figure such as `task-duration.max{type="map"}`.
    func value(_ figure: String) throws -> FigureValue? {
        let reference = try CheckParser.reference(figure)
        return RunFigures(of: record, in: cell.scenario).value(of: reference)
    }

    /// The value of a figure as a number; durations in seconds.
    func number(_ figure: String) throws -> Double? {
        try value(figure).map { value in
            if case .duration = value { value.asNumber / 1e9 } else { value.asNumber }
        }
    }

    /// The results of a job as a dictionary.
    func results(_ index: Int = 0) -> [String: String] {
        var results: [String: String] = [:]
        for line in record.jobs[index].results {
            let (key, value) = JobRecord.parts(of: line)
            results[key] = value
        }
        return results
    }
}

/// A scenario of jobs that reads a file called `input`, or other topics.
func jobScenario(
    seed: UInt64 = 42,
    schedule: String = "fifo",
    until: String = "quiescent",
    topic: String = "{name: t, partitions: 2, file: input}",
    cluster: String = "",
    jobs: String = "{count: 1, topic: t, mappers: 3}",
    faults: String = "[]",
    rest: String = ""
) -> String {
    """
    version: 1
    name: jobs
    seed: \(seed)
    schedule: \(schedule)
    until: \(until)
    network: {latency: 1ms}
    cluster:
      topics: [\(topic)]
      \(cluster)
    workload:
      - jobs: \(jobs)
    faults: \(faults)
    \(rest)

    """
}

/// Jobs of a hundred records of a second each, one after the other on one worker.
private let slow = "{name: t, partitions: 1, generate: {count: 100, vocabulary: 1, words: 0}}"

/// A scenario of one such job, unless there are others.
func slowJob(
    until: String = "quiescent",
    cluster: String = "",
    jobs: String = "{count: 1, topic: t, mappers: 1, reducers: 1}",
    faults: String = "[]"
) -> String {
    jobScenario(
        until: until,
        topic: slow,
        cluster:
            "map-workers: {count: 2, per-event: 1s}\n  reduce-workers: {count: 1}\n  \(cluster)",
        jobs: jobs,
        faults: faults
    )
}

/// A folder for the files of one test.
struct InputFolder {
    let path: String

    /// A folder with a file `input`, unless there is none.
    init(_ name: String, _ bytes: [UInt8]?) throws {
        let process = ProcessInfo.processInfo.processIdentifier
        path = FileManager.default.temporaryDirectory.path + "/\(name)-\(process)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        if let bytes { try write(bytes, to: "input") }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
