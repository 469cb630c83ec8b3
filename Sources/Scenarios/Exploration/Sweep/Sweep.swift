/// Runs of a scenario with many seeds: one simulation a thread, and nothing that they share.
///
/// What seeds give is added up in their order, so that the result, and where a saturated sweep
/// stops, does not depend on how many threads there are.
public struct Sweep: Sendable {
    /// What is run.
    public var scenario: LoadedScenario
    /// With which seeds, in ascending order.
    public var seeds: SeedSet
    /// How many threads run at once.
    public var jobs = 1
    /// What runs a seed again, but for the seed: `bench run NAME`.
    public var command: String
    /// Whether expectations of figures are judged.
    public var judgesFigures = true
    /// Whether it ends when new seeds reach nothing new.
    public var endsWhenSaturated = false
    /// Runs the cells.
    public var runner: any ScenarioRunning

    /// Seeds that reach nothing new, at least, until a sweep counts as saturated.
    static let patience = 100
    /// How far seeds may run ahead of one that takes long.
    private static let lead = 10_000

    /// A sweep of `scenario` with `seeds`, one of which `command` runs again.
    public init(
        _ scenario: LoadedScenario,
        seeds: SeedSet,
        command: String,
        by runner: any ScenarioRunning
    ) {
        self.scenario = scenario
        self.seeds = seeds
        self.command = command
        self.runner = runner
    }

    /// Runs the seeds.
    ///
    /// - Parameters:
    ///   - stop: Asked before each run; why no more are to be run, or nothing.
    ///   - observe: Sees the result after each seed, in their order, on any of the threads, but on
    ///     one at a time.
    /// - Returns: The result, and why the first of the seeds could not be run that could not.
    public func run(
        stop: @escaping @Sendable () -> SweepResult.Ending? = { nil },
        observe: @escaping @Sendable (SweepResult) -> Void = { _ in }
    ) -> (result: SweepResult, error: ScenarioRunningError?) {
        let empty = SweepResult(
            of: scenario.name,
            command: command,
            judgesFigures: judgesFigures
        )
        let runs = OrderedRuns(
            seeds.count,
            into: Progress(result: empty),
            lead: Self.lead,
            run: outcome(of:)
        ) { outcome, progress in
            let next = progress.add(outcome, endsWhenSaturated: endsWhenSaturated)
            observe(progress.result)
            return next
        }
        var (progress, error) = runs.run(jobs: jobs) { progress in
            guard let reason = stop() else { return true }
            progress.result.ending = reason
            return false
        }
        if error != nil { progress.result.ending = .error }
        return (progress.result, error)
    }

    /// Runs one seed.
    public func outcome(seed: UInt64) throws(ScenarioRunningError) -> SeedOutcome {
        try SeedOutcome(
            of: scenario,
            seed: seed,
            command: command,
            judgesFigures: judgesFigures,
            by: runner
        )
    }

    private func outcome(of index: Int) -> Result<SeedOutcome, ScenarioRunningError> {
        guard let seed = seeds.seed(at: index) else {
            return .failure(.internalError("a sweep has fewer seeds than it says"))
        }
        return Result { () throws(ScenarioRunningError) in try outcome(seed: seed) }
    }

    /// How far it is.
    private struct Progress {
        var result: SweepResult
        /// How many seeds were added, and how many had been when one last reached something new.
        private var added = 0
        private var lastNew = 0

        init(result: SweepResult) {
            self.result = result
        }

        mutating func add(
            _ outcome: SeedOutcome,
            endsWhenSaturated: Bool
        ) -> OrderedRuns<SeedOutcome, Progress>.Next {
            added += 1
            // The seeds of a set are different, and all outcomes are of one scenario.
            let isNew = (try? result.add(outcome)) ?? false
            if isNew { lastNew = added }
            guard endsWhenSaturated, added - lastNew >= max(Sweep.patience, lastNew) else {
                return .more
            }
            result.ending = .saturated
            return .nothing
        }
    }
}
