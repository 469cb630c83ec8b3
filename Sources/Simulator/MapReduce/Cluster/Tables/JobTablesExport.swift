import OrderedCollections

/// The tables `jobs`, `tasks` and `results` as the original's queries expect them: their columns
/// have its names, and the results are those of the attempts that count, a row for each key.
public struct JobTablesExport: Hashable, Sendable {
    /// An instant of a run, as a time of a calendar.
    public struct Time: Hashable, Sendable {
        /// ISO 8601 with milliseconds, UTC: `2024-01-01T00:00:12.500Z`.
        public let text: String
        /// Seconds since 1970.
        public let epoch: Double
    }

    /// A row of `jobs`.
    public struct JobRow: Hashable, Sendable {
        /// `job_id`
        public let identifier: String
        /// `job_name`
        public let name: String
        /// `input_topic`
        public let inputTopic: String
        /// `num_mappers`
        public let mappers: Int
        /// `num_reducers`
        public let reducers: Int
        /// `map_function`
        public let mapFunction: String
        /// `reduce_function`
        public let reduceFunction: String
        /// `status`: `RUNNING`, `COMPLETED` or `FAILED`.
        public let status: String
        /// `error_message`
        public let errorMessage: String?
        /// `created_at`
        public let createdAt: Time?
        /// `completed_at`
        public let completedAt: Time?
    }

    /// A row of `tasks`.
    public struct TaskRow: Hashable, Sendable {
        /// `task_id`
        public let identifier: String
        /// `job_id`
        public let job: String
        /// `task_type`: `MAP` or `REDUCE`.
        public let type: String
        /// `status`: `PENDING`, `RUNNING`, `COMPLETED` or `FAILED`.
        public let status: String
        /// `error_message`
        public let errorMessage: String?
        /// `retry_count`
        public let retryCount: Int
        /// `created_at`: when its job was.
        public let createdAt: Time?
        /// `started_at`: when its first attempt was.
        public let startedAt: Time?
        /// `completed_at`
        public let completedAt: Time?
    }

    /// A row of `results`.
    public struct ResultRow: Hashable, Sendable {
        /// `job_id`
        public let job: String
        /// `result_key`, in UTF-8; bytes that are none have become U+FFFD.
        public let key: String
        /// `result_value`
        public let value: Value
    }

    /// A result as SQLite compares it: numbers before texts.
    public enum Value: Hashable, Comparable, Sendable {
        /// A whole number of 64 bits.
        case integer(Int64)
        /// A number with decimal places, or one that is larger.
        case real(Double)
        /// Anything else.
        case text(String)

        /// The order of numbers, and of the bytes of texts.
        public static func < (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.integer(let left), .integer(let right)): left < right
            case (.text(let left), .text(let right)):
                left.utf8.lexicographicallyPrecedes(right.utf8)
            case (_, .text): true
            case (.text, _): false
            default: left.number < right.number
            }
        }

        private var number: Double {
            switch self {
            case .integer(let number): Double(number)
            case .real(let number): number
            case .text: 0
            }
        }
    }

    /// The rows of `jobs`, in the order in which they were made.
    public let jobs: [JobRow]
    /// The rows of `tasks`, in the order in which they were made.
    public let tasks: [TaskRow]
    /// The rows of `results`: job after job, partition after partition, each by its keys.
    public let results: [ResultRow]

    /// Exports tables.
    ///
    /// - Parameters:
    ///   - tables: What is durable in the database.
    ///   - start: Which time of the calendar the run begins at.
    public init(_ tables: DatabaseTables, start: EventTime) {
        let jobRows = tables.rows(of: JobTables.jobs)
        let taskRows = tables.rows(of: JobTables.tasks)
        jobs = jobRows.map { JobRow($0, start) }
        var created: [String: Time] = [:]
        for job in jobs { created[job.identifier] = job.createdAt }
        tasks = taskRows.map { match in
            TaskRow(match, createdAt: created[match.row["job_id"]?.text ?? ""], start)
        }
        results = Self.results(taskRows, tables.rows(of: JobTables.results))
    }

    /// The rows of the attempts that won, of tasks that are completed.
    private static func results(
        _ tasks: [DatabaseMatch],
        _ rows: [DatabaseMatch]
    ) -> [ResultRow] {
        struct Place: Hashable {
            let job: String
            let partition: Int
            let attempt: Int
        }
        var batches: [Place: [DatabaseRow]] = [:]
        for row in rows.map(\.row) {
            guard let job = row["job_id"]?.text, let partition = row["partition"]?.integer,
                let attempt = row["attempt"]?.integer
            else { continue }
            let place = Place(job: job, partition: partition, attempt: attempt)
            batches[place, default: []].append(row)
        }
        return tasks.map(\.row).flatMap { task -> [ResultRow] in
            guard task["task_type"]?.text == TaskKind.reduce.rawValue,
                task["status"]?.text == TrackedTask.Status.completed.rawValue,
                let job = task["job_id"]?.text, let partition = task["task_index"]?.integer,
                let attempt = task["winner"]?.integer
            else { return [] }
            let place = Place(job: job, partition: partition, attempt: attempt)
            return (batches[place] ?? [])
                .sorted { ($0["batch"]?.integer ?? 0) < ($1["batch"]?.integer ?? 0) }
                .flatMap { ResultText.lines(of: $0["rows"]?.bytes ?? []) }
                .map { ResultRow(job: job, key: $0.key, value: $0.value) }
        }
    }
}

