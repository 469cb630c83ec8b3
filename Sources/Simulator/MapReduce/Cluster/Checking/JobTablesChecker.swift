import OrderedCollections

/// Judges every job that the tables of a cluster have at the end of a run, whoever submitted it,
/// and what clients were told of their jobs.
///
/// A job that completed has the results of a sequential run, one that failed says why, and what a
/// client was told is what the tables say. A client that gave up or was not answered breaks
/// nothing: the job goes on without it.
public struct JobTablesChecker {
    /// What was found.
    public struct Findings: Hashable, Sendable {
        /// Results that are wrong or not there, each in one sentence.
        public fileprivate(set) var outputs: [String] = []
        /// Ends without a reason, and ends that were told and are none, each in one sentence.
        public fileprivate(set) var ends: [String] = []
        /// The jobs that are running, in the order in which they were taken.
        public fileprivate(set) var running: [RunningJob] = []
    }

    /// A job that has not come to its end.
    public struct RunningJob: Hashable, Sendable {
        /// What it is called.
        public let name: String
        /// When it was taken.
        public let since: VirtualInstant
    }

    private let jobs: OrderedDictionary<String, TrackedJob>
    private let unreadable: [String]
    private let results: [String: [DatabaseRow]]
    private let library: any JobLibrary
    private let topics: [String: MemoryTopic]
    private let consumed: Set<String>
    private let expectsDurability: Bool
    private let copy: ((_ job: String, _ partition: Int) -> [UInt8]?)?

    /// A checker of the jobs in `tables`.
    ///
    /// - Parameters:
    ///   - tables: What is durable in the database.
    ///   - library: The code of jobs, without any planted bug.
    ///   - topics: What they read, by name.
    ///   - consumed: Those of which each line is for one job alone; splits count lines there.
    ///   - expectsDurability: Whether the database keeps what it promised to keep. Where a fault
    ///     has it lose that, results that are gone, and a job that ends twice, are nobody's
    ///     mistake.
    ///   - copy: What there is of the results of a partition where they go besides their table;
    ///     nothing where they go nowhere else.
    public init(
        _ tables: DatabaseTables,
        library: any JobLibrary,
        topics: [String: MemoryTopic],
        consumed: Set<String> = [],
        expectsDurability: Bool = true,
        copy: ((_ job: String, _ partition: Int) -> [UInt8]?)? = nil
    ) {
        self.copy = copy
        let rows = tables.rows(of: JobTables.jobs)
        let jobs = TaskRows.jobs(rows, tasks: tables.rows(of: JobTables.tasks))
        self.jobs = jobs
        unreadable = rows.map(\.key).filter { jobs[$0] == nil }
        results = Dictionary(grouping: tables.rows(of: JobTables.results).map(\.row)) {
            $0["job_id"]?.text ?? ""
        }
        self.library = library
        self.topics = topics
        self.consumed = consumed
        self.expectsDurability = expectsDurability
    }

    /// How far a job is; nothing where no coordinator has taken it.
    public func status(of job: String) -> JobStatus? { jobs[job]?.status }

    /// What is wrong with the jobs, and with what clients were told of them.
    public func findings(told outcomes: [JobClient.Outcome]) -> Findings {
        var findings = Findings()
        var runs = SequentialRuns(library: library, topics: topics)
        var sound: [String: [[UInt8]]] = [:]
        findings.ends += unreadable.map { "the row of \($0) cannot be read" }
        for job in jobs.values {
            switch job.status {
            case .running:
                findings.running.append(RunningJob(name: job.label, since: job.createdAt))
            case .failed:
                if job.error?.isEmpty ?? true {
                    findings.ends.append("\(job.label) failed without a reason")
                }
            case .completed:
                do throws(JobResults.Loss) {
                    let partitions = try self.partitions(of: job)
                    let ranges = ranges(of: job)
                    let finding = runs.finding(
                        in: partitions,
                        job.submission,
                        job.label,
                        of: ranges
                    )
                    if let finding {
                        findings.outputs.append(finding)
                    } else {
                        sound[job.identifier] = partitions
                        findings.outputs += differences(of: job, from: partitions)
                    }
                } catch {
                    guard expectsDurability else { continue }
                    findings.outputs.append("\(job.label) completed, but \(error)")
                }
            }
        }
        if expectsDurability { findings.outputs += gaps }
        for outcome in outcomes {
            if let finding = contradiction(to: outcome) { findings.ends.append(finding) }
            // What the tables have was compared above.
            guard let told = outcome.results, told != sound[outcome.identifier] else { continue }
            let job = jobs[outcome.identifier]
            let label = job?.label ?? outcome.identifier
            let finding = runs.finding(
                in: told,
                outcome.submission,
                "\(label), for its client",
                of: job.flatMap { ranges(of: $0) }
            )
            if let finding { findings.outputs.append(finding) }
        }
        return findings
    }

