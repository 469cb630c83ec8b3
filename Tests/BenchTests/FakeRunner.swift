import Scenarios
import Synchronization

@testable import Simulator
@testable import bench

/// Gives every cell a record without any simulation: each server completed as many requests as it
/// has place in the list.
struct FakeRunner: ScenarioRunning {
    /// What goes wrong, if anything.
    enum Trouble: Equatable {
        case nothing
        case violation(Violation.Property)
        case error(ScenarioRunningError)
        /// The n-th run has another third event.
        case difference(run: Int)
        /// Each server completes more requests in another order of ties: one, or as many as the
        /// number of the draw.
        case ties
    }

    var trouble = Trouble.nothing
    let runs = RunCount()

    /// How many runs there were.
    final class RunCount: Sendable {
        private let count = Atomic<Int>(0)

        var value: Int { count.load(ordering: .relaxed) }

        /// Counts a run, and gives its number.
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    func run(
        _ cell: ScenarioCell,
        keeping details: RunDetails,
        observer: (any EventObserver)?
    ) throws(ScenarioRunningError) -> RunRecord {
        let number = runs.next()
        if case .error(let error) = trouble { throw error }
        var digest = TraceDigest()
        for event in 1...5 as ClosedRange<UInt64> {
            let isOdd = trouble == .difference(run: number) && event == 3
            digest.fold(event, isOdd ? 1 : 0)
            observer?.observe(
                event: event,
                instant: VirtualInstant(nanoseconds: event * 1_000_000_000),
                node: 7,
                digest: digest.value
            )
        }
        var violations: [Violation] = []
        if case .violation(let property) = trouble {
            violations = [
                Violation(
                    property: property,
                    message: "something broke",
                    seed: cell.scenario.seed,
                    instant: VirtualInstant(nanoseconds: 3_000_000_000),
                    event: 3
                )
            ]
        }
        let outcome = RunOutcome(
            ending: violations.isEmpty ? .quiescent : .violation,
            instant: VirtualInstant(nanoseconds: 5_000_000_000),
            events: 5,
            digest: digest,
            violations: violations
        )
        var record = RunRecord(seed: cell.scenario.seed, outcome: outcome)
        for (index, name) in cell.scenario.cluster.serverNames.enumerated() {
            record.metrics.count(
                MetricKey("requests.completed", .init("server", name)),
                index + 1 + more(in: cell.scenario.ties)
            )
        }
        return record
    }

    private func more(in ties: Ties) -> Int {
        guard trouble == .ties else { return 0 }
        return switch ties {
        case .first: 0
        case .reversed: 1
        case .random(let draw): draw
        }
    }
}

/// The program with streams in memory.
struct TestProgram {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    var runner = FakeRunner()
    var terminal = Terminal.none
    var folder = "."

    /// Runs the program with these arguments.
    func run(_ arguments: String...) -> ProgramStatus {
        CommandLineProgram(
            runner: runner,
            output: output,
            errors: errors,
            terminal: terminal,
            folder: folder
        )
        .run(arguments: arguments)
    }
}
