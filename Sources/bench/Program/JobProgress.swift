import Synchronization

/// The progress of a job, told by several threads at once.
///
/// Soundness: everything behind the lock is used by the thread that holds it; and by nobody else
/// while the job runs.
final class JobProgress: @unchecked Sendable {
    private let lock = Mutex(())
    private let bar: ProgressBar
    private var steps = 0

    /// How finely progress is told.
    private static let total = 100

    /// Progress on the error stream of `program`, where that is a terminal.
    init(_ program: CommandLineProgram) {
        bar = ProgressBar(total: Self.total, on: program)
    }

    /// Says how much is done; of some inputs it is not known how much there is.
    func advance(bytes: Int, of total: Int) {
        guard total > 0 else { return }
        lock.withLock { _ in
            while steps < min(Self.total - 1, bytes * Self.total / total) {
                steps += 1
                bar.advance("% of the input mapped")
            }
        }
    }

    /// Wipes the line.
    func finish() {
        bar.finish()
    }
}
