public import OrderedCollections
import Simulator

/// What the runs of a scenario with one seed gave, as far as a sweep wants to know.
public struct SeedOutcome: Equatable, Sendable {
    /// The scenario's name.
    public var scenario = ""
    /// The command line that runs a seed again, but for the seed: `bench run NAME`.
    public var command = ""
    /// Whether expectations of figures counted.
    public var judgesFigures = true
    /// The seed.
    public var seed: UInt64 = 0
    /// How many runs there were, one for each cell.
    public var runs = 0
    /// How many of them used up their budget.
    public var undecided = 0
    /// Their events.
    public var events: UInt64 = 0
    /// The digest of all of them, in hexadecimal digits.
    public var digest = ""
    /// What did not hold, in the order of the cells.
    public var failures: [SeedFailure] = []
    /// How often each place was reached, over all cells; 0 for one that never was.
    public var places: OrderedDictionary<String, Int> = [:]

    /// An outcome of nothing.
    public init() {}

    /// Runs every cell of `loaded` with `seed`.
    ///
    /// - Parameters:
    ///   - loaded: The scenario.
    ///   - seed: The seed.
    ///   - command: What runs a seed again, but for the seed.
    ///   - judgesFigures: Whether expectations of figures count, which may hold for some seeds
    ///     only; rules of the simulation, invariants and answers to calls always do.
    ///   - runner: What runs the cells.
    public init(
        of loaded: LoadedScenario,
        seed: UInt64,
        command: String,
        judgesFigures: Bool,
        by runner: any ScenarioRunning
    ) throws(ScenarioRunningError) {
        scenario = loaded.name
        self.command = command
        self.judgesFigures = judgesFigures
        self.seed = seed
        var digest = TraceDigest()
        for cell in loaded.cells {
            var cell = cell
            cell.scenario.seed = seed
            let record = try runner.run(cell, keeping: .withoutCharts, observer: nil)
            let result = CellResult(of: cell, record: record)
            runs += 1
            events += record.outcome.events
            digest.fold(record.outcome.digest.value, UInt64(cell.index))
            if result.verdict == .undecided { undecided += 1 }
            for (place, count) in record.places { places[place, default: 0] += count }
            failures += result.failures.filter { judgesFigures || $0.isOfPromise }.map {
                SeedFailure($0, in: result)
            }
        }
        self.digest = digest.description
    }
}

/// Something that did not hold under a seed.
public struct SeedFailure: Equatable, Sendable {
    /// The number of the cell.
    public var cell = 0
    /// What the cell is called; empty without a matrix.
    public var name = ""
    /// What groups it with failures of other seeds.
    public var cause = FailureCause(checker: "", place: "", history: "")
    /// What is wrong, in words.
    public var message = ""
    /// Events until the end of the run.
    public var events: UInt64 = 0
    /// The faults that the run had, each kind once, in the order in which they first began.
    public var faults: [String] = []

    /// A failure of nothing.
    public init() {}

    init(_ failure: Failure, in result: CellResult) {
        cell = result.index
        name = result.name
        cause = failure.cause
        message = failure.message
        events = result.outcome.events
        faults = Array(OrderedSet(result.record.injections.map(\.shape)))
    }
}
