import Simulator

/// What moved between two runs of the same cell.
struct CellComparison {
    /// The changes, in the order of the files.
    private(set) var changes: [Change] = []

    /// Keys of a run in a file that are compared by what they mean.
    private static let compared = [
        "label", "parameters", "seed", "digest", "ending", "verdict", "figures", "expectations",
        "claims", "violations", "jobs",
    ]

    /// Compares two runs.
    ///
    /// - Parameter byIndex: Whether their numbers count too, which move when a run is added.
    init(from old: ResultDocument.Cell, to new: ResultDocument.Cell, byIndex: Bool) {
        if old.verdict != new.verdict {
            changes.append(ResultComparison.verdict(from: old.verdict, to: new.verdict))
        }
        compareIdentity(old, new)
        compareFigures(old, new)
        let moved = Set(changes.filter { $0.kind == .figure }.map(\.subject))
        compareChecks(old.expectations, new.expectations, moved)
        compareChecks(old.claims, new.claims, moved)
        compareViolations(old.violations, new.violations)
        compareJobs(old.jobs, new.jobs)
        compareCourse(old, new, byIndex: byIndex)
    }

    // MARK: Identity

    private mutating func compareIdentity(
        _ old: ResultDocument.Cell,
        _ new: ResultDocument.Cell
    ) {
        let values = [
            ("seed", String(old.seed), String(new.seed)), ("digest", old.digest, new.digest),
            ("ending", old.ending.rawValue, new.ending.rawValue),
        ]
        for (name, old, new) in values where old != new {
            changes.append(Change(.identity, name, from: old, to: new))
        }
    }

    // MARK: Figures

    private mutating func compareFigures(_ old: ResultDocument.Cell, _ new: ResultDocument.Cell) {
        let wanted = FigureTrend.wanted(by: new.expectations)
        let pairs = Pairs(old.figures.all, new.figures.all) { $0.reference.description }
        for (old, new) in pairs.both where old != new {
            var change = Self.change(of: new.reference, Self.side(old), Self.side(new))
            if let (before, after) = Self.numbers(old.value, new.value) {
                change.trend = FigureTrend(of: new.reference, wantedBy: wanted)
                    .trend(from: before, to: after)
            }
            changes.append(change)
        }
        changes += pairs.removed.map { Self.change(of: $0.reference, Self.side($0), .absent) }
        changes += pairs.added.map { Self.change(of: $0.reference, .absent, Self.side($0)) }
    }

    private static func change(
        of reference: MetricReference,
        _ old: Change.Value,
        _ new: Change.Value
    ) -> Change {
        Change(
            kind: .figure,
            subject: reference.description,
            unit: reference.unit,
            old: old,
            new: new
        )
    }

    private static func side(_ figure: Figure) -> Change.Value {
        figure.value.map { .figure($0) } ?? .none
    }

    private static func numbers(
        _ old: FigureValue?,
        _ new: FigureValue?
    ) -> (Double, Double)? {
        guard let old, let new else { return nil }
        return (old.asNumber, new.asNumber)
    }

    // MARK: Conditions

    /// - Parameter moved: The figures that are named as changed already.
    private mutating func compareChecks(
        _ old: [ResultDocument.Check],
        _ new: [ResultDocument.Check],
        _ moved: Set<String>
    ) {
        let pairs = Pairs(old, new) {
            "\($0.kind.rawValue)\n\($0.source ?? "")\n\($0.says ?? "")\n\($0.text)"
        }
        for (old, new) in pairs.both where old != new {
            let isTold = Self.figure(of: new).map(moved.contains) ?? false
            if isTold, old.isHeld == new.isHeld, Self.sameButForActual(old, new) { continue }
            changes.append(
                Change(
                    Self.kind(of: new),
                    new.text,
                    from: Self.text(old),
                    to: Self.text(new),
                    old.isHeld == new.isHeld || new.source != nil
                        ? .changed : new.isHeld ? .better : .worse
                )
            )
        }
        changes += pairs.removed.map {
            Change(Self.kind(of: $0), $0.text, from: Self.text($0), to: nil)
        }
        changes += pairs.added.map {
            Change(Self.kind(of: $0), $0.text, from: nil, to: Self.text($0))
        }
    }

    private static func kind(of check: ResultDocument.Check) -> Change.Kind {
        if check.source != nil { return .claim }
        return switch check.kind {
        case .comparison: .expectation
        case .invariant: .invariant
        case .call: .call
        }
    }

