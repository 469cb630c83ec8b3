import OrderedCollections
import Simulator

/// What is kept of one of several runs.
struct ReplicationOutcome: Sendable {
    let seed: UInt64
    let digest: TraceDigest
    /// The values of the figures, in their order; nothing where the run has none.
    let values: [Double?]
    /// The conditions that did not hold, by what the file says.
    let failed: OrderedDictionary<String, FailedCondition>
    /// The rules of the simulation that were broken.
    let violations: [Violation]
    let isUndecided: Bool

    /// What became of a condition that did not hold.
    struct FailedCondition: Sendable {
        /// What was found instead.
        let found: String
        /// Whether it is one on a figure.
        let isOnFigure: Bool
    }

    init(of result: CellResult, seed: UInt64, _ references: [MetricReference]) {
        self.seed = seed
        digest = result.outcome.digest
        values = references.map { reference in
            result.figures.value(of: reference)?.asNumber
        }
        isUndecided = result.verdict == .undecided
        violations = result.outcome.violations.filter { $0.property != .budget }
        let checks = isUndecided ? [] : result.expectations.filter { !$0.isHeld }
        let conditions = checks.map { check in
            let found = check.detail ?? FigureText.precise(check.actual)
            let isOnFigure = check.check?.reference != nil
            return (check.text, FailedCondition(found: found, isOnFigure: isOnFigure))
        }
        failed = OrderedDictionary(conditions, uniquingKeysWith: { first, _ in first })
    }
}

/// What several runs gave, added up in their order.
struct ReplicationTally: Sendable {
    /// How many runs there were.
    private(set) var count = 0
    private let specification: ReplicateSpecification
    private let references: [MetricReference]
    private var moments: [SampleMoments]
    private var digest = TraceDigest()
    private var failed = 0
    private var undecided = 0
    private var failedSeeds: [UInt64] = []
    /// The conditions that did not hold in some of the runs.
    private var conditions: [String: FailedRuns] = [:]
    private var violations: [Violation] = []

    /// How many seeds of failed runs, and how many violations, are kept.
    private static let kept = 10

    private struct FailedRuns {
        var count = 0
        var seeds: [UInt64] = []
        /// What the first of them gave.
        var found = ""
    }

    init(_ specification: ReplicateSpecification, _ references: [MetricReference]) {
        self.specification = specification
        self.references = references
        moments = references.map { _ in SampleMoments() }
    }

    /// Adds the next run.
    mutating func add(_ outcome: ReplicationOutcome) {
        count += 1
        digest.fold(outcome.digest.value, outcome.seed)
        if outcome.isUndecided {
            // What it has counted until it was cut off is no figure of such a run.
            undecided += 1
        } else {
            for (place, value) in outcome.values.enumerated() {
                if let value, value.isFinite { moments[place].add(value) }
            }
        }
        let judged = outcome.failed.filter { !(judgesMeans && $0.value.isOnFigure) }
        for (text, failed) in judged {
            var condition = conditions[text] ?? FailedRuns(found: failed.found)
            condition.count += 1
            if condition.seeds.count < Self.kept { condition.seeds.append(outcome.seed) }
            conditions[text] = condition
        }
        if count > 1 { violations += outcome.violations.prefix(Self.kept - violations.count) }
        guard !outcome.violations.isEmpty || !judged.isEmpty else { return }
        failed += 1
        if failedSeeds.count < Self.kept { failedSeeds.append(outcome.seed) }
    }

    /// Whether conditions on figures are for the means.
    private var judgesMeans: Bool { specification.judge == .mean }

    // MARK: The end

    /// Whether no more runs are needed.
    var isDone: Bool {
        if specification.halfWidth == nil { return count >= specification.count }
        return count >= specification.maximum || count >= specification.count && isNarrow
    }

    /// Whether the interval of each figure that decides is narrow enough; one around nothing is
    /// not: what is rare is not there at first, under one seed after the other.
    private var isNarrow: Bool {
        guard let wanted = specification.halfWidth else { return true }
        // They come first.
        return moments.prefix(specification.figures.count).allSatisfy { moments in
            guard let interval = moments.interval(confidence: specification.confidence) else {
                return false
            }
            return interval.mean != 0 && interval.halfWidth <= wanted * interval.mean.magnitude
        }
    }

    /// All runs together.
    private var replications: Replications {
        var all = Replications()
        all.count = count
        all.confidence = specification.confidence
        all.halfWidth = specification.halfWidth
        if specification.halfWidth != nil { all.ending = isNarrow ? .narrow : .exhausted }
        all.failed = failed
        all.undecided = undecided
        all.failedSeeds = failedSeeds
        all.digest = digest.description
        all.figures = zip(references, moments).map { reference, moments in
            var figure = ReplicatedFigure(reference: reference)
            figure.count = moments.count
            guard let range = moments.range else { return figure }
            figure.mean = moments.mean
            figure.least = range.lowerBound
            figure.greatest = range.upperBound
            figure.halfWidth = moments.interval(confidence: specification.confidence)?.halfWidth
            return figure
        }
        return all
    }

    /// The result of the first run, with what became of its conditions in all of them.
    func judged(_ first: CellResult) -> CellResult {
        var result = first
        let replications = replications
        for place in result.expectations.indices {
            judge(&result.expectations[place], by: replications)
        }
        if judgesMeans {
            for place in result.claims.indices {
                judgeMean(&result.claims[place].check, by: replications)
            }
        }
        result.otherViolations = violations
        // Means without the runs that were cut off decide nothing: those may be the longest.
        let deciding = result.expectations.filter {
            !(judgesMeans && undecided > 0 && $0.check?.reference != nil)
        }
        let verdicts = [
            Verdict(outcome: result.outcome, expectations: deciding), replications.verdict,
        ]
        result.verdict = .combined(verdicts)
        result.replications = replications
        return result
    }

    private func judge(_ check: inout CheckResult, by replications: Replications) {
        if judgesMeans, check.check?.reference != nil {
            judgeMean(&check, by: replications)
            return
        }
        guard let failed = conditions[check.text] else { return }
        let (seeds, isAll) = (failed.seeds, failed.seeds.count == failed.count)
        check.isHeld = false
        check.detail =
            "not in \(NumberText.grouped(failed.count)) of \(NumberText.grouped(count)) runs: "
            + "seed \(seeds[0]) gives \(failed.found)"
            + (seeds.count == 1
                ? "" : ", then \(seeds.dropFirst().map(String.init).joined(separator: ", "))")
            + (isAll ? "" : " and others")
    }

    private func judgeMean(_ check: inout CheckResult, by replications: Replications) {
        guard
            case .comparison(let reference, let comparison, let wanted, let tolerance)? =
                check.check,
            let figure = replications.figures.first(where: { $0.reference == reference }),
            let mean = figure.value(figure.mean)
        else { return }
        check.actual = mean
        let missing = count - undecided - figure.count
        check.isHeld = missing == 0 && mean.holds(comparison, wanted, tolerance: tolerance)
        check.detail =
            missing == 0
            ? nil : "\(NumberText.grouped(missing)) of \(NumberText.grouped(count)) runs have none"
    }
}

extension Check {
    /// The figure that is compared; nothing for an invariant.
    var reference: MetricReference? {
        if case .comparison(let reference, _, _, _) = self { reference } else { nil }
    }
}
