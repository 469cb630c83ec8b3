import Simulator

/// What came out of jobs.
enum JobResultsSections {
    /// A section for all jobs that have the same results, with the first `count` of them.
    static func sections(of jobs: [JobRecord], _ count: Int, suffix: String) -> [ReportSection] {
        var groups: [[JobRecord]] = []
        for job in jobs {
            let place = groups.firstIndex {
                ($0[0].status, $0[0].error) == (job.status, job.error)
                    && $0[0].results == job.results
            }
            if let place { groups[place].append(job) } else { groups.append([job]) }
        }
        return groups.map { section(of: $0, count, suffix: suffix) }
    }

    private static func section(
        of jobs: [JobRecord],
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

    /// Key and value of a line; a key may hold tabulators, a value does not.
    private static func row(_ line: String) -> [String] {
        guard let tabulator = line.lastIndex(of: "\t") else { return [line, ""] }
        let value = String(line[line.index(after: tabulator)...])
        let key = String(line[..<tabulator]).replacing("\t", with: " ")
        return [Shortened.text(key, maximum: 40), Shortened.text(value, maximum: 32)]
    }
}