extension JobTablesExport.Time {
    /// The time of a column with an instant, of a run that begins at `start`.
    fileprivate init?(_ column: ColumnValue?, _ start: EventTime) {
        guard let instant = column?.instant else { return nil }
        let milliseconds = start.milliseconds + Int(clamping: instant.nanoseconds / 1_000_000)
        var bytes: [UInt8] = []
        EventTime(milliseconds: milliseconds).append(to: &bytes, withMilliseconds: true)
        text = String(decoding: bytes, as: UTF8.self)
        let rest = Double(instant.nanoseconds % 1_000_000) / 1e9
        epoch = Double(milliseconds) / 1_000 + rest
    }
}

extension JobTablesExport.JobRow {
    fileprivate init(_ match: DatabaseMatch, _ start: EventTime) {
        let row = match.row
        identifier = match.key
        name = row["job_name"]?.text ?? ""
        inputTopic = row["input_topic"]?.text ?? ""
        mappers = row["num_mappers"]?.integer ?? 0
        reducers = row["num_reducers"]?.integer ?? 0
        mapFunction = row["map_function"]?.text ?? ""
        reduceFunction = row["reduce_function"]?.text ?? ""
        status = row["status"]?.text ?? ""
        errorMessage = row["error_message"]?.text
        createdAt = JobTablesExport.Time(row["created_at"], start)
        completedAt = JobTablesExport.Time(row["completed_at"], start)
    }
}

extension JobTablesExport.TaskRow {
    fileprivate init(
        _ match: DatabaseMatch,
        createdAt: JobTablesExport.Time?,
        _ start: EventTime
    ) {
        let row = match.row
        identifier = match.key
        job = row["job_id"]?.text ?? ""
        type = row["task_type"]?.text ?? ""
        status = row["status"]?.text ?? ""
        errorMessage = row["error_message"]?.text
        retryCount = row["retry_count"]?.integer ?? 0
        self.createdAt = createdAt
        startedAt = JobTablesExport.Time(row["started_at"], start)
        completedAt = JobTablesExport.Time(row["completed_at"], start)
    }
}

/// Reads results as workers write them.
enum ResultText {
    /// The key and the value of each line; a key may have tabulators, a value has none.
    static func lines(of text: [UInt8]) -> [(key: String, value: JobTablesExport.Value)] {
        text.split(separator: 0x0A).map { line in
            let end = line.lastIndex(of: 0x09) ?? line.endIndex
            return (
                String(decoding: line[..<end], as: UTF8.self),
                value(String(decoding: line[end...].dropFirst(), as: UTF8.self))
            )
        }
    }

    /// The value of a text.
    static func value(_ text: String) -> JobTablesExport.Value {
        if let number = Int64(text) { return .integer(number) }
        if let number = Int128(text) { return .real(Double(number)) }
        let isDecimal = Array(text.utf8).withUnsafeBytes { FixedDecimal(ByteView($0)) } != nil
        if isDecimal, let number = Double(text) { return .real(number) }
        return .text(text)
    }
}
