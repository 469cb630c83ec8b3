import Scenarios

/// Tells how far the runs of a cell with other seeds are.
///
/// Soundness of `@unchecked Sendable`: a replicator calls it from one thread at a time, and nobody
/// else does while it runs.
final class ReplicationWatcher: @unchecked Sendable {
    private let bar: ProgressBar
    private let title: String

    init(_ bar: ProgressBar, title: String) {
        self.bar = bar
        self.title = title
    }

    /// Tells of one more run.
    func see(done: Int, wanted: Int) {
        let part = Double(done) / Double(max(1, wanted))
        bar.advance(to: part, "\(done) of \(wanted) seeds: \(title)")
    }
}
