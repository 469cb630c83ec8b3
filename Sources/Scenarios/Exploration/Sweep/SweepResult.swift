/// What a sweep of one scenario gave, as it is saved, shown and merged.
public struct SweepResult: Equatable, Sendable {
    /// The version of the format; a change that breaks readers raises it.
    public static let version = 1

    /// The scenario's name.
    public var scenario = ""
    /// The command line that runs one seed again, but for the seed: `bench run NAME`.
    public var command = ""
    /// Whether expectations of figures were judged.
    public var judgesFigures = true
    /// The seeds that were run.
    public var seeds = SeedSet()
    /// Why no more were run.
    public var ending = Ending.completed
    /// What they gave.
    public var tally = SweepTally()

    /// Why a sweep ended.
    public enum Ending: String, Equatable, Sendable, CaseIterable {
        /// All seeds were run.
        case completed
        /// The time was over.
        case time
        /// New seeds reached nothing new.
        case saturated
        /// The user interrupted it.
        case interrupted
        /// A seed could not be run.
        case error
    }

    /// A sweep of no seeds.
    public init() {}

    /// A sweep of no seeds of a scenario.
    public init(of scenario: String, command: String, judgesFigures: Bool) {
        self.scenario = scenario
        self.command = command
        self.judgesFigures = judgesFigures
    }

    /// Whether everything held under every seed; nobody knows where there was none, or where one
    /// could not be run.
    public var verdict: Verdict {
        if tally.failedSeeds > 0 { return .failed }
        return tally.undecided > 0 || tally.seeds == 0 || ending == .error ? .undecided : .held
    }

    /// The command line that runs a seed again.
    public func command(seed: UInt64) -> String { "\(command) --seed \(seed)" }

    /// Adds what another sweep of the same scenario gave, of other seeds.
    public mutating func merge(_ other: SweepResult) throws(SweepMergeError) {
        guard scenario == other.scenario, command == other.command,
            judgesFigures == other.judgesFigures
        else { throw .otherSweep(scenario: other.scenario, command: other.command) }
        guard seeds.insert(other.seeds) else { throw .repeatedSeed }
        tally.add(other.tally)
        if ending == .completed || other.ending == .error { ending = other.ending }
    }

    /// Adds what a seed gave.
    ///
    /// - Returns: Whether it reached something that no seed before did.
    @discardableResult
    public mutating func add(_ outcome: SeedOutcome) throws(SweepMergeError) -> Bool {
        guard outcome.scenario == scenario, outcome.command == command,
            outcome.judgesFigures == judgesFigures
        else { throw .otherSweep(scenario: outcome.scenario, command: outcome.command) }
        guard seeds.insert(outcome.seed...outcome.seed) else { throw .repeatedSeed }
        return tally.add(outcome)
    }
}

/// Why results of sweeps do not go together.
public enum SweepMergeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// They are of something else.
    case otherSweep(scenario: String, command: String)
    /// A seed is in both.
    case repeatedSeed

    /// What is wrong, in words.
    public var description: String {
        switch self {
        case .otherSweep(let scenario, let command):
            "it is a sweep of something else: \(scenario) (\(command))"
        case .repeatedSeed: "some of its seeds were there already"
        }
    }
}
