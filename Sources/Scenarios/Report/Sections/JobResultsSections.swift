import Simulator

/// What came out of jobs.
enum JobResultsSections {
    /// A section for all jobs that have the same results, with the first `count` of them.
    static func sections(of jobs: [ResultDocument.Job], _ count: Int, suffix: String)
        -> [ReportSection]
    {
        var groups: [[ResultDocument.Job]] = []
        for job in jobs {
            let place = groups.firstIndex {
                ($0[0].status, $0[0].error) == (job.status, job.error)
                    && $0[0].digest == job.digest && $0[0].rows == job.rows
            }
            if let place { groups[place].append(job) } else { groups.append([job]) }
        }
        return groups.map { section(of: $0, count, suffix: suffix) }
    }

    private static func section(
        of jobs: [ResultDocument.Job],
        _ count: Int,
        suffix: String
    ) -> ReportSection {
        let job = jobs[0]
        let others = jobs.count > 1 ? " and \(jobs.count - 1) more alike" : ""
        var section = ReportSection(title: "Results of \(job.identifier)\(others)\(suffix)")
        if let error = job.error { section.notes.append("\(job.status): \(error)") }
        guard !job.results.isEmpty else {
            if job.error == nil { section.notes.append("\(job.status), without results") }
            return section
        }
        section.table = ReportTable(
            columns: [.init(header: "key", isNumeric: false), .init(header: "value")],
            rows: job.results.prefix(count).map(row),
            keyCount: 2
        )
        let shown = min(count, job.results.count)
        section.notes.append(
            "\(NumberText.grouped(shown)) of \(NumberText.grouped(job.rows)) rows"
        )
        return section
    }

    /// Key and value in one line; what comes from files must not command a terminal.
    private static func row(_ row: ResultDocument.Job.Row) -> [String] {
        [
            Shortened.text(row.key, maximum: keyMaximum),
            Shortened.text(row.value, maximum: valueMaximum),
        ]
    }

    /// Characters of a key at most; together with those of a value they fit a terminal.
    private static let keyMaximum = 40
    private static let valueMaximum = 32
}
