import OrderedCollections
import Simulator

/// Runs of a cell with its seed and those that follow it, added up in their order.
public struct Replicator: Sendable {
    /// What is run.
    public var cell: ScenarioCell
    /// How often.
    public var specification: ReplicateSpecification
    /// Runs the cell.
    public var runner: any ScenarioRunning
    /// How many threads run at once.
    public var jobs = 1
    /// How far runs may be ahead of one that takes long.
    private static let lead = 1_000

    /// Runs of `cell`; nothing where it is run once.
    public init?(of cell: ScenarioCell, by runner: any ScenarioRunning) {
        guard cell.scenario.isReplicated, let specification = cell.scenario.replicate else {
            return nil
        }
        self.cell = cell
        self.specification = specification
        self.runner = runner
    }

    /// Does the runs.
    ///
    /// - Parameters:
    ///   - first: The record of the run with the cell's own seed, which is not done again.
    ///   - observe: Sees how many runs were done, and how many there will be at least, on any of
    ///     the threads, but on one at a time.
    /// - Returns: The result of the cell, which judges all runs.
    public func result(
        _ first: RunRecord,
        observe: @escaping @Sendable (_ done: Int, _ wanted: Int) -> Void = { _, _ in }
    ) throws(ScenarioRunningError) -> CellResult {
        let result = CellResult(of: cell, record: first)
        let references = Self.figures(of: result, specification)
        var tally = ReplicationTally(specification, references)
        tally.add(ReplicationOutcome(of: result, seed: cell.scenario.seed, references))
        let wanted = specification.maximum
        let runs = OrderedRuns(wanted - 1, into: tally, lead: Self.lead) { index in
            Result { () throws(ScenarioRunningError) in
                try outcome(cell.scenario.seed &+ UInt64(index) &+ 1, references)
            }
        } add: { outcome, tally in
            tally.add(outcome)
            observe(tally.count, max(tally.count, specification.count))
            return tally.isDone ? .nothing : .more
        }
        let done = tally.isDone ? (total: tally, error: nil) : runs.run(jobs: jobs)
        if let error = done.error { throw error }
        return done.total.judged(result)
    }

    private func outcome(
        _ seed: UInt64,
        _ references: [MetricReference]
    ) throws(ScenarioRunningError) -> ReplicationOutcome {
        var cell = cell
        cell.scenario.seed = seed
        let record = try runner.run(cell, keeping: .withoutCharts, observer: nil)
        return ReplicationOutcome(of: CellResult(of: cell, record: record), seed: seed, references)
    }

    /// The figures that the file names, each once: those that decide, those of conditions, and
    /// those that the report shows.
    private static func figures(
        of result: CellResult,
        _ specification: ReplicateSpecification
    ) -> [MetricReference] {
        let checks = (result.expectations + result.claims.map(\.check)).map(\.check)
        let compared = checks.compactMap { check -> MetricReference? in
            if case .comparison(let reference, _, _, _) = check { reference } else { nil }
        }
        let shown = result.scenario.report.flatMap { item -> [MetricReference] in
            switch item {
            case .table(let figures), .series(_, let figures): figures
            case .quantiles(let metric): statistics(of: metric)
            case .distribution(let metric, let label):
                result.figures.values(of: label, in: metric).map { value in
                    MetricReference(
                        metric: metric,
                        statistic: nil,
                        labels: [.init(name: label, value: value)],
                        unit: MetricCatalog.metric(named: metric)?.unit(of: nil) ?? .count
                    )
                }
            case .results: []
            }
        }
        let all = specification.figures + compared + shown
        return Array(
            OrderedDictionary(all.map { ($0.description, $0) }, uniquingKeysWith: { $1 }).values
        )
    }

    private static func statistics(of metric: String) -> [MetricReference] {
        guard let definition = MetricCatalog.metric(named: metric) else { return [] }
        return definition.statistics.map { statistic in
            MetricReference(
                metric: metric,
                statistic: statistic,
                labels: [],
                unit: definition.unit(of: statistic)
            )
        }
    }
}
