import Simulator

/// The figures by which faults are judged: those that the scenario names, how long clients wait,
/// and how long recovery takes.
struct BlamedFigures {
    private let references: [MetricReference]

    /// The figures of a scenario: those of its conditions first.
    init(of scenario: Scenario) {
        let checks = scenario.expectations.map(\.check) + scenario.claims.map(\.expectation.check)
        var references = checks.compactMap { check -> MetricReference? in
            if case .comparison(let reference, _, _, _) = check { reference } else { nil }
        }
        for item in scenario.report {
            switch item {
            case .table(let figures), .series(_, let figures): references += figures
            case .quantiles(let metric): references += Self.quantiles(of: metric)
            case .distribution, .results: break
            }
        }
        let produced = MetricCatalog.metrics.filter { $0.isProduced(by: scenario) }.map(\.name)
        for metric in Self.waits + Self.recoveries where produced.contains(metric) {
            references += Self.quantiles(of: metric)
        }
        var seen = Set<String>()
        self.references = references.filter { seen.insert($0.description).inserted }
    }

    /// How long clients wait.
    private static let waits = ["latency", "object-latency", "message-latency", "job-latency"]
    /// How long it takes until all is as it was.
    private static let recoveries = ["respawn", "recovery", "failover"]

    private static func quantiles(of metric: String) -> [MetricReference] {
        ["p50", "p99", "max"].compactMap { statistic in
            guard let (found, name) = MetricCatalog.figure(named: "\(metric).\(statistic)") else {
                return nil
            }
            return MetricReference(
                metric: found.name,
                statistic: name,
                labels: [],
                unit: found.unit(of: name)
            )
        }
    }

    /// What a run without a fault changes.
    ///
    /// - Parameters:
    ///   - fault: The fault, in words.
    ///   - all: The run with all faults.
    ///   - without: The run without it.
    func blame(_ fault: String, _ all: CellResult, without: CellResult) -> FaultBlame {
        let figures = references.compactMap { reference -> Change? in
            let old = all.figures.value(of: reference)
            let new = without.figures.value(of: reference)
            if old == nil, new == nil { return nil }
            return Change(
                kind: .figure,
                subject: reference.description,
                unit: reference.unit,
                old: old.map { .figure($0) } ?? .none,
                new: new.map { .figure($0) } ?? .none
            )
        }
        return FaultBlame(
            fault: fault,
            figures: figures,
            conditions: Self.conditions(all, without: without)
        )
    }

    /// What does not hold in one of the runs alone.
    private static func conditions(
        _ all: CellResult,
        without: CellResult
    ) -> [FaultBlame.Condition] {
        let (before, after) = (broken(all), broken(without))
        var texts = before
        texts += after.filter { !before.contains($0) }
        return texts.filter { before.contains($0) != after.contains($0) }.map { text in
            FaultBlame.Condition(
                text: text,
                isHeldWithAll: !before.contains(text),
                isHeldWithout: !after.contains(text)
            )
        }
    }

    /// The rules that a run broke, and the conditions that do not hold in it.
    private static func broken(_ result: CellResult) -> [String] {
        var seen = Set<String>()
        let rules = result.outcome.violations.map(\.property.name)
        let conditions = result.expectations.filter { !$0.isHeld }.map(\.text)
        return (rules + conditions).filter { seen.insert($0).inserted }
    }
}