    private static func figure(of check: ResultDocument.Check) -> String? {
        guard check.kind == .comparison,
            case .comparison(let reference, _, _, _)? = try? CheckParser.check(check.text)
        else { return nil }
        return reference.description
    }

    private static func sameButForActual(
        _ old: ResultDocument.Check,
        _ new: ResultDocument.Check
    ) -> Bool {
        var old = old
        old.actual = new.actual
        return old == new
    }

    /// `held (83 ms)`, with what else tells it apart.
    private static func text(_ check: ResultDocument.Check) -> String {
        let found = check.actual.map { FigureText.precise($0) } ?? check.detail
        let word = check.isHeld ? "held" : "failed"
        let scope = check.isConditional ? ", in some runs" : ""
        return "\(word)\(scope)" + (found.map { " (\($0))" } ?? "")
    }

    // MARK: Violations and jobs

    private mutating func compareViolations(
        _ old: [ResultDocument.Violation],
        _ new: [ResultDocument.Violation]
    ) {
        let pairs = Pairs(old, new, key: \.property)
        for (old, new) in pairs.both where old != new {
            changes.append(Change(.violation, new.property, from: old.text, to: new.text))
        }
        changes += pairs.removed.map {
            Change(.violation, $0.property, from: $0.text, to: nil, .better)
        }
        changes += pairs.added.map {
            Change(.violation, $0.property, from: nil, to: $0.text, .worse)
        }
    }

    private mutating func compareJobs(_ old: [ResultDocument.Job], _ new: [ResultDocument.Job]) {
        let pairs = Pairs(old, new, key: \.identifier)
        let completed = JobStatus.completed.rawValue
        for (old, new) in pairs.both where old != new {
            let name = new.identifier
            if old.status != new.status || old.error != new.error {
                var trend = Change.Trend.changed
                if old.status == completed { trend = .worse }
                if new.status == completed { trend = .better }
                if old.status == new.status { trend = .changed }
                changes.append(
                    Change(.job, name, from: Self.ending(of: old), to: Self.ending(of: new), trend)
                )
            }
            if old.duration != new.duration {
                changes.append(Self.duration(of: name, old.duration, new.duration))
            }
            if old.rows != new.rows || old.digest != new.digest || old.results != new.results {
                changes.append(
                    Change(
                        .job,
                        "\(name) results",
                        from: Self.results(of: old),
                        to: Self.results(of: new)
                    )
                )
            }
        }
        changes += pairs.removed.map {
            Change(.job, $0.identifier, from: Self.ending(of: $0), to: nil)
        }
        changes += pairs.added.map {
            Change(.job, $0.identifier, from: nil, to: Self.ending(of: $0))
        }
    }

    private static func ending(of job: ResultDocument.Job) -> String {
        job.error.map { "\(job.status): \($0)" } ?? job.status
    }

    private static func results(of job: ResultDocument.Job) -> String {
        let first = job.results.first.map { ", first \($0.key) \($0.value)" } ?? ""
        return "\(NumberText.grouped(job.rows)), digest \(job.digest ?? "none")\(first)"
    }

    private static func duration(of job: String, _ old: Int?, _ new: Int?) -> Change {
        let side = { (value: Int?) -> Change.Value in
            value.map { .figure(.duration(.nanoseconds($0))) } ?? .none
        }
        var change = Change(
            kind: .figure,
            subject: "duration of \(job)",
            unit: .duration,
            old: side(old),
            new: side(new)
        )
        if let old, let new { change.trend = new < old ? .better : .worse }
        return change
    }

    // MARK: What happened

    /// The parts of a run that are lists of many entries: each is one change, which tells how many
    /// values differ and the first of them.
    private mutating func compareCourse(
        _ old: ResultDocument.Cell,
        _ new: ResultDocument.Cell,
        byIndex: Bool
    ) {
        let format = ValueFormat<ResultDocument.Cell>.section
        let keys = Self.compared + (byIndex ? [] : ["index"])
        let parts = { ResultComparison.rest(of: format.write($0), without: keys) }
        guard case .object(let before) = parts(old), case .object(let after) = parts(new) else {
            return
        }
        for (before, after) in zip(before, after) {
            let found = StructureDifference.all(
                from: before.value,
                to: after.value,
                at: before.key
            )
            guard let first = found.first else { continue }
            var change = first.change(.course)
            if found.count > 1 {
                let number = NumberText.grouped(found.count)
                change.subject = "\(before.key): \(number) values, the first at \(first.path)"
            }
            changes.append(change)
        }
    }
}
