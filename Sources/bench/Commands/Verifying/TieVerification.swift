import ArgumentParser
import Scenarios

/// The orders of simultaneous events with which a scenario can be compared.
enum TieOrder: String, ExpressibleByArgument, CaseIterable {
    case reversed, random

    /// The orders of `count` runs, after one in the order `base`.
    func orders(_ count: Int, after base: Ties) -> [Ties] {
        switch self {
        case .reversed: return [.reversed]
        case .random:
            var last = 0
            if case .random(let draw) = base { last = draw }
            return (1...count).map { .random(draw: last + $0) }
        }
    }
}

/// Runs a scenario in several orders of simultaneous events and tells what depends on them.
struct TieVerification {
    /// What is run.
    let scenario: LoadedScenario
    /// The line that runs it again, without an order.
    let command: String
    /// The program whose runner runs it.
    let program: CommandLineProgram

    /// What differs between the order that the file says and `order`.
    ///
    /// Heartbeats are skipped over in no order, since that changes the number of events.
    ///
    /// - Parameter repetitions: How many random orders there are.
    func dependence(on order: TieOrder, _ repetitions: Int) throws -> TieDependence {
        let base = scenario.cells[0].scenario.ties
        var played = scenario
        for place in played.cells.indices { played.cells[place].scenario.idle = .play }
        let result = try result(of: played)
        let others = try order.orders(repetitions, after: base).map { ties in
            var other = played
            for place in other.cells.indices { other.cells[place].scenario.ties = ties }
            return (order: ties, result: try self.result(of: other))
        }
        return TieDependence(of: result, in: base, with: others)
    }

    private func result(of scenario: LoadedScenario) throws -> ResultDocument {
        let records = try scenario.cells.map { try program.runner.run($0) }
        return ResultDocument(of: ScenarioResult(of: scenario, records: records, command: command))
    }
}
