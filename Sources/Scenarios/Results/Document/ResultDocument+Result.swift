import OrderedCollections
import Simulator

extension ResultDocument {
    /// The document of a result.
    public init(of result: ScenarioResult) {
        scenario = result.name
        title = result.title
        command = result.command
        seed = result.seed
        digest = result.digest.description
        verdict = result.verdict
        start = result.cells.first.map { InstantText.written($0.scenario.start) } ?? ""
        axes = result.axes.map { axis in
            var written = Axis()
            written.path = axis.path
            written.values = axis.values
            return written
        }
        report = result.report
        swapTest = SwapTest(in: result)?.asSaved
        cells = result.cells.map { Cell(of: $0) }
        if case .object(let members) = JSONValue(result.configuration) {
            configuration = .object(members.filter { !Self.placedElsewhere.contains($0.key) })
        }
    }

    /// The parts of a file that stand in a document elsewhere.
    private static let placedElsewhere = ["expect", "claims", "matrix", "report"]
}

extension ResultDocument.Cell {
    /// The document of one run.
    public init(of cell: CellResult) {
        let (record, outcome) = (cell.record, cell.outcome)
        index = cell.index
        label = cell.label
        for parameter in cell.parameters { parameters[parameter.path] = parameter.value }
        seed = record.seed
        digest = outcome.digest.description
        ending = outcome.ending
        duration = Int(clamping: outcome.instant.nanoseconds)
        events = outcome.events
        verdict = cell.verdict
        let all = cell.figures.all(in: cell.scenario) + Self.named(in: cell)
        figures = FigureTable(
            all.map { Figure(reference: $0.reference, value: $0.value?.asSaved) }
        )
        distribution = Self.distribution(of: cell)
        placement = record.placementFigures
        expectations = cell.expectations.map { ResultDocument.Check(of: $0) }
        claims = cell.claims.map { claim in
            var check = ResultDocument.Check(of: claim.check)
            check.source = claim.source
            check.says = claim.says
            return check
        }
        violations = (outcome.violations + cell.otherViolations).map {
            ResultDocument.Violation(of: $0)
        }
        notes = record.notes
        timeline = record.timeline.map { ResultDocument.Event(of: $0) }
        timelineOmitted = record.timelineOmitted
        let shown = Self.resultsShown(of: cell.scenario)
        jobs = record.jobs.map { ResultDocument.Job(of: $0, results: shown) }
        observations = record.observations.asSaved
        replications = cell.replications?.asSaved
    }

    /// The figures that the report names and that are not among all, such as those of two labels.
    private static func named(in cell: CellResult) -> [Figure] {
        let named = cell.scenario.report.flatMap { item -> [MetricReference] in
            switch item {
            case .table(let figures), .series(_, let figures): figures
            case .distribution, .quantiles, .results: []
            }
        }
        return named.filter { $0.labels.count > 1 }.map {
            Figure(reference: $0, value: cell.figures.value(of: $0))
        }
    }

    private static func distribution(of cell: CellResult) -> [ResultDocument.Server] {
        guard let load = cell.figures.load else { return [] }
        let hasChanged = cell.record.metrics.total("ring.changes") > 0
        return load.names.indices.map { index in
            var server = ResultDocument.Server()
            server.name = load.names[index]
            server.count = load.counts[index]
            if load.total > 0 { server.share = (Double(server.count) / Double(load.total)).asSaved }
            server.expectedShare = load.expectedShares.flatMap { $0[index].asSaved }
            if server.expectedShare == nil, hasChanged {
                let shares = cell.record.expectedShares ?? []
                let share = shares.first { $0.name == server.name }
                server.shareAtStart = share.flatMap { $0.fraction.asSaved }
            }
            return server
        }
    }

    /// How many results of a job are kept: as many as the report shows, or a few.
    private static func resultsShown(of scenario: Scenario) -> Int {
        let counts = scenario.report.compactMap { item -> Int? in
            if case .results(let count) = item { count } else { nil }
        }
        return counts.max() ?? 10
    }
}

extension ResultDocument.Check {
    fileprivate init(of result: CheckResult) {
        text = result.text
        isConditional = result.isConditional
        isHeld = result.isHeld
        actual = result.actual?.asSaved
        detail = result.detail
        switch result.check {
        case .comparison(let reference, _, _, _):
            kind = .comparison
            unit = reference.unit
        case .invariant: kind = .invariant
        case nil: kind = .call
        }
    }
}

extension ResultDocument.Violation {
    fileprivate init(of violation: Violation) {
        property = violation.property.name
        message = violation.message
        instant = Int(clamping: violation.instant.nanoseconds)
        event = violation.event
        seed = violation.seed
    }
}

extension ResultDocument.Event {
    fileprivate init(of entry: RunRecord.TimelineEntry) {
        instant = Int(clamping: entry.instant.nanoseconds)
        subject = entry.subject
        event = entry.event
    }
}

extension ResultDocument.Job {
    fileprivate init(of job: JobRecord, results count: Int) {
        identifier = job.identifier
        status = job.status
        error = job.error
        duration = job.duration.map { Int(clamping: $0.wholeNanoseconds) }
        rows = job.rows
        if !job.results.isEmpty {
            let text = job.results.joined(separator: "\n")
            let hash = HashAlgorithm.fnv1a64.function(seed: 0).hash(text)
            let digits = String(hash, radix: 16)
            digest = String(repeating: "0", count: 16 - digits.count) + digits
        }
        results = job.results.prefix(count).map { line in
            var row = Row()
            (row.key, row.value) = JobRecord.parts(of: line)
            return row
        }
    }
}

extension FigureValue {
    /// The value as a file has it, so that a report of a file is that of the run; nothing for what
    /// JSON cannot say.
    fileprivate var asSaved: FigureValue? {
        switch self {
        case .count, .duration: self
        case .ratio(let number): number.asSaved.map { .ratio($0) }
        case .number(let number): number.asSaved.map { .number($0) }
        }
    }
}

extension Double {
    /// The number with as many digits as a file has; nothing for what JSON cannot say.
    var asSaved: Double? { isFinite ? Double(DecimalText.significant(self, digits: 12)) : nil }
}
