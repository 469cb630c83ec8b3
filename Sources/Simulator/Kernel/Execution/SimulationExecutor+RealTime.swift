@_spi(ExperimentalScheduling) import _Concurrency

/// Where the real `Task.sleep` goes when the executor of its task can schedule.
///
/// It asks for a delay measured by the real clock, which cannot be turned into an instant of
/// virtual time that is the same in every run. So the run fails, and the sleeper goes on at once to
/// unwind.
///
/// The protocol is not a promise of the language yet. Without it the sleeper comes back from
/// another thread and is caught there.
extension SimulationExecutor: SchedulingExecutor {
    func enqueue<SleepClock: Clock>(
        _ job: consuming ExecutorJob,
        after delay: SleepClock.Duration,
        tolerance: SleepClock.Duration?,
        clock: SleepClock
    ) {
        wakeAtOnce(UnownedJob(job))
    }

    func enqueue<SleepClock: Clock>(
        _ job: consuming ExecutorJob,
        at instant: SleepClock.Instant,
        tolerance: SleepClock.Duration?,
        clock: SleepClock
    ) {
        wakeAtOnce(UnownedJob(job))
    }

    /// Fails the run; `job`, which the runtime made to wake the sleeper, is no stray task.
    private func wakeAtOnce(_ job: UnownedJob) {
        guard isCurrent else { return receiveForeign(job) }
        report(
            .realTime,
            "a task of the simulation asked the real clock to wake it (Task.sleep). Use "
                + "node.sleep, or Task.sleep(for:clock:) with node.clock"
        )
        state.pointee.isSpawning = true
        accept(job)
        state.pointee.isSpawning = false
    }
}
