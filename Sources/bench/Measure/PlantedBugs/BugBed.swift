package import Scenarios
import Simulator

/// Runs in which bugs of a model show, one for each seed.
package struct BugBed: Sendable {
    /// What a run gave.
    package struct Run: Sendable {
        /// What noticed that something is wrong, the first one first; nothing where all is well.
        package var checkers: [String] = []
        /// What the first of them says.
        package var message = ""
        /// How many events happened.
        package var events: UInt64 = 0

        /// Takes note of what `checker` says.
        mutating func note(_ checker: String, _ message: String) {
            if checkers.isEmpty { self.message = message }
            checkers.append(checker)
        }
    }

    /// Its name.
    package let name: String
    /// Whether it is a scenario, and not made of the simulator's parts.
    package let isScenario: Bool
    private let body: @Sendable (_ seed: UInt64, PlantedBugs) throws -> Run

    /// Runs of the simulator's parts.
    init(
        _ name: String,
        run body: @escaping @Sendable (_ seed: UInt64, PlantedBugs) throws -> Run
    ) {
        self.name = name
        isScenario = false
        self.body = body
    }

    /// Runs of a scenario, whose text has the seed in it and what else depends on that.
    ///
    /// - Parameter other: Plants what is wrong in all of them, where something is.
    init(
        _ name: String,
        scenario text: @escaping @Sendable (_ seed: UInt64) -> String,
        beside other: (@Sendable (inout PlantedBugs) -> Void)? = nil
    ) {
        self.name = name
        isScenario = true
        body = { seed, bugs in
            let text = text(seed)
            let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: name).cells[0]
            var runner = ScenarioRunner()
            runner.plantedBugs = bugs
            other?(&runner.plantedBugs)
            let record = try runner.run(cell, keeping: .withoutCharts, observer: nil)
            let result = CellResult(of: cell, record: record)
            let failures = result.failures.filter(\.isOfPromise)
            return Run(
                checkers: failures.map { Self.name(of: $0.cause.checker) },
                message: failures.first?.message ?? "",
                events: result.outcome.events
            )
        }
    }

    /// The name of an invariant, or of a rule of the simulation.
    private static func name(of checker: String) -> String {
        let prefix = "invariant: "
        return checker.hasPrefix(prefix) ? String(checker.dropFirst(prefix.count)) : checker
    }

    /// Runs it under `seed`, with `bugs` planted.
    package func run(seed: UInt64, planting bugs: PlantedBugs = PlantedBugs()) throws -> Run {
        try body(seed, bugs)
    }
}
