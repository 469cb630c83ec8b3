import Simulator
import Synchronization

/// Runs numbered from zero: several at once, and what they give added up in the order of their
/// numbers, so that a total does not depend on how many threads there are.
final class OrderedRuns<Outcome: Sendable, Total: Sendable>: Sendable {
    /// What comes after an outcome was added.
    enum Next: Sendable {
        /// More of them.
        case more
        /// Nothing: what was begun besides counts no more.
        case nothing
    }

    private struct State {
        var total: Total
        /// How many runs were begun, and how many were added to the total.
        var begun = 0
        var added = 0
        /// Outcomes that wait for earlier ones.
        var waiting: [Int: Outcome] = [:]
        /// The failure of the earliest run that could not be done.
        var error: (index: Int, error: ScenarioRunningError)?
        var isEnded = false
    }

    private let state: Mutex<State>
    private let count: Int
    private let lead: Int
    private let run: @Sendable (Int) -> Result<Outcome, ScenarioRunningError>
    private let add: @Sendable (Outcome, inout Total) -> Next

    /// Runs with the numbers from zero to `count`.
    ///
    /// - Parameters:
    ///   - count: How many there are at most.
    ///   - total: What nothing adds up to.
    ///   - lead: How far runs may be ahead of one that takes long.
    ///   - run: Does one of them, on any thread.
    ///   - add: Adds an outcome; called on one thread at a time, in the order of the numbers.
    init(
        _ count: Int,
        into total: Total,
        lead: Int,
        run: @escaping @Sendable (Int) -> Result<Outcome, ScenarioRunningError>,
        add: @escaping @Sendable (Outcome, inout Total) -> Next
    ) {
        state = Mutex(State(total: total))
        self.count = count
        self.lead = lead
        self.run = run
        self.add = add
    }

    /// Does them.
    ///
    /// - Parameters:
    ///   - jobs: How many threads there are.
    ///   - mayBegin: Asked before each run whether it may begin; it may say in the total why not.
    /// - Returns: The total, and why the first of the runs could not be done that could not.
    func run(
        jobs: Int,
        mayBegin: @escaping @Sendable (inout Total) -> Bool = { _ in true }
    ) -> (total: Total, error: ScenarioRunningError?) {
        NativeThreads.run(min(jobs, max(1, count))) {
            while let index = self.next(mayBegin) { self.finish(index, self.run(index)) }
        }
        return state.withLock { ($0.total, $0.error?.error) }
    }

    /// The next run, by its number; nothing where there is none.
    private func next(_ mayBegin: (inout Total) -> Bool) -> Int? {
        while true {
            let step: (index: Int?, mustWait: Bool) = state.withLock { state in
                if state.isEnded || state.error != nil || state.begun == count {
                    return (nil, false)
                }
                guard mayBegin(&state.total) else { return (nil, false) }
                if state.begun - state.added >= lead { return (nil, true) }
                state.begun += 1
                return (state.begun - 1, false)
            }
            guard step.mustWait else { return step.index }
            NativeThreads.pause(milliseconds: 1)
        }
    }

    /// Adds an outcome, and those after it that waited for it.
    private func finish(_ index: Int, _ outcome: Result<Outcome, ScenarioRunningError>) {
        state.withLock { state in
            switch outcome {
            case .success(let outcome): state.waiting[index] = outcome
            case .failure(let error):
                if index < state.error?.index ?? .max { state.error = (index, error) }
            }
            while !state.isEnded, let next = state.waiting.removeValue(forKey: state.added) {
                state.added += 1
                if case .nothing = add(next, &state.total) {
                    state.isEnded = true
                    state.waiting = [:]
                }
            }
        }
    }
}
