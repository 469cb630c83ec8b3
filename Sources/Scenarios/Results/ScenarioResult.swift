import OrderedCollections
public import Simulator

/// What the runs of a scenario gave, with what became of everything that was expected of them.
///
/// It holds values of virtual time only, so that two runs of the same scenario and seed give equal
/// reports.
public struct ScenarioResult: Sendable {
    /// The scenario's name.
    public var name: String
    /// One line for people; may be empty.
    public var title: String
    /// The seed of the scenario; cells with seeds of their own say so.
    public var seed: UInt64
    /// The command line that gives this result again.
    public var command: String
    /// What varies between the cells.
    public var axes: [MatrixAxis]
    /// The runs; one when there is no matrix.
    public var cells: [CellResult]
    /// What the file says with every default filled in, for the first cell.
    let configuration: YAMLNode

    /// Whether everything held in every cell.
    public var verdict: Verdict { .combined(cells.map(\.verdict)) }

    /// Whether the scenario has a matrix.
    public var isMatrix: Bool { !axes.isEmpty }

    /// What to show.
    public var report: [ReportItem] { cells.first?.scenario.report ?? [] }

    /// The digest of all runs: that of the only one, else all of them folded in order.
    public var digest: TraceDigest {
        guard cells.count != 1 || cells[0].replications != nil else {
            return cells[0].outcome.digest
        }
        var digest = TraceDigest()
        for cell in cells {
            let replicated = cell.replications.flatMap { UInt64($0.digest, radix: 16) }
            digest.fold(replicated ?? cell.outcome.digest.value, UInt64(cell.index))
        }
        return digest
    }

    /// The result of running all cells of `loaded`.
    ///
    /// - Parameters:
    ///   - loaded: What was run.
    ///   - records: A record for each cell, in their order.
    ///   - command: The command line that gives this result again.
    public init(of loaded: LoadedScenario, records: [RunRecord], command: String) {
        precondition(loaded.cells.count == records.count, "every cell has a record")
        let cells = zip(loaded.cells, records).map { CellResult(of: $0, record: $1) }
        self.init(of: loaded, cells: cells, command: command)
    }

    /// The result of `loaded`, whose cells gave `cells`.
    ///
    /// - Parameters:
    ///   - loaded: What was run.
    ///   - cells: A result for each cell, in their order.
    ///   - command: The command line that gives this result again.
    public init(of loaded: LoadedScenario, cells: [CellResult], command: String) {
        precondition(loaded.cells.count == cells.count, "every cell has a result")
        let first = loaded.cells[0].scenario
        name = first.name
        title = first.title
        seed = first.seed
        self.command = command
        axes = loaded.matrix.axes
        self.cells = cells
        configuration = ScenarioLoader.format.write(first)
    }
}

/// What one run gave.
public struct CellResult: Sendable {
    /// Its number, from zero.
    public var index: Int
    /// Its name, where the file gives one.
    public var label: String?
    /// What the matrix sets in it.
    public var parameters: [CellParameter]
    /// The scenario that was run.
    public var scenario: Scenario
    /// What was measured.
    public var record: RunRecord
    /// The figures.
    public var figures: RunFigures
    /// What was expected of it, with what became of that: the conditions, then those that every
    /// run must meet, then the calls that say what they expect.
    public var expectations: [CheckResult]
    /// What sources said, with what became of that.
    public var claims: [ClaimResult]
    /// Whether everything held.
    public var verdict: Verdict
    /// The runs with other seeds, where there are any.
    public var replications: Replications?
    /// The first rules of the simulation that runs with other seeds broke.
    public var otherViolations: [Violation] = []

    /// How the run ended.
    public var outcome: RunOutcome { record.outcome }

    /// The label and the parameters that it does not stand for, or nothing without a matrix.
    public var name: String {
        label ?? parameters.map(\.description).joined(separator: ", ")
    }

    /// The result of `cell`, whose run is `record`.
    public init(of cell: ScenarioCell, record: RunRecord) {
        index = cell.index
        label = cell.label
        parameters = cell.parameters
        scenario = cell.scenario
        self.record = record
        let figures = RunFigures(of: record, in: cell.scenario)
        self.figures = figures
        let invariants = record.invariants.map { (name: $0.key, problem: $0.value) }
        let stated = cell.scenario.expectations
        let expectations =
            (stated + Expectation.alwaysDemanded(of: record, besides: stated)).map {
                CheckResult(of: $0, figures: figures, invariants: invariants)
            } + record.calls.map { CheckResult(of: $0) }
        self.expectations = expectations
        claims = cell.scenario.claims.map { claim in
            var expectation = claim.expectation
            expectation.conditions = claim.conditions
            let check = CheckResult(of: expectation, figures: figures, invariants: invariants)
            return ClaimResult(source: claim.source, says: claim.says, check: check)
        }
        verdict = Verdict(outcome: record.outcome, expectations: expectations)
    }
}

extension Expectation {
    /// The properties that were checked in a run and that no file has to ask for, but for those
    /// that are stated.
    fileprivate static func alwaysDemanded(
        of record: RunRecord,
        besides stated: [Expectation]
    ) -> [Expectation] {
        MetricCatalog.invariants.filter { invariant in
            invariant.isAlwaysDemanded && record.invariants[invariant.name] != nil
                && !stated.contains { $0.check == .invariant(invariant.name) }
        }.map { invariant in
            Expectation(
                text: "invariant: \(invariant.name)",
                check: .invariant(invariant.name),
                conditions: [],
                location: .builtIn
            )
        }
    }
}
