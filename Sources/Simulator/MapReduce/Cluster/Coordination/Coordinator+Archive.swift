import OrderedCollections

extension Coordinator {
    /// What is known of a job.
    enum Recollection {
        case known(TrackedJob)
        case unknown
        /// The database does not answer, or another coordinator may lead.
        case unavailable
    }

    /// How often a job is looked for while others are forgotten.
    private static let searches = 3

    /// Finds a job that clients may know of: in memory, or in the database where it was over so
    /// long ago that only that has it.
    ///
    /// A job that was forgotten during the search may have been in neither place when it was
    /// looked for there, so that it is looked for again.
    func recall(_ identifier: String) async throws(Interruption) -> Recollection {
        for _ in 0..<Self.searches {
            guard let forgottenCount = tracker?.forgottenCount else { return .unavailable }
            if published[identifier] != nil, let job = tracker?.jobs[identifier] {
                return .known(job)
            }
            if forgottenCount == 0 { return .unknown }
            guard let job = try await read(identifier) else { return .unavailable }
            if let job = job.first { return .known(job) }
            if tracker?.forgottenCount == forgottenCount { return .unknown }
        }
        return .unavailable
    }

    /// Reads a job from the database.
    ///
    /// - Returns: The job or none; nothing where the database does not answer.
    private func read(_ identifier: String) async throws(Interruption) -> [TrackedJob]? {
        let row = DatabaseQuery.row(DatabaseKey(JobTables.jobs, identifier))
        guard let jobs = try await database.query(row, from: node) else { return nil }
        guard let match = jobs.first else { return [] }
        let query = DatabaseQuery.rows(
            table: JobTables.tasks,
            matching: ["job_id": .text(identifier)]
        )
        guard let rows = try await database.query(query, from: node) else { return nil }
        let tasks = TaskRows.tasks(rows.map(\.row))[identifier] ?? [:]
        return TaskRows.job(match, tasks: tasks).map { [$0] } ?? []
    }
}

extension JobState {
    /// How far a job is.
    init(_ job: TrackedJob) {
        self.init(identifier: job.identifier, status: job.status, error: job.error)
    }
}
