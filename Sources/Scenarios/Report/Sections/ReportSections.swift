import Simulator

/// Everything that a report for people shows, in its order, before a format lays it out.
struct ReportSections {
    private let result: ResultDocument
    private let isFull: Bool
    /// Rows of a timeline, and failed conditions, that a short report shows.
    private static let shortLength = 40

    init(of result: ResultDocument, isFull: Bool) {
        self.result = result
        self.isFull = isFull
    }

    /// The sections.
    var all: [ReportSection] {
        let checks = CheckSections(of: result, isFull: isFull)
        return violations + notes + figures + checks.expectations + checks.claims + timelines
    }

    /// What the report asks for, and what parts of the cluster did.
    var figures: [ReportSection] {
        let shown = result.isMatrix ? matrix : result.cells.flatMap { items($0, suffix: "") }
        return ReplicationSections(of: result, isFull: isFull).all + shown
            + PartSection.backing.sections(of: result)
            + PartSection.objects.sections(of: result)
            + PartSection.messages.sections(of: result)
            + PartSection.backups.sections(of: result)
    }

    /// What was run, in one line.
    var identity: String {
        var text = "seed \(result.seed), digest \(result.digest)"
        if result.cells.count == 1 {
            let cell = result.cells[0]
            let time = TimeText.rounded(.nanoseconds(cell.duration))
            let events = NumberText.grouped(Int(clamping: cell.events))
            text += ", \(time) of virtual time, \(events) events"
        } else {
            text += ", \(result.cells.count) runs"
        }
        return text
    }

    /// The verdict in one line, without its sign.
    var verdict: String {
        let expectations = result.cells.flatMap(\.expectations)
        let failures = expectations.count { !$0.isHeld }
        let violations = result.cells.reduce(0) { $0 + $1.violations.count }
        switch result.verdict {
        case .held where expectations.isEmpty: return "done: nothing was expected"
        case .held: return "held: \(Self.counted(expectations.count, "expectation"))"
        case .undecided:
            return result.cells.contains(where: \.lacksSeeds)
                ? "undecided: so many seeds do not give intervals as narrow as wanted"
                : "undecided: a run used up its budget of events"
        case .failed:
            var parts: [String] = []
            if failures > 0 {
                let all = Self.counted(expectations.count, "expectation")
                parts.append("\(NumberText.grouped(failures)) of \(all)")
            }
            if violations > 0 { parts.append(Self.counted(violations, "violation")) }
            return "failed: \(parts.joined(separator: ", "))"
        }
    }

