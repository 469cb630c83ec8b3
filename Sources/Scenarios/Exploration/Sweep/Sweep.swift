import Simulator
import Synchronization

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
        let work = Work(self, observe)
        NativeThreads.run(min(jobs, max(1, seeds.count))) {
            while let index = work.next(stop) { work.finish(index, self.outcome(of: index)) }
        }
        return work.result
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
        do throws(ScenarioRunningError) {
            return .success(
                try outcome(seed: seed)
            )
        } catch {
            return .failure(error)
        }
    }

    /// What the threads share: which seed is next, and what came of those before.
    private final class Work: Sendable {
        private struct State {
            var result: SweepResult
            /// How many seeds were begun, and how many were added to the result.
            var begun = 0
            var added = 0
            /// Outcomes that wait for those of earlier seeds.
            var waiting: [Int: SeedOutcome] = [:]
            /// How many seeds had been added when one last reached something new.
            var lastNew = 0
            /// The failure of the earliest seed that could not be run.
            var error: (index: Int, error: ScenarioRunningError)?
            var isEnded = false
        }

        private let state: Mutex<State>
        private let count: Int
        private let endsWhenSaturated: Bool
        private let observe: @Sendable (SweepResult) -> Void

        init(_ sweep: Sweep, _ observe: @escaping @Sendable (SweepResult) -> Void) {
            let result = SweepResult(
                of: sweep.scenario.name,
                command: sweep.command,
                judgesFigures: sweep.judgesFigures
            )
            state = Mutex(State(result: result))
            count = sweep.seeds.count
            endsWhenSaturated = sweep.endsWhenSaturated
            self.observe = observe
        }

        /// The next seed to run, by its place; nothing where there is none.
        func next(_ stop: () -> SweepResult.Ending?) -> Int? {
            while true {
                let reason = stop()
                let step: (index: Int?, mustWait: Bool) = state.withLock { state in
                    if state.isEnded || state.error != nil || state.begun == count {
                        return (nil, false)
                    }
                    if let reason {
                        state.result.ending = reason
                        return (nil, false)
                    }
                    if state.begun - state.added >= Sweep.lead { return (nil, true) }
                    state.begun += 1
                    return (state.begun - 1, false)
                }
                guard step.mustWait else { return step.index }
                NativeThreads.pause(milliseconds: 1)
            }
        }

        /// Adds an outcome, and those after it that waited for it.
        func finish(_ index: Int, _ outcome: Result<SeedOutcome, ScenarioRunningError>) {
            state.withLock { state in
                switch outcome {
                case .success(let outcome): state.waiting[index] = outcome
                case .failure(let error):
                    if index < state.error?.index ?? .max { state.error = (index, error) }
                }
                while !state.isEnded, let next = state.waiting.removeValue(forKey: state.added) {
                    add(next, to: &state)
                }
            }
        }

        private func add(_ outcome: SeedOutcome, to state: inout State) {
            state.added += 1
            // The seeds of a set are different, and all outcomes are of one scenario.
            let isNew = (try? state.result.add(outcome)) ?? false
            if isNew { state.lastNew = state.added }
            if endsWhenSaturated, state.added - state.lastNew >= max(Sweep.patience, state.lastNew)
            {
                state.isEnded = true
                state.result.ending = .saturated
                state.waiting = [:]
            }
            observe(state.result)
        }

        var result: (result: SweepResult, error: ScenarioRunningError?) {
            state.withLock { ($0.result, $0.error?.error) }
        }
    }
}