    /// The lines of each partition that a job read whose input is consumed.
    private func ranges(of job: TrackedJob) -> [Int: [Range<Int>]]? {
        guard consumed.contains(job.submission.inputTopic) else { return nil }
        let splits = job.maps.all.flatMap(\.splits)
        return Dictionary(grouping: splits, by: \.input).mapValues { $0.map(\.range) }
    }

    /// Lines of inputs that are consumed which no completed job read, though one read what comes
    /// after them, and such that two read.
    private var gaps: [String] {
        var read: [String: [Int: [(range: Range<Int>, job: String)]]] = [:]
        for job in jobs.values where job.status == .completed {
            for (partition, ranges) in ranges(of: job) ?? [:] {
                let own = ranges.map { (range: $0, job: job.label) }
                read[job.submission.inputTopic, default: [:]][partition, default: []] += own
            }
        }
        var problems: [String] = []
        for (topic, partitions) in read.sorted(by: { $0.key < $1.key }) {
            for (partition, ranges) in partitions.sorted(by: { $0.key < $1.key }) {
                var end = 0
                for (range, job) in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
                {
                    let place = "\(topic)-\(partition)"
                    if range.lowerBound > end {
                        problems.append(
                            "nobody read lines \(end) to \(range.lowerBound - 1) of \(place)"
                        )
                    } else if range.lowerBound < end {
                        problems.append(
                            "\(job) read line \(range.lowerBound) of \(place), which was read "
                                + "before"
                        )
                    }
                    end = max(end, range.upperBound)
                }
            }
        }
        return problems
    }

    /// How the copies of results differ from those in the table.
    private func differences(of job: TrackedJob, from partitions: [[UInt8]]) -> [String] {
        guard let copy else { return [] }
        return partitions.enumerated().compactMap { number, bytes in
            guard let found = copy(job.identifier, number) else {
                return "\(job.label) completed, but partition \(number) is not in the store"
            }
            return found == bytes
                ? nil : "\(job.label), partition \(number): the store has other results"
        }
    }

    private func partitions(of job: TrackedJob) throws(JobResults.Loss) -> [[UInt8]] {
        try JobResults(job, rows: results[job.identifier] ?? []).partitions()
    }

    /// What a client was told that does not agree with the tables, or with what it was told before.
    private func contradiction(to outcome: JobClient.Outcome) -> String? {
        let job = jobs[outcome.identifier]
        let label = job?.label ?? outcome.identifier
        if outcome.status == .failed, outcome.error?.isEmpty ?? true {
            return "the client of \(label) was told that it failed, without a reason"
        }
        guard expectsDurability else { return nil }
        if outcome.wasContradicted { return "\(label): the client was told two different ends" }
        // One that was refused is in no table.
        guard outcome.status.isFinal, outcome.status != job?.status,
            job != nil || outcome.status == .completed
        else { return nil }
        return "\(label): the client was told \(outcome.status.rawValue), but the database has "
            + (job?.status.rawValue ?? "no such job")
    }
}

extension TrackedJob {
    /// Its identifier, and its name where that is another one.
    fileprivate var label: String {
        submission.name == identifier ? identifier : "\(identifier) (\(submission.name))"
    }
}

/// The results of plain sequential runs. Jobs that are alike follow each other, so the last one is
/// kept.
private struct SequentialRuns {
    private let library: any JobLibrary
    private let topics: [String: MemoryTopic]
    private let checker = OutputChecker()
    private var last: (submission: JobSubmission, results: [[UInt8]])?

    init(library: any JobLibrary, topics: [String: MemoryTopic]) {
        self.library = library
        self.topics = topics
    }

    /// How `results` differ from those of a sequential run, in one sentence; nothing where they do
    /// not.
    mutating func finding(
        in results: [[UInt8]],
        _ submission: JobSubmission,
        _ label: String,
        of ranges: [Int: [Range<Int>]]?
    ) -> String? {
        guard let topic = topics[submission.inputTopic] else {
            return "\(label) completed, but there is no topic '\(submission.inputTopic)'"
        }
        do {
            let expected =
                if let ranges {
                    try checker.expected(
                        submission,
                        try library.code(for: submission),
                        topic.lines(ranges)
                    )
                } else {
                    try self.expected(submission, topic)
                }
            return OutputChecker.difference(results, from: expected, of: label)
        } catch {
            return "\(label) completed, but a sequential run fails: \(error)"
        }
    }

    private mutating func expected(
        _ submission: JobSubmission,
        _ topic: MemoryTopic
    ) throws -> [[UInt8]] {
        var alike = submission
        alike.name = ""
        if let last, last.submission == alike { return last.results }
        let code = try library.code(for: submission)
        let results = try checker.expected(submission, code, topic)
        last = (alike, results)
        return results
    }
}
