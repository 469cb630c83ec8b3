import Simulator
import Testing

@testable import Scenarios

/// Shrinks a scenario that is given as text; nothing where nothing fails.
func shrink(
    _ text: String,
    with runner: any ScenarioRunning = ScenarioRunner(),
    runs: Int = 2_000,
    seed: UInt64? = nil
) throws -> ShrunkScenario? {
    let shrinker = ScenarioShrinker(runner: runner, limits: ShrinkLimits(runs: runs))
    let outcome = try shrinker.shrink(
        bytes: Array(text.utf8),
        name: "test.yaml",
        overrides: ScenarioOverrides(seed: seed)
    )
    if case .shrunk(let shrunk) = outcome { return shrunk }
    return nil
}

extension ShrunkScenario {
    /// What the ordinary loader makes of the file.
    func loaded() throws -> LoadedScenario {
        let file = file(origin: "bench run test.yaml", command: "bench run small.yaml")
        return try ScenarioLoader.load(bytes: Array(file.utf8), name: "small.yaml")
    }

    /// The conditions, or rules, that do not hold when the file is run.
    func failing(with runner: any ScenarioRunning) throws -> [String] {
        let loaded = try loaded()
        #expect(loaded.cells.count == 1)
        let record = try runner.run(loaded.cells[0])
        return CellResult(of: loaded.cells[0], record: record).failures.map(\.cause.checker)
    }
}

/// Breaks the rule `planted` in scenarios of which `isWrong` is true, without any simulation.
struct PredicateRunner: ScenarioRunning {
    let isWrong: @Sendable (Scenario) -> Bool

    init(_ isWrong: @escaping @Sendable (Scenario) -> Bool) {
        self.isWrong = isWrong
    }

    func run(
        _ cell: ScenarioCell,
        keeping details: RunDetails,
        observer: (any EventObserver)?
    ) throws(ScenarioRunningError) -> RunRecord {
        let violation = Violation(
            property: .init("planted"),
            message: "something broke",
            seed: cell.seed,
            instant: .zero,
            event: 1
        )
        let isWrong = isWrong(cell.scenario)
        let outcome = RunOutcome(
            ending: isWrong ? .violation : .quiescent,
            instant: .zero,
            events: 1,
            digest: TraceDigest(),
            violations: isWrong ? [violation] : []
        )
        return RunRecord(seed: cell.seed, outcome: outcome)
    }
}
