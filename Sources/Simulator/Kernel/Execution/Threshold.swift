/// The actor over which a task comes back that was resumed on another thread.
///
/// A task that is isolated to no actor runs on the global pool after a continuation of it was
/// resumed elsewhere. At its next wait, or at its end, it hops here; the executor sees a job from
/// another thread, fails the run with a message that says so, and has the task unwind where it
/// belongs.
actor Threshold {
    private nonisolated let executor: SimulationExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: SimulationExecutor) {
        self.executor = executor
    }

    /// Whether the caller has come back; it reads memory, so that the hop is not removed.
    @inline(never)
    @discardableResult
    func enter() -> Bool { executor.isCurrent }
}
