public import OrderedCollections

/// Watches the tables of jobs and tasks: a job that has come to its end stays there, and nobody
/// writes who has been deposed.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class JobHistoryChecker: DatabaseObserver, @unchecked Sendable {
    /// How many findings are kept.
    private static let maximumCount = 100

    /// What is wrong, each in one sentence.
    public private(set) var findings: [String] = []
    private var states: [String: String] = [:]
    private var epoch = 0

    /// A checker that has seen nothing.
    public init() {}

    /// See ``DatabaseObserver/note(_:_:at:)``.
    public func note(_ key: DatabaseKey, _ row: DatabaseRow?, at instant: VirtualInstant) {
        guard key.table == JobTables.jobs || key.table == JobTables.tasks, let row else { return }
        if let written = row["epoch"]?.integer {
            if written < epoch {
                report("\(key) was written in term \(written), after term \(epoch) had begun")
            }
            epoch = max(epoch, written)
        }
        guard key.table == JobTables.jobs, let status = row["status"]?.text else { return }
        if let known = states[key.key], known != JobStatus.running.rawValue, known != status {
            report("\(key) became \(status) after it was \(known)")
        }
        states[key.key] = status
    }

    private func report(_ finding: String) {
        if findings.count < Self.maximumCount { findings.append(finding) }
    }
}
