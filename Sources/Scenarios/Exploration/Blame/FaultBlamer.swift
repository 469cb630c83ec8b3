import Simulator

/// Runs a scenario again without each of its faults in turn, and says what that changes.
///
/// Random streams are split by label: the faults that stay come when they would have come, so that
/// runs differ by what depends on the fault that is left out, and by nothing else.
public struct FaultBlamer {
    private let runner: any ScenarioRunning
    private let isOneByOne: Bool
    private let progress: (String) -> Void

    /// A blamer that runs scenarios with `runner`.
    ///
    /// - Parameters:
    ///   - runner: What runs them.
    ///   - isOneByOne: Whether each fault that was injected counts by itself, instead of each that
    ///     the file says.
    ///   - progress: Is told after every run what it was.
    public init(
        runner: any ScenarioRunning,
        isOneByOne: Bool = false,
        progress: @escaping (String) -> Void = { _ in }
    ) {
        self.runner = runner
        self.isOneByOne = isOneByOne
        self.progress = progress
    }

    /// How often `scenario` is run as far as its file tells.
    public static func runs(of scenario: LoadedScenario) -> Int {
        scenario.cells.reduce(0) { sum, cell in
            let faults = cell.withDrawnFaults.scenario.faults.count
            return faults == 0 ? sum : sum + faults + 2
        }
    }

    /// Runs all cells of a scenario that have faults.
    public func blame(
        _ scenario: LoadedScenario
    ) throws(ScenarioRunningError) -> BlameResult {
        var cells: [CellBlame] = []
        for cell in scenario.cells.map(\.withDrawnFaults) where !cell.scenario.faults.isEmpty {
            cells.append(try blame(cell))
        }
        return BlameResult(
            name: scenario.name,
            seed: scenario.cells[0].scenario.seed,
            cells: cells
        )
    }

    private func blame(_ cell: ScenarioCell) throws(ScenarioRunningError) -> CellBlame {
        var cell = cell
        var all = try run(cell, "all faults")
        var notes: [String] = []
        if isOneByOne {
            let planned = all
            cell.scenario.faults = Self.oneByOne(planned)
            all = try run(cell, "all faults, one by one")
            if all.outcome.instant != planned.outcome.instant
                || Self.isAnyDifferent(all, planned)
            {
                notes.append(
                    "Said one by one, the faults do not give the same run as drawn at random; "
                        + "the figures of all faults are those of the faults one by one."
                )
            }
        }
        let faults = cell.scenario.faults
        var results: [(fault: String, result: CellResult)] = []
        for (index, fault) in faults.enumerated() {
            var changed = cell
            changed.scenario.faults = Self.without(index, faults)
            let words = fault.words
            results.append((words, try run(changed, "without \(words)")))
        }
        var changed = cell
        changed.scenario.faults = []
        let none = try run(changed, "without any")
        let figures = BlamedFigures(of: cell.scenario)
        notes += Self.notes(on: cell.scenario)
        return CellBlame(
            cell: cell.title,
            faults: results.map { figures.blame($0.fault, all, without: $0.result) },
            withoutAny: figures.blame("any", all, without: none),
            notes: notes
        )
    }

    private func run(
        _ cell: ScenarioCell,
        _ name: String
    ) throws(ScenarioRunningError) -> CellResult {
        defer { progress(name) }
        return CellResult(
            of: cell,
            record: try runner.run(cell, keeping: .withoutCharts, observer: nil)
        )
    }

    private static func isAnyDifferent(_ left: CellResult, _ right: CellResult) -> Bool {
        BlamedFigures(of: left.scenario).blame("", left, without: right).isWithoutEffect == false
    }

    /// The faults that a run injected, each by itself.
    private static func oneByOne(_ result: CellResult) -> [FaultSpecification] {
        let concrete = ConcreteFaults(specifications: result.scenario.faults, detail: .grouped)
        return result.record.injections.flatMap(concrete.items).compactMap { item in
            var reading = Reading()
            return ValueFormat<FaultSpecification>.section.read(item, &reading)
        }
    }

    /// The faults but for one. Where another draws from a stream of the same label, one that never
    /// comes stays in its place, so that the other keeps its draws.
    private static func without(
        _ index: Int,
        _ faults: [FaultSpecification]
    ) -> [FaultSpecification] {
        var rest = faults
        let removed = rest.remove(at: index)
        if rest[index...].contains(where: removed.sharesDraws), let silent = removed.silenced {
            rest.insert(silent, at: index)
        }
        return rest
    }

    private static func notes(on scenario: Scenario) -> [String] {
        var notes = [
            "Random streams are split by label: the faults that stay come when they would have "
                + "come, and the runs differ by what depends on the one that is left out."
        ]
        if scenario.schedule == .random {
            notes.append(
                "With schedule: random every run has an order of its own, so that some of what "
                    + "differs is by chance."
            )
        }
        return notes
    }
}

extension FaultSpecification {
    /// Whether `other` draws from a stream of the same label.
    fileprivate func sharesDraws(with other: FaultSpecification) -> Bool {
        at == other.at && every == other.every && random?.every == other.random?.every
            && target.selector == other.target.selector && kindNames == other.kindNames
    }

    /// The same, but it never comes; nothing where it does not draw when it comes.
    fileprivate var silenced: FaultSpecification? {
        var silent = self
        if random != nil {
            silent.random?.until = .nanoseconds(1)
        } else if every != nil {
            silent.until = .zero
        } else {
            return nil
        }
        return silent
    }
}
