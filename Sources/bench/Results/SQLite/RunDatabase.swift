import GRDB
import Scenarios
import Simulator

/// Runs in a SQLite database: what every report shows, the tables of MapReduce jobs, and every
/// request.
///
/// `runs` has a row for each run, and every other table says in `run_id` which run a row is of. A
/// seed above 2^63 - 1 is a text, for no integer of SQLite holds it. Columns that end in `_ns` are
/// whole nanoseconds since the start of the run. `jobs`, `tasks` and `results` have the columns
/// that queries of the original use, with times as texts of ISO 8601; where those say
/// `EXTRACT(EPOCH FROM …)`, which SQLite does not have, the view `task_durations` has the
/// difference as `duration_sec`.
final class RunDatabase {
    /// Where it is.
    private let path: String
    /// What messages call it.
    private let target: String
    /// How many runs are in it.
    private var runs = 0

    /// A database at `path`, which must be empty or missing, and is called `target` in messages.
    init(path: String, target: String) {
        self.path = path
        self.target = target
    }

    /// Adds the runs of a scenario.
    ///
    /// - Parameters:
    ///   - result: What reports show of them.
    ///   - records: The records of the same runs.
    ///   - start: When they begin in calendar time.
    func add(
        _ result: ResultDocument,
        _ records: [RunRecord],
        start: EventTime
    ) throws(WriteError) {
        try SQLiteFile.fill(path, target: target) { database in
            if runs == 0 { try database.execute(sql: Self.schema) }
            for (cell, record) in zip(result.cells, records) {
                runs += 1
                let writer = RunWriter(run: runs, database: database)
                try writer.write(cell, of: result)
                try writer.write(record.requests)
                if let tables = record.tables {
                    try writer.write(JobTablesExport(tables, start: start))
                }
            }
        }
    }

    private static let schema = """
        CREATE TABLE runs (
            run_id INTEGER PRIMARY KEY, scenario TEXT NOT NULL, cell INTEGER NOT NULL,
            name TEXT NOT NULL, seed NOT NULL, digest TEXT NOT NULL,
            verdict TEXT NOT NULL, ending TEXT NOT NULL, started_at TEXT NOT NULL,
            duration_ns INTEGER NOT NULL, events INTEGER NOT NULL, command TEXT NOT NULL
        );
        CREATE TABLE figures (
            run_id INTEGER NOT NULL, metric TEXT NOT NULL, statistic TEXT,
            labels TEXT NOT NULL, value, unit TEXT NOT NULL
        );
        CREATE TABLE checks (
            run_id INTEGER NOT NULL, kind TEXT NOT NULL, condition TEXT NOT NULL,
            held INTEGER NOT NULL, detail TEXT
        );
        CREATE TABLE jobs (
            run_id INTEGER NOT NULL, job_id TEXT NOT NULL, job_name TEXT NOT NULL,
            input_topic TEXT NOT NULL, num_mappers INTEGER NOT NULL,
            num_reducers INTEGER NOT NULL, map_function TEXT NOT NULL,
            reduce_function TEXT NOT NULL, status TEXT NOT NULL, error_message TEXT,
            created_at TEXT, completed_at TEXT,
            PRIMARY KEY (run_id, job_id)
        );
        CREATE TABLE tasks (
            run_id INTEGER NOT NULL, task_id TEXT NOT NULL, job_id TEXT NOT NULL,
            task_type TEXT NOT NULL, status TEXT NOT NULL, error_message TEXT,
            retry_count INTEGER NOT NULL, created_at TEXT, started_at TEXT, completed_at TEXT,
            started_epoch REAL, completed_epoch REAL,
            PRIMARY KEY (run_id, task_id)
        );
        CREATE TABLE results (
            run_id INTEGER NOT NULL, job_id TEXT NOT NULL, result_key TEXT NOT NULL,
            result_value NOT NULL
        );
        CREATE TABLE requests (
            run_id INTEGER NOT NULL, kind TEXT NOT NULL, workload TEXT,
            request_key TEXT NOT NULL, due_ns INTEGER NOT NULL, ended_ns INTEGER,
            latency_ns INTEGER, server TEXT, status INTEGER, error TEXT
        );
        CREATE TABLE faults (
            run_id INTEGER NOT NULL, fault TEXT NOT NULL, subject TEXT NOT NULL,
            begin_ns INTEGER NOT NULL, end_ns INTEGER
        );
        CREATE TABLE events (
            run_id INTEGER NOT NULL, at_ns INTEGER NOT NULL, subject TEXT NOT NULL,
            event TEXT NOT NULL
        );
        CREATE INDEX figures_by_metric ON figures (run_id, metric);
        CREATE INDEX tasks_by_job ON tasks (run_id, job_id);
        CREATE INDEX results_by_job ON results (run_id, job_id);
        CREATE VIEW task_durations AS
            SELECT run_id, task_id, job_id, task_type, status,
                ROUND(completed_epoch - started_epoch, 6) AS duration_sec
            FROM tasks;
        """
}
