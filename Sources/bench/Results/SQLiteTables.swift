import GRDB
import Simulator

/// Writes the tables of a run's database into a new SQLite database, with the columns that the
/// original's queries use: `jobs`, `tasks` and `results`.
///
/// Times are texts of ISO 8601. Where the original says `EXTRACT(EPOCH FROM …)`, which SQLite does
/// not have, the view `task_durations` has the difference as `duration_sec`.
struct SQLiteTables {
    /// What is written.
    let tables: JobTablesExport

    private static let schema = """
        CREATE TABLE jobs (
            job_id TEXT PRIMARY KEY, job_name TEXT NOT NULL, input_topic TEXT NOT NULL,
            num_mappers INTEGER NOT NULL, num_reducers INTEGER NOT NULL,
            map_function TEXT NOT NULL, reduce_function TEXT NOT NULL, status TEXT NOT NULL,
            error_message TEXT, created_at TEXT, completed_at TEXT
        );
        CREATE TABLE tasks (
            task_id TEXT PRIMARY KEY, job_id TEXT NOT NULL, task_type TEXT NOT NULL,
            status TEXT NOT NULL, error_message TEXT, retry_count INTEGER NOT NULL,
            created_at TEXT, started_at TEXT, completed_at TEXT,
            started_epoch REAL, completed_epoch REAL
        );
        CREATE TABLE results (
            job_id TEXT NOT NULL, result_key TEXT NOT NULL, result_value NOT NULL
        );
        CREATE INDEX tasks_by_job ON tasks (job_id);
        CREATE INDEX results_by_job ON results (job_id);
        CREATE VIEW task_durations AS
            SELECT task_id, job_id, task_type, status,
                ROUND(completed_epoch - started_epoch, 6) AS duration_sec
            FROM tasks;
        """

    /// Fills the database at `path`, which must be empty or missing, and is called `target` in
    /// messages.
    func write(path: String, target: String) throws(WriteError) {
        try SQLiteFile.fill(path, target: target) { database in
            try database.execute(sql: Self.schema)
            for job in tables.jobs {
                try insert(
                    into: "jobs",
                    [
                        job.identifier, job.name, job.inputTopic, job.mappers, job.reducers,
                        job.mapFunction, job.reduceFunction, job.status, job.errorMessage,
                        job.createdAt?.text, job.completedAt?.text,
                    ],
                    database
                )
            }
            for task in tables.tasks {
                try insert(
                    into: "tasks",
                    [
                        task.identifier, task.job, task.type, task.status, task.errorMessage,
                        task.retryCount, task.createdAt?.text, task.startedAt?.text,
                        task.completedAt?.text, task.startedAt?.epoch, task.completedAt?.epoch,
                    ],
                    database
                )
            }
            for result in tables.results {
                let value: any DatabaseValueConvertible =
                    switch result.value {
                    case .integer(let number): number
                    case .real(let number): number
                    case .text(let text): text
                    }
                try insert(into: "results", [result.job, result.key, value], database)
            }
        }
    }

    private func insert(
        into table: String,
        _ values: [(any DatabaseValueConvertible)?],
        _ database: Database
    ) throws {
        let places = values.map { _ in "?" }.joined(separator: ", ")
        let statement = try database.cachedStatement(
            sql: "INSERT INTO \(table) VALUES (\(places))"
        )
        try statement.execute(arguments: StatementArguments(values))
    }
}