    /// A number with a noun: `1 run`, `2 runs`.
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(NumberText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    // MARK: Items

    private var matrix: [ReportSection] {
        let sections = MatrixSections(of: result)
        let tables = result.report.compactMap { item -> [MetricReference]? in
            if case .table(let figures) = item { figures } else { nil }
        }
        var all = [sections.comparison(tables: tables)]
        for item in result.report {
            switch item {
            case .series(let axis, let figures):
                all += sections.series(axis: axis, figures: figures)
            case .quantiles(let metric):
                all += quantiles(of: metric).map { [$0] } ?? []
            case .distribution, .table, .results: break
            }
        }
        if let test = result.swapTest { all.append(test.section) }
        if isFull { all += result.cells.flatMap { items($0, suffix: ": \($0.name)") } }
        return all
    }

    /// The items of the report for one run.
    private func items(_ cell: ResultDocument.Cell, suffix: String) -> [ReportSection] {
        result.report.flatMap { item -> [ReportSection] in
            switch item {
            case .distribution(let metric, let label):
                DistributionSection.section(
                    of: metric,
                    by: label,
                    in: cell,
                    title: "\(metric) by \(label)\(suffix)"
                ).map { [$0] } ?? []
            case .quantiles(let metric):
                result.isMatrix ? [] : quantiles(of: metric).map { [$0] } ?? []
            case .series(_, let figures), .table(let figures):
                result.isMatrix ? [] : [Self.figures(figures, in: cell)]
            case .results(let count):
                JobResultsSections.sections(of: cell.jobs, count, suffix: suffix)
            }
        }
    }

    private static func figures(
        _ figures: [MetricReference],
        in cell: ResultDocument.Cell
    ) -> ReportSection {
        let rows = figures.map { figure in
            var text = FigureText.value(cell.figures.value(of: figure), of: figure)
            if ["keys.moved", "keys.moved-from-others"].contains(figure.metric) {
                let changes = cell.figures.total("ring.changes")
                text += " over \(counted(changes, "ring change"))"
            }
            return [figure.description, text]
        }
        let columns = [
            ReportTable.Column(header: "figure", isNumeric: false), .init(header: "value"),
        ]
        let table = ReportTable(columns: columns, rows: rows, keyCount: 2)
        return ReportSection(title: "Figures", table: table)
    }

    /// A row for each run of a matrix, or for each of its workloads with a name; for a single run
    /// the whole and each server or workload.
    private func quantiles(of metric: String) -> ReportSection? {
        guard let definition = MetricCatalog.metric(named: metric) else { return nil }
        let statistics = definition.statistics
        let row = { (cell: ResultDocument.Cell, labels: [MetricReference.Label]) in
            statistics.map { statistic in
                let reference = MetricReference(
                    metric: metric,
                    statistic: statistic,
                    labels: labels,
                    unit: definition.unit(of: statistic)
                )
                return FigureText.value(cell.figures.value(of: reference), of: reference)
            }
        }
        var table = ReportTable(columns: [], rows: [])
        if result.isMatrix {
            let columns = MatrixColumns(of: result)
            table.columns = [.init(header: "", isNumeric: false)]
            table.rows = result.cells.enumerated().flatMap { index, cell in
                let run = columns.name(of: index, without: "")
                guard definition.labels == ["name"] else { return [[run] + row(cell, [])] }
                return cell.figures.values(of: "name", in: metric).map { name in
                    ["\(run): \(name)"] + row(cell, [.init(name: "name", value: name)])
                }
            }
        } else {
            let cell = result.cells[0]
            let label = ["server", "name"].first(where: definition.labels.contains)
            let parts = label.map { cell.figures.values(of: $0, in: metric) } ?? []
            let isShort = parts.count > Self.shortLength && !isFull
            let header = label == "name" ? "workload" : "server"
            table.columns = parts.isEmpty ? [] : [.init(header: header, isNumeric: false)]
            table.rows = [(parts.isEmpty ? [] : ["all"]) + row(cell, [])]
            table.rows += (isShort ? [] : parts).map { part in
                [part] + row(cell, [.init(name: label ?? "", value: part)])
            }
        }
        table.keyCount = table.columns.count + statistics.count
        table.columns += statistics.map {
            .init(header: $0, isOptional: ["p95", "p90"].contains($0))
        }
        return ReportSection(title: metric, table: table)
    }

    // MARK: What happened

    /// Properties that were broken.
    var violations: [ReportSection] {
        let notes = result.cells.flatMap { cell in
            cell.violations.map { violation in
                result.isMatrix ? "\(cell.name): \(violation.text)" : violation.text
            }
        }
        return notes.isEmpty ? [] : [ReportSection(title: "Violations", notes: notes)]
    }

    /// What did not happen that the file asks for.
    var notes: [ReportSection] {
        let notes = result.cells.flatMap { cell in
            cell.notes.map { result.isMatrix ? "\(cell.name): \($0)" : $0 }
        }
        return notes.isEmpty ? [] : [ReportSection(title: "Notes", notes: notes)]
    }

    /// What happened in each run.
    var timelines: [ReportSection] {
        result.cells.compactMap { cell in
            guard !cell.timeline.isEmpty, isFull || !result.isMatrix else { return nil }
            let entries =
                isFull ? cell.timeline[...] : cell.timeline.prefix(Self.shortLength)
            let rows = entries.map { entry in
                let instant = VirtualInstant(nanoseconds: UInt64(clamping: entry.instant))
                return [TimeText.instant(instant), entry.subject, entry.event]
            }
            let columns = [
                ReportTable.Column(header: "at"), .init(header: "what", isNumeric: false),
                .init(header: "happened", isNumeric: false),
            ]
            let left = cell.timeline.count - entries.count + cell.timelineOmitted
            let hint = isFull ? ", which were not kept" : " (--full shows all)"
            let title = result.isMatrix ? "Timeline: \(cell.name)" : "Timeline"
            return ReportSection(
                title: title,
                table: ReportTable(columns: columns, rows: rows, keyCount: 3),
                notes: left == 0 ? [] : ["and \(NumberText.grouped(left)) more\(hint)"]
            )
        }
    }
}
