import GRDB
import Scenarios
import Simulator

/// Writes the rows of one run.
struct RunWriter {
    /// The number of the run.
    let run: Int
    /// Where they go.
    let database: Database

    // MARK: What reports show

    /// Writes what reports show of a run.
    func write(_ cell: ResultDocument.Cell, of result: ResultDocument) throws {
        let seed: any DatabaseValueConvertible = Int64(exactly: cell.seed) ?? String(cell.seed)
        try insert(
            into: "runs",
            [
                result.scenario, cell.index, cell.name, seed, cell.digest, cell.verdict.rawValue,
                cell.ending.rawValue, result.start, cell.duration, Int64(clamping: cell.events),
                result.command,
            ]
        )
        for figure in cell.figures.all { try write(figure) }
        for check in cell.expectations { try write(check, "expectation") }
        for check in cell.claims { try write(check, "claim") }
        for activity in cell.observations.activities where activity.kind == .fault {
            try insert(
                into: "faults",
                [activity.name, activity.subject, activity.begin, activity.end]
            )
        }
        for event in cell.timeline {
            try insert(into: "events", [event.instant, event.subject, event.event])
        }
    }

    private func write(_ figure: Figure) throws {
        let reference = figure.reference
        let labels = reference.labels.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        try insert(
            into: "figures",
            [
                reference.metric, reference.statistic, labels, Self.number(figure.value),
                UnitText.symbol(reference.unit),
            ]
        )
    }

    private func write(_ check: ResultDocument.Check, _ kind: String) throws {
        let text = check.says.map { "\($0): \(check.text)" } ?? check.text
        try insert(into: "checks", [kind, text, check.isHeld, check.detail])
    }

    private static func number(_ value: FigureValue?) -> (any DatabaseValueConvertible)? {
        switch value {
        case nil: nil
        case .count(let count): count
        case .duration(let duration): Int64(clamping: duration.attoseconds / 1_000_000_000)
        case .ratio(let number), .number(let number): number
        }
    }

    // MARK: Requests

    /// Writes what clients asked for.
    func write(_ requests: [RequestRecord]) throws {
        for request in requests {
            try insert(
                into: "requests",
                [
                    request.kind.rawValue, request.workload, request.key, request.due,
                    request.ended, request.latency, request.server, request.status,
                    request.error,
                ]
            )
        }
    }

    // MARK: Jobs

    /// Writes the tables of a database of jobs.
    func write(_ tables: JobTablesExport) throws {
        for job in tables.jobs {
            try insert(
                into: "jobs",
                [
                    job.identifier, job.name, job.inputTopic, job.mappers, job.reducers,
                    job.mapFunction, job.reduceFunction, job.status, job.errorMessage,
                    job.createdAt?.text, job.completedAt?.text,
                ]
            )
        }
        for task in tables.tasks {
            try insert(
                into: "tasks",
                [
                    task.identifier, task.job, task.type, task.status, task.errorMessage,
                    task.retryCount, task.createdAt?.text, task.startedAt?.text,
                    task.completedAt?.text, task.startedAt?.epoch, task.completedAt?.epoch,
                ]
            )
        }
        for result in tables.results {
            let value: any DatabaseValueConvertible =
                switch result.value {
                case .integer(let number): number
                case .real(let number): number
                case .text(let text): text
                }
            try insert(into: "results", [result.job, result.key, value])
        }
    }

    /// Inserts a row, which begins with the number of the run.
    private func insert(into table: String, _ values: [(any DatabaseValueConvertible)?]) throws {
        let places = values.map { _ in ", ?" }.joined()
        let statement = try database.cachedStatement(
            sql: "INSERT INTO \(table) VALUES (\(run)\(places))"
        )
        try statement.execute(arguments: StatementArguments(values))
    }
}
