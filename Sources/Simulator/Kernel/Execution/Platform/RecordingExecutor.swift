/// An executor that keeps the jobs it is given, for whoever runs them one by one.
///
/// Soundness of `@unchecked Sendable`: it is made, used and left by one call on one thread.
final class RecordingExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    private(set) var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(UnownedJob(job))
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Runs the job that came first until it suspends; nothing happens where there is none.
    func performNext() {
        guard !jobs.isEmpty else { return }
        jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor())
    }
}
