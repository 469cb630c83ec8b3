import OrderedCollections

extension Gateway {
    /// The largest number of results that one answer has.
    private static let limitMaximum = 1_000

    /// What the database knows of a job.
    private struct Known {
        let job: DatabaseRow
        let tasks: [DatabaseRow]
        /// Its results, in the order in which they were written, where they were asked for.
        let results: [DatabaseRow]

        var status: JobStatus? { job["status"]?.text.flatMap(JobStatus.init) }

        func count(_ kind: TaskKind, _ status: TrackedTask.Status? = nil) -> Int {
            tasks.count { task in
                task["task_type"]?.text == kind.rawValue
                    && (status.map { task["status"]?.text == $0.rawValue } ?? true)
            }
        }

        /// The lines of a partition, of the attempt that won; nothing where a disk lost some.
        func lines(of partition: Int) -> [UInt8]? {
            let task = tasks.first {
                $0["task_type"]?.text == TaskKind.reduce.rawValue
                    && $0["task_index"]?.integer == partition
            }
            let batches = results.filter {
                $0["partition"]?.integer == partition
                    && $0["attempt"]?.integer == task?["winner"]?.integer
            }.sorted { ($0["batch"]?.integer ?? 0) < ($1["batch"]?.integer ?? 0) }
            guard batches.count == task?["result_batches"]?.integer else { return nil }
            return batches.flatMap { $0["rows"]?.bytes ?? [] }
        }
    }

    private enum Reading {
        case known(Known)
        case unknown
        /// The database does not answer.
        case failed
    }

    /// Reads a job from one server after the other until one knows enough: where results are
    /// wanted, its end. All that is read of a job is of one server, whose state is one that the
    /// database had: where the job is completed there, so are its results.
    private func read(
        _ job: String,
        withResults: Bool
    ) async throws(Interruption) -> Reading {
        var reading = Reading.failed
        for server in database.servers(forStaleReadsFrom: node) {
            guard
                let rows = try await database.query(
                    .row(DatabaseKey(JobTables.jobs, job)),
                    of: server,
                    from: node
                )
            else { continue }
            guard let row = rows.first?.row else {
                if server == database.server { reading = .unknown }
                continue
            }
            let tasks = try await self.rows(JobTables.tasks, job, server)
            let isComplete = row["status"]?.text == JobStatus.completed.rawValue
            let results =
                withResults && isComplete
                ? try await self.rows(JobTables.results, job, server) : []
            guard let tasks, let results else { continue }
            if isComplete || !withResults || server == database.server {
                return .known(Known(job: row, tasks: tasks, results: results))
            }
            reading = .failed
        }
        return reading
    }

    private func rows(
        _ table: String,
        _ job: String,
        _ server: String
    ) async throws(Interruption) -> [DatabaseRow]? {
        let query = DatabaseQuery.rows(table: table, matching: ["job_id": .text(job)])
        return try await database.query(query, of: server, from: node)?.map(\.row)
    }

    // MARK: Answers

    /// How far a job is.
    func status(of job: String) async throws(Interruption) -> HTTPResponse {
        switch try await read(job, withResults: false) {
        case .unknown: return .unknownJob(job)
        case .failed: return .problem(503, "Service Unavailable", ["the database is away"])
        case .known(let known):
            var members: [JSONDocument.Member] = [
                .init(name: "jobId", value: .string(job)),
                .init(name: "jobName", value: .string(known.job["job_name"]?.text ?? "")),
                .init(name: "status", value: .string(known.job["status"]?.text ?? "")),
                .init(
                    name: "progress",
                    value: .object([
                        "mapTasks": .integer(known.count(.map)),
                        "completedMapTasks": .integer(known.count(.map, .completed)),
                        "reduceTasks": .integer(known.count(.reduce)),
                        "completedReduceTasks": .integer(known.count(.reduce, .completed)),
                    ])
                ),
            ]
            if let error = known.job["error_message"]?.text {
                members.append(.init(name: "error", value: .string(error)))
            }
            return HTTPResponse(status: 200, body: JSONDocument.object(members).bytes)
        }
    }

    /// The results with the largest values, as the original's query has them:
    /// `ORDER BY result_value DESC LIMIT 20`. Equal values are in the order of their keys.
    func results(of job: String, _ target: HTTPTarget) async throws(Interruption) -> HTTPResponse {
        let text = target.value(of: "limit") ?? "20"
        guard let limit = Int(text), (1...Self.limitMaximum).contains(limit) else {
            let reason = "'limit' is '\(text)', expected a number from 1 to \(Self.limitMaximum)"
            return .problem(400, "Bad Request", [reason])
        }
        return try await completed(job) { known in
            let partitions = (0..<known.count(.reduce)).map { known.lines(of: $0) }
            guard !partitions.contains(nil) else { return .lostResults(job) }
            let largest = partitions.flatMap { ResultText.lines(of: $0 ?? []) }
                .sorted { left, right in
                    if left.value > right.value { return true }
                    return left.value < right.value ? false : left.key < right.key
                }
                .prefix(limit)
            let results = largest.map { key, value in
                JSONDocument.object(["key": .string(key), "value": value.json])
            }
            return .json(200, ["jobId": .string(job), "results": .array(results)])
        }
    }

    /// All results of a partition: lines of key, tabulator and value.
    func results(
        of job: String,
        partition text: String
    ) async throws(Interruption) -> HTTPResponse {
        try await completed(job) { known in
            guard let partition = Int(text), (0..<known.count(.reduce)).contains(partition) else {
                return .problem(404, "Not Found", ["job '\(job)' has no partition '\(text)'"])
            }
            guard let lines = known.lines(of: partition) else { return .lostResults(job) }
            return HTTPResponse(status: 200, body: lines)
        }
    }

    private func completed(
        _ job: String,
        _ answer: (Known) -> HTTPResponse
    ) async throws(Interruption) -> HTTPResponse {
        switch try await read(job, withResults: true) {
        case .unknown: return .unknownJob(job)
        case .failed: return .problem(503, "Service Unavailable", ["the database is away"])
        case .known(let known):
            guard known.status == .completed else {
                let status = known.job["status"]?.text ?? ""
                return .problem(409, "Conflict", ["job '\(job)' is \(status)"])
            }
            return answer(known)
        }
    }
}

extension JobTablesExport.Value {
    /// The value in JSON.
    fileprivate var json: JSONDocument {
        switch self {
        case .integer(let number): .number(String(number))
        case .real(let number): number.isFinite ? .number("\(number)") : .string("\(number)")
        case .text(let text): .string(text)
        }
    }
}

extension HTTPResponse {
    /// An object as the body.
    static func json(
        _ status: Int,
        _ members: KeyValuePairs<String, JSONDocument>
    ) -> HTTPResponse {
        HTTPResponse(status: status, body: JSONDocument.object(members).bytes)
    }

    /// What is wrong, in general and in particular.
    static func problem(_ status: Int, _ error: String, _ reasons: [String] = []) -> HTTPResponse {
        .json(status, ["error": .string(error), "reasons": .array(reasons.map { .string($0) })])
    }

    /// The path is right and the method is not.
    static func notAllowed(_ methods: [String]) -> HTTPResponse {
        .problem(405, "Method Not Allowed", methods.map { "\($0) is allowed" })
    }

    /// The job was done, but its results are not whole any more.
    static func lostResults(_ job: String) -> HTTPResponse {
        .problem(410, "Gone", ["results of job '\(job)' were lost"])
    }

    /// There is no such job.
    static func unknownJob(_ job: String) -> HTTPResponse {
        .problem(404, "Not Found", ["there is no job '\(job)'"])
    }
}
